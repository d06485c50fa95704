// @ts-check
/** @file Which cards have layers of their own, and which of those are moved. */

import { Layers } from "./layers.js";

/**
 * Cards that are so far from sight get their layers while nothing else is to be done, and keep them: layers that are made and
 * given up on the way cost a scrolled page its pictures. Nearer by far are those that are moved. In heights of the window.
 */
const KEPT = 1, MOVED = 0.2;

export class Casting {
  /** What is moved: of the cards in sight, or nearly. */
  seen = /** @type {Map<Element, Layers>} */ (new Map());
  #made = /** @type {Map<Element, Layers>} */ (new Map());
  #wanted = /** @type {Set<Element>} */ (new Set());
  #isWaiting = false;
  #place;

  /** @param {(layers: Layers) => void} place moves them to where they belong now */
  constructor(place) {
    this.#place = place;
  }

  /**
   * Takes these cards along while they can be seen. Those of the page are found by where they were laid out: an observer of each
   * would look at all of them again at every picture in which a shadow moves.
   * @param {HTMLElement[]} cards @param {HTMLElement} page
   */
  watch(cards, page) {
    const laidOut = cards.filter((card) => page.contains(card));
    /** @type {{card: HTMLElement, top: number, bottom: number}[]} */
    let places = [];
    const look = () => {
      const high = document.documentElement.clientHeight, from = scrollY;
      for (const { card, top, bottom } of places) {
        // Of what is not shown at all, nothing is near.
        const away = bottom > top ? Math.max(top - from - high, from - bottom) / high : Infinity;
        if (away >= MOVED) this.seen.delete(card);
        else if (!this.seen.has(card)) this.#place(this.#see(card));
        if (away >= KEPT) this.#leave(card);
        else if (!this.#made.has(card)) this.#wanted.add(card);
      }
      this.#wait();
    };
    new ResizeObserver(() => {
      places = laidOut.map((card) => {
        const { top, bottom } = card.getBoundingClientRect();
        return { card, top: top + scrollY, bottom: bottom + scrollY };
      });
      look();
    }).observe(page);
    for (const event of ["scroll", "resize"]) addEventListener(event, look, { passive: true });
    const others = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) isIntersecting ? this.#place(this.#see(target)) : this.#leave(target);
    });
    for (const card of cards) if (!laidOut.includes(card)) others.observe(card);
  }

  /** What layers there are to be has changed: those that are out of sight are made anew while nothing else is to be done. */
  renew() {
    for (const card of this.#made.keys()) if (!this.seen.has(card)) this.#wanted.add(card);
    this.#wait();
  }

  #see(/** @type {Element} */ card) {
    const layers = this.#make(card);
    this.seen.set(card, layers);
    return layers;
  }

  #make(/** @type {Element} */ card) {
    this.#wanted.delete(card);
    const made = this.#made.get(card) ?? new Layers(/** @type {HTMLElement} */ (card));
    this.#made.set(card, made);
    card.classList.add("in-sight");
    return made;
  }

  #leave(/** @type {Element} */ card) {
    this.#wanted.delete(card);
    this.seen.delete(card);
    if (!this.#made.has(card)) return;
    this.#made.get(card)?.leave();
    this.#made.delete(card);
    card.classList.remove("in-sight");
  }

  /** Makes one card's after the other; some browsers tell no idle time. */
  #wait() {
    if (this.#isWaiting || this.#wanted.size === 0) return;
    this.#isWaiting = true;
    const next = () => {
      this.#isWaiting = false;
      const [card] = this.#wanted;
      if (card) this.#place(this.#make(card));
      this.#wait();
    };
    if ("requestIdleCallback" in window) requestIdleCallback(next);
    else setTimeout(next, 50);
  }
}
