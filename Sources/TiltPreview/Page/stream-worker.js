// @ts-check
/** @file Reads the server's event stream for a page, beside it. */

import { FrameRing } from "./frame-ring.js";
import { frames } from "./tiltshadow.mjs";

/** What the page is told apart from frames: what the protocol and the server say, that there are frames again, and the end. */
let told = 0;

addEventListener("message", async ({ data: memory }) => {
  const ring = new FrameRing(memory);
  const tell = (/** @type {object} */ message) => {
    told += 1;
    postMessage({ message });
  };
  try {
    for await (const frame of frames({ url: "/stream", onMessage: tell })) {
      if (ring.put(frame, performance.timeOrigin + performance.now(), told)) postMessage({});
    }
  } catch {
    postMessage({ isLost: true });
  }
}, { once: true });
