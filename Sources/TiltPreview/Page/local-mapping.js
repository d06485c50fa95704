// @ts-check
/** @file Up vectors of the browser's own sources to frames, as the daemon would map them. */

import { frameOf, followed, turned } from "./neutral-frame.js";
import { clampLength, projectionOffset, seedOffset, tilt, tiltOffset } from "./shadow.js";

/**
 * @typedef {object} Options names and units are those of the protocol's `subscribe`
 * @property {number} gain px per radian
 * @property {number} limit px
 * @property {"tilt" | "projection" | "seed"} mapping
 * @property {"absolute" | "relative" | "startup"} reference
 */

/** @type {Readonly<Options>} the daemon's defaults */
export const DEFAULTS = Object.freeze({ gain: 10, limit: 16, mapping: "tilt", reference: "absolute" });

const MAPPINGS = { tilt: tiltOffset, projection: projectionOffset, seed: seedOffset };

/** Samples whose mean is the pose that `startup` and a recentring take for neutral. */
const SAMPLES_OF_NEUTRAL = 10;

/** The longest step a following neutral makes at once, in seconds: a page that slept has not been held all that time. */
const LONGEST_STEP = 0.1;

export class LocalMapping {
  /** @type {Options} */
  options = { ...DEFAULTS };

  #seq = 0;
  #last = 0;
  #sum = [0, 0, 0];
  #missing = SAMPLES_OF_NEUTRAL;
  /** @type {import("./neutral-frame.js").Matrix | null} */
  #frame = null;

  /** Takes the pose of the next samples for neutral. */
  recentre() {
    this.#frame = null;
    this.#sum = [0, 0, 0];
    this.#missing = SAMPLES_OF_NEUTRAL;
  }

  /**
   * @param {import("./shadow.js").Up} up in the picture's axes
   * @param {number} now in ms
   * @returns {import("./feed.js").Frame}
   */
  frame(up, now) {
    const { gain, limit, mapping, reference } = this.options;
    const seconds = Math.min(LONGEST_STEP, Math.max(0, (now - this.#last) / 1000));
    this.#last = now;
    this.#settle(up);
    if (this.#frame && reference === "relative") this.#frame = followed(this.#frame, up, seconds);
    const seen = this.#frame && reference !== "absolute" ? turned(this.#frame, up) : up;
    const offset = clampLength(MAPPINGS[mapping](seen, gain), limit);
    const { pitch, roll } = tilt(up);
    return { seq: ++this.#seq, ...offset, state: "tracking", pitch, roll, up };
  }

  /**
   * The neutral is the mean so far until there are enough samples.
   * @param {import("./shadow.js").Up} up
   */
  #settle(up) {
    if (this.#missing === 0) return;
    this.#missing -= 1;
    this.#sum = this.#sum.map((total, axis) => total + up[axis]);
    const length = Math.hypot(...this.#sum);
    if (length > 1e-6) this.#frame = frameOf(/** @type {any} */ (this.#sum.map((total) => total / length)));
  }
}
