// @ts-check
/**
 * @file The rubber band above a scroller's top. Browsers stop at 0; a pull is made of fingers, mouse or wheel, at half
 * their way, and springs back.
 */

import { followOne } from "./one-finger.js";
import { spring } from "./spring.js";

/** Share of the finger's way that the page follows. */
const RUBBER = 0.5;
/** The furthest, in px: the header is three times its size there. */
const FURTHEST = 214;
/** A wheel that has been silent so long has let go, in ms. */
const WHEEL_REST = 110;
/** The furthest with a wheel, in px: its momentum would go to any length. */
const WHEEL_FURTHEST = 107;

const back = spring({ duration: 0.5, dampingRatio: 1 });

/**
 * @param {HTMLElement} scroller
 * @param {object} to
 * @param {() => boolean} to.allowed
 * @param {(pulled: number) => void} to.onPull px below the top, 0 at rest
 */
export function attachPull(scroller, { allowed, onPull }) {
  let pulled = 0;
  let frame = 0;
  /**
   * Where the finger would have come down had it pulled from rest; null while the page scrolls.
   * @type {number | null}
   */
  let origin = null;
  const set = (/** @type {number} */ px) => onPull((pulled = px));

  function hold() {
    cancelAnimationFrame(frame);
    frame = 0;
  }

  function letGo() {
    origin = null;
    if (pulled === 0 || frame) return;
    const from = pulled;
    /** @type {number | undefined} */
    let since;
    const step = (/** @type {number} */ now) => {
      since ??= now;
      const seconds = (now - since) / 1000;
      const over = seconds >= back.duration;
      set(over ? 0 : from * (1 - back.progress(seconds)));
      frame = over ? 0 : requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
  }

  /**
   * @param {number} y px
   * @returns {boolean} whether it pulls
   */
  function drag(y) {
    if (scroller.scrollTop > 0 && pulled === 0) {
      origin = null;
      return false;
    }
    origin ??= y;
    const way = Math.min(FURTHEST, Math.max(0, (y - origin) * RUBBER));
    if (way === 0 && pulled === 0) {
      // Up from the top is scrolling; the pull begins at the highest point of the finger.
      origin = y;
      return false;
    }
    set(way);
    return true;
  }

  followOne(scroller, {
    mayBegin: allowed,
    leave: "button, a, p, h1, [role=tabpanel]",
    begin({ clientY }) {
      hold();
      origin = scroller.scrollTop <= 0 ? clientY - pulled / RUBBER : null;
    },
    move: ({ clientY }) => drag(clientY),
    end: letGo,
  });

  let silence = 0;
  scroller.addEventListener("wheel", (event) => {
    if (event.ctrlKey || scroller.scrollTop > 0 || !allowed() || (event.deltaY >= 0 && pulled === 0)) return;
    event.preventDefault();
    hold();
    // The further it is, the harder it goes: a wheel has no finger that would stop.
    const px = -event.deltaY * RUBBER * (1 - pulled / (WHEEL_FURTHEST + 1));
    set(Math.min(WHEEL_FURTHEST, Math.max(0, pulled + px)));
    clearTimeout(silence);
    silence = window.setTimeout(letGo, WHEEL_REST);
  }, { passive: false });
}
