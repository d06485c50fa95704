// @ts-check
/** @file The one place that moves the shadows: the newest offset goes to `--sx` and `--sy`, once a picture. */

import { FALLBACK } from "./shadow.js";
import { preview } from "./probe.js";

/** How long the way to the fallback takes, and the way from there to the frames, in ms. */
const EASE_MS = 1000;

const root = document.documentElement.style;

/** The cards in sight, or nearly. The offset is not inherited, see tokens.css, so each gets it; :root has it for everybody else. */
const cards = /** @type {Set<HTMLElement>} */ (new Set());
const details = /** @type {HTMLCollectionOf<HTMLDialogElement>} */ (document.getElementsByClassName("detail"));

/** @type {{seq: number, x: number, y: number} | null} waiting for the next picture */
let newest = null;
/** Where the shadow belongs. */
let target = FALLBACK;
let rests = false;
/** @type {{from: {x: number, y: number}, since: number} | null} */
let easing = null;
let shown = FALLBACK;
let scheduled = false;
let still = false;

/**
 * Takes these cards along while they can be seen.
 * @param {HTMLElement[]} all
 */
export function shade(all) {
  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const card = /** @type {HTMLElement} */ (target);
      if (!isIntersecting) cards.delete(card);
      else {
        cards.add(card);
        place(card.style, ...written());
      }
    }
  }, { rootMargin: "50%" });
  for (const card of all) watch.observe(card);
  // A view that opens begins with the shadow of its card, whether or not another frame comes.
  document.addEventListener("beforetoggle", ({ target }) => {
    if (target instanceof HTMLDialogElement) place(target.style, ...written());
  }, true);
}

/** Shows this frame at the next picture; a newer one before then replaces it. */
export function show(/** @type {{seq: number, x: number, y: number}} */ frame) {
  if (still) return;
  // The very first frame is shown where it belongs; later the fallback is left with ease.
  if (rests) ease();
  rests = false;
  newest = target = frame;
  schedule();
}

/** Lets the shadow ease to the fallback: nobody knows the tilt any more. */
export function rest() {
  if (!rests && (newest || shown !== FALLBACK)) ease();
  rests = true;
  newest = null;
  target = FALLBACK;
}

/**
 * Holds the shadow at the fallback, or lets it move again.
 * @param {boolean} value
 */
export function holdStill(value) {
  still = value;
  if (still) rest();
}

/**
 * Takes over how the daemon means a shadow to look, where that is a look.
 * @param {{blur_px: number, opacity: number}} shadow blur in px
 */
export function soften({ blur_px: blur, opacity }) {
  if (!(blur >= 0 && opacity >= 0)) return;
  root.setProperty("--blur", `${blur}px`);
  root.setProperty("--shade", `${opacity}`);
}

function ease() {
  easing = { from: shown, since: performance.now() };
  schedule();
}

function schedule() {
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(draw);
}

/** @param {number} now in ms */
function draw(now) {
  scheduled = false;
  const share = easing ? Math.min(1, Math.max(0, (now - easing.since) / EASE_MS)) : 1;
  const left = (1 - share) ** 3;
  const { from } = easing ?? { from: target };
  move(target.x + (from.x - target.x) * left, target.y + (from.y - target.y) * left);
  if (share < 1) return schedule();
  easing = null;
  if (!newest) return;
  preview.lastFrame = newest;
  preview.applied += 1;
  newest = null;
}

/** @param {number} x @param {number} y in px */
function move(x, y) {
  shown = { x, y };
  const [sx, sy] = written();
  place(root, sx, sy);
  for (const card of cards) place(card.style, sx, sy);
  for (const detail of details) if (detail.open) place(detail.style, sx, sy);
}

/** @returns {[string, string]} the offset that is shown, as lengths */
function written() {
  return [`${shown.x.toFixed(2)}px`, `${shown.y.toFixed(2)}px`];
}

/**
 * @param {CSSStyleDeclaration} style
 * @param {string} sx
 * @param {string} sy
 */
function place(style, sx, sy) {
  style.setProperty("--sx", sx);
  style.setProperty("--sy", sy);
}
