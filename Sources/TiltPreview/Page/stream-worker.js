// @ts-check
/** @file Reads the server's event stream for a page, beside it. */

import { FrameRing } from "./frame-ring.js";
import { frames } from "./tiltshadow.mjs";

/** How often the page is asked for its time: the quickest answer counts. */
const QUESTIONS = 3;

/** What the next message from the page is. @returns {Promise<any>} */
const heard = () => new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data), { once: true }));

/** What the page's performance.now() is ahead of ours by, in ms; both tell when they began by a clock that is set meanwhile. */
async function clockOfPage() {
  let ahead = 0, shortest = Infinity;
  for (let count = 0; count < QUESTIONS; count += 1) {
    const asked = performance.now();
    postMessage({ asks: true });
    const now = await heard(), way = performance.now() - asked;
    if (way < shortest) [ahead, shortest] = [now - asked - way / 2, way];
  }
  return ahead;
}

const ring = new FrameRing(await heard());
const ahead = await clockOfPage();
/** How much the page has been told of all that is no frame. */
let told = 0;
try {
  const onMessage = (/** @type {object} */ message) => {
    told += 1;
    postMessage({ message });
  };
  for await (const frame of frames({ url: "/stream", onMessage })) {
    if (ring.put(frame, performance.now() + ahead, told)) postMessage({});
  }
} catch {
  postMessage({ isLost: true });
}
