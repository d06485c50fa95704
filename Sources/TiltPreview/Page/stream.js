// @ts-check
/**
 * @file The event stream of the preview server: read by a worker where a page may share memory with one, by the page elsewhere.
 *
 * To the page each frame that comes is a task, whatever it does with it, and fifty of those a second are a fifth of what its
 * moving shadows cost. From memory it takes at each picture what has come.
 */

import { FrameRing } from "./frame-ring.js";
import { takeAtPicture } from "./pictures.js";

/** After so many pictures without a frame none is looked for any more, until the worker says that one has come. */
const IDLE = 20;

/** How long the worker may be silent at first: a server that hangs hands out no script; in ms. */
const PATIENCE = 15_000;

/**
 * @typedef {object} Reader
 * @property {AbortSignal} signal ends it
 * @property {(frame: Record<string, any>, arrived: number) => void} onFrame with when it came, in ms of performance.now()
 * @property {(message: any) => void} onMessage everything that is no frame
 * @property {(take: () => void) => void} onBegin is told what takes the frames that have come, and not only at the next picture
 */

/** Reads until `signal` comes, or nobody answers any more. @param {Reader} reader @returns {Promise<void>} @throws where it is lost */
export async function readStream(reader) {
  if (globalThis.crossOriginIsolated && (await readBeside(reader))) return;
  const { frames } = await import("./tiltshadow.mjs");
  const { signal, onMessage } = reader;
  const lines = /** @type {AsyncIterable<any>} */ (frames({ url: "/stream", signal, onMessage }));
  for await (const frame of lines) reader.onFrame(frame, performance.now());
}

/** @param {Reader} reader @returns {Promise<boolean>} whether there was a worker to read it */
function readBeside({ signal, onFrame, onMessage, onBegin }) {
  const ring = new FrameRing(), worker = new Worker(new URL("stream-worker.js", import.meta.url), { type: "module" });
  let heard = 0, idle = 0, isLooking = false, isOver = false, hasBegun = false;
  const take = () => {
    for (let next; !isOver && (next = ring.take(heard)); idle = 0) onFrame(next.frame, next.arrived);
  };
  const look = () => {
    isLooking = false;
    idle += 1;
    if (idle < IDLE || !ring.sleep()) lookAgain();
    take();
  };
  const lookAgain = () => {
    if (!isLooking && !isOver) takeAtPicture(look);
    isLooking = true;
  };
  return new Promise((resolve, reject) => {
    const end = (/** @type {() => void} */ how) => {
      isOver = true;
      clearTimeout(silence);
      signal.removeEventListener("abort", leave);
      worker.terminate();
      how();
    };
    const leave = () => end(() => resolve(true)), lose = () => end(() => reject(new Error("the stream is lost")));
    const silence = setTimeout(lose, PATIENCE);
    worker.onerror = () => (hasBegun ? lose() : end(() => resolve(false)));
    worker.onmessage = ({ data: { asks, message, isLost } }) => {
      if (isOver) return;
      hasBegun = true;
      clearTimeout(silence);
      if (asks) return worker.postMessage(performance.now());
      if (isLost) return lose();
      idle = 0;
      lookAgain();
      if (!message) return;
      take();
      heard += 1;
      onMessage(message);
    };
    signal.addEventListener("abort", leave);
    if (signal.aborted) return leave();
    onBegin(take);
    worker.postMessage(ring.memory);
  });
}
