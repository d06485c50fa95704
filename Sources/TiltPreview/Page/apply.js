// @ts-check
/** @file The one place that moves the shadows: where they are at a picture's instant, and with what depth. */

import { Casting, SCROLLING } from "./casting.js";
import { DaemonClock } from "./daemon-clock.mjs";
import { depthOf } from "./depth.js";
import { Layers } from "./layers.js";
import { drawAtPicture } from "./pictures.js";
import { preview } from "./probe.js";
import { Resampler } from "./resampler.mjs";
import { FALLBACK } from "./shadow.js";

/** How long the way to the fallback takes, and the way from there to the frames; that of other changes is told; in ms. */
const EASE_MS = 1000;

/** What the shadows do of themselves, in px per radian: the published frame, and nothing besides. */
const SUBTLE = 10;

/** So long do shadows catch up once a page is on its way no more, and so long do those that come join the others, in ms. */
const CATCHING_UP = 250;

/** So long does a shadow go to where it belongs by what frames mean now, in ms. */
const CHANGING = 250;

/** So long is each frame gone to anew while an answer is awaited: a daemon that hangs gives none, and the shadow lags; in ms. */
const AWAITED = 500;

/** A shadow that is no further than this from where it goes is there, in px. */
const NEAR = 0.0005;

const root = document.documentElement.style;

/** What is moved of the cards in sight, or nearly. */
const casting = new Casting((layers) => put(layers, shown, depthAt(shown)));
const details = /** @type {HTMLCollectionOf<HTMLDialogElement>} */ (document.getElementsByClassName("detail"));

const clock = new DaemonClock();
/** Of one connection: between the last two frames lies what is drawn. */
let resampler = new Resampler(50);
/** @type {import("./types.js").Frame | null} */
let newest = null;
/** Whether no picture has taken it yet. */
let isFresh = false;
let rests = false;
/** @type {{from: {x: number, y: number, height: number, deep: number}, since: number, lasting: number} | null} */
let easing = null;
/** Changes of what frames mean that were asked for and not answered yet, and whether no frame has come since an answer. */
let asking = 0, isChanged = false;
/** When the newest of these was asked for, in ms. */
let askedAt = 0;
let shown = FALLBACK;
/** The picture's instant at which it was moved there, in ms. */
let shownAt = 0;
/**
 * How high the cards float, in px, 0 where no depth is shown, and how much is shown of it, from 0 to 1: both go with ease as
 * shadows do.
 */
let height = 0, deep = 0;
/** How high they are to float, in px; 0 where no depth is to be shown. */
let wanted = 0;
/** Whether they float otherwise than was drawn. */
let isDue = false;
let scheduled = false;
/** When the page was scrolled last, in ms. */
let scrolled = -Infinity;
let still = false;
/** The height that is shown where motion is. */
let asked = 0;

/**
 * Takes these cards along while they can be seen.
 * @param {HTMLElement[]} all @param {HTMLElement} page that most of them lie on
 */
export function shade(all, page) {
  casting.watch(all, page);
  addEventListener("scroll", ({ timeStamp }) => { scrolled = timeStamp; }, { capture: true, passive: true });
  // A view that opens begins with the shadow of its card, whether or not another frame comes.
  document.addEventListener("beforetoggle", ({ target }) => {
    if (target instanceof HTMLDialogElement) open(target, depthAt(shown));
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

/**
 * What frames mean is being changed by hand: only the answer tells since when, so that every frame before it, and the first
 * one behind it, is gone to with ease.
 * @template Answer @param {Promise<Answer>} answer
 */
export async function change(answer) {
  asking += 1;
  askedAt = performance.now();
  try {
    return await answer;
  } finally {
    asking -= 1;
    isChanged = true;
  }
}

/** Shows this frame: one that tells its time and the way to it when they are due, another one at the next picture. */
export function show(/** @type {import("./types.js").Frame} */ frame) {
  const tick = frame.t_ns ?? NaN;
  if (Number.isFinite(tick)) {
    if (clock.hear(frame.arrived ?? performance.now(), tick / 1e6)) resampler.forget();
    resampler.take(frame);
  }
  if (still && !frame.byHand) return;
  // The very first frame is shown where it belongs; later the fallback is left with ease.
  if (rests) ease();
  else if (isChanged || (asking > 0 && performance.now() - askedAt < AWAITED)) begin();
  rests = isChanged = false;
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
  layer();
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

/**
 * Shows depth where the shadows are stronger than they are of themselves, and motion is wanted.
 * @param {number} gain in px per radian: as high as that the cards float
 */
export function deepen(gain) {
  asked = gain > SUBTLE ? gain : 0;
  layer();
}

function layer() {
  const before = wanted;
  wanted = still ? 0 : asked;
  if (wanted === before) return;
  const isEased = easing || asking > 0;
  if (!isEased) deep = Number(wanted > 0);
  if (!isEased || deep === 0) height = wanted;
  if (isEased) begin();
  showDepth();
  draw(shown);
}

/** Tells the style sheets whether there is any depth to be shown. */
function showDepth() {
  const isShown = height > 0;
  if (isShown === document.documentElement.hasAttribute("data-depth")) return;
  document.documentElement.toggleAttribute("data-depth", isShown);
  casting.renew();
}

const depthAt = (/** @type {{x: number, y: number}} */ offset) => depthOf(offset, height, deep);

/** Goes from where the shadow is to where it belongs with ease, wherever that goes meanwhile. */
export function ease(lasting = EASE_MS) {
  easing = { from: { ...shown, height, deep }, since: performance.now(), lasting };
  schedule();
}

/** Goes anew from where the shadow is, and is there no sooner than by the way it is on. */
function begin() {
  if (!easing) return ease(CHANGING);
  // From the picture at which it was there: begun anew for each picture, a way would have no share of it behind it.
  const since = Math.max(easing.since, shownAt);
  easing = { from: { ...shown, height, deep }, since, lasting: Math.max(CHANGING, easing.since + easing.lasting - since) };
  schedule();
}

function schedule() {
  if (scheduled) return;
  scheduled = true;
  drawAtPicture(picture);
}

/** Leaves the shadows as they are on a page that is scrolled: it moves faster than they do, and its pictures must not be late. */
function wait() {
  scheduled = true;
  setTimeout(() => {
    scheduled = false;
    ease(CATCHING_UP);
  }, SCROLLING);
}

/** @param {number} now the picture's instant, in ms */
function picture(now) {
  scheduled = false;
  if (now - scrolled < SCROLLING) return wait();
  const share = easing ? Math.min(1, Math.max(0, (now - easing.since) / easing.lasting)) : 1;
  const left = (1 - share) ** 3;
  const target = belongs(now);
  const from = easing?.from ?? { ...target, height, deep };
  shownAt = now;
  if (easing) float(from, left);
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

/** Has the cards float as they do when so much of an ease is left: depth that comes or goes keeps its height meanwhile. */
function float(/** @type {{height: number, deep: number}} */ from, /** @type {number} */ left) {
  const to = wanted || from.height, all = Number(wanted > 0), before = [height, deep];
  deep = all + (from.deep - all) * left;
  height = wanted || deep ? to + (from.height - to) * left : 0;
  if (height === before[0] && deep === before[1]) return;
  isDue = true;
  showDepth();
}

function move(/** @type {{x: number, y: number}} */ offset) {
  const isThere = offset.x.toFixed(3) === shown.x.toFixed(3) && offset.y.toFixed(3) === shown.y.toFixed(3);
  shown = offset;
  if (!isThere || isDue || casting.joining.size > 0) draw(shown);
  isDue = false;
}

function draw(/** @type {{x: number, y: number}} */ offset) {
  const depth = depthAt(offset);
  for (const layers of casting.seen.values()) put(layers, offset, depth);
  for (const detail of details) if (detail.open) open(detail, depth);
}

/** Moves layers to where they belong; those that join the others are on their way there from the style sheets' place. */
function put(/** @type {Layers} */ layers, /** @type {{x: number, y: number}} */ offset, /** @type {import("./depth.js").Depth | null} */ depth) {
  const since = casting.joining.get(layers);
  if (since === undefined) return layers.move(offset, depth);
  const left = Math.max(0, 1 - (performance.now() - since) / CATCHING_UP) ** 3;
  if (left === 0) casting.joining.delete(layers);
  else schedule();
  const way = { x: offset.x + (FALLBACK.x - offset.x) * left, y: offset.y + (FALLBACK.y - offset.y) * left };
  layers.move(way, depthAt(way));
}

/** What is moved of the view that is open; its picture is another one each time. @type {{picture: Element | null, layers: Layers} | null} */
let opened = null;

/** A view that is on its way has the shadow of its card; at rest it fills the window, and nothing is seen of that. */
function open(/** @type {HTMLDialogElement} */ detail, /** @type {import("./depth.js").Depth | null} */ depth) {
  const picture = detail.querySelector(".art");
  if (opened?.picture !== picture) opened = { picture, layers: new Layers(detail) };
  opened?.layers.move(shown, depth);
  if (detail.dataset.state === "rest" && !detail.dataset.gesture) return;
  detail.style.setProperty("--sx", `${shown.x.toFixed(3)}px`);
  detail.style.setProperty("--sy", `${shown.y.toFixed(3)}px`);
}
