// Firefox over Marionette: TCP on loopback, each message `LENGTH:[0,id,command,parameters]`, each answer `LENGTH:[1,id,error,result]`.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FirefoxPage } from "./firefox-page.mjs";

const preferences = {
  "marionette.port": 0, "browser.shell.checkDefaultBrowser": false, "datareporting.policy.dataSubmissionEnabled": false,
  "toolkit.telemetry.reportingpolicy.firstRun": false, "browser.startup.page": 0, "app.update.disabledForTesting": true,
  "network.captive-portal-service.enabled": false, "network.connectivity-service.enabled": false,
  "browser.safebrowsing.downloads.enabled": false, "extensions.update.enabled": false,
  // As on a phone: nothing takes width from the page.
  "ui.useOverlayScrollbars": 1,
  // Every window is in front, as far as its page can tell.
  "focusmanager.testmode": true, "dom.timeout.enable_budget_timer_throttling": false,
  "widget.windows.window_occlusion_tracking.enabled": false,
};

/** A running browser: one process, a fresh tab for each page. */
export class Firefox {
  static name = "firefox";
  #process; #profile; #socket; #answers = new Map(); #last = 0; #waiting = Buffer.alloc(0);

  /** Starts `program`, which says in its profile on which port it listens. */
  constructor(program = "firefox-esr") {
    this.#profile = mkdtempSync(join(tmpdir(), "tiltshadow-firefox-"));
    const lines = Object.entries(preferences).map(([key, value]) => `user_pref("${key}", ${JSON.stringify(value)});`);
    writeFileSync(join(this.#profile, "user.js"), lines.join("\n"));
    this.#process = spawn(program, ["--marionette", "--remote-allow-system-access", "--headless", "--no-remote", "--profile", this.#profile],
      { stdio: "ignore", detached: true, env: { ...process.env, HOME: this.#profile } });
    this.gone = new Promise((resolve) => {
      this.#process.on("error", resolve);
      this.#process.on("exit", (code) => resolve(new Error(`${program} ended with ${code}`)));
    });
    this.gone.then((error) => { for (const { reject } of this.#answers.values()) reject(error); });
    this.ready = this.#connect();
  }

  async #connect() {
    let port;
    for (let tries = 0; !port; tries += 1) {
      if (tries === 600) throw new Error("firefox does not listen after 60 s");
      await Promise.race([sleep(100), this.gone.then((error) => Promise.reject(error))]);
      try { port = +readFileSync(join(this.#profile, "MarionetteActivePort"), "utf8"); } catch { /* Not yet. */ }
    }
    this.#socket = connect(port, "127.0.0.1");
    this.#socket.on("error", () => {});
    // The first thing said is a greeting; it has no id.
    const greeted = new Promise((resolve) => this.#answers.set(undefined, { resolve }));
    this.#socket.on("data", (bytes) => this.#read(bytes));
    await greeted;
    const { capabilities } = await this.#command("WebDriver:NewSession", { strictFileInteractability: false });
    this.capabilities = capabilities;
    await this.#command("WebDriver:SetTimeouts", { script: 120000, pageLoad: 30000 });
  }

  #read(bytes) {
    this.#waiting = Buffer.concat([this.#waiting, bytes]);
    for (;;) {
      const colon = this.#waiting.indexOf(":");
      if (colon < 0) return;
      const end = colon + 1 + +this.#waiting.subarray(0, colon);
      if (this.#waiting.length < end) return;
      const message = JSON.parse(this.#waiting.subarray(colon + 1, end));
      this.#waiting = this.#waiting.subarray(end);
      const [, id, error, result] = Array.isArray(message) ? message : [];
      const answer = this.#answers.get(id);
      this.#answers.delete(id);
      if (error) answer?.reject(new Error(`${answer.command}: ${error.message}`));
      else answer?.resolve(result);
    }
  }

  #command(command, parameters = {}) {
    const id = ++this.#last;
    const text = JSON.stringify([0, id, command, parameters]);
    this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    const answered = new Promise((resolve, reject) => this.#answers.set(id, { command, resolve, reject }));
    return Promise.race([answered, this.gone.then((error) => Promise.reject(error))]);
  }

  /** Calls `command` of Marionette; gives its result. */
  async send(command, parameters) {
    await this.ready;
    return this.#command(command, parameters);
  }

  /** An empty page in a tab of its own; the one before is closed by then. */
  async page() {
    const { value: first } = await this.send("WebDriver:GetWindowHandle");
    const { handle } = await this.send("WebDriver:NewWindow", { type: "tab", focus: true });
    await this.send("WebDriver:SwitchToWindow", { handle, focus: true });
    const page = new FirefoxPage((command, parameters) => this.send(command, parameters), async () => {
      await this.send("WebDriver:CloseWindow");
      await this.send("WebDriver:SwitchToWindow", { handle: first, focus: true });
    });
    await page.prepare();
    return page;
  }

  /** Its name and version. */
  async version() {
    await this.ready;
    return `Firefox/${this.capabilities.browserVersion}`;
  }

  /** Ends it with all its children and removes its profile. */
  async close() {
    if (this.#socket) await Promise.race([this.#command("Marionette:Quit", { flags: ["eForceQuit"] }).catch(() => {}), sleep(3000)]);
    await Promise.race([this.gone, sleep(3000)]);
    this.#socket?.destroy();
    try { process.kill(-this.#process.pid, "SIGKILL"); } catch { /* It has gone. */ }
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
