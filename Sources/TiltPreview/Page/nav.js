// @ts-check
/** @file The two views, Today and Profile, by the address's fragment. */

import { element } from "./element.js";
import { recall, remember } from "./memory.js";

/**
 * Where each view was scrolled to, in px; where the page is loaded again or come back to, before that.
 * @type {Record<string, number>}
 */
const places = {};

let shown = "";

/**
 * Shows the view the address names, and follows it.
 * @param {(main: HTMLElement) => Promise<void>} makeProfile fills the profile; called when it is wanted, until it succeeds
 */
export function startNavigation(makeProfile) {
  const views = [...document.querySelectorAll("main")];
  const links = [...document.querySelectorAll("nav.tabs a")];
  /** @type {Promise<void> | null} */
  let making = null;

  const make = (/** @type {HTMLElement} */ profile) => making ??= makeProfile(profile).catch(() => {
    making = null;
    profile.replaceChildren(element("p", { className: "missing", role: "alert" }, "The profile is not here: the preview server does not answer."));
  });

  const show = async (/** @type {boolean} */ first) => {
    const wanted = views.find((view) => `#${view.id}` === location.hash) ?? views[0];
    if (wanted.id !== shown) turn(wanted);
    else if (wanted.id !== "profile" || making) return;
    if (wanted.id === "profile") await make(wanted);
    // Who went on before it had come is elsewhere now.
    if (shown !== wanted.id) return;
    if (!first) wanted.focus({ preventScroll: true });
    if (!first || places[wanted.id]) scrollTo(0, places[wanted.id] ?? 0);
  };

  function turn(/** @type {HTMLElement} */ wanted) {
    if (shown) places[shown] = scrollY;
    shown = wanted.id;
    for (const view of views) view.hidden = view !== wanted;
    for (const link of links) {
      if (link.getAttribute("href") === `#${wanted.id}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    document.title = `${wanted.id === "profile" ? "Profile" : "Today"} – tiltshadow`;
  }

  if (wasHere()) for (const { id } of views) places[id] = Number(recall(`place.${id}`, "sessionStorage")) || 0;
  history.scrollRestoration = "manual";
  // The first is all that comes of a tab that the browser ends in the background.
  for (const name of ["visibilitychange", "pagehide"]) {
    addEventListener(name, () => {
      places[shown] = scrollY;
      for (const [id, place] of Object.entries(places)) remember(`place.${id}`, String(place), "sessionStorage");
    });
  }
  addEventListener("hashchange", () => show(false));
  // The tab of the view that is shown: what is missing there is tried once more.
  for (const link of links) link.addEventListener("click", () => { if (/** @type {HTMLAnchorElement} */ (link).hash === location.hash) show(false); });
  show(true);
}

/** Whether this page was here before: reloaded, or come back to. */
function wasHere() {
  const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return navigation?.type === "reload" || navigation?.type === "back_forward";
}
