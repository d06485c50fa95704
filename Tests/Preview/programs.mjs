// tiltshadow and its daemon, started as a user starts them.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { writeMotion } from "./motions.mjs";

/** Ends a program as a user does, by force where it does not end within five seconds. */
async function ended(child) {
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), 5000);
  await child.gone;
  clearTimeout(force);
}

/** The programs of one run and their scratch directory; `close` ends them all. */
export class Programs {
  #tool; #page; #directory = mkdtempSync(join(tmpdir(), "tiltshadow-preview-")); #running = new Set(); #previews = new Map(); #logs = new Map();

  /** `tool` is the path of `tiltshadow`; `tiltshadowd` lies beside it. `page` is a directory to serve the page from, else it is the built-in one. */
  constructor(tool, page) {
    this.#tool = tool;
    this.#page = page ? ["--page-directory", page] : [];
  }

  #start(program, args) {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    child.said = "";
    child.gone = new Promise((resolve) => {
      child.on("error", (error) => { child.said += error.message; resolve(); });
      child.on("exit", resolve);
    });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => { child.said += text; });
    this.#running.add(child);
    child.gone.then(() => this.#running.delete(child));
    return child;
  }

  async #wait(child, what, done) {
    let ended = false;
    child.gone.then(() => { ended = true; });
    for (let tries = 0; tries < 1500; tries += 1) {
      const found = done();
      if (found) return found;
      if (ended) break;
      await sleep(20);
    }
    throw new Error(`${what}: ${child.said || "it says nothing"}`);
  }

  /** Ends a preview by force, as a crash does. */
  async kill(child) {
    child.kill("SIGKILL");
    await child.gone;
  }

  /** The path of the log of a motion. */
  log(motion) {
    if (!this.#logs.has(motion)) this.#logs.set(motion, writeMotion(motion, this.#directory));
    return this.#logs.get(motion);
  }

  /** A preview with these arguments, on any free port or on one that was another's: its address and process. */
  async preview(args, port = "0") {
    const child = this.#start(this.#tool, ["preview", "--port", port, ...this.#page, ...args]);
    const [address] = await this.#wait(child, "tiltshadow preview", () => /http:\/\/[^\s/]+/.exec(child.said));
    return { address, child };
  }

  /** The address of a preview that plays `motion`; there is one of each. */
  async replaying(motion) {
    if (!this.#previews.has(motion)) this.#previews.set(motion, this.preview(["--replay", this.log(motion)]));
    return (await this.#previews.get(motion)).address;
  }

  /** A daemon that plays `motion` with these settings, stopped at first, and a preview of it; `hang` has it hang until `wake`. */
  async daemon(motion, settings = "") {
    const directory = mkdtempSync(join(this.#directory, "daemon-")), socket = join(directory, "s"), config = join(directory, "conf");
    writeFileSync(config, settings);
    let daemon;
    const start = async () => {
      daemon = this.#start(join(dirname(this.#tool), "tiltshadowd"),
        ["--replay", this.log(motion), "--loop", "--socket", socket, "--config", config]);
      await this.#wait(daemon, "tiltshadowd", () => existsSync(socket));
    };
    const stop = async () => {
      await ended(daemon);
      rmSync(socket, { force: true });
    };
    const { address, child } = await this.preview(["--socket", socket]);
    const wake = () => daemon?.kill("SIGCONT");
    return {
      address, socket, start, stop, wake, hang: () => daemon.kill("SIGSTOP"),
      close: async () => { wake(); await ended(child); if (daemon) await stop(); },
    };
  }

  /** A preview of a daemon that says what `speak(say)` lets it say in each connection, until `close`. */
  async impostor(speak) {
    const socket = join(mkdtempSync(join(this.#directory, "impostor-")), "s");
    const server = createServer((connection) => {
      connection.on("error", () => {}).resume();
      const ending = new AbortController();
      connection.on("close", () => ending.abort());
      speak((message) => connection.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`), ending.signal);
    });
    await new Promise((listening) => server.listen(socket, listening));
    const { address, child } = await this.preview(["--socket", socket]);
    return { address, child, close: async () => { await ended(child); server.close(); } };
  }

  /** Runs the tool to its end; gives its output. */
  async run(...args) {
    const child = this.#start(this.#tool, args);
    await child.gone;
    return child.said;
  }

  /** Ends what runs, each with the daemon it started, and removes the scratch directory. */
  async close() {
    await Promise.all([...this.#running].map(ended));
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
