// @ts-check
/** @file Two small cards side by side: our shadow, and the one the usual formula would give the same tilt. */

import { element } from "./element.js";

export class Comparison {
  element;
  #ours = element("span", { className: "mini" });
  #euler = element("span", { className: "mini mini-euler" });
  #eulerFigure;

  constructor() {
    this.#eulerFigure = element("figure", { hidden: true }, this.#euler, element("figcaption", {}, "the usual formula"));
    this.element = element("div", { className: "compare" },
      element("figure", {}, this.#ours, element("figcaption", {}, "tiltshadow")), this.#eulerFigure);
  }

  /** @param {boolean} shown */
  showEuler(shown) {
    this.#eulerFigure.hidden = !shown;
  }

  /** @param {import("./shadow.js").Offset} ours @param {import("./shadow.js").Offset | null} euler in px */
  draw(ours, euler) {
    cast(this.#ours, ours);
    if (!this.#eulerFigure.hidden) cast(this.#euler, euler ?? { x: 0, y: 0 });
  }
}

/** @param {HTMLElement} card @param {import("./shadow.js").Offset} offset */
function cast(card, { x, y }) {
  card.style.setProperty("--mx", `${x.toFixed(2)}px`);
  card.style.setProperty("--my", `${y.toFixed(2)}px`);
}
