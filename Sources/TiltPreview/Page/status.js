// @ts-check
/** @file The status line above the bar: read out when it changes, in an open story, too; seen when something is wrong. */

import { isAtCards, LOW } from "./covered.js";
import { element } from "./element.js";
import { statusText } from "./status-text.js";

export class StatusLine {
  #toast;
  #line;
  #headline = element("strong");
  #hint = element("span");
  #dot;
  /** What it told when it was put away, without what is followed instead: that may change. */
  #dismissed = "?";

  /** @param {HTMLElement} toast around the line @param {HTMLElement} dot on the inspector's button */
  constructor(toast, dot) {
    this.#toast = toast;
    this.#dot = dot;
    this.#line = /** @type {HTMLElement} */ (toast.querySelector("[role=status]"));
    this.#line.append(this.#headline, " ", this.#hint);
    toast.querySelector("button")?.addEventListener("click", () => {
      this.#dismissed = this.#headline.innerText.split(/[,:]/)[0];
      this.#toast.classList.add("quiet");
      dot.focus();
    });
    // Where it would leave too little of a card that keys have reached, it waits until they have gone on.
    const makeRoom = () => { toast.classList.toggle("aside", LOW.matches && isAtCards()); };
    for (const event of ["focusin", "focusout"]) addEventListener(event, makeRoom);
    LOW.addEventListener("change", makeRoom);
  }

  /** @param {import("./types.js").News} news */
  tell(news) {
    const { well, headline, hint } = statusText(news);
    // A story that is open keeps from readers what is outside it.
    const told = document.querySelector("dialog[open] [role=status]");
    if (told && this.#headline.textContent !== headline) told.textContent = `${headline} ${hint}`.trim();
    // Text that stays is not written again: a live region would be read out again.
    if (this.#headline.textContent !== headline) this.#headline.textContent = headline;
    if (this.#hint.textContent !== hint) this.#hint.textContent = hint;
    const isQuiet = well || headline.startsWith(this.#dismissed);
    if (isQuiet && this.#toast.contains(document.activeElement)) this.#dot.focus({ preventScroll: true });
    this.#toast.classList.toggle("quiet", isQuiet);
    this.#dot.dataset.health = well ? (news.source === "none" ? "idle" : "live") : "trouble";
  }
}
