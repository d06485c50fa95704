// @ts-check
/** @file Press and hold: a card gives way under the finger and springs back, and the page still scrolls. */

import { note } from "./probe.js";
import { reducedMotion } from "./reduced-motion.js";
import { calmSpring, pressSpring, releaseSpring } from "./spring.js";

/** A finger that moves further than this no longer presses, in px. */
const SLOP = 10;
/** A finger that rested longer than this lifts to open, in ms; a shorter one is the browser's own tap. */
const HOLD = 100;

const feels = {
  /** Gives way after 0.1 s, bounces back. */
  bouncing: { scale: 0.95, delay: HOLD, down: pressSpring, up: releaseSpring },
  /** The App Store: at once, without a bounce. */
  appstore: { scale: 0.96, delay: 0, down: calmSpring, up: calmSpring },
};

/**
 * The one press of the page: a second finger finds it taken.
 * @type {object | null}
 */
let taken = null;

/**
 * @param {HTMLElement} card the article that gives way; its `.card-face` is the button
 * @param {object} options
 * @param {string} [options.feel] bouncing or appstore. Default: bouncing
 * @param {() => void} options.onOpen lifted inside, or chosen with the keyboard
 */
export function attachPress(card, { feel: name = "bouncing", onOpen }) {
  const feel = name === "appstore" ? feels.appstore : feels.bouncing;
  const face = /** @type {HTMLElement} */ (card.querySelector(".card-face"));
  /** @type {{pointer: number, touch: boolean, x: number, y: number, scrollY: number, since: number, timer: number} | null} */
  let press = null;
  // A drag with the mouse that ends on the card is a click to the browser, but not to us.
  let dragged = false;
  let lifted = false;

  face.addEventListener("pointerdown", (event) => {
    if (taken || !event.isPrimary || event.button !== 0) return;
    const { pointerId: pointer, clientX: x, clientY: y, timeStamp: since } = event;
    dragged = lifted = false;
    press = { pointer, touch: event.pointerType !== "mouse", x, y, scrollY, since, timer: 0 };
    taken = press;
    if (feel.delay === 0) give(card, feel);
    else press.timer = window.setTimeout(() => give(card, feel), feel.delay);
    addEventListener("pointermove", moved);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", cancelled);
    addEventListener("pointerdown", joined);
    addEventListener("scroll", scrolled, true);
  });

  /** @param {PointerEvent} event */
  function moved(event) {
    if (!press || event.pointerId !== press.pointer) return;
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLOP) drop();
  }

  /** The last of a page's momentum still scrolls under a finger that has just stopped it; that finger presses. */
  function scrolled() {
    if (press && !press.touch && Math.abs(scrollY - press.scrollY) > SLOP) drop();
  }

  /**
   * Two fingers that come together enlarge the page, however slowly they move; a second one that comes later is ignored.
   * @param {PointerEvent} event
   */
  function joined(event) {
    if (press && !event.isPrimary && event.pointerType === "touch" && event.timeStamp - press.since < HOLD) drop();
  }

  /** @param {PointerEvent} event */
  function cancelled(event) {
    if (event.pointerId === press?.pointer) drop();
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (!press || event.pointerId !== press.pointer) return;
    const { touch, since } = press;
    const inside = card.contains(document.elementFromPoint(event.clientX, event.clientY));
    dragged = !inside;
    // After a long press the browser sends no click; a short tap's own click also knows that it only stopped the page's momentum.
    lifted = inside && touch && event.timeStamp - since >= HOLD;
    if (lifted) onOpen();
    end();
  }

  function drop() {
    dragged = true;
    end();
  }

  function end() {
    if (!press) return;
    clearTimeout(press.timer);
    press = taken = null;
    release(card, feel);
    removeEventListener("pointermove", moved);
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", cancelled);
    removeEventListener("pointerdown", joined);
    removeEventListener("scroll", scrolled, true);
  }

  // Else the click of the same touch would land in what has just been opened.
  face.addEventListener("touchend", (event) => lifted && event.cancelable && event.preventDefault());
  face.addEventListener("click", (event) => {
    if (event.detail === 0 || !(dragged || lifted)) onOpen();
  });
  face.addEventListener("contextmenu", (event) => press?.touch && event.preventDefault());
  face.addEventListener("keydown", (event) => event.key === " " && !event.repeat && give(card, feel));
  face.addEventListener("keyup", (event) => event.key === " " && release(card, feel));
  face.addEventListener("blur", () => press === null && release(card, feel));
}

// Enter held down is chosen once: its repetitions would go to what it has opened, and close that again.
addEventListener("keydown", (event) => event.key === "Enter" && event.repeat && event.preventDefault(), true);

/** @typedef {typeof feels.bouncing} Feel */

/**
 * @param {HTMLElement} card
 * @param {Feel} feel
 */
function give(card, feel) {
  note("press", { story: card.dataset.story });
  play(card, "press", feel.scale, feel.down);
}

/**
 * Back from wherever the card is; one that never gave way is let be.
 * @param {HTMLElement} card
 * @param {Feel} feel
 */
function release(card, feel) {
  if (!card.getAnimations().some(({ id }) => id === "press")) return;
  note("release", { story: card.dataset.story });
  play(card, "release", 1, feel.up);
}

/**
 * @param {HTMLElement} card
 * @param {"press" | "release"} id
 * @param {number} to scale
 * @param {import("./spring.js").Spring} spring
 */
function play(card, id, to, spring) {
  const { scale, opacity } = getComputedStyle(card);
  for (const running of card.getAnimations()) if (running.id === "press" || running.id === "release") running.cancel();
  // A press stays; a release ends at what the card is anyway, so nothing of it remains.
  const fill = id === "press" ? "forwards" : "none";
  if (reducedMotion()) card.animate({ opacity: [opacity, id === "press" ? "0.85" : "1"] }, { id, duration: 100, fill });
  else {
    const from = scale === "none" ? 1 : Number.parseFloat(scale);
    card.animate({ scale: [from, to] }, { id, duration: spring.duration * 1000, easing: spring.cssLinear(), fill });
  }
}
