// @ts-check
/** @file The one place that moves the shadows: the newest offset goes to `--sx` and `--sy`, once a picture. */

import { FALLBACK } from "./shadow.js";
import { preview } from "./probe.js";

/** How long the way back to the fallback takes when a source goes away, in ms. */
const EASE_MS = 400;

const root = document.documentElement.style;

/** What throws a shadow. The offset is not inherited, see tokens.css, so each gets it; :root has it for everybody else. */
const cards = document.getElementsByClassName("card");
const details = document.getElementsByClassName("detail");

/** @type {{seq: number, x: number, y: number} | null} waiting for the next picture */
let newest = null;
/** @type {{from: {x: number, y: number}, since: number} | null} */
let easing = null;
let shown = { x: FALLBACK.x, y: FALLBACK.y };
let scheduled = false;
let still = false;

/** Shows this frame at the next picture; a newer one before then replaces it. */
export function show(/** @type {{seq: number, x: number, y: number}} */ frame) {
  if (still) return;
  newest = frame;
  easing = null;
  schedule();
}

/** Lets the shadow ease to the fallback: nobody knows the tilt any more. */
export function rest() {
  newest = null;
  if (!still && (shown.x !== FALLBACK.x || shown.y !== FALLBACK.y)) easing = { from: shown, since: performance.now() };
  schedule();
}

/**
 * Holds the shadow at the fallback, or lets it move again.
 * @param {boolean} value
 */
export function holdStill(value) {
  still = value;
  newest = easing = null;
  if (still) move(FALLBACK.x, FALLBACK.y);
}

/**
 * Takes over how the daemon means a shadow to look.
 * @param {{blur_px: number, opacity: number}} shadow blur in px
 */
export function soften({ blur_px: blur, opacity }) {
  root.setProperty("--blur", `${Number(blur)}px`);
  root.setProperty("--shade", String(Number(opacity)));
}

function schedule() {
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(draw);
}

/** @param {number} now in ms */
function draw(now) {
  scheduled = false;
  if (newest) {
    move(newest.x, newest.y);
    preview.lastFrame = newest;
    preview.applied += 1;
    newest = null;
  } else if (easing) {
    const share = Math.min(1, Math.max(0, (now - easing.since) / EASE_MS));
    const left = (1 - share) ** 3;
    const { from } = easing;
    move(FALLBACK.x + (from.x - FALLBACK.x) * left, FALLBACK.y + (from.y - FALLBACK.y) * left);
    if (share === 1) easing = null;
    else schedule();
  }
}

/** @param {number} x @param {number} y in px */
function move(x, y) {
  shown = { x, y };
  const [sx, sy] = [`${x.toFixed(2)}px`, `${y.toFixed(2)}px`];
  place(root, sx, sy);
  for (const card of cards) place(/** @type {HTMLElement} */ (card).style, sx, sy);
  for (const detail of details) place(/** @type {HTMLElement} */ (detail).style, sx, sy);
}

/** @param {CSSStyleDeclaration} style @param {string} sx @param {string} sy */
function place(style, sx, sy) {
  style.setProperty("--sx", sx);
  style.setProperty("--sy", sy);
}
