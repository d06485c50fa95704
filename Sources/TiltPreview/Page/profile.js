// @ts-check
/** @file The Profile view: a header that collapses on the way down and grows on the way up. */

import { element } from "./element.js";
import { headerTransform } from "./header.js";
import { person, posts } from "./profile-posts.js";
import { attachPull } from "./pull.js";
import { reducedMotion } from "./reduced-motion.js";
import { stylesheet } from "./stylesheet.js";

/**
 * @param {string} className
 * @param {string} src
 */
const picture = (className, src) => element("img", { className, src, alt: "", draggable: false });

/**
 * Builds the view into `main`, in place of what is there.
 * @param {HTMLElement} main
 */
export async function showProfile(main) {
  await stylesheet("profile.css");
  const blurred = picture("profile-blurred", "profile-header.svg");
  const label = element("span", { className: "profile-label" }, person.name);
  const header = element("div", { className: "profile-header", "aria-hidden": true }, picture("profile-picture", "profile-header.svg"), blurred, label);
  const avatar = picture("profile-avatar", "avatar.svg");
  const { tabs, panel } = tabbed();
  const content = element("div", { className: "profile-content" }, about(avatar), tabs, panel);
  const scroller = element("div", { className: "profile-scroll", tabIndex: -1, role: "region", "aria-label": person.name }, header, content);
  main.replaceChildren(element("div", { className: "profile" }, scroller));

  let pulled = 0;
  let scheduled = false;
  const schedule = () => {
    if (!scheduled) requestAnimationFrame(draw);
    scheduled = true;
  };

  function draw() {
    scheduled = false;
    const at = headerTransform(pulled > 0 ? -pulled : scroller.scrollTop, { reduced: reducedMotion() });
    // `position: sticky` moves the header up to its stop, in step with the scrolling; the rest follows here.
    header.style.scale = at.scale === 1 ? "" : String(at.scale);
    header.style.zIndex = at.headerInFront ? "2" : "0";
    label.style.translate = `0 ${at.labelY}px`;
    blurred.style.opacity = String(at.blur);
    avatar.style.scale = at.avatar === 1 ? "" : String(at.avatar);
    content.style.translate = pulled > 0 ? `0 ${pulled}px` : "";
    scroller.toggleAttribute("data-top", scroller.scrollTop <= 0);
  }

  scroller.addEventListener("scroll", schedule, { passive: true });
  attachPull(scroller, {
    allowed: () => !reducedMotion(),
    onPull(px) {
      pulled = px;
      schedule();
    },
  });
  // What the browser or the navigation gives the focus to is what keys should scroll.
  // Who has not pressed a key yet sees no ring: after a load every focus counts as one by keys.
  const focus = () => scroller.focus({ preventScroll: true });
  scroller.setAttribute("data-loaded", "");
  addEventListener("keydown", () => scroller.removeAttribute("data-loaded"), { once: true, capture: true });
  main.addEventListener("focus", focus);
  // The wheel beside the column scrolls it, too.
  main.addEventListener("wheel", ({ target, deltaY, deltaMode, ctrlKey }) => {
    if (ctrlKey || scroller.contains(/** @type {Node} */ (target))) return;
    scroller.scrollBy(0, deltaY * [1, 20, scroller.clientHeight][deltaMode]);
  }, { passive: true });
  if (document.activeElement === document.body || document.activeElement === main) focus();
  draw();
}

/** @param {HTMLElement} avatar */
function about(avatar) {
  const follow = element("button", { className: "profile-follow", type: "button", "aria-pressed": false }, "Follow");
  follow.addEventListener("click", () => {
    const following = follow.getAttribute("aria-pressed") !== "true";
    follow.setAttribute("aria-pressed", String(following));
    follow.textContent = following ? "Following" : "Follow";
  });
  const facts = element("ul", { className: "profile-facts" }, ...person.facts.map((fact) => element("li", {}, fact)));
  const words = [element("h1", { className: "profile-name" }, person.name), element("p", { className: "profile-handle" }, person.handle),
    element("p", { className: "profile-bio" }, person.bio)];
  return element("section", { className: "profile-about" }, avatar, follow, ...words, facts);
}

/** Tabs that stay below the collapsed header. */
function tabbed() {
  const panel = element("div", { className: "profile-posts", role: "tabpanel", id: "profile-posts", tabIndex: 0 });
  const buttons = Object.keys(posts).map((name) =>
    element("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": panel.id, onclick: () => choose(name) }, name));
  const tabs = element("div", { className: "profile-tabs", role: "tablist" }, ...buttons);
  tabs.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = buttons[(buttons.findIndex((button) => button === document.activeElement) + step + buttons.length) % buttons.length];
    next.focus();
    next.click();
  });

  /** @param {string} name */
  function choose(name) {
    for (const button of buttons) {
      const chosen = button.textContent === name;
      button.setAttribute("aria-selected", String(chosen));
      button.tabIndex = chosen ? 0 : -1;
    }
    panel.setAttribute("aria-labelledby", `tab-${name}`);
    panel.replaceChildren(...posts[name].map(([when, text]) => post(when, text)));
    // A shorter list may not let the page stay where it was; the tabs do stay in sight.
    const scroller = panel.closest(".profile-scroll");
    if (scroller && panel.offsetTop - scroller.scrollTop < 67) scroller.scrollTop = panel.offsetTop - 67 - tabs.offsetHeight;
  }

  choose(Object.keys(posts)[0]);
  return { tabs, panel };
}

/**
 * @param {string} when
 * @param {string} text
 */
function post(when, text) {
  const line = element("p", { className: "post-line" }, element("b", {}, person.name), ` ${person.handle} · ${when}`);
  return element("article", { className: "post" }, picture("post-avatar", "avatar.svg"), line, element("p", { className: "post-text" }, text));
}
