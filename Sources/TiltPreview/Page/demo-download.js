// @ts-check
/** @file A download that only pretends, in the pieces of AHDownloadButton's own demonstration; nobody waits longer than six seconds. */

/** How long it waits, until the first piece, and between pieces, in ms. */
const PENDING = 800;
const FIRST = 300;
const STEP = 54;
/** How much arrives at a time. */
const PIECE = 0.2 / 15;

/** Where it breaks off the first time, where the address asks for that: the next one arrives. */
const BREAK = 0.6;
/** Those that have broken off. @type {WeakSet<Element>} */
const broken = new WeakSet();

const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Runs until it is done, or until somebody else changes the button's state.
 * @param {import("./download-button.js").DownloadButton} button just set to pending
 */
export async function demoDownload(button) {
  const breaks = new URLSearchParams(location.search).get("download") === "fails" && !broken.has(button);
  if (breaks) broken.add(button);
  let ours = false;
  let over = false;
  const watch = () => (over ||= !ours);
  /** @param {import("./download.js").DownloadState} state */
  const become = (state) => {
    ours = true;
    button.state = state;
    ours = false;
  };
  button.addEventListener("statechange", watch);
  await pause(PENDING);
  if (!over) become("downloading");
  await pause(FIRST);
  while (!over && button.progress < 1) {
    button.progress += PIECE;
    await pause(STEP);
    if (breaks && !over && button.progress > BREAK) button.fail(`${button.getAttribute("name") ?? "The download"} broke off: try again`);
  }
  if (!over) become("downloaded");
  button.removeEventListener("statechange", watch);
}
