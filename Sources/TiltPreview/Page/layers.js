// @ts-check
/** @file What of a card moves with the offset: layers that are drawn once, moved and mixed. */

import { FAR, NEAR } from "./depth.js";
import { Held } from "./held.js";

/** No shadow is further away than this, in px. */
const FARTHEST = 1000;

/** What differs by less from what is drawn is not drawn anew: a hundredth of a px, a fifth in the small drawing, and what no colour shows. */
const [PLACE, SMALL, SHARE] = [0.01, 0.2, 0.01];

const round = (/** @type {number} */ value, /** @type {number} */ step) => Math.round(value / step) * step;

/** From nothing of an element to all of it. @type {Record<string, [string, string]>} */
const SEEN = { opacity: ["0", "1"] };

/** @typedef {import("./depth.js").Depth} Depth */

/** Where an element is, as a share of the offset. */
class Moved {
  #x;
  #y;

  /** @param {Element} element @param {number} share */
  constructor(element, share) {
    const way = FARTHEST * share;
    this.#x = new Held(element, { transform: [`translateX(${-way}px)`, `translateX(${way}px)`] }, -FARTHEST, FARTHEST);
    this.#y = new Held(element, { transform: [`translateY(${-way}px)`, `translateY(${way}px)`] }, -FARTHEST, FARTHEST, "add");
  }

  /** @param {{x: number, y: number}} offset in px @param {number} step of its places, in px */
  set({ x, y }, step) {
    this.#x.set(round(x, step));
    this.#y.set(round(y, step));
  }

  leave() {
    this.#x.leave();
    this.#y.leave();
  }
}

export class Layers {
  /** @type {Moved[]} */
  #casts = [];
  /** What there is with depth alone, made when it is first shown. @type {Moved[]} */
  #parts = [];
  /** @type {[Held, (depth: Depth) => number][]} */
  #mixed = [];
  #card;
  #place;
  #isMade = false;

  /** @param {HTMLElement} card or the view that it has grown into */
  constructor(card) {
    this.#card = card;
    this.#place = card.closest(".device") ? SMALL : PLACE;
    this.#casts = [...card.querySelectorAll(":scope > .cast")].map((cast) => new Moved(cast, 1));
  }

  /**
   * @param {{x: number, y: number}} offset of the shadow, in px
   * @param {Depth | null} depth null for the shadow alone
   */
  move(offset, depth) {
    for (const cast of this.#casts) cast.set(offset, this.#place);
    if (!depth) return this.#flatten();
    this.#make();
    for (const part of this.#parts) part.set({ x: offset.x * depth.share, y: offset.y * depth.share }, this.#place);
    for (const [held, of] of this.#mixed) held.set(round(of(depth), SHARE));
  }

  /** Leaves all to the style sheets. */
  leave() {
    for (const cast of this.#casts) cast.leave();
    this.#flatten();
  }

  #flatten() {
    for (const part of this.#parts) part.leave();
    for (const [held] of this.#mixed) held.leave();
  }

  #make() {
    if (this.#isMade) return;
    this.#isMade = true;
    const all = (/** @type {string} */ selector) => [...this.#card.querySelectorAll(selector)];
    this.#parts = [...all("svg.far").map((part) => new Moved(part, FAR)), ...all("svg.near").map((part) => new Moved(part, NEAR))];
    const mix = (/** @type {string} */ selector, /** @type {(depth: Depth) => number} */ of, ends = SEEN) => {
      for (const part of all(selector)) this.#mixed.push([new Held(part, ends, 0, 1), of]);
    };
    mix(".sharp", ({ sharp }) => sharp);
    mix(".soft", ({ soft }) => soft);
    // Of two edges that face each other one is lit at most: one layer lies at the one or the other.
    mix(".rim > .level", ({ lit }) => lit.top + lit.bottom);
    mix(".rim > .level", ({ lit }) => Number(lit.bottom > 0), { transform: ["scaleY(1)", "scaleY(-1)"] });
    mix(".rim > .upright", ({ lit }) => lit.left + lit.right);
    mix(".rim > .upright", ({ lit }) => Number(lit.right > 0), { transform: ["scaleX(1)", "scaleX(-1)"] });
  }
}
