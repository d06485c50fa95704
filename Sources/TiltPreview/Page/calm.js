// @ts-check
/** @file Whether the shadow should rest: the pause switch on the page, and the system's wish for less motion, live. */

import { recall, remember } from "./memory.js";
import { note } from "./probe.js";

/**
 * @param {HTMLButtonElement} button the pause switch
 * @param {(calm: boolean) => void} onChange is called at once with what holds now
 */
export function watchCalm(button, onChange) {
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");
  // Who wants stillness wants it after a reload, too.
  let paused = recall("paused", "sessionStorage") !== null;

  const tell = () => {
    button.setAttribute("aria-pressed", String(paused || reduced.matches));
    button.setAttribute("aria-disabled", String(reduced.matches));
    button.title = reduced.matches
      ? "The system asks for less motion: the shadow rests"
      : paused ? "Let the shadow move" : "Pause the moving shadow";
    onChange(paused || reduced.matches);
  };
  button.addEventListener("click", () => {
    if (reduced.matches) return;
    paused = !paused;
    remember("paused", paused ? "yes" : null, "sessionStorage");
    note("tap", { what: "pause" });
    tell();
  });
  reduced.addEventListener("change", tell);
  tell();
}
