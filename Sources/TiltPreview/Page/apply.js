// @ts-check
/** @file The one place that moves the shadows: where they are at a picture's instant goes to `--sx` and `--sy`. */

import { DaemonClock } from "./daemon-clock.mjs";
import { preview } from "./probe.js";
import { Resampler } from "./resampler.mjs";
import { FALLBACK } from "./shadow.js";

/** How long the way to the fallback takes, and the way from there to the frames, in ms. */
const EASE_MS = 1000;

/** A shadow that is no further than this from where it goes is there, in px. */
const NEAR = 0.0005;

const root = document.documentElement.style;

/** The cards in sight, or nearly. The offset is not inherited, see tokens.css, so each gets it. */
const cards = /** @type {Set<HTMLElement>} */ (new Set());
const details = /** @type {HTMLCollectionOf<HTMLDialogElement>} */ (document.getElementsByClassName("detail"));

const clock = new DaemonClock();
/** Of one connection: between the last two frames lies what is drawn. */
let resampler = new Resampler(50);
/** @type {import("./types.js").Frame | null} */
let newest = null;
/** Whether no picture has taken it yet. */
let isFresh = false;
let rests = false;
/** @type {{from: {x: number, y: number}, since: number} | null} */
let easing = null;
let shown = FALLBACK;
/** The same as lengths. */
let [sx, sy] = lengths(shown);
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
        place(card.style);
      }
    }
  }, { rootMargin: "20%" });
  for (const card of all) watch.observe(card);
  // A view that opens begins with the shadow of its card, whether or not another frame comes.
  document.addEventListener("beforetoggle", ({ target }) => {
    if (target instanceof HTMLDialogElement) place(target.style);
  }, true);
}

/** Frames of another connection follow, this many a second. */
export function follow(/** @type {number} */ rate) {
  resampler = new Resampler(rate);
}

/** Frames mean something else from here on: nothing is to be drawn between those before and those to come. */
export function forget() {
  resampler.forget();
}

/** Shows this frame: one that tells its time and the way to it when they are due, another one at the next picture. */
export function show(/** @type {import("./types.js").Frame} */ frame) {
  const tick = frame.t_ns ?? NaN;
  if (Number.isFinite(tick)) {
    if (clock.hear(performance.now(), tick / 1e6)) resampler.forget();
    resampler.take(frame);
  }
  if (still) return;
  // The very first frame is shown where it belongs; later the fallback is left with ease.
  if (rests) ease();
  rests = false;
  newest = frame;
  isFresh = true;
  schedule();
}

/** Lets the shadow ease to the fallback: nobody knows the tilt any more. */
export function rest() {
  if (!rests && (isFresh || shown !== FALLBACK)) ease();
  rests = true;
  isFresh = false;
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

/** @param {number} now the picture's instant, in ms */
function draw(now) {
  scheduled = false;
  const share = easing ? Math.min(1, Math.max(0, (now - easing.since) / EASE_MS)) : 1;
  const left = (1 - share) ** 3;
  const target = belongs(now);
  const { from } = easing ?? { from: target };
  move({ x: target.x + (from.x - target.x) * left, y: target.y + (from.y - target.y) * left });
  if (share < 1) return schedule();
  easing = null;
  if (rests || !newest) return;
  if (Math.hypot(target.x - newest.x, target.y - newest.y) > NEAR) schedule();
  if (!isFresh) return;
  isFresh = false;
  preview.lastFrame = newest;
  preview.clock = clock.ahead;
  preview.applied += 1;
}

/**
 * Where the shadow belongs at a picture's instant.
 * @param {number} now in ms
 * @returns {{x: number, y: number}}
 */
function belongs(now) {
  if (rests || !newest) return FALLBACK;
  return (Number.isFinite(newest.t_ns) && resampler.offset((now - clock.ahead) * 1e6)) || newest;
}

function move(/** @type {{x: number, y: number}} */ offset) {
  shown = offset;
  const before = `${sx} ${sy}`;
  [sx, sy] = lengths(shown);
  if (before === `${sx} ${sy}`) return;
  for (const card of cards) place(card.style);
  for (const detail of details) if (detail.open) place(detail.style);
}

/** @param {{x: number, y: number}} offset @returns {[string, string]} */
function lengths({ x, y }) {
  return [`${x.toFixed(3)}px`, `${y.toFixed(3)}px`];
}

function place(/** @type {CSSStyleDeclaration} */ style) {
  style.setProperty("--sx", sx);
  style.setProperty("--sy", sy);
}
