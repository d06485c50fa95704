// @ts-check
/** @file The daemon's frames, through the one event stream of the preview server, and requests back to the daemon. */

import { readStream } from "./stream.js";

/** How long to wait before a stream is opened again that ended for good, in ms. */
const PAUSE = 1500;

/** How long a request may take: a server that hangs takes it and never answers, in ms. */
const PATIENCE = 12_000;

/** Streams at a time: a browser opens six connections to a server, and files and requests need one. */
const STREAMS = 5;

/** @typedef {{type: string, code?: string, message?: string, hint?: string, [key: string]: any}} Line of the protocol */

export class DaemonSource {
  #ending = new AbortController();
  #running = false;
  /**
   * What the server calls this page.
   * @type {{page: string, token: string} | null}
   */
  #page = null;
  #refused = false;
  /** Takes the frames that have come, and not only at the next picture. */
  #takeFrames = () => {};
  #onFrame;
  #onMessage;

  /**
   * @param {(frame: import("./types.js").Frame) => void} onFrame
   * @param {(message: Line) => void} onMessage everything that is no frame
   */
  constructor(onFrame, onMessage) {
    this.#onFrame = onFrame;
    this.#onMessage = onMessage;
  }

  async start() {
    if (this.#running) return;
    this.#running = true;
    const { signal } = (this.#ending = new AbortController());
    const waiting = setTimeout(() => this.#hear({
      type: "daemon", state: "queued", message: `${STREAMS} other windows of this browser follow the daemon`, hint: "close or hide one",
    }), PAUSE);
    await turn(signal);
    clearTimeout(waiting);
    while (!signal.aborted) {
      try {
        await readStream({ signal, onMessage: (message) => this.#hear(message), onFrame: (line, arrived) => {
          if (!Number.isFinite(line.x) || !Number.isFinite(line.y)) return;
          this.#onFrame(/** @type {any} */ ({ ...line, arrived, pitch: line.pitch_rad, roll: line.roll_rad }));
        }, onBegin: (take) => { this.#takeFrames = take; } });
      } catch {
        this.#hear({ type: "stream", state: "lost" });
      }
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  stop() {
    this.#running = false;
    this.#page = null;
    this.#ending.abort();
  }

  /**
   * Sends one request to the daemon.
   * @param {{type: string, [key: string]: unknown}} request
   * @returns {Promise<Line>} its answer; an error line too where nobody answered
   */
  async request(request) {
    if (!this.#page) return { type: "error", code: "no-daemon", message: "no daemon answers", hint: "it is tried again" };
    try {
      const answer = await fetch("/request", {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Tiltshadow-Token": this.#page.token },
        body: JSON.stringify({ page: this.#page.page, request }),
        signal: AbortSignal.timeout?.(PATIENCE),
      });
      const line = await answer.json();
      // What has come by now means what it did before.
      this.#takeFrames();
      return line;
    } catch {
      return { type: "error", code: "no-server", message: "the preview server does not answer", hint: "start tiltshadow preview again" };
    }
  }

  /** @param {Line} message */
  #hear(message) {
    if (message.type === "page") this.#page = { page: message.page, token: message.token };
    if (message.type === "daemon") this.#refused = message.state === "refused";
    if (message.type === "stream") {
      this.#page = null;
      // Who has just refused us answers, though it ends the stream.
      if (this.#refused) return (this.#refused = false);
    }
    this.#onMessage(message);
  }
}

/**
 * Waits for a place to stream in, and keeps it until `signal`; where there are no locks, nobody waits.
 * @param {AbortSignal} signal
 */
function turn(signal) {
  return new Promise((resolve) => {
    if (!navigator.locks) return resolve(null);
    const found = new AbortController();
    signal.addEventListener("abort", () => resolve(found.abort()));
    for (let place = 0; place < STREAMS; place += 1) {
      navigator.locks.request(`stream ${place}`, { signal: found.signal }, () => {
        if (found.signal.aborted) return null;
        resolve(found.abort());
        return new Promise((leave) => signal.addEventListener("abort", leave));
      }).catch(() => {});
    }
  });
}
