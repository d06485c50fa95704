// @ts-check
/** @file The picture of a card: SVG drawn here, in the five colours that the tokens give to the card's palette. */

import { craftArt } from "./artwork-craft.js";
import { linuxArt } from "./artwork-linux.js";
import { motionArt } from "./artwork-motion.js";
import { originalOf } from "./stories.js";

/**
 * Draws what lies between sky and foot; `id` is a prefix for gradients of its own.
 * @typedef {(id: string) => string} Drawing
 */

/** @type {Record<string, Drawing>} by the story's id */
const drawings = { ...motionArt, ...linuxArt, ...craftArt };

/** Opacities at equal distances, falling like a bell: an even slope would show where it begins and ends. */
const HEAD = [1, 0.94, 0.86, 0.72, 0.5, 0.27, 0.1, 0.02, 0];
const FOOT = [0.97, 0.95, 0.92, 0.86, 0.74, 0.5, 0.24, 0.07, 0];

let made = 0;

/**
 * The story's picture, 800 × 430, cut at the sides where the card is narrower: what matters stands in the middle third.
 * Its classes are colours: f1 to f5 fill, k1 to k5 stroke, s1 to s5 stop a gradient. The words lie on its darkened
 * head and foot.
 * @param {import("./stories.js").Story} story
 */
export function artwork(story) {
  const palette = originalOf(story);
  const id = `art${(made += 1)}`;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [name, value] of Object.entries({
    viewBox: "0 0 800 430", preserveAspectRatio: "xMidYMid slice", class: "art", "aria-hidden": "true", "data-palette": palette,
  })) svg.setAttribute(name, value);
  svg.innerHTML = `
    <linearGradient id="${id}sky" x2="0" y2="1"><stop class="s1"/><stop offset=".55" class="s2"/><stop offset="1" class="s3"/></linearGradient>
    <linearGradient id="${id}head" x2="0" y2="1">${fade("s1", HEAD)}</linearGradient>
    <linearGradient id="${id}foot" y1="1" x2="0" y2="0">${fade("s5", FOOT)}</linearGradient>
    <rect width="800" height="430" fill="url(#${id}sky)"/>
    ${drawings[palette]?.(id) ?? ""}
    <rect width="800" height="210" fill="url(#${id}head)"/>
    <rect y="205" width="800" height="225" fill="url(#${id}foot)"/>`;
  return svg;
}

/** @param {string} colour @param {number[]} opacities */
function fade(colour, opacities) {
  return opacities.map((opacity, index) =>
    `<stop offset="${index / (opacities.length - 1)}" class="${colour}" stop-opacity="${opacity}"/>`).join("");
}
