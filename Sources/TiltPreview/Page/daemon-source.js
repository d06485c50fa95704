// @ts-check
/** @file The daemon's frames, through the preview server's event stream. */

import { frames } from "./tiltshadow.mjs";

/** @param {{onFrame: (frame: import("./feed.js").Frame) => void, onWaiting: () => void}} to */
export async function startDaemonSource({ onFrame, onWaiting }) {
  for await (const { seq, x, y, state, pitch_rad: pitch, roll_rad: roll, up, dropped } of frames({ url: "/stream" })) {
    onFrame({ seq, x, y, state, pitch, roll, up: /** @type {any} */ (up), dropped });
  }
  onWaiting();
}
