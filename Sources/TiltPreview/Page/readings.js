// @ts-check
/** @file What has arrived lately: the newest frame, the rate, and ten seconds of offsets for the plot. */

import { eulerOffset } from "./shadow.js";

/** How much is kept, in ms. */
export const WINDOW = 10_000;

/** Room for ten seconds at the protocol's fastest rate, 200 Hz. */
const CAPACITY = 2048;

export class Readings {
  /** @type {import("./types.js").Frame | null} */
  last = null;
  /** When the last frame came, in ms of performance.now(). */
  arrived = 0;
  /** Frames missed since the page was loaded. */
  drops = 0;
  /** Gain of the usual formula beside ours, in px per radian. */
  gain = 10;

  /** Rows of arrival, x, y, x and y of the usual formula; the oldest is overwritten. */
  #rows = new Float64Array(CAPACITY * 5);
  #next = 0;
  #count = 0;

  /** @param {import("./types.js").Frame} frame */
  take(frame) {
    const now = frame.arrived ?? performance.now();
    const euler = this.euler(frame);
    this.#rows.set([now, frame.x, frame.y, euler?.x ?? NaN, euler?.y ?? NaN], this.#next * 5);
    this.#next = (this.#next + 1) % CAPACITY;
    this.#count = Math.min(CAPACITY, this.#count + 1);
    this.last = frame;
    this.arrived = now;
    this.drops += frame.dropped ?? 0;
  }

  /**
   * What the usual formula makes of a frame; null where it carries no up.
   * @param {import("./types.js").Frame | null} frame
   */
  euler(frame) {
    return frame?.up ? eulerOffset(frame.up, this.gain) : null;
  }

  /** Forgets the frame: the source went away. */
  forget() {
    this.last = null;
  }

  /** Frames a second over the last second. */
  rate() {
    const since = performance.now() - 1000;
    let frames = 0;
    for (let back = 1; back <= this.#count && this.#row(back)[0] >= since; back += 1) frames += 1;
    return frames;
  }

  /**
   * Calls `visit` with every row of the window, the newest first.
   * @param {number} now in ms
   * @param {(age: number, x: number, y: number, eulerX: number, eulerY: number) => void} visit age in ms, the rest in px
   */
  each(now, visit) {
    for (let back = 1; back <= this.#count; back += 1) {
      const [at, x, y, eulerX, eulerY] = this.#row(back);
      if (now - at > WINDOW) return;
      visit(now - at, x, y, eulerX, eulerY);
    }
  }

  /** @param {number} back 1 is the newest */
  #row(back) {
    const index = (this.#next - back + CAPACITY) % CAPACITY;
    return this.#rows.subarray(index * 5, index * 5 + 5);
  }
}
