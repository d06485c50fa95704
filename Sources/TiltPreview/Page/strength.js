// @ts-check
/** @file How far the shadows move, by names: chosen here, sent as gain and limit, remembered. */

import { element } from "./element.js";
import { recall, remember } from "./memory.js";

/** Gain in px per radian, limit in px. The first is what a daemon does of itself. */
const STRENGTHS = /** @type {const} */ ({
  subtle: { gain: 10, limit: 16 },
  lively: { gain: 25, limit: 32 },
  bold: { gain: 60, limit: 48 },
});

/** @typedef {keyof typeof STRENGTHS} Name */

/** @param {unknown} name @returns {name is Name} */
const isName = (name) => typeof name === "string" && Object.hasOwn(STRENGTHS, name);

export class Strength {
  element;
  /** @type {Name | null} null leaves it to the daemon */
  #chosen = null;
  #isSimulated = false;
  /** @type {Map<string, HTMLInputElement>} */
  #fields = new Map();
  #meaning = element("span", { className: "meaning" });
  /**
   * What is in force; null what nobody has told yet.
   * @type {{gain: number | null, limit: number | null}}
   */
  #inForce = { gain: null, limit: null };

  /** @param {string | null} asked in the address @param {() => void} onChange a person's choice */
  constructor(asked, onChange) {
    const remembered = recall("strength");
    if (isName(asked)) this.#chosen = asked;
    else if (isName(remembered)) this.#chosen = remembered;
    const labels = Object.keys(STRENGTHS).map((name) => {
      const field = element("input", { type: "radio", name: "strength", value: name });
      field.addEventListener("change", () => {
        this.#chosen = /** @type {Name} */ (name);
        remember("strength", name);
        this.tell(STRENGTHS[this.#chosen]);
        onChange();
      });
      this.#fields.set(name, field);
      return element("label", {}, field, name[0].toUpperCase() + name.slice(1));
    });
    this.element = element("fieldset", { className: "strength" },
      element("legend", {}, "Strength of the shadows"), element("span", { className: "choices" }, ...labels), this.#meaning);
    this.tell(this.#chosen ? STRENGTHS[this.#chosen] : {});
  }

  /** What is simulated is there to be seen: without a choice it is lively, for as long as it is that which is shown. */
  begin(/** @type {string} */ origin) {
    this.#isSimulated = origin === "demo";
  }

  /** What the daemon is asked for, in names and units of the protocol. */
  options() {
    const name = this.#chosen ?? (this.#isSimulated ? "lively" : null);
    return name ? { ...STRENGTHS[name] } : {};
  }

  /** Shows what is in force, which has no name where somebody chose numbers; what is not said stays as it was. */
  tell(/** @type {{gain?: number | null, limit?: number | null}} */ { gain = this.#inForce.gain, limit = this.#inForce.limit }) {
    this.#inForce = { gain, limit };
    for (const [name, field] of this.#fields) {
      const of = STRENGTHS[/** @type {Name} */ (name)];
      field.checked = of.gain === gain && of.limit === limit;
    }
    const way = gain === null || limit === null ? "–" : Math.min((gain * Math.PI) / 18, limit).toFixed(1);
    this.#meaning.textContent = `Ten degrees of tilt move a shadow by ${way}\u00a0px.`;
    // A low window has no room for it.
    this.element.title = this.#meaning.textContent;
  }
}
