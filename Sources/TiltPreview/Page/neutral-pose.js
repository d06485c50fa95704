// @ts-check
/** @file The pose that counts as flat where the reference is not the ground: that of the start, or one that follows. */

import { frameOf, followed, turned } from "./neutral-frame.js";

/** Samples whose mean is the pose that the start and a recentring take for neutral. */
const SAMPLES = 10;

/** The longest step a following neutral makes at once, in seconds: a page that slept has not been held all that time. */
const LONGEST_STEP = 0.1;

export class NeutralPose {
  #last = 0;
  #sum = [0, 0, 0];
  #missing = SAMPLES;
  /** @type {import("./neutral-frame.js").Matrix | null} */
  #frame = null;

  /** Takes the pose of the next samples for neutral. */
  recentre() {
    this.#frame = null;
    this.#sum = [0, 0, 0];
    this.#missing = SAMPLES;
  }

  /**
   * Up as it would be if the neutral pose lay flat.
   * @param {import("./shadow.js").Up} up in the picture's axes
   * @param {number} now in ms
   * @param {boolean} follows whether the neutral goes slowly to where up is
   * @returns {import("./shadow.js").Up}
   */
  relative(up, now, follows) {
    const seconds = Math.min(LONGEST_STEP, Math.max(0, (now - this.#last) / 1000));
    this.#last = now;
    this.#settle(up);
    if (!this.#frame) return up;
    if (follows) this.#frame = followed(this.#frame, up, seconds);
    return turned(this.#frame, up);
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
