// Steps that rows about the detail view share.
import { near } from "./table.mjs";

export const isOpen = () => document.querySelector("dialog.detail").open;
export const view = () => look.rect("dialog.detail");

/** Fails unless two rectangles are the same but for half a pixel on each side. */
export function sameRect(got, expected, what) {
  for (const side of ["left", "top", "width", "height"]) near(got[side], expected[side], 0.5, `${what}: ${side}`);
}

/**
 * Taps the card of `index` and waits until its view begins to open; gives the card's rectangle before. The view's flights
 * stand at their first moment from then on, until `arrive`.
 */
export async function tapCard(t, index = 0) {
  const rect = await t.ask((index) => look.rect(document.querySelectorAll("article.card")[index]), index);
  // Above the download button and below the words.
  const x = rect.left + rect.width / 2, y = Math.max(rect.top + 10, Math.min(rect.top + rect.height / 2, innerMiddle(rect, t)));
  // The card's own press and release, too: on a slow machine a tap is long enough for them, and the view would begin smaller.
  await t.ask(() => look.catch("press", "release", "open", "close", "backdrop", "snap", "rewind"));
  await t.finger("down", x, y);
  await t.finger("up", x, y);
  await t.until("an opening view", () => Boolean(look.animation("open")));
  return rect;
}

const innerMiddle = (rect, t) => Math.max(20, Math.min(rect.top + rect.height - 20, t.page.height / 2));

/** Opens the first card's story on a phone and lets it arrive, with its text, which is loaded meanwhile. */
export async function openStory(t, { query = "", index = 0 } = {}) {
  await t.phone();
  await t.ready("flat", query);
  await tapCard(t, index);
  await arrive(t);
  await t.until("the text of the story", () => document.querySelector(".detail-body p"));
  await t.until("what follows fingers", () => document.querySelector(".detail-scroll[data-top]"));
}

/** Lets what moves come to its end. */
export async function arrive(t) {
  await t.ask(async () => {
    for (const id of ["press", "release", "open", "close", "snap", "backdrop", "rewind"]) for (const animation of look.animations(id)) animation.finish();
    await look.frames(2);
  });
}

/** What the last gesture was: its kind and progress. */
export const lastGesture = () => look.notes("gesture").at(-1) ?? null;
