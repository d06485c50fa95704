// @ts-check
/** @file The browser's Back closes what is open, and goes no further. */

/**
 * Closes what is open.
 * @type {(() => void) | null}
 */
let onBack = null;
/** Steps back that were asked for here and have not come yet. */
let pending = 0;

/** Something is open that Back should close by `close`. */
export function enter(/** @type {() => void} */ close) {
  onBack = close;
  push();
}

/** It was closed otherwise. */
export function leave() {
  if (!onBack) return;
  onBack = null;
  if (!history.state?.open) return;
  pending += 1;
  history.back();
}

/** Forward, or a reload, led to the entry of something that is open no more: Back should not have to leave that first. */
function skip() {
  if (!onBack && history.state?.open) history.back();
}

function push() {
  if (!history.state?.open) history.pushState({ open: true }, "");
}

addEventListener("popstate", () => {
  if (pending > 0) {
    pending -= 1;
    // Opened again before the step back was done, which then took the new entry.
    if (onBack) push();
    return;
  }
  const close = onBack;
  onBack = null;
  close?.();
  skip();
});
skip();
