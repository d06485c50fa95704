// @ts-check
/** @file Read first: builds the page and joins its parts. */

import { holdStill, rest, show } from "./apply.js";
import { sourcePanel, themePanel } from "./appearance.js";
import { watchCalm } from "./calm.js";
import { element } from "./element.js";
import { Feed } from "./feed.js";
import { Inspector } from "./inspector.js";
import { startNavigation } from "./nav.js";
import { openProbe } from "./probe.js";
import { Readings } from "./readings.js";
import { SettingsPanel } from "./settings.js";
import { StatusLine } from "./status.js";
import { applyTheme } from "./theme.js";
import { renderToday } from "./today.js";

const CHOICES = ["auto", "daemon", "sensor", "orientation", "pointer", "none"];

const query = new URLSearchParams(location.search);
if (query.has("probe")) openProbe();
applyTheme(query.get("theme"));

/** @param {string} selector */
const find = (selector) => /** @type {any} */ (document.querySelector(selector));

const cards = renderToday(find("#today"), { cards: cardsPerDay(query.get("cards")) });

const readings = new Readings();
const status = new StatusLine(find(".toast"), find("#inspect"));
/** @type {Inspector | null} */
let inspector = null;

const feed = new Feed(chosenSource(query.get("source")), {
  onFrame(frame) {
    readings.take(frame);
    show(frame);
  },
  onRest() {
    readings.forget();
    rest();
  },
  onNews(news) {
    status.tell(news);
    inspector?.tell(news);
  },
  onHello: () => settings.resend(turned()),
});

const settings = new SettingsPanel(
  async (options) => {
    if (typeof options.gain === "number") readings.gain = options.gain;
    const answer = await feed.change(options);
    if (typeof answer?.gain === "number") readings.gain = answer.gain;
    return answer;
  },
  () => feed.recentre(),
);

inspector = new Inspector(find("#inspector"), find("#inspect"), readings,
  section("Shadow", settings.element), section("Source", sourcePanel(feed)), section("Look", themePanel()));
inspector.tell(feed.news);

watchCalm(find("#pause"), (calm) => {
  holdStill(calm);
  inspector?.rest(calm);
});

let angle = screen.orientation?.angle ?? 0;
screen.orientation?.addEventListener("change", () => {
  angle = screen.orientation.angle;
  feed.change({ display_rotation: angle });
});

startNavigation(async (main) => (await import("./profile.js")).showProfile(main));
loadInteractions();

/** Loads what moves under the finger, after the first picture. */
async function loadInteractions() {
  await new Promise(requestAnimationFrame);
  const [{ attachPress }, { openDetail }] = await Promise.all(
    [import("./press.js"), import("./detail.js"), import("./download-button.js")]);
  const feel = query.get("feel") === "appstore" ? "appstore" : "seed";
  for (const { card, story } of cards) attachPress(card, { feel, onOpen: () => openDetail(card, story) });
}

/** How the picture is turned, where it is: a daemon that was told otherwise is not contradicted at 0. */
function turned() {
  return angle ? { display_rotation: angle } : {};
}

/** @param {string} title @param {HTMLElement} panel */
function section(title, panel) {
  return element("section", { className: "panel" }, element("h3", {}, title), panel);
}

/** @param {string | null} asked from the address */
function cardsPerDay(asked) {
  const count = Math.floor(Number(asked ?? 4));
  return count >= 1 ? Math.min(count, 40) : 4;
}

/** @param {string | null} asked @returns {import("./feed.js").Choice} */
function chosenSource(asked) {
  return /** @type {any} */ (asked && CHOICES.includes(asked) ? asked : "auto");
}
