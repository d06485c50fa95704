// @ts-check
/**
 * @file A property that is set anew at each picture, by an animation that stands still and is moved to where it has the value.
 *
 * What the style sheets say of the element is not looked up again for that, as a change of its `style` would have it, and
 * where an animation is, Chromium takes a new place over at once instead of laying out all layers of the page anew: together
 * they were two thirds of the main thread's work.
 */

/** So long takes the way from one end to the other, in ms: a value is exact to a millionth of it. */
const LENGTH = 1e6;

export class Held {
  #animation;
  #from;
  #span;
  #at = NaN;

  /**
   * @param {Element} element @param {Record<string, [string, string]>} ends what it is at both ends
   * @param {number} from the value at the one @param {number} to and at the other
   * @param {CompositeOperation} composite "add" where it comes on top of others
   */
  constructor(element, ends, from, to, composite = "replace") {
    this.#animation = element.animate(ends, { id: "held", duration: LENGTH, fill: "both", composite });
    this.#animation.cancel();
    this.#from = from;
    this.#span = to - from;
  }

  /** @param {number} value within both ends */
  set(value) {
    if (value === this.#at) return;
    this.#at = value;
    this.#animation.currentTime = LENGTH * Math.min(1, Math.max(0, (value - this.#from) / this.#span));
  }

  /** Leaves the property to the style sheets until it is set again. */
  leave() {
    if (Number.isNaN(this.#at)) return;
    this.#at = NaN;
    this.#animation.cancel();
  }
}
