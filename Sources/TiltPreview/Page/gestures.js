// @ts-check
/** @file A finger, the mouse or a pen on the detail view, told to the reducer of dismiss.js. Loaded with the first story. */

import { dismissal, IDLE } from "./dismiss.js";
import { followOne } from "./one-finger.js";

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
 * @param {(state: Dismissal) => void} to.onChange after each movement, and at the end; not after the view has been closed
 * @returns {() => void} to be called when the view is closed: what holds it, or rests on it, is done with it
 */
export function attachGestures(view, scroller, { mayBegin, onChange }) {
  let state = IDLE;

  /**
   * @param {"begin" | "move"} type
   * @param {import("./one-finger.js").Point} point
   */
  function step(type, { clientX: x, clientY: y }) {
    const { scrollTop } = scroller;
    const { clientWidth: width, clientHeight: height } = view;
    state = dismissal(state, { type, x, y, scrollTop, width, height });
    if (state.phase === "watching" || state.phase === "idle") return;
    if (state.scrollBy > 0) scroller.scrollTop = state.scrollBy;
    else if (state.phase === "scroll" && state.progress > 0) scroller.scrollTop = 0;
    tell();
  }

  /** A finger that has closed the view, or was there when it was closed, may rest until the next story is open, which is not its own. */
  function tell() {
    if (state.phase !== "done" || state.effect) onChange(state);
  }

  followOne(view, {
    mayBegin,
    // The text is there to be selected, buttons to be clicked.
    leave: "button, a, download-button, .detail-body",
    begin: (point) => step("begin", point),
    move(point) {
      step("move", point);
      return holds(state);
    },
    end() {
      const held = holds(state);
      state = dismissal(state, { type: "end" });
      if (held) tell();
    },
  });

  // At its top the text leaves a movement down to us; further down all scrolling is the browser's (detail.css).
  const mark = () => scroller.toggleAttribute("data-top", scroller.scrollTop <= 0);
  scroller.addEventListener("scroll", mark, { passive: true });
  mark();
  return () => { state = { ...state, phase: "done", effect: null }; };
}
