// Chromium over the DevTools protocol: messages of JSON, each ended by NUL, on descriptors 3 and 4.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ChromiumPage } from "./chromium-page.mjs";

const flags = [
  "--headless=new", "--remote-debugging-pipe", "--no-first-run", "--no-default-browser-check", "--disable-gpu",
  "--disable-extensions", "--disable-background-networking", "--disable-component-update", "--disable-sync",
  // A mouse hovers, which a browser without a window has none of.
  "--blink-settings=primaryHoverType=2,availableHoverTypes=2",
  "--hide-scrollbars", "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,InitialWebUI,WebUIReloadButton,OptimizationHints,Translate,MediaRouter", "--mute-audio", "--password-store=basic", "--disable-dev-shm-usage",
  // A page that is not in front must keep its frames: rows look at one of several targets.
  "--disable-background-timer-throttling", "--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows",
];

/** A running browser: one process, a fresh context for each page. */
export class Chromium {
  static name = "chromium";
  #process; #profile; #sessions = new Map(); #answers = new Map(); #last = 0; #waiting = "";

  /** Of the browser. */
  get pid() { return this.#process.pid; }

  /** Starts `program`; as root it must do without its sandbox. */
  constructor(program = "chromium") {
    this.#profile = mkdtempSync(join(tmpdir(), "tiltshadow-chromium-"));
    const sandbox = process.getuid() === 0 ? ["--no-sandbox"] : [];
    this.#process = spawn(program, [...flags, ...sandbox, `--user-data-dir=${this.#profile}`, "about:blank"],
      { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], detached: true });
    this.gone = new Promise((resolve) => {
      this.#process.on("error", resolve);
      this.#process.on("exit", (code) => resolve(new Error(`${program} ended with ${code}`)));
    });
    this.gone.then((error) => { for (const { reject } of this.#answers.values()) reject(error); });
    this.#process.stdio[3]?.on("error", () => {});
    this.#process.stdio[4]?.setEncoding("utf8").on("data", (text) => this.#read(text));
  }

  #read(text) {
    const parts = (this.#waiting + text).split("\0");
    this.#waiting = parts.pop();
    for (const part of parts) {
      const message = JSON.parse(part);
      const answer = this.#answers.get(message.id);
      if (!answer) { this.#sessions.get(message.sessionId)?.(message.method, message.params); continue; }
      this.#answers.delete(message.id);
      if (message.error) answer.reject(new Error(`${answer.method}: ${message.error.message}`));
      else answer.resolve(message.result);
    }
  }

  /** Calls `method` of the browser, or of the page behind `sessionId`; gives its result. */
  send(method, params = {}, sessionId = undefined) {
    const id = ++this.#last;
    this.#process.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
    const answered = new Promise((resolve, reject) => this.#answers.set(id, { method, resolve, reject }));
    return Promise.race([answered, this.gone.then((error) => Promise.reject(error))]);
  }

  /** An empty page with nothing stored, in its own window. */
  async page() {
    const { browserContextId } = await this.send("Target.createBrowserContext");
    return this.#window(browserContextId, () => this.send("Target.disposeBrowserContext", { browserContextId }));
  }

  /** An empty page in a new window; `leave(targetId)` ends it. */
  async #window(browserContextId, leave) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank", browserContextId, newWindow: true });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new ChromiumPage({
      send: (method, params) => this.send(method, params, sessionId),
      // A second tab hides the first.
      cover: async () => (await this.send("Target.createTarget", { url: "about:blank", browserContextId })).targetId,
      uncover: async (other) => {
        await this.send("Target.activateTarget", { targetId });
        await this.send("Target.closeTarget", { targetId: other });
      },
      beside: () => this.#window(browserContextId, (targetId) => this.send("Target.closeTarget", { targetId })),
      crashGraphics: () => this.send("Browser.crashGpuProcess"),
      leave: async () => {
        this.#sessions.delete(sessionId);
        await leave(targetId);
      },
    });
    this.#sessions.set(sessionId, (method, params) => page.heard(method, params));
    await page.prepare();
    return page;
  }

  /** Its name and version. */
  async version() { return (await this.send("Browser.getVersion")).product; }

  /** Ends it with all its children and removes its profile. */
  async close() {
    await Promise.race([this.send("Browser.close").catch(() => {}), new Promise((done) => setTimeout(done, 3000))]);
    await Promise.race([this.gone, new Promise((done) => setTimeout(done, 3000))]);
    try { process.kill(-this.#process.pid, "SIGKILL"); } catch { /* It has gone. */ }
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
