// @ts-check
/** @file Read first: builds the page and joins its parts. */

import { keepTopCard } from "./anchor.js";
import { follow, forget, holdStill, rest, shade, show, soften } from "./apply.js";
import { watchCalm } from "./calm.js";
import { Feed } from "./feed.js";
import { Lookahead } from "./lookahead.js";
import { startNavigation } from "./nav.js";
import { openProbe } from "./probe.js";
import { Readings } from "./readings.js";
import { StatusLine } from "./status.js";
import { renderToday } from "./today.js";

const CHOICES = ["auto", "daemon", "sensor", "orientation", "pointer", "none"];

const query = new URLSearchParams(location.search);
if (query.has("probe")) openProbe();
document.documentElement.dataset.theme = query.get("theme") === "seed" ? "seed" : "default";

/** @param {string} selector */
const find = (selector) => /** @type {any} */ (document.querySelector(selector));

const cards = renderToday(find("#today"), { cards: cardsPerDay(query.get("cards")) });
shade(cards.map(({ card }) => card));

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

/** What is chosen by hand goes before. */
const lookahead = new Lookahead((options) => inspection ? inspection.settings.resend(options) : feed.change(options));

const feed = new Feed(chosenSource(query.get("source")), {
  onFrame(frame) {
    readings.take(frame);
    show(frame);
  },
  onBreak: forget,
  onRest() {
    readings.forget();
    rest();
  },
  onNews(news) {
    status.tell(news);
    inspection?.inspector.tell(news);
    lookahead.sense(news.sensor);
  },
  onHello({ gain = 10, shadow, rate_hz: rate }) {
    readings.gain = gain;
    follow(rate);
    if (shadow) soften(shadow);
    if (inspection) inspection.settings.resend(turned());
    else if (angle) feed.change(turned());
    lookahead.begin(rate, feed.news.sensor);
  },
});

watchCalm(find("#pause"), (value) => {
  calm = value;
  holdStill(calm);
  inspection?.inspector.rest(calm);
});

find("#inspect").addEventListener("click", async () => {
  // Without a server there is nothing to load it from, which the status line tells; the next click tries again.
  const { inspector } = await (inspecting ??= makeInspection()).catch((error) => { inspecting = null; throw error; });
  inspector.toggle(find("#inspector").hidden);
});

screen.orientation?.addEventListener("change", () => {
  angle = screen.orientation.angle;
  feed.change({ display_rotation: angle });
});

keepTopCard(find("#today"));
startNavigation(async (main) => (await import("./profile.js")).showProfile(main));
loadInteractions();

/** Loads what moves under the finger, after the first picture, and then what the shadow needs once the server has gone. */
async function loadInteractions() {
  await new Promise(requestAnimationFrame);
  const [{ attachPress }, { openDetail }] = await Promise.all(
    [import("./press.js"), import("./detail.js"), import("./download-button.js")]);
  const feel = query.get("feel") === "appstore" ? "appstore" : "seed";
  for (const { card, story } of cards) attachPress(card, { feel, onOpen: () => openDetail(card, story) });
  await import("./local-sources.js");
}

/** The inspector and its panels. */
async function makeInspection() {
  const { inspect } = await import("./inspection.js");
  inspection = await inspect(find("#inspector"), find("#inspect"), feed, readings);
  inspection.inspector.rest(calm);
  inspection.settings.resend({});
  return inspection;
}

/** How the picture is turned, where it is: a daemon that was told otherwise is not contradicted at 0. */
function turned() {
  return angle ? { display_rotation: angle } : {};
}

/** @param {string | null} asked from the address */
function cardsPerDay(asked) {
  const count = Math.floor(Number(asked ?? 4));
  return count >= 1 ? Math.min(count, 40) : 4;
}

/** @param {string | null} asked @returns {import("./types.js").Choice} */
function chosenSource(asked) {
  return /** @type {any} */ (asked && CHOICES.includes(asked) ? asked : "auto");
}
