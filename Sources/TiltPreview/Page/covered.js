// @ts-check
/** @file What is reached by keyboard is scrolled clear of what lies over the page from below. */

/** Room for what marks the focus, in px. */
const AIR = 12;

/** Where a panel leaves too little of a card that has the focus. */
export const LOW = matchMedia("(max-height: 420px)");

/** Whether keys have reached a card, or what is on it. */
export function isAtCards() {
  const host = document.activeElement, focus = host?.shadowRoot?.activeElement ?? host;
  return Boolean(host?.closest("main > *") && focus?.matches(":focus-visible"));
}

/**
 * Makes room before each key does its work for as much of the window as these cover: they come and go, and the bar takes one
 * line or two. What is scrolled is told itself: a variable for all to read would have every card's style computed anew.
 * @param {HTMLElement} today its end can be scrolled clear of them
 * @param {...HTMLElement} panels
 */
export function makeRoom(today, ...panels) {
  const root = document.documentElement;
  // The room below Today that today.css gives it, and that there is.
  let least = 0, room = 0;
  addEventListener("keydown", () => {
    const page = document.querySelector("main:not([hidden])");
    if (!page || getComputedStyle(page).visibility === "hidden") return;
    const { left, right } = page.getBoundingClientRect();
    const tops = panels.filter(isSeen).map((panel) => panel.getBoundingClientRect()).filter((box) => box.left < right && box.right > left).map(({ top }) => top);
    if (tops.length === 0) return;
    const covered = Math.ceil(root.clientHeight - Math.min(...tops)) + AIR;
    const profile = /** @type {HTMLElement | null} */ (document.querySelector(".profile-scroll"));
    for (const scrolled of [root, profile]) scrolled?.style.setProperty("scroll-padding-bottom", `${covered}px`);
    // What is scrolled to stays where it is: no room is taken back that the window still shows.
    least ||= parseFloat(getComputedStyle(today).paddingBottom);
    const kept = Math.max(room, least) - Math.floor(root.scrollHeight - root.clientHeight - scrollY);
    room = Math.max(least, covered, kept);
    today.style.paddingBottom = room > least ? `${room}px` : "";
  }, true);
}

/**
 * Whether there is more to see of it than of a live region that is out of sight, and it stays where the page is scrolled.
 * @param {HTMLElement} panel
 */
function isSeen(panel) {
  const makesRoom = panel.matches(".welcome:not(.asked)") || (LOW.matches && panel.matches(".toast"));
  return !makesRoom && panel.offsetHeight > 1 && getComputedStyle(panel).visibility === "visible";
}
