// @ts-check
/** @file A card grows into its story and goes back: FLIP on a modal dialog, to be interrupted at any moment. */

import { enter, leave } from "./back.js";
import { detailShell, furnish, lockPage, strip } from "./detail-view.js";
import { aim, cancel, landingOn, poseOf, poseOn } from "./flip.js";
import { note } from "./probe.js";
import { reducedMotion } from "./reduced-motion.js";
import { cardSpring } from "./spring.js";

/** A view whose opening has got so far may be taken by a gesture, in ms: what is left of the way is small. */
const SETTLING = 500;
/** How long it takes back to its full size when a gesture was too short, in ms. */
const SNAP = 100;
/** The text goes back to its top while the view closes, in ms. */
const REWIND = 360;
/** Open and close with reduced motion, in ms. */
const FADE = 150;

const view = detailShell();
const { dialog, scroller, content, cross, backdrop } = view;

/**
 * The card whose story is open, on its way, or going back.
 * @type {HTMLElement | null}
 */
let card = null;
let state = /** @type {"shut" | "opening" | "open" | "closing"} */ ("shut");
let flight = /** @type {Animation | null} */ (null);
/** What follows fingers on the view; without a server that still has it, ✕ and Esc close. */
let gestures = /** @type {Promise<(() => void) | void> | null} */ (null);
/** Where the page was when the view began to go back, in px. */
let pageY = 0;

/**
 * Opens a story out of its card; the same card again while it is going back turns it round.
 * @param {HTMLElement} from
 * @param {import("./stories.js").Story} story
 */
export function openDetail(from, story) {
  gestures ??= import("./gestures.js").then(({ attachGestures }) => attachGestures(dialog, scroller, { mayBegin: settled, onChange: follow }))
    .catch(() => { gestures = null; });
  if (card === from) return open();
  finish();
  card = from;
  furnish(view, card, story);
  open();
}

function open() {
  if (!card || state === "opening" || state === "open") return;
  const fresh = state === "shut";
  const from = fresh ? poseOn(card) : poseOf(dialog);
  const rewound = getComputedStyle(content).translate;
  const scrolled = scroller.scrollTop;
  state = "opening";
  note("open", { story: card.dataset.story });
  removeEventListener("scroll", followPage);
  dialog.style.removeProperty("translate");
  lockPage(true);
  if (dialog.open) dialog.close();
  dialog.showModal();
  cross.focus({ preventScroll: true });
  card.style.visibility = "hidden";
  scroller.scrollTop = scrolled;
  cancel(content, "rewind");
  if (!fresh) content.animate({ translate: [rewound, "0 0"] }, { id: "unwind", duration: REWIND, easing: "ease-out" });
  fly("open", from, fresh);
  enter(close);
}

function close() {
  if (!card || state === "shut" || state === "closing") return;
  const from = poseOf(dialog);
  const seen = getComputedStyle(dialog).opacity;
  const rewound = getComputedStyle(content).translate;
  const scrolled = scroller.scrollTop;
  state = "closing";
  leave();
  note("close", { story: card.dataset.story });
  gestures?.then((drop) => drop?.());
  letGo();
  lockPage(false);
  // No longer modal, so that the page can be used at once.
  if (dialog.open) dialog.close();
  dialog.show();
  scroller.scrollTop = scrolled;
  cancel(content, "unwind");
  const way = [rewound === "none" ? "0 0" : rewound, `0 ${scrolled}px`];
  content.animate({ translate: way }, { id: "rewind", duration: REWIND, easing: "cubic-bezier(.2, .8, .2, 1)", fill: "both" });
  pageY = scrollY;
  addEventListener("scroll", followPage, { passive: true });
  fly("close", from, false, seen);
}

/** The page scrolls under a view that is going back: the card it goes to moves. */
function followPage() {
  dialog.style.translate = `0 ${pageY - scrollY}px`;
}

/**
 * @param {"open" | "close"} id
 * @param {import("./flip.js").Pose} from
 * @param {boolean} fresh nothing was to be seen of the view before
 * @param {string} [seen] opacity it had
 */
function fly(id, from, fresh, seen = getComputedStyle(dialog).opacity) {
  const shown = id === "open" ? "1" : "0";
  const [behind, crossed] = fresh ? ["0", "0"] : [backdrop, cross].map((element) => getComputedStyle(element).opacity);
  for (const element of [dialog, backdrop, cross]) cancel(element, "open", "close", "snap", "backdrop", "cross");
  backdrop.hidden = false;
  dialog.dataset.state = id;
  const springs = !reducedMotion();
  const timing = springs ? { duration: cardSpring.duration * 1000, easing: cardSpring.cssLinear() } : { duration: FADE };
  const to = end();
  /** @type {any} */
  const frames = springs ? [from, to] : { opacity: [fresh ? "0" : seen, shown] };
  backdrop.animate({ opacity: [behind, shown] }, { ...timing, id: "backdrop", fill: "forwards" });
  cross.animate({ opacity: [crossed, shown] }, { id: "cross", duration: FADE, fill: id === "close" ? "forwards" : "none" });
  // A view that has gone back keeps its last picture until it is taken away; one that is open looks like that anyway.
  flight = dialog.animate(frames, { ...timing, id, fill: id === "close" ? "both" : "none" });
  flight.onfinish = () => (id === "open" ? arrive() : finish());
}

/** Where the flight ends: the whole window, or the card. */
function end() {
  return state === "opening" ? poseOf(dialog) : landingOn(/** @type {HTMLElement} */ (card), scrollY - pageY);
}

function arrive() {
  if (state !== "opening") return;
  state = "open";
  dialog.dataset.state = "rest";
}

/** The card is a card again. */
function finish() {
  if (!card) return;
  const lost = dialog.contains(document.activeElement) || document.activeElement === document.body;
  const back = card;
  state = "shut";
  leave();
  card = null;
  removeEventListener("scroll", followPage);
  lockPage(false);
  back.style.removeProperty("visibility");
  if (!back.getAttribute("style")) back.removeAttribute("style");
  strip(view, back);
  if (lost) /** @type {HTMLElement} */ (back.querySelector(".card-face")).focus({ preventScroll: true });
  note("closed", { story: back.dataset.story });
}

/** @param {import("./dismiss.js").Dismissal} gesture */
function follow({ phase, progress, ratio, radius, closeAlpha, effect }) {
  if (state === "opening") {
    flight?.finish();
    arrive();
  }
  if (state !== "open") return;
  if (effect === "snap") return snap();
  if (phase !== "done") dialog.dataset.gesture = phase;
  note("gesture", { kind: dialog.dataset.gesture, progress });
  if (reducedMotion()) dialog.style.opacity = String(Math.max(0.4, 1 - 2 * progress));
  else Object.assign(dialog.style, { scale: String(ratio), borderRadius: `${radius}px` });
  cross.style.opacity = String(closeAlpha);
  if (effect === "close") close();
  else if (progress === 0) letGo();
}

function snap() {
  const { scale, borderRadius } = poseOf(dialog);
  const { opacity } = getComputedStyle(dialog);
  const crossed = getComputedStyle(cross).opacity;
  letGo();
  const timing = { id: "snap", duration: SNAP, easing: "ease-out" };
  dialog.animate({ scale: [scale, "1"], borderRadius: [borderRadius, "0px"], opacity: [opacity, "1"] }, timing);
  cross.animate({ opacity: [crossed, "1"] }, { ...timing, id: "cross" });
}

/** Takes away what a gesture wrote. */
function letGo() {
  delete dialog.dataset.gesture;
  for (const property of ["scale", "border-radius", "opacity"]) dialog.style.removeProperty(property);
  cross.removeAttribute("style");
}

// A finger that opened the card may lift over the ✕: only a click that began there counts.
let began = false;
cross.addEventListener("pointerdown", () => (began = true));
cross.addEventListener("click", (event) => {
  if (event.detail === 0 || began) close();
  began = false;
});
dialog.addEventListener("click", (event) => state === "closing" && event.detail > 0 && event.target !== cross && open());
dialog.addEventListener("cancel", (event) => (event.preventDefault(), close()));
// A second Esc closes a dialog whatever its page says.
dialog.addEventListener("close", () => !dialog.open && close());
// Window and card are elsewhere now.
addEventListener("resize", () => flight && (state === "opening" || state === "closing") && !reducedMotion() && aim(flight, end));
const settled = () => state === "open" || (state === "opening" && Number(flight?.currentTime) > SETTLING);
