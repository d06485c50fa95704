// @ts-check
/** @file Where frames come from: one source at a time, the best that answers. */

import { startDaemonSource } from "./daemon-source.js";
import { preview } from "./probe.js";

/**
 * @typedef {object} Frame
 * @property {number} seq
 * @property {number} x in px, to the right
 * @property {number} y in px, down the screen
 * @property {string} state tracking, stale or none
 * @property {number} [pitch] in radians
 * @property {number} [roll] in radians
 * @property {[number, number, number]} [up]
 * @property {number} [dropped] frames missed just before this one
 */

/**
 * @param {object} to
 * @param {(frame: Frame) => void} to.onFrame
 * @param {() => void} to.onRest no source knows the tilt
 */
export function startFeed({ onFrame, onRest }) {
  startDaemonSource({
    onFrame(frame) {
      preview.source = "daemon";
      preview.received += 1;
      onFrame(frame);
    },
    onWaiting: onRest,
  });
}
