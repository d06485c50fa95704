// @ts-check
/** @file What a test may look at: `window.__preview`, there only with `?probe=1`. */

/**
 * @typedef {object} Preview
 * @property {{seq: number, x: number, y: number} | null} lastFrame the frame applied last; x, y in px
 * @property {number} received frames that arrived from the source in use
 * @property {number} applied frames that reached the style sheet
 * @property {string} source daemon, sensor, orientation, pointer or none
 * @property {object[]} log what `note` was told
 */

/** @type {Preview} */
export const preview = { lastFrame: null, received: 0, applied: 0, source: "none", log: [] };

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
