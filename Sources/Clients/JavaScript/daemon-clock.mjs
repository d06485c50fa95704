// @ts-check
/** @file The daemon's clock, found from when frames arrive: those that were fastest tell it. Apache-2.0. */

/** How long an arrival counts, in ms, or up to twice as long: clocks may drift apart. */
const WINDOW = 5000;

/** So many arrivals in a row, so many ms late: that is another clock. */
const OTHER = { arrivals: 10, late: 250 };

/** `(now - clock.ahead) * 1e6` is an instant of performance.now() in nanoseconds of the daemon's clock. */
export class DaemonClock {
  /** What performance.now() is ahead of the daemon's clock by, in ms, with the shortest way of a frame. */
  ahead = NaN;

  #least = Infinity;
  #leastBefore = Infinity;
  #since = -Infinity;
  #late = 0;

  /**
   * @param {number} now when a frame arrived, in ms of performance.now() @param {number} tick its own instant, in ms
   * @returns {boolean} whether it is another clock than before
   */
  hear(now, tick) {
    const ahead = now - tick;
    this.#late = ahead > this.ahead + OTHER.late ? this.#late + 1 : 0;
    const isOther = this.#late >= OTHER.arrivals;
    const age = now - this.#since;
    if (isOther || age >= WINDOW) {
      this.#leastBefore = isOther || age >= 2 * WINDOW ? Infinity : this.#least;
      this.#least = Infinity;
      this.#since = now;
    }
    this.#least = Math.min(this.#least, ahead);
    this.ahead = Math.min(this.#least, this.#leastBefore);
    return isOther;
  }
}
