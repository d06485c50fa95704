// @ts-check
/** @file What of a card moves with the offset: layers that are drawn once, moved and mixed. */

import { FAR, NEAR } from "./depth.js";

export class Layers {
  #sharp;
  #soft;
  #rim;
  #far;
  #near;
  /** Who draws it anew does not know what was there. */
  #isFlat = false;

  /** @param {HTMLElement} card or the view that it has grown into */
  constructor(card) {
    const [sharp, soft] = /** @type {NodeListOf<HTMLElement>} */ (card.querySelectorAll(":scope > .cast"));
    const of = (/** @type {string} */ selector) => [.../** @type {NodeListOf<HTMLElement>} */ (card.querySelectorAll(selector))];
    [this.#sharp, this.#soft] = [sharp, soft];
    this.#rim = /** @type {HTMLElement | null} */ (card.querySelector(":scope > .rim > i"));
    [this.#far, this.#near] = [of("svg.far"), of("svg.near")];
  }

  /**
   * @param {{x: number, y: number}} offset of the shadow, in px
   * @param {import("./depth.js").Depth | null} depth null for the shadow alone
   */
  move(offset, depth) {
    if (this.#sharp) this.#sharp.style.transform = way(offset, 1);
    if (!depth && this.#isFlat) return;
    this.#isFlat = !depth;
    if (this.#sharp) this.#sharp.style.opacity = depth && this.#soft ? depth.sharp.toFixed(3) : "";
    if (this.#soft) {
      this.#soft.style.transform = depth ? way(offset, 1) : "";
      this.#soft.style.opacity = depth ? depth.soft.toFixed(3) : "";
    }
    if (this.#rim) this.#rim.style.transform = depth ? way(depth.rim, 1) : "";
    for (const part of this.#far) part.style.transform = depth ? way(offset, FAR) : "";
    for (const part of this.#near) part.style.transform = depth ? way(offset, NEAR) : "";
  }
}

/** @param {{x: number, y: number}} offset @param {number} share */
function way({ x, y }, share) {
  return `translate(${(x * share).toFixed(3)}px, ${(y * share).toFixed(3)}px)`;
}
