// @ts-check
/** @file Read first: builds the page and joins its parts. */

import { keepTopCard } from "./anchor.js";
import { deepen, ease, follow, forget, holdStill, rest, shade, show, soften } from "./apply.js";
import { watchCalm } from "./calm.js";
import { makeRoom } from "./covered.js";
import { Device } from "./device.js";
import { Feed } from "./feed.js";
import { Lookahead } from "./lookahead.js";
import { startNavigation } from "./nav.js";
import { openProbe } from "./probe.js";
import { Readings } from "./readings.js";
import { upFromTilt } from "./shadow.js";
import { StatusLine } from "./status.js";
import { Strength } from "./strength.js";
import { renderToday } from "./today.js";
import { Welcome } from "./welcome.js";

/** How soon a shadow is where a hand has it, and how soon after another strength was chosen, in ms. */
const GRASP = 150, STRENGTHEN = 600;

const CHOICES = ["auto", "daemon", "sensor", "orientation", "pointer", "none"];

const query = new URLSearchParams(location.search);
if (query.has("probe")) openProbe();
// 0.1.0 called it seed.
document.documentElement.dataset.theme = ["classic", "seed"].includes(query.get("theme") ?? "") ? "classic" : "default";

/** @param {string} selector */
const find = (selector) => /** @type {any} */ (document.querySelector(selector));

const cards = renderToday(find("#today"), { cards: cardsPerDay(query.get("cards")), locale: document.documentElement.lang });
const device = new Device((pose, isFirst) => {
  feed.hold(upFromTilt(pose));
  if (isFirst) ease(GRASP);
}, () => {
  feed.letGo();
  if (calm) rest();
  else ease();
});
const strength = new Strength(query.get("strength"), () => {
  inspection?.settings.yield(Object.keys(strength.options()));
  ease(STRENGTHEN);
  ask();
});
const welcome = new Welcome(find("#welcome"), find("#tilt"), device, strength.element, () => feed.retry());
shade([...cards.map(({ card }) => card), device.card], find("#today"));

/** How the picture is turned, in degrees. */
let angle = screen.orientation?.angle ?? 0;

const readings = new Readings();
const status = new StatusLine(find(".toast"), find("#inspect"));
/**
 * Made when it is first opened.
 * @type {Promise<import("./inspection.js").Inspection> | null}
 */
let inspecting = null;
/** @type {import("./inspection.js").Inspection | null} */
let inspection = null;
let calm = false;
/** Of the daemon's frames, in Hz. */
let rate = 50;

/** What is chosen by hand goes before. */
const lookahead = new Lookahead((options) => inspection ? inspection.settings.resend(options) : feed.change(options));

const feed = new Feed(chosenSource(query.get("source")), {
  onFrame(frame) {
    readings.take(frame);
    show(frame);
    if (!calm && !frame.byHand) device.show(frame);
  },
  onBreak: forget,
  onAlone(options) {
    inspection?.settings.show(options);
    ask();
  },
  onRest() {
    readings.forget();
    rest();
    device.show({});
  },
  onNews(news) {
    status.tell(news);
    strength.begin(news.origin);
    welcome.tell(news);
    inspection?.inspector.tell(news);
    lookahead.sense(news.sensor);
  },
  onOptions(options) {
    if (typeof options.gain === "number") deepen(readings.gain = options.gain);
    strength.tell(options);
    if (typeof options.rate_hz !== "number" || options.rate_hz === rate) return;
    follow(rate = options.rate_hz);
    lookahead.pace(rate);
  },
  onHello({ shadow, rate_hz: given }) {
    follow(rate = given);
    if (shadow) soften(shadow);
    ask();
    lookahead.begin(rate, feed.news.sensor);
  },
});

watchCalm(find("#pause"), (value) => {
  calm = value;
  holdStill(calm);
  inspection?.inspector.rest(calm);
  welcome.rest(calm);
  if (calm) device.show({});
});

find("#inspect").addEventListener("click", async () => {
  // As it is now: who cannot wait for it, and presses twice, wants it all the same.
  const open = find("#inspector").hidden;
  // Without a server there is nothing to load it from, which the status line tells; the next click tries again.
  const { inspector } = await (inspecting ??= makeInspection()).catch((error) => { inspecting = null; throw error; });
  inspector.toggle(open);
});

screen.orientation?.addEventListener("change", () => {
  angle = screen.orientation.angle;
  feed.change({ display_rotation: angle });
});

makeRoom(find("#today"), find(".bar"), find(".toast"), find("#welcome"), find("#inspector"));
keepTopCard(find("#today"));
startNavigation(async (main) => (await import("./profile.js")).showProfile(main));
loadInteractions();

/** Loads what moves under the finger, after the first picture, and then all the rest. */
async function loadInteractions() {
  await new Promise(requestAnimationFrame);
  const [{ attachPress }, { openDetail }] = await Promise.all(
    [import("./press.js"), import("./detail.js"), import("./download-button.js")]);
  const feel = query.get("feel") === "appstore" ? "appstore" : "bouncing";
  for (const { card, story } of cards) {
    attachPress(card, { feel, onOpen: () => openDetail(card, story) });
    card.querySelector("download-button")?.addEventListener("tap", (event) => {
      // What was loaded opens: the story tells of it.
      if (/** @type {CustomEvent} */ (event).detail.what === "open" && card.contains(/** @type {Node} */ (event.currentTarget))) openDetail(card, story);
    });
  }
  const { preload } = await import("./preload.js");
  await preload();
}

/** The inspector and its panels. */
async function makeInspection() {
  const { inspect } = await import("./inspection.js");
  inspection = await inspect(find("#inspector"), find("#inspect"), feed, readings,
    (open) => welcome.cover(open ? () => inspection?.inspector.toggle(false) : null));
  inspection.inspector.rest(calm);
  inspection.settings.show(feed.options);
  inspection.settings.resend({});
  return inspection;
}

/**
 * Asks for all that is wanted of a connection that knows nothing of it, be it nothing: the answer tells what is in force. What
 * is chosen by hand goes before.
 */
function ask() {
  const wanted = { ...turned(), ...strength.options() };
  if (inspection) inspection.settings.resend(wanted);
  else feed.change(wanted);
}

/** How the picture is turned, where it is: a daemon that was told otherwise is not contradicted at 0. */
function turned() {
  return angle ? { display_rotation: angle } : {};
}

/** @param {string | null} asked from the address */
function cardsPerDay(asked) {
  const count = Math.floor(Number(asked ?? 4));
  return count >= 1 ? Math.min(count, 67) : 4;
}

/** @param {string | null} asked @returns {import("./types.js").Choice} */
function chosenSource(asked) {
  return /** @type {any} */ (asked && CHOICES.includes(asked) ? asked : "auto");
}
