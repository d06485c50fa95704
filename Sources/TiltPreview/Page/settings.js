// @ts-check
/** @file The panel that changes what the shadow is made of: sent to the daemon, and again after each of its hellos. */

import { element } from "./element.js";
// Not used here: a reference that is chosen here needs it, maybe after the server has gone.
import "./neutral-pose.js";

/** Numbers: name in the protocol, label, unit, the range that pages may ask for (PageRules.swift) and its step. */
const NUMBERS = /** @type {const} */ ([
  ["gain", "Gain", "px/rad", 0, 60, 1, 10],
  ["limit", "Limit", "px", 0, 48, 1, 16],
  ["lookahead_ms", "Lookahead", "ms", 0, 100, 1, 0],
  ["rate_hz", "Rate", "Hz", 1, 200, 1, 50],
]);

const CHOICES = /** @type {const} */ ([
  ["mapping", "Mapping", [["tilt", "Tilt"], ["projection", "Projection"], ["euler", "The usual formula"]]],
  ["reference", "At rest", [["absolute", "Lying flat"], ["relative", "As held lately"], ["startup", "As at the start"]]],
]);

/** Waits for the hand to settle; the protocol allows 50 requests a second. In ms. */
const SETTLE = 90;

export class SettingsPanel {
  element;
  /**
   * What the user chose, and the daemon has not refused.
   * @type {Record<string, unknown>}
   */
  chosen = {};

  /** @type {Map<string, (HTMLInputElement | HTMLSelectElement)[]>} */
  #fields = new Map();
  /**
   * What each number is now, or will be with the next connection.
   * @type {Record<string, unknown>}
   */
  #inForce = Object.fromEntries(NUMBERS.map((row) => [row[0], row[6]]));
  /** The numbers that were refused as they stand there: they are to be put right by who gave them. */
  #refused = /** @type {Set<string>} */ (new Set());
  #error = element("p", { className: "setting-error", id: "setting-error", role: "alert" });
  #send;
  #timer = 0;
  /** @type {Record<string, unknown>} */
  #unsent = {};

  /**
   * @param {(options: Record<string, unknown>) => Promise<import("./daemon-source.js").Line | null>} send
   * @param {() => Promise<import("./daemon-source.js").Line | null>} recentre
   */
  constructor(send, recentre) {
    this.#send = send;
    const button = element("button", { type: "button", className: "quiet-button" }, "Recentre");
    button.addEventListener("click", async () => this.#judge(await recentre()));
    this.element = element("form", { className: "settings" },
      ...NUMBERS.map((row) => this.#number(row)), ...CHOICES.map((row) => this.#choice(row)), this.#error, button);
    this.element.addEventListener("submit", (event) => event.preventDefault());
  }

  /**
   * Shows the options in force, as an `ok` line or a default tells them.
   * @param {Record<string, any>} options
   */
  show(options) {
    for (const [name, fields] of this.#fields) {
      if (!(name in options)) continue;
      this.#inForce[name] = options[name];
      for (const field of fields) {
        if (this.#refused.has(name) && field.type === "number") continue;
        if (field !== document.activeElement || field.type === "range") field.value = String(options[name]);
        field.removeAttribute("aria-invalid");
      }
    }
  }

  /**
   * Sends everything chosen so far: a new connection knows nothing of it. One by one where the whole is refused.
   * @param {Record<string, unknown>} besides
   */
  async resend(besides) {
    const line = await this.#send({ ...besides, ...this.chosen });
    if (!line) this.show({ ...besides, ...this.chosen });
    if (!refuses(line)) return this.#judge(line, Object.keys(this.chosen));
    if (Object.keys(besides).length) await this.#send(besides);
    for (const [name, value] of Object.entries(this.chosen)) {
      delete this.chosen[name];
      await this.#offer({ [name]: value });
    }
  }

  /** Lets go of what was chosen here: it has been chosen elsewhere. */
  yield(/** @type {string[]} */ names) {
    for (const name of names) {
      delete this.chosen[name];
      this.#refused.delete(name);
    }
  }

  /** @param {typeof NUMBERS[number]} row */
  #number([name, label, unit, min, max, step, value]) {
    const id = `set-${name}`;
    const slider = element("input", { type: "range", min, max, step, value, "aria-label": `${label} in ${unit}` });
    const field = element("input", { type: "number", id, step: "any", value, "aria-describedby": `${id}-unit`, "aria-errormessage": this.#error.id });
    for (const [input, other] of [[slider, field], [field, slider]]) {
      input.addEventListener("input", () => {
        if (input.value === "") return;
        other.value = input.value;
        this.#change(name, Number(input.value));
      });
    }
    field.addEventListener("blur", () => {
      if (field.value !== "") return;
      field.value = String(this.#inForce[name]);
      this.#judge(null, [name]);
    });
    this.#fields.set(name, [field, slider]);
    return element("div", { className: "setting" }, element("label", { htmlFor: id }, label), slider,
      element("span", { className: "amount" }, field, element("span", { id: `${id}-unit`, className: "unit" }, unit)));
  }

  /** @param {typeof CHOICES[number]} row */
  #choice([name, label, options]) {
    const id = `set-${name}`;
    const select = element("select", { id }, ...options.map(([value, text]) => element("option", { value }, text)));
    select.addEventListener("change", () => this.#change(name, select.value));
    this.#fields.set(name, [select]);
    return element("div", { className: "setting" }, element("label", { htmlFor: id }, label), select);
  }

  /** @param {string} name @param {unknown} value */
  #change(name, value) {
    this.#unsent[name] = value;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const options = this.#unsent;
      this.#unsent = {};
      this.#offer(options);
    }, SETTLE);
  }

  /**
   * Sends options, and keeps them for later connections unless they are refused: what is out of range here, server or none,
   * and alone.
   * @param {Record<string, unknown>} options
   */
  async #offer(options) {
    const refusal = outOfRange(options), wanted = { ...options };
    for (const name of refusal.names) {
      this.#refused.add(name);
      delete wanted[name];
    }
    const names = Object.keys(wanted);
    if (names.length > 0) {
      const line = await this.#send(wanted);
      if (!refuses(line)) for (const known of [this.chosen, this.#inForce]) Object.assign(known, wanted);
      else if (refusal.names.length > 0) refusal.message = `${line?.message}; ${refusal.message}`;
      this.#judge(line, names);
    }
    if (refusal.names.length > 0) this.#judge(refusal, refusal.names);
  }

  /**
   * Shows what the answer says of these options.
   * @param {any} line
   * @param {string[]} [names]
   */
  #judge(line, names = []) {
    const failed = line?.type === "error";
    this.#error.textContent = failed ? [line.message, line.hint].filter(Boolean).join(" – ") : "";
    for (const name of names) refuses(line) ? this.#refused.add(name) : this.#refused.delete(name);
    if (line?.type === "ok") this.show(line);
    for (const name of names) {
      const [field, slider] = this.#fields.get(name) ?? [];
      field?.setAttribute("aria-invalid", String(refuses(line)));
      // The number stays, to be put right; nothing stands where it is not.
      if (slider && refuses(line)) slider.value = String(this.#inForce[name]);
    }
  }
}

/**
 * Which numbers a page may not ask for, and what the server would say of them.
 * @param {Record<string, unknown>} options
 */
function outOfRange(options) {
  const rows = NUMBERS.filter(([name, , , min, max]) => {
    const value = options[name];
    return typeof value === "number" && !(value >= min && value <= max);
  });
  return {
    names: rows.map(([name]) => name), type: "error", code: "out-of-range",
    message: rows.map(([name, , , min, max]) => `${name} ${options[name]}: expected ${min} to ${max}`).join("; "),
    hint: "see the range; of gain and limit the daemon's own socket takes more",
  };
}

/**
 * Whether the daemon refused what was asked; a connection that failed says nothing about the options.
 * @param {import("./daemon-source.js").Line | null} line
 */
function refuses(line) {
  return line?.type === "error" && !line.code?.startsWith("no-") && line.code !== "unknown-page";
}
