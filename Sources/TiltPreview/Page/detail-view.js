// @ts-check
/** @file The elements of the detail view: one dialog for the page, furnished anew for each story. */

import { element } from "./element.js";
import { storyBody } from "./stories.js";
import { cardFace } from "./today.js";

/** Keys that scroll. The ✕ has the focus, but they mean the text. */
const SCROLLING = /^(Arrow(Up|Down)|Page(Up|Down)|Home|End)$/;

/** The empty view, at the end of the page. */
export function detailShell() {
  const cross = element("button", { className: "detail-close", type: "button", autofocus: true, "aria-label": "Close" });
  const content = element("article", { className: "detail-content" });
  const scroller = element("div", { className: "detail-scroll", tabIndex: 0, role: "region", "aria-label": "Story" }, content);
  // What the status line tells meanwhile.
  const told = element("p", { className: "page-name", role: "status" });
  const dialog = element("dialog", { className: "detail" }, cross, scroller, told);
  const backdrop = element("div", { className: "backdrop", hidden: true });
  document.body.append(backdrop, dialog);
  // In time for the same key to scroll.
  cross.addEventListener("keydown", ({ key }) => SCROLLING.test(key) && scroller.focus({ preventScroll: true }));
  return { dialog, cross, scroller, content, told, backdrop };
}

/** @typedef {ReturnType<typeof detailShell>} DetailView */

/**
 * The story into the view. Its download button is the card's own, moved there: it has one state, wherever it is seen.
 * @param {DetailView} view
 * @param {HTMLElement} card
 * @param {import("./stories.js").Story} story
 */
export function furnish({ dialog, scroller, content }, card, story) {
  dialog.setAttribute("aria-label", `${story.category}: ${story.title}`);
  dialog.style.setProperty("--card-width", `${card.clientWidth}px`);
  const face = element("div", { className: "card-face" }, cardFace(story));
  const title = face.querySelector(".card-title");
  title?.setAttribute("role", "heading");
  title?.setAttribute("aria-level", "2");
  // As large and as wide as on the card, where its place in the grid decides.
  for (const words of [".card-title", ".card-description"]) {
    const [there, here] = [card, face].map((where) => /** @type {HTMLElement | null} */ (where.querySelector(words)));
    if (there && here) Object.assign(here.style, { fontSize: getComputedStyle(there).fontSize, maxWidth: getComputedStyle(there).maxWidth });
  }
  const hero = element("header", { className: "detail-hero" }, face);
  const { palette = "", app } = card.dataset;
  Object.assign(hero.dataset, app ? { palette, app } : { palette });
  const body = element("div", { className: "detail-body" }, storyBody(story));
  content.replaceChildren(hero, body);
  const button = card.querySelector("download-button");
  if (button) move(hero, button);
  scroller.scrollTop = 0;
}

/**
 * The view empty again, the card with its button.
 * @param {DetailView} view
 * @param {HTMLElement} card
 */
export function strip({ dialog, content, told, backdrop }, card) {
  const button = content.querySelector("download-button");
  if (button) move(card, button);
  dialog.close();
  for (const part of [dialog, ...dialog.querySelectorAll("*"), backdrop]) for (const animation of part.getAnimations()) animation.cancel();
  dialog.removeAttribute("style");
  delete dialog.dataset.state;
  content.replaceChildren();
  told.textContent = "";
  backdrop.hidden = true;
}

/**
 * Moves a node with its running animations where the browser can.
 * @param {any} parent
 * @param {Element} node
 */
function move(parent, node) {
  if (parent.moveBefore && parent.isConnected) parent.moveBefore(node, null);
  else parent.append(node);
}

/**
 * Holds the page where it is; what its scroll bar leaves free stays free, so that nothing shifts.
 * @param {boolean} held
 */
export function lockPage(held) {
  const { style, clientWidth } = document.documentElement;
  const bar = innerWidth - clientWidth;
  style.overflow = held ? "hidden" : "";
  style.paddingRight = held && bar > 0 ? `${bar}px` : "";
}
