// @ts-check
/** @file The picture of a card: SVG drawn here, in the five colours that the tokens give to the card's palette. */

import { craftArt } from "./artwork-craft.js";
import { linuxArt } from "./artwork-linux.js";
import { motionArt } from "./artwork-motion.js";
import { element } from "./element.js";
import { originalOf } from "./stories.js";

/**
 * Draws what lies between sky and foot; `id` is a prefix for gradients of its own.
 * @typedef {(id: string) => string} Drawing
 */

const SVG = "http://www.w3.org/2000/svg";

/** @type {Record<string, Drawing>} by the story's id */
const drawings = { ...motionArt, ...linuxArt, ...craftArt };

let made = 0;

/**
 * The story's picture, 800 × 430, cut at the sides where the card is narrower: what matters stands in the middle third.
 * Its classes are colours: f1 to f5 fill, k1 to k5 stroke, s1 to s5 stop a gradient; and depths: what is far or near moves,
 * where depth is shown.
 * @param {import("./stories.js").Story} story
 */
export function artwork(story) {
  const palette = originalOf(story);
  const id = `art${(made += 1)}`;
  const picture = document.createElementNS(SVG, "g");
  picture.innerHTML = `
    <linearGradient id="${id}sky" x2="0" y2="1"><stop class="s1"/><stop offset=".55" class="s2"/><stop offset="1" class="s3"/></linearGradient>
    <rect width="800" height="430" fill="url(#${id}sky)"/>
    ${drawings[palette]?.(id) ?? ""}`;
  const art = element("span", { className: "art", "aria-hidden": "true" });
  art.dataset.palette = palette;
  for (const part of [...picture.children]) {
    const depth = /near|far/.exec(part.getAttribute("class") ?? "")?.[0] ?? "";
    const last = art.lastElementChild;
    if (last && last.classList.contains(depth || "flat")) last.append(part);
    else art.append(sheet(depth || "flat", part));
  }
  return art;
}

/**
 * A part of the picture on a sheet of its own: within one, nothing can be moved without being painted anew.
 * @param {string} depth @param {Element} part
 */
function sheet(depth, part) {
  const svg = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({ viewBox: "300 165 200 100", class: depth })) svg.setAttribute(name, value);
  svg.append(part);
  return svg;
}
