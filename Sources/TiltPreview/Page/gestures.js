// @ts-check
/**
 * @file Fingers, mouse and pen on the detail view, told to the reducer of dismiss.js.
 *
 * Fingers are followed by touch events: when the browser scrolls by itself, pointer events end with `pointercancel`, but
 * `touchmove` goes on, and only so can a scroll become a dismissal under the same finger.
 */

import { dismissal, IDLE } from "./dismiss.js";

/** @typedef {import("./dismiss.js").Dismissal} Dismissal */

/**
 * Whether the view is held, by which the text must not scroll.
 * @param {Dismissal} state
 */
const holds = ({ phase, progress }) => phase === "done" || phase === "edge" || phase === "pull" || (phase === "scroll" && progress > 0);

/**
 * @param {HTMLElement} view the dialog; its edges are the gesture's
 * @param {HTMLElement} scroller inside it
 * @param {object} to
 * @param {() => boolean} to.mayBegin
 * @param {(state: Dismissal) => void} to.onChange after each movement, and at the end
 */
export function attachGestures(view, scroller, { mayBegin, onChange }) {
  let state = IDLE;

  /**
   * @param {"begin" | "move"} type
   * @param {{clientX: number, clientY: number}} point
   */
  function step(type, { clientX: x, clientY: y }) {
    const { scrollTop } = scroller;
    const { clientWidth: width, clientHeight: height } = view;
    state = dismissal(state, { type, x, y, scrollTop, width, height });
    if (type === "begin" || state.phase === "watching" || state.phase === "idle") return;
    if (state.scrollBy > 0) scroller.scrollTop = state.scrollBy;
    else if (state.phase === "scroll" && state.progress > 0) scroller.scrollTop = 0;
    onChange(state);
  }

  function finish() {
    const held = holds(state);
    state = dismissal(state, { type: "end" });
    if (held) onChange(state);
  }

  /**
   * The finger that counts; others are ignored.
   * @type {number | null}
   */
  let finger = null;
  const found = (/** @type {TouchEvent} */ event) => [...event.changedTouches].find(({ identifier }) => identifier === finger);

  view.addEventListener("touchstart", (event) => {
    if (finger !== null || !mayBegin()) return;
    finger = event.changedTouches[0].identifier;
    step("begin", event.changedTouches[0]);
  }, { passive: true });
  view.addEventListener("touchmove", (event) => {
    const touch = found(event);
    if (touch) step("move", touch);
    if (finger !== null && holds(state) && event.cancelable) event.preventDefault();
  }, { passive: false });
  for (const type of /** @type {const} */ (["touchend", "touchcancel"])) {
    view.addEventListener(type, (event) => {
      if (!found(event)) return;
      finger = null;
      finish();
    });
  }

  /**
   * The mouse or pen that counts.
   * @type {number | null}
   */
  let pointer = null;
  view.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "touch" || event.button !== 0 || !mayBegin()) return;
    const target = /** @type {Element} */ (event.target);
    // The text is there to be selected, buttons to be clicked.
    if (target.closest("button, a, download-button, .detail-body")) return;
    pointer = event.pointerId;
    step("begin", event);
  });
  view.addEventListener("selectstart", (event) => pointer !== null && event.preventDefault());
  view.addEventListener("pointermove", (event) => {
    if (event.pointerId !== pointer) return;
    step("move", event);
    if (holds(state)) view.setPointerCapture(event.pointerId);
  });
  for (const type of /** @type {const} */ (["pointerup", "pointercancel"])) {
    view.addEventListener(type, (event) => {
      if (event.pointerId !== pointer) return;
      pointer = null;
      finish();
    });
  }

  // At its top the text leaves a movement down to us; further down all scrolling is the browser's (detail.css).
  const mark = () => scroller.toggleAttribute("data-top", scroller.scrollTop <= 0);
  scroller.addEventListener("scroll", mark, { passive: true });
  mark();
}
