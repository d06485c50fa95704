// @ts-check
/** @file Two cards below one motion: our shadow, and that of the usual formula, with how far each has jumped. */

import { element } from "./element.js";
import { eulerOffset, tiltOffset } from "./shadow.js";

const DEGREE = Math.PI / 180;

/** A device that leans past the vertical and is rocked from side to side, as a reader's is in bed; a tick is a sensor's, in ms. */
const LEANING = 93 * DEGREE, ROCKED = 5 * DEGREE, PERIOD = 2000, TICK = 20;

/** Up at a tick. @param {number} tick @returns {import("./shadow.js").Up} */
function upAt(tick) {
  const rocked = ROCKED * Math.sin((2 * Math.PI * tick * TICK) / PERIOD);
  return [-Math.sin(rocked), Math.cos(rocked) * Math.sin(LEANING), Math.cos(rocked) * Math.cos(LEANING)];
}

class Formula {
  #cast = element("span", { className: "cast" }, element("i"));
  #jump = element("strong");
  #offset;
  element;

  /** @param {string} name @param {string} palette @param {(up: import("./shadow.js").Up) => import("./shadow.js").Offset} offset */
  constructor(name, palette, offset) {
    this.#offset = offset;
    const face = element("span", { className: "formula-face" });
    face.dataset.palette = palette;
    this.element = element("figure", {}, element("span", { className: "formula-card", "aria-hidden": "true" }, this.#cast, face),
      element("figcaption", {}, name, element("br"), this.#jump));
    // The longest step there is: nobody has to wait for it.
    const ticks = Array.from({ length: PERIOD / TICK + 1 }, (_, tick) => offset(upAt(tick)));
    const steps = ticks.slice(1).map(({ x, y }, tick) => Math.hypot(x - ticks[tick].x, y - ticks[tick].y));
    this.#jump.textContent = `${Math.max(...steps).toFixed(1)} px at once, at most`;
    this.show(0);
  }

  show(/** @type {number} */ tick) {
    const { x, y } = this.#offset(upAt(tick));
    this.#cast.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px)`;
  }
}

/** The two cards, which move while they are seen and motion is wanted. @returns {HTMLElement} */
export function bothFormulas() {
  const formulas = [new Formula("The usual formula", "socket", eulerOffset), new Formula("tiltshadow", "vertical", tiltOffset)];
  const made = element("div", { className: "formulas" }, ...formulas.map((formula) => formula.element));
  let isSeen = false, drawing = 0;
  const draw = (/** @type {number} */ now) => {
    const isCalm = document.querySelector("#pause")?.getAttribute("aria-pressed") === "true";
    if (!isCalm) for (const formula of formulas) formula.show(Math.floor(now / TICK));
    drawing = isSeen ? requestAnimationFrame(draw) : 0;
  };
  new IntersectionObserver((entries) => {
    isSeen = entries.at(-1)?.isIntersecting ?? false;
    if (isSeen && !drawing) drawing = requestAnimationFrame(draw);
  }).observe(made);
  return made;
}
