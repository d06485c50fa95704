// @ts-check
/**
 * @file The download button's states and when its drawing passes from one to the next. Pure: time is an argument.
 *
 * The state changes at once; the drawing follows in a queue, one segment after the other. Six ways are drawn, each in
 * 0.1 s; every other change is instant. Before a finished download shows OPEN, its ring is given 0.3 s to fill.
 */

/** @typedef {"startDownload" | "pending" | "downloading" | "downloaded"} DownloadState */

/** Length of a drawn transition, in s. */
export const TRANSITION = 0.1;
/** Time the ring takes to the newest progress, in s. */
export const FILL = 0.3;

/**
 * How each drawn way looks.
 * @type {Record<string, "collapse" | "expand" | "crossfade">}
 */
const drawn = {
  "startDownload pending": "collapse",
  "startDownload downloading": "collapse",
  "pending startDownload": "expand",
  "pending downloading": "crossfade",
  "downloading startDownload": "expand",
  "downloading downloaded": "expand",
};

/**
 * @typedef {object} Segment
 * @property {DownloadState} from
 * @property {DownloadState} to
 * @property {number} begin in s
 * @property {number} end in s
 * @property {boolean} animated
 * @property {"collapse" | "expand" | "crossfade" | null} way how it is drawn; null at once
 *
 * @typedef {object} Download
 * @property {DownloadState} state what holds now, whatever is drawn
 * @property {number} progress 0…1; it belongs to the download, so no change of state touches it
 * @property {number} busyUntil when the drawing will be done, in s
 * @property {Segment | null} segment the one the last change added
 */

/** @type {Download} */
export const WAITING = { state: "startDownload", progress: 0, busyUntil: 0, segment: null };

/**
 * The next state always holds at once, the same one, too; `segment` says when it is drawn.
 * @param {Download} download
 * @param {{type: "state", to: DownloadState} | {type: "progress", to: number} | {type: "jump"}} event
 *   jump: the drawing is skipped (the page was hidden)
 * @param {number} now in s
 * @returns {Download}
 */
export function downloadStep(download, event, now) {
  if (event.type === "jump") return { ...download, busyUntil: now, segment: null };
  if (event.type === "progress") return { ...download, progress: Math.min(1, Math.max(0, event.to || 0)), segment: null };
  const { state: from, progress } = download;
  const { to } = event;
  const way = drawn[`${from} ${to}`] ?? null;
  const fill = from === "downloading" && to === "downloaded" && progress === 1 ? FILL : 0;
  const begin = Math.max(now, download.busyUntil) + fill;
  const end = begin + (way ? TRANSITION : 0);
  return { ...download, state: to, busyUntil: end, segment: { from, to, begin, end, animated: way !== null, way } };
}

/**
 * What a tap asks for; null while it waits, for the second tap of a double click is no wish to stop.
 * @type {Record<DownloadState, "start" | "stop" | "open" | null>}
 */
export const taps = { startDownload: "start", pending: null, downloading: "stop", downloaded: "open" };
