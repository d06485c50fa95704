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

let made = 0;

/**
 * The story's picture, 800 × 430, cut at the sides where the card is narrower: what matters stands in the middle third.
 * Its classes are colours: f1 to f5 fill, k1 to k5 stroke, s1 to s5 stop a gradient.
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
    <rect width="800" height="430" fill="url(#${id}sky)"/>
    ${drawings[palette]?.(id) ?? ""}`;
  return svg;
}
