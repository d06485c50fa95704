// @ts-check
/** @file What a test may look at: `window.__preview`, there only with `?probe=1`. */

/** @type {import("./types.js").Preview} */
export const preview = { lastFrame: null, clock: NaN, received: 0, applied: 0, source: "none", isWhole: false, log: [] };

let watched = false;

/** Hands `preview` to tests where the address asks for it. */
export function openProbe() {
  watched = true;
  Object.assign(window, { __preview: preview });
}

/**
 * Writes one event of an interaction into the log; costs nothing without the probe.
 * @param {string} event press, release, open, close, closed, gesture, statechange or tap
 * @param {object} [detail] what belongs to it, such as { kind, progress }
 */
export function note(event, detail) {
  if (watched) preview.log.push({ event, at: performance.now(), ...detail });
}
