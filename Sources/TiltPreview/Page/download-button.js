// @ts-check
/**
 * @file `<download-button name="Plumbline">`: GET, a waiting ring, a filling ring with a stop square, OPEN.
 *
 * Attributes: `name` of what is downloaded; `align` left, center or right, the side that stays while the pill becomes a
 * circle (default: where a line ends, right in English); `get`, `open` and `retry`, the labels; `manual`, no demonstration starts by itself.
 * Properties: `state`, `progress` 0…1, `fail(message)`, which stands until the next change of state. Events: `tap` with `{what}` start, stop or open; `statechange`
 * with `{from, to}`, in the same task as the change.
 */

import { DownloadDrawing } from "./download-drawing.js";
import { downloadMarkup, downloadStyle } from "./download-style.js";
import { downloadStep, taps, WAITING } from "./download.js";
import { note } from "./probe.js";

/** @typedef {import("./download.js").DownloadState} DownloadState */

const sheet = downloadStyle();
/** s, on the same zero as the animations'. */
const now = () => performance.now() / 1000;

export class DownloadButton extends HTMLElement {
  static observedAttributes = ["name", "get", "open", "retry"];

  #download = WAITING;
  #root = this.attachShadow({ mode: "open" });
  #announced = -1;
  #drawing;

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [sheet];
    this.#root.innerHTML = downloadMarkup;
    this.#drawing = new DownloadDrawing(this, this.#root, () => this.#download.progress);
    this.#part("pill").addEventListener("click", () => this.#tap());
  }

  /**
   * The state that holds, whatever is drawn yet.
   * @returns {DownloadState}
   */
  get state() {
    return this.#download.state;
  }

  set state(to) {
    const from = this.state;
    this.#failed("");
    this.#download = downloadStep(this.#download, { type: "state", to }, now());
    if (to === "downloading") this.#announced = -1;
    this.#describe();
    // Before anybody hears of it: a listener may go further, and its segment comes after this one.
    if (this.#download.segment) this.#drawing.add(this.#download.segment);
    note("statechange", { from, to });
    this.dispatchEvent(new CustomEvent("statechange", { detail: { from, to }, bubbles: true, composed: true }));
  }

  /** Share that has arrived, 0…1. */
  get progress() {
    return this.#download.progress;
  }

  set progress(to) {
    this.#download = downloadStep(this.#download, { type: "progress", to }, now());
    this.#describe();
    this.#drawing.fill();
  }

  /**
   * The download broke off: RETRY, and why is said, and told to a pointer.
   * @param {string} message
   */
  fail(message) {
    this.state = "startDownload";
    this.#failed(message);
    this.#say(message);
  }

  /** @param {string} message why the last one broke off; empty where none did */
  #failed(message) {
    if (message === this.#part("pill").title) return;
    this.#part("pill").title = message;
    this.toggleAttribute("data-failed", message !== "");
    this.attributeChangedCallback();
  }

  connectedCallback() {
    this.#jump();
    document.addEventListener("visibilitychange", this.#jump);
  }

  /** Moved with `moveBefore`: nothing begins anew. */
  connectedMoveCallback() {}

  disconnectedCallback() {
    document.removeEventListener("visibilitychange", this.#jump);
  }

  attributeChangedCallback() {
    for (const room of this.#root.querySelectorAll(".room")) room.textContent = this.labelOf(/** @type {HTMLElement} */ (room).dataset.of ?? "");
    this.#part("label").textContent = this.labelOf(this.dataset.view ?? "");
    this.#describe();
  }

  /**
   * What the pill says in a state that has one.
   * @param {string} state
   */
  labelOf(state) {
    if (state === "downloaded") return this.getAttribute("open") ?? "OPEN";
    if (state === "failed" || this.hasAttribute("data-failed")) return this.getAttribute("retry") ?? "RETRY";
    return this.getAttribute("get") ?? "GET";
  }

  /** Straight to what holds: nobody saw what would have been drawn, or has waited for it. */
  #jump = () => {
    this.#download = downloadStep(this.#download, { type: "jump" }, now());
    this.#drawing.jump(this.state);
    this.attributeChangedCallback();
  };

  #tap() {
    const what = taps[this.state];
    if (!what) return;
    note("tap", { what });
    if (what === "start") {
      this.progress = 0;
      this.state = "pending";
    } else if (what === "stop") this.state = "startDownload";
    else this.#say(`Opening ${this.getAttribute("name") ?? ""}`);
    this.dispatchEvent(new CustomEvent("tap", { detail: { what }, bubbles: true, composed: true }));
    if (what === "start" && !this.hasAttribute("manual")) this.#demonstrate();
  }

  /** What pretends to be a download, loaded when it is first wanted; without a server the button really fails. */
  async #demonstrate() {
    const demo = await import("./demo-download.js").catch(() => null);
    if (this.state !== "pending") return;
    if (demo) demo.demoDownload(this);
    else this.fail("The preview server does not answer");
  }

  /** Roles, names and the sentences that are read out. */
  #describe() {
    const { state, progress } = this.#download;
    const name = this.getAttribute("name") ?? "";
    const [pill, meter] = [this.#part("pill"), this.#part("meter")];
    const said = { startDownload: this.labelOf(state), pending: "Waiting for", downloading: "Stop", downloaded: this.labelOf(state) }[state];
    pill.setAttribute("aria-label", `${said} ${name}`.trim());
    if (state === "pending") pill.setAttribute("aria-busy", "true");
    else pill.removeAttribute("aria-busy");
    if (state !== "downloading") {
      for (const attribute of ["role", "aria-label", "aria-valuemin", "aria-valuemax", "aria-valuenow"]) meter.removeAttribute(attribute);
      if (state === "downloaded") this.#say(`${name} is ready to open`);
      return;
    }
    const percent = Math.round(progress * 100);
    const values = { role: "progressbar", "aria-label": `Downloading ${name}`.trim(), "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": percent };
    for (const [attribute, value] of Object.entries(values)) meter.setAttribute(attribute, String(value));
    const quarter = Math.floor(percent / 25) * 25;
    if (quarter > this.#announced) this.#say(`${name} ${(this.#announced = quarter)} %`);
  }

  /** @param {string} text */
  #say(text) {
    const live = /** @type {HTMLElement} */ (this.#root.querySelector(".live"));
    if (live.textContent !== text) live.textContent = text;
  }

  /** @param {string} name */
  #part(name) {
    return /** @type {HTMLElement} */ (this.#root.querySelector(`[part~="${name}"]`));
  }
}

customElements.define("download-button", DownloadButton);
