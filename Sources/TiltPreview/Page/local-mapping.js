// @ts-check
/** @file Up vectors of the browser's own sources to frames, as the daemon would map them. */

import { clampLength, eulerOffset, projectionOffset, tilt, tiltOffset } from "./shadow.js";

/**
 * @typedef {object} Options names and units are those of the protocol's `subscribe`
 * @property {number} gain px per radian
 * @property {number} limit px
 * @property {"tilt" | "projection" | "euler"} mapping
 * @property {"absolute" | "relative" | "startup"} reference
 */

/** @type {Readonly<Options>} the daemon's defaults */
export const DEFAULTS = Object.freeze({ gain: 10, limit: 16, mapping: "tilt", reference: "absolute" });

const MAPPINGS = { tilt: tiltOffset, projection: projectionOffset, euler: eulerOffset };

export class LocalMapping {
  /** @type {Options} */
  options = { ...DEFAULTS };
  /**
   * What counts as flat for every reference but `absolute`.
   * @type {import("./neutral-pose.js").NeutralPose | null}
   */
  neutral = null;

  #seq = 0;

  /**
   * @param {import("./shadow.js").Up} up in the picture's axes
   * @param {number} now in ms
   * @returns {import("./types.js").Frame}
   */
  frame(up, now) {
    const { gain, limit, mapping, reference } = this.options;
    const neutral = reference === "absolute" ? null : this.neutral;
    const seen = neutral?.relative(up, now, reference === "relative") ?? up;
    const offset = clampLength(MAPPINGS[mapping](seen, gain), limit);
    const { pitch, roll } = tilt(up);
    return { seq: ++this.#seq, ...offset, state: "tracking", pitch, roll, up };
  }
}
