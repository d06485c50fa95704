// @ts-check
/** @file Ten seconds of offsets on a canvas: ours, and the usual formula's where it is wanted. */

import { WINDOW } from "./readings.js";

/** The rows of `Readings.each` after the age: column and the custom property with its colour. */
const OURS = /** @type {const} */ ([[0, "--plot-x"], [1, "--plot-y"]]);
const EULER = /** @type {const} */ ([[2, "--plot-euler"], [3, "--plot-euler-y"]]);

/** What the picture shows of an axis at least, without and with the jumps of the usual formula, in px of offset. */
const REACH = { ours: 18, euler: 34 };

/** How high a figure at the side is, in px. */
const FIGURE = 10;

export class Plot {
  #canvas;
  #readings;
  #reach = REACH.ours;
  withEuler = false;

  /** @param {HTMLCanvasElement} canvas @param {import("./readings.js").Readings} readings */
  constructor(canvas, readings) {
    this.#canvas = canvas;
    this.#readings = readings;
  }

  /** Draws what is known now. */
  draw() {
    const canvas = this.#canvas;
    const [width, height, scale] = [canvas.clientWidth, canvas.clientHeight, devicePixelRatio];
    if (!width) return;
    if (canvas.width !== Math.round(width * scale)) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
    }
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const style = getComputedStyle(canvas);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    this.#reach += (this.#wanted() - this.#reach) * 0.25;
    const place = { width, height, perPixel: height / (2 * this.#reach) };
    this.#grid(context, style, place);
    if (this.withEuler) for (const [column, colour] of EULER) this.#line(context, style.getPropertyValue(colour), column, place, 1.25);
    for (const [column, colour] of OURS) this.#line(context, style.getPropertyValue(colour), column, place, 1.75);
  }

  /** What an axis has to reach, in px of offset: a little more than the longest in sight. */
  #wanted() {
    let longest = 0;
    this.#readings.each(performance.now(), (_, x, y, eulerX, eulerY) => {
      longest = Math.max(longest, Math.abs(x), Math.abs(y));
      if (this.withEuler) longest = Math.max(longest, Math.abs(eulerX) || 0, Math.abs(eulerY) || 0);
    });
    return Math.max(this.withEuler ? REACH.euler : REACH.ours, longest * 1.1);
  }

  /**
   * @param {CanvasRenderingContext2D} context @param {CSSStyleDeclaration} style
   * @param {{width: number, height: number, perPixel: number}} place
   */
  #grid(context, style, { width, height, perPixel }) {
    context.lineWidth = 1;
    context.font = `500 ${FIGURE}px ${style.fontFamily}`;
    context.textAlign = "left";
    context.direction = "ltr";
    // The outermost two are in sight.
    let free = 0;
    const step = this.#reach < 30 ? 8 : 15 * Math.floor(this.#reach / 30);
    for (const value of [-2, -1, 0, 1, 2].map((count) => count * step)) {
      const y = Math.round(height / 2 + value * perPixel) + 0.5;
      context.strokeStyle = style.getPropertyValue(value === 0 ? "--plot-zero" : "--plot-grid");
      context.beginPath();
      context.moveTo(0, y);
      context.lineTo(width, y);
      context.stroke();
      context.fillStyle = style.color;
      // Above its line, but for the topmost; a figure that would lie on the one before is left out.
      const under = y < 14, top = under ? y + 2 : y - 1 - FIGURE;
      if (top < free) continue;
      free = top + FIGURE;
      context.textBaseline = under ? "top" : "bottom";
      context.fillText(value === 0 ? "0" : `${value} px`.replace("-", "−"), 2, under ? y + 2 : y - 1);
    }
  }

  /**
   * One polyline, the newest at the right.
   * @param {CanvasRenderingContext2D} context @param {string} colour @param {0 | 1 | 2 | 3} column
   * @param {{width: number, height: number, perPixel: number}} place @param {number} thickness in px
   */
  #line(context, colour, column, { width, height, perPixel }, thickness) {
    context.strokeStyle = colour;
    context.lineWidth = thickness;
    context.lineJoin = "round";
    context.beginPath();
    let before = 0;
    this.#readings.each(performance.now(), (age, ...offsets) => {
      const value = offsets[column];
      if (Number.isNaN(value)) return;
      const x = width * (1 - age / WINDOW);
      const y = height / 2 + value * perPixel;
      // No line over a time in which nothing came.
      if (before && age - before < 1500) context.lineTo(x, y);
      else context.moveTo(x, y);
      before = age;
    });
    context.stroke();
  }
}
