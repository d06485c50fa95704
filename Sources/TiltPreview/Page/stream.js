// @ts-check
/**
 * @file The event stream of the preview server: read by a worker where a page may share memory with one, by the page elsewhere.
 *
 * To the page each frame that comes is a task, whatever it does with it, and fifty of those a second are a fifth of what its
 * moving shadows cost. From memory it takes at each picture what has come.
 */

import { FrameRing } from "./frame-ring.js";

/** After so many pictures without a frame none is looked for any more, until the worker says that one has come. */
const PATIENCE = 20;

/**
 * @typedef {object} Reader
 * @property {AbortSignal} signal ends it
 * @property {(frame: Record<string, any>, arrived: number) => void} onFrame with when it came, in ms of performance.now()
 * @property {(message: any) => void} onMessage everything that is no frame
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
function readBeside({ signal, onFrame, onMessage }) {
  const ring = new FrameRing(), worker = new Worker(new URL("stream-worker.js", import.meta.url), { type: "module" });
  let heard = 0, looking = 0, idle = 0;
  const take = () => {
    for (let next; (next = ring.take(heard)) && !signal.aborted; idle = 0) onFrame(next.frame, next.arrived - performance.timeOrigin);
  };
  const look = () => {
    looking = 0;
    idle += 1;
    take();
    if (idle < PATIENCE || !ring.sleep()) begin();
  };
  const begin = () => { if (!looking && !signal.aborted) looking = requestAnimationFrame(look); };
  return new Promise((resolve, reject) => {
    const end = () => {
      worker.terminate();
      cancelAnimationFrame(looking);
      resolve(true);
    };
    if (signal.aborted) return end();
    signal.addEventListener("abort", end);
    worker.onerror = () => {
      worker.terminate();
      resolve(heard > 0);
    };
    worker.onmessage = ({ data: { message, isLost } }) => {
      if (signal.aborted) return;
      if (isLost) {
        worker.terminate();
        return reject(new Error("the stream is lost"));
      }
      idle = 0;
      if (message) {
        take();
        heard += 1;
        onMessage(message);
      }
      begin();
    };
    worker.postMessage(ring.memory);
  });
}
