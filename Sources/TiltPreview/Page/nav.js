// @ts-check
/** @file The two views, Today and Profile, by the address's fragment. */

/**
 * Where each view was scrolled to, in px.
 * @type {Record<string, number>}
 */
const places = {};

let shown = "";

/**
 * Shows the view the address names, and follows it.
 * @param {(main: HTMLElement) => void | Promise<void>} makeProfile fills the profile; called once, when first wanted
 */
export function startNavigation(makeProfile) {
  const views = [...document.querySelectorAll("main")];
  const links = [...document.querySelectorAll("nav.tabs a")];
  let made = false;

  const show = async (/** @type {boolean} */ first) => {
    const wanted = views.find((view) => `#${view.id}` === location.hash) ?? views[0];
    if (wanted.id === shown) return;
    if (shown) places[shown] = scrollY;
    shown = wanted.id;
    for (const view of views) view.hidden = view !== wanted;
    for (const link of links) {
      if (link.getAttribute("href") === `#${wanted.id}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    document.title = `${wanted.id === "profile" ? "Profile" : "Today"} – tiltshadow`;
    if (wanted.id === "profile" && !made) {
      made = true;
      await Promise.resolve(makeProfile(wanted)).catch(() => { made = false; });
    }
    // Who went on before it had come is elsewhere now.
    if (first || shown !== wanted.id) return;
    wanted.focus({ preventScroll: true });
    scrollTo(0, places[wanted.id] ?? 0);
  };
  history.scrollRestoration = "manual";
  addEventListener("hashchange", () => show(false));
  show(true);
}
