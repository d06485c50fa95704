// @ts-check
/** @file Where frames come from: one source at a time, the best that answers, changed while the page runs. */

import { DaemonSource } from "./daemon-source.js";
import { DEFAULTS, LocalMapping } from "./local-mapping.js";
import { preview } from "./probe.js";
import { NO_SERVER } from "./status-text.js";

/** How long a daemon may take to answer before the browser's own sources are tried, in ms. */
const GRACE = 1200;

/** What is true before the daemon has said anything. */
const SILENCE = { daemon: /** @type {const} */ ("waiting"), message: "", hint: "", server: "", sensor: null, state: "none" };

export class Feed {
  /** @type {import("./types.js").News} */
  news = { choice: "auto", source: "none", origin: "", ...SILENCE, failures: {} };

  /**
   * The newest frame of the source in use.
   * @type {import("./types.js").Frame | null}
   */
  #newest = null;
  #isHeld = false;
  /** What the preview was started for: daemon, replay or demo. */
  #server = "";
  #hand = new LocalMapping();
  #to;
  #grace = 0;
  #awake = false;
  #daemon = new DaemonSource((frame) => this.#take("daemon", frame), (message) => this.#hear(message));
  /**
   * The browser's own sources, made when they are first wanted.
   * @type {import("./local-sources.js").LocalSources | null}
   */
  #local = null;
  /**
   * What was asked for since the last hello.
   * @type {Record<string, unknown>}
   */
  #options = {};

  /** @param {import("./types.js").Choice} choice @param {import("./types.js").Listeners} to */
  constructor(choice, to) {
    this.#to = to;
    this.news.choice = choice;
    const look = () => (document.hidden ? this.#sleep() : this.#wake());
    document.addEventListener("visibilitychange", look);
    addEventListener("pagehide", () => this.#sleep());
    addEventListener("pageshow", look);
    look();
  }

  /**
   * Uses this source from now on.
   * @param {import("./types.js").Choice} choice
   */
  choose(choice) {
    this.#sleep();
    this.#tell({ choice, source: "none", ...SILENCE, failures: {} });
    this.#rest();
    this.#wake();
  }

  /**
   * Shows the offset of a pose that a hand gives, until `letGo`: what the source says meanwhile is heard and not shown.
   * @param {import("./shadow.js").Up} up
   */
  hold(up) {
    this.#isHeld = true;
    this.#to.onFrame({ ...this.#hand.frame(up, performance.now()), byHand: true });
  }

  /** Goes back to what the source says. */
  letGo() {
    this.#isHeld = false;
    if (this.#newest) this.#to.onFrame(this.#newest);
    else this.#to.onRest();
  }

  /**
   * Changes what the shadow is made of.
   * @param {Record<string, unknown>} options of the protocol's `subscribe`
   */
  async change(options) {
    Object.assign(this.#options, options);
    this.#local?.change(options);
    const request = { type: "subscribe", ...options };
    // Farther ahead on the same way is no break.
    return Object.keys(options).every((key) => key === "lookahead_ms") ? this.#asks(request) : this.#breaks(request);
  }

  /** What was asked for so far: of a new connection all that is wanted is asked again. */
  get options() { return this.#options; }

  /** Takes the present pose for the neutral one. */
  async recentre() {
    this.#local?.recentre();
    return this.#breaks({ type: "recentre" });
  }

  /** Asks for what changes the meaning of frames: of those under way, before the answer, nobody knows which they are. */
  async #breaks(/** @type {{type: string, [key: string]: unknown}} */ request) {
    this.#to.onBreak();
    const answer = await this.#asks(request);
    this.#to.onBreak();
    return answer;
  }

  /** Starts the browser's sensors again, now that the user has allowed them. */
  retry() {
    if (this.news.daemon !== "connected" || this.#isPlayed) this.#startLocal();
  }

  /** @param {{type: string, [key: string]: unknown}} request */
  async #asks(request) {
    const answer = this.news.daemon === "connected" ? await this.#daemon.request(request) : null;
    if (!answer || answer.type === "ok") this.#inForce(answer ?? request);
    return answer;
  }

  #inForce(/** @type {Record<string, any>} */ options) {
    for (const key of /** @type {const} */ (["gain", "limit", "mapping"])) {
      if (options[key] !== undefined && options[key] !== null) Object.assign(this.#hand.options, { [key]: options[key] });
    }
    this.#to.onOptions(options);
  }

  #wake() {
    if (this.#awake) return;
    this.#awake = true;
    const { choice } = this.news;
    if (choice === "auto" || choice === "daemon") this.#daemon.start();
    else this.#tell({ daemon: "off" });
    if (choice === "auto") this.#waitForDaemon();
    else if (choice !== "daemon") this.#startLocal();
  }

  /** Nothing is read while nobody looks. */
  #sleep() {
    this.#awake = false;
    clearTimeout(this.#grace);
    this.#daemon.stop();
    this.#local?.stop();
  }

  #waitForDaemon() {
    clearTimeout(this.#grace);
    this.#grace = setTimeout(() => this.#startLocal(), GRACE);
  }

  async #startLocal() {
    const module = await import("./local-sources.js").catch(() => null);
    if (this.news.daemon !== "connected") {
      const options = { ...DEFAULTS, ...this.#options };
      this.#inForce(options);
      this.#to.onAlone(options);
    }
    // The server itself is gone: until it is back there is nothing to load from.
    if (!module) return;
    const { LocalSources } = module;
    if (!this.#local) {
      this.#local = new LocalSources((name, frame) => this.#take(name, frame), (name, why) => this.#failed(name, why));
      this.#local.change(this.#options);
    }
    const { choice, daemon } = this.news;
    if (!this.#awake) return;
    if (daemon === "connected") {
      // What is played is nobody's motion: a phone that looks at it has its own, which goes before and never leaves the page.
      if (choice === "auto" && this.#isPlayed) this.#local.start(["sensor", "orientation"]);
    } else if (choice === "auto") this.#local.start(["sensor", "orientation", "pointer"]);
    else if (choice !== "none" && choice !== "daemon") this.#local.start([choice]);
  }

  /** @param {string} source @param {import("./types.js").Frame} frame */
  #take(source, frame) {
    if (source === "daemon" && this.#isOwn) return;
    if (source !== this.news.source || frame.state !== this.news.state) this.#tell({ source, state: frame.state });
    preview.received += 1;
    this.#newest = frame;
    if (!this.#isHeld) this.#to.onFrame(frame);
  }

  /** Whether the frames are a simulation's or a recording's. */
  get #isPlayed() { return this.news.origin === "demo" || this.news.origin === "replay"; }

  /** Whether the browser's own sensor moves the shadow while the daemon plays something. */
  get #isOwn() { return this.#isPlayed && (this.news.source === "sensor" || this.news.source === "orientation"); }

  /** Where frames of this sensor come from: a daemon can play a log as the preview can. @param {import("./types.js").News["sensor"]} sensor */
  #originOf(sensor) { return this.#server === "daemon" && sensor?.kind === "log" ? "replay" : this.#server; }

  #rest() {
    this.#newest = null;
    if (!this.#isHeld) this.#to.onRest();
  }

  /** @param {string} name @param {string} why */
  #failed(name, why) {
    const failures = { ...this.news.failures, [name]: why };
    if (this.news.source !== name) return this.#tell({ failures });
    this.#tell({ failures, source: "none", state: "none" });
    // What a daemon plays comes with its next frame.
    if (this.news.daemon === "connected") this.#to.onBreak();
    else this.#rest();
  }

  /** @param {import("./daemon-source.js").Line} line */
  #hear(line) {
    if (line.type === "page") this.#tell({ origin: this.#server = line.source ?? "" });
    else if (line.type === "hello") {
      clearTimeout(this.#grace);
      this.#local?.stop();
      const { server, sensor = null } = line;
      this.#tell({ daemon: "connected", message: "", hint: "", source: "daemon", server, sensor, origin: this.#originOf(sensor) });
      // What was asked for because of whoever answered before is nobody's wish any more.
      const { gain, limit } = DEFAULTS;
      this.#options = {};
      this.#local?.change({ gain, limit });
      Object.assign(this.#hand.options, { gain, limit });
      // Its limit comes with its first answer.
      this.#inForce({ gain: line.gain, limit: null });
      this.#to.onHello(line);
      if (this.#isPlayed) this.#startLocal();
    } else if (line.type === "sensor") {
      const { sensor: before, origin } = this.news, wasPlayed = this.#isPlayed;
      const sensor = line.event === "lost" ? null : line.sensor ?? before;
      this.#tell({ sensor, origin: sensor ? this.#originOf(sensor) : origin });
      if (this.#isPlayed && !wasPlayed) this.#startLocal();
    } else if (line.type === "daemon") {
      const { state, message, hint } = line;
      if (state !== "connected") this.#lost(state, message, hint);
      else if (message) this.#tell({ message, hint });
    } else if (line.type === "stream") {
      this.#lost("waiting", NO_SERVER, "start it again: tiltshadow preview");
    } else if (line.type === "goodbye") {
      this.#lost("waiting", "the daemon said goodbye", "it is looked for again and again");
    }
  }

  /** @param {"waiting" | "queued" | "refused"} daemon @param {string} [message] @param {string} [hint] */
  #lost(daemon, message = "no daemon answers", hint = "") {
    const { source, choice } = this.news;
    const was = source === "daemon";
    this.#tell({ daemon, message, hint, sensor: null, ...(was ? { source: "none", state: "none" } : {}) });
    if (was || source === "none") this.#rest();
    if (was && choice === "auto") this.#waitForDaemon();
  }

  /** @param {Partial<import("./types.js").News>} change */
  #tell(change) {
    this.news = { ...this.news, ...change };
    preview.source = this.news.source;
    this.#to.onNews(this.news);
  }
}
