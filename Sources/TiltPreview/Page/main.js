// @ts-check
/** @file Read first: builds the page and joins its parts. */

import { holdStill, rest, show } from "./apply.js";
import { startFeed } from "./feed.js";
import { openProbe } from "./probe.js";
import { renderToday } from "./today.js";

const query = new URLSearchParams(location.search);
if (query.has("probe")) openProbe();

const today = /** @type {HTMLElement} */ (document.getElementById("today"));
const cards = renderToday(today, { cards: Number(query.get("cards") ?? 4) });
startFeed({ onFrame: show, onRest: rest });

const pause = /** @type {HTMLButtonElement} */ (document.getElementById("pause"));
pause.addEventListener("click", () => {
  const paused = pause.getAttribute("aria-pressed") !== "true";
  pause.setAttribute("aria-pressed", String(paused));
  holdStill(paused);
});

// What moves under the finger is loaded after the first picture.
requestAnimationFrame(async () => {
  const [{ attachPress }, { openDetail }] = await Promise.all([import("./press.js"), import("./detail.js"), import("./download-button.js")]);
  const feel = query.get("feel") ?? "seed";
  for (const { card, story } of cards) attachPress(card, { feel, onOpen: () => openDetail(card, story) });
});
