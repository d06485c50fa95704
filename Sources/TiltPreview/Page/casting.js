// @ts-check
/** @file Which cards have layers of their own, and which of those are moved. */

import { Layers } from "./layers.js";

/**
 * Cards that are so far from sight get their layers while nothing else is to be done. Nearer by far are those that are moved.
 * In heights of the window.
 */
const KEPT = 1, MOVED = 0.2;

/**
 * So many have layers however far they are, the nearest: layers that are made and given up on the way have cards laid out and
 * painted anew, which costs a scrolled page its pictures. As many as a page has, and the small device's.
 */
const MOST = 13;

/** So long after it was scrolled a page is held to be still on its way, in ms. */
export const SCROLLING = 180;

export class Casting {
  /** What is moved: of the cards in sight, or nearly. */
  seen = /** @type {Map<Element, Layers>} */ (new Map());
  /** Those that were in sight already when they were made, and since when: they are to join the others with ease; in ms. */
  joining = /** @type {Map<Layers, number>} */ (new Map());
  #made = /** @type {Map<Element, Layers>} */ (new Map());
  #wanted = /** @type {Set<Element>} */ (new Set());
  #isWaiting = false;
  /** While a page is scrolled no card gets layers or gives them up: it would be laid out and painted anew on the way. */
  #isScrolled = false;
  #place;

  /** @param {(layers: Layers) => void} place moves them to where they belong now */
  constructor(place) {
    this.#place = place;
  }

  /**
   * Takes these cards along while they can be seen. Those of the page are found by where they were laid out: an observer of
   * what is in sight, were it of one card, looks again at every picture in which a shadow moves.
   * @param {HTMLElement[]} cards @param {HTMLElement} page
   */
  watch(cards, page) {
    const laidOut = cards.filter((card) => page.contains(card));
    /** @type {{card: HTMLElement, top: number, bottom: number, away: number}[]} */
    let places = [];
    let high = 0, from = 0, isDue = false, hasBegun = false;
    const look = () => {
      isDue = false;
      let room = MOST - this.#count;
      for (const place of places) {
        const { card, top, bottom } = place;
        // Of what is not shown at all, nothing is near.
        const away = bottom > top ? Math.max(top - from - high, from - bottom) / high : Infinity;
        place.away = away;
        if (away >= MOVED) this.seen.delete(card);
        else if (!this.seen.has(card) && !(this.#isScrolled && !this.#made.has(card))) {
          const isNew = hasBegun && !this.#made.has(card), layers = this.#see(card);
          if (isNew) this.joining.set(layers, performance.now());
          this.#place(layers);
        }
        if (this.#isScrolled || this.#made.has(card) || this.#wanted.has(card) || (away >= KEPT && !(room > 0 && away < Infinity))) continue;
        this.#wanted.add(card);
        room -= 1;
      }
      if (this.#isScrolled) return;
      const far = places.filter(({ card, away }) => away >= KEPT && (this.#made.has(card) || this.#wanted.has(card)));
      far.sort((one, other) => other.away - one.away);
      for (const { card } of far.slice(0, Math.max(0, this.#count - MOST))) this.#leave(card);
      hasBegun ||= this.#made.size > 0;
      this.#wait();
    };
    // Where the window is, is asked before anything is changed, and changed after all others have asked.
    const move = () => {
      from = scrollY;
      if (!isDue) requestAnimationFrame(look);
      isDue = true;
    };
    let timer = 0;
    const scroll = () => {
      this.#isScrolled = true;
      clearTimeout(timer);
      timer = setTimeout(() => {
        this.#isScrolled = false;
        move();
      }, SCROLLING);
      move();
    };
    const measure = () => {
      [high, from] = [document.documentElement.clientHeight, scrollY];
      places = laidOut.map((card) => {
        const { top, bottom } = card.getBoundingClientRect();
        return { card, top: top + from, bottom: bottom + from, away: 0 };
      });
      look();
    };
    new ResizeObserver(measure).observe(page);
    addEventListener("resize", measure);
    addEventListener("scroll", scroll, { passive: true });
    // The device's has a size while it is shown.
    const others = new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) contentRect.width > 0 ? this.#place(this.#see(target)) : this.#leave(target);
    });
    for (const card of cards) if (!laidOut.includes(card)) others.observe(card);
  }

  /** How many have layers, or are to have them. */
  get #count() { return new Set([...this.#made.keys(), ...this.#wanted]).size; }

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
    const layers = this.#made.get(card);
    layers?.leave();
    if (layers) this.joining.delete(layers);
    this.#made.delete(card);
    card.classList.remove("in-sight");
  }

  /** Makes one card's after the other; some browsers tell no idle time. */
  #wait() {
    if (this.#isWaiting || this.#isScrolled || this.#wanted.size === 0) return;
    this.#isWaiting = true;
    const next = () => {
      this.#isWaiting = false;
      if (this.#isScrolled) return;
      const [card] = this.#wanted;
      if (card) this.#place(this.#make(card));
      this.#wait();
    };
    if ("requestIdleCallback" in window) requestIdleCallback(next);
    else setTimeout(next, 50);
  }
}
