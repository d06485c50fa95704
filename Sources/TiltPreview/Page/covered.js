// @ts-check
/** @file What is reached by keyboard is scrolled clear of what lies over the page from below. */

/** Room for what marks the focus, in px. */
const AIR = 12;

/** What leaves less of the window above it stands beside the page, in px. */
const LEAST = 40;

/**
 * Tells the style sheets before each key does its work how much of the window these cover: they come and go, and the bar
 * takes one line or two.
 * @param {...HTMLElement} panels
 */
export function measureCovered(...panels) {
  const root = document.documentElement;
  addEventListener("keydown", () => {
    const tops = panels.filter(isSeen).map((panel) => panel.getBoundingClientRect().top).filter((top) => top >= LEAST);
    if (tops.length > 0) root.style.setProperty("--covered", `${Math.ceil(root.clientHeight - Math.min(...tops)) + AIR}px`);
  }, true);
}

/**
 * Whether there is more to see of it than of a live region that is out of sight, and it stays where the page is scrolled.
 * @param {HTMLElement} panel
 */
function isSeen(panel) {
  return panel.offsetHeight > 1 && getComputedStyle(panel).visibility === "visible" && !panel.matches(".welcome:not(.asked)");
}
