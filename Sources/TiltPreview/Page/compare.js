// @ts-check
/** @file Two small cards side by side: our shadow, and the one the seed's mapping would give the same tilt. */

import { element } from "./element.js";

export class Comparison {
  element;
  #ours = element("span", { className: "mini" });
  #seed = element("span", { className: "mini mini-seed" });
  #seedFigure;

  constructor() {
    this.#seedFigure = element("figure", { hidden: true }, this.#seed, element("figcaption", {}, "the seed’s mapping"));
    this.element = element("div", { className: "compare" },
      element("figure", {}, this.#ours, element("figcaption", {}, "tiltshadow")), this.#seedFigure);
  }

  /** @param {boolean} shown */
  showSeed(shown) {
    this.#seedFigure.hidden = !shown;
  }

  /** @param {import("./shadow.js").Offset} ours @param {import("./shadow.js").Offset | null} seed in px */
  draw(ours, seed) {
    cast(this.#ours, ours);
    if (!this.#seedFigure.hidden) cast(this.#seed, seed ?? { x: 0, y: 0 });
  }
}

/** @param {HTMLElement} card @param {import("./shadow.js").Offset} offset */
function cast(card, { x, y }) {
  card.style.setProperty("--mx", `${x.toFixed(2)}px`);
  card.style.setProperty("--my", `${y.toFixed(2)}px`);
}
