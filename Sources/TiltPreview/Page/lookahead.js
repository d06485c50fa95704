// @ts-check
/** @file How far ahead the daemon is asked to look: to when a picture is seen; nowhere without a gyroscope, as noise would be. */

import { Resampler } from "./resampler.mjs";

/** Pictures from whose gaps the display's rate is taken, and how often, in ms: windows go to other screens. */
const PICTURES = 48, AGAIN = 60_000;

export class Lookahead {
  #rate = 0;
  #refresh = 60;
  #gyroscope = false;
  #isWatching = false;
  #asked = 0;
  #ask;

  /** @param {(options: {lookahead_ms: number}) => void} ask */
  constructor(ask) {
    this.#ask = ask;
  }

  /**
   * A new connection knows nothing of what was asked before.
   * @param {number} rate of its frames, in Hz @param {{gyro?: boolean} | null} sensor
   */
  begin(rate, sensor) {
    this.#rate = rate;
    this.#asked = 0;
    this.sense(sensor);
  }

  /** Frames of the same connection come at another rate, in Hz. */
  pace(/** @type {number} */ rate) {
    this.#rate = rate;
    this.#adjust();
  }

  /** @param {{gyro?: boolean} | null} sensor the daemon's, where it has one */
  sense(sensor) {
    if (!sensor || !this.#rate) return;
    this.#gyroscope = sensor.gyro === true;
    this.#adjust();
    if (this.#gyroscope && !this.#isWatching) this.#watch();
  }

  async #watch() {
    for (this.#isWatching = true; this.#gyroscope; await new Promise((resolve) => setTimeout(resolve, AGAIN))) {
      const gaps = [];
      for (let before = await picture(); gaps.length < PICTURES;) {
        const now = await picture();
        gaps.push(now - before);
        before = now;
      }
      this.#refresh = 1000 / gaps.sort((a, b) => a - b)[PICTURES / 2];
      this.#adjust();
    }
    this.#isWatching = false;
  }

  #adjust() {
    const wanted = Math.round(Resampler.lookaheadMs(this.#refresh, this.#rate, this.#gyroscope) * 10) / 10;
    if (Math.abs(wanted - this.#asked) < 1) return;
    this.#asked = wanted;
    this.#ask({ lookahead_ms: wanted });
  }
}

/** @returns {Promise<number>} the next one's instant, in ms */
const picture = () => new Promise(requestAnimationFrame);
