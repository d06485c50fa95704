// @ts-check
/** @file The first thing on the first screen: what this is, whether the motion is real, what to do next, how strong it is. */

import { isAtCards, LOW } from "./covered.js";
import { element } from "./element.js";
import { recall, remember } from "./memory.js";
import { isGranted, permissionButton } from "./permission.js";
import { welcomeText } from "./welcome-text.js";

/** Scrolled so far, the reader is at the cards, in px: the panel makes room for them. */
const READING = 160;

/** Where the inspector takes the panel's place, as in welcome.css. */
const NARROW = matchMedia("(max-width: 999px)");

export class Welcome {
  #pane;
  #button;
  #device;
  #motion = element("strong");
  #next = element("span");
  #name = recall("welcome") === "away" ? "away" : "first";
  /** Where a browser wants to be asked before it tells of its sensors. */
  #permission = element("div");
  #calm = false;
  /** Whether it was seen when the button was pressed. */
  #wasShown = false;
  /**
   * Takes away what is in the panel's place where the window is narrow, if anything is.
   * @type {(() => void) | null}
   */
  #uncover = null;
  /** @type {import("./types.js").News | null} */
  #news = null;

  /**
   * @param {HTMLElement} pane @param {HTMLButtonElement} button that shows it and puts it away
   * @param {import("./device.js").Device} device @param {HTMLElement} strength @param {() => void} onGranted sensors are allowed
   */
  constructor(pane, button, device, strength, onGranted) {
    this.#pane = pane;
    this.#button = button;
    this.#device = device;
    const close = element("button", { type: "button", className: "round-button", "aria-label": "Put this away" });
    close.addEventListener("click", () => this.#toggle(false));
    // A press brings the focus to the button, and with it back what keys had put aside: what was seen before it counts.
    button.addEventListener("pointerdown", () => { this.#wasShown = this.#isShown; });
    button.addEventListener("click", ({ detail }) => {
      if (this.#isCovered) this.#reveal();
      else this.#toggle(!(detail > 0 ? this.#wasShown : this.#isShown));
    });
    pane.append(device.element, element("div", { className: "welcome-words" },
      element("p", { className: "welcome-name" }, "tiltshadow"),
      element("p", {}, "The shadows of these cards move as a device is tilted."),
      element("p", { className: "welcome-motion" }, this.#motion, " ", this.#next), this.#permission), strength, close);
    isGranted().then((granted) => { if (!granted) this.#permission.append(...permissionButton(onGranted)); });
    for (const event of ["scroll", "hashchange"]) addEventListener(event, () => this.#settle(), { passive: true });
    // Who clicks without a press may have focused the button just before.
    addEventListener("focusin", ({ target }) => { target === button ? setTimeout(() => this.#settle()) : this.#settle(); });
    pane.addEventListener("focusout", () => {
      this.#settle();
      this.#write();
    });
    for (const query of [NARROW, LOW]) query.addEventListener("change", () => this.#settle());
    pane.hidden = false;
    this.#settle();
  }

  /** @param {import("./types.js").News} news */
  tell(news) {
    this.#news = news;
    this.#write();
  }

  /** @param {boolean} calm whether the shadow rests */
  rest(calm) {
    this.#calm = calm;
    this.#write();
  }

  /** @param {(() => void) | null} uncover takes away what is in the panel's place where the window is narrow; null where nothing is */
  cover(uncover) {
    this.#uncover = uncover;
    this.#settle();
  }

  get #isShown() { return !this.#pane.classList.contains("away"); }

  get #isCovered() { return this.#uncover !== null && NARROW.matches; }

  #reveal() {
    this.#uncover?.();
    this.#toggle(true);
    this.#button.focus({ preventScroll: true });
  }

  #toggle(/** @type {boolean} */ shown) {
    this.#name = shown ? "asked" : "away";
    remember("welcome", shown ? null : "away");
    if (!shown && this.#pane.contains(document.activeElement)) this.#button.focus({ preventScroll: true });
    this.#settle();
  }

  /** On the first screen until it is put away or keys have gone on to the cards; where it is asked for, everywhere. */
  #settle() {
    const isFirst = this.#name === "first" && location.hash !== "#profile" && scrollY < READING;
    const isWanted = this.#name === "asked" || isFirst || (this.#name === "first" && this.#pane.contains(document.activeElement));
    const isShown = isWanted && !this.#isCovered && !((LOW.matches || this.#name === "first") && isAtCards());
    this.#pane.classList.toggle("away", !isShown);
    this.#pane.classList.toggle("asked", this.#name === "asked");
    this.#button.setAttribute("aria-expanded", String(isShown));
    if (!isShown) this.#device.letGo();
  }

  #write() {
    if (!this.#news) return;
    const { motion, next, handle } = welcomeText(this.#news, this.#calm);
    if (this.#motion.textContent !== motion) this.#motion.textContent = motion;
    if (this.#next.textContent !== next) this.#next.textContent = next;
    this.#device.allow(handle);
    // The answer is read out while the focus is on the button.
    this.#permission.hidden = !handle && !this.#permission.contains(document.activeElement);
  }
}
