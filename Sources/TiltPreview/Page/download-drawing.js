// @ts-check
/** @file Draws a download button: takes the segments of download.js one after the other, and moves the ring. */

import { FILL, TRANSITION } from "./download.js";
import { reducedMotion } from "./reduced-motion.js";

/** One turn of the waiting ring, in ms. */
const TURN = 2000;
/** UIView's curve where none is named. */
const CURVE = "cubic-bezier(.42, 0, .58, 1)";
/** A transition that is further behind its plan, in ms, begins anew. */
const LATE = 70;

/** @typedef {import("./download.js").Segment} Segment */

export class DownloadDrawing {
  /** @type {Segment[]} */
  #queue = [];
  /** @type {Animation | null} */
  #running = null;
  #timer = 0;
  /** The ring's newest goal, 0…1. */
  #goal = 0;

  /**
   * @param {HTMLElement & {labelOf(state: string): string}} host its `data-view` is the state that is drawn
   * @param {ShadowRoot} root
   * @param {() => number} progress of the download, 0…1
   */
  constructor(host, root, progress) {
    const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (root.querySelector(selector));
    this.host = host;
    this.progress = progress;
    this.parts = { pill: find(".pill"), label: find(".label"), stop: find(".stop"), spinner: find(".spinner"), meter: find(".meter .ring"), arc: find(".arc") };
  }

  /** @param {Segment} segment */
  add(segment) {
    this.#queue.push(segment);
    this.#next();
  }

  /**
   * Shows a state at once and forgets what was to come.
   * @param {string} state
   */
  jump(state) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#queue = [];
    this.#running?.cancel();
    this.#running = null;
    this.#show(state);
    this.#rest();
    this.fill(true);
  }

  /**
   * Moves the ring from what is seen to the newest progress.
   * @param {boolean} [instantly]
   */
  fill(instantly = false) {
    const { arc } = this.parts;
    const goal = this.host.dataset.view === "downloading" ? this.progress() : 0;
    if (goal === this.#goal && !instantly) return;
    this.#goal = goal;
    const seen = Number.parseFloat(getComputedStyle(arc).strokeDashoffset);
    for (const animation of arc.getAnimations()) animation.cancel();
    arc.style.strokeDashoffset = String(1 - goal);
    if (instantly || goal === 0 || reducedMotion()) return;
    arc.animate({ strokeDashoffset: [seen, 1 - goal] }, { id: "progress", duration: FILL * 1000, easing: "ease-out" });
  }

  #next() {
    while (!this.#running && !this.#timer && this.#queue.length > 0) {
      const wait = this.#queue[0].begin * 1000 - performance.now();
      if (wait > 1) {
        this.#timer = window.setTimeout(() => {
          this.#timer = 0;
          this.#next();
        }, wait);
        return;
      }
      this.#play(/** @type {Segment} */ (this.#queue.shift()));
    }
  }

  /** @param {Segment} segment */
  #play({ to, begin, way }) {
    const before = this.#look();
    this.#show(to);
    if (!way || reducedMotion()) return this.#rest();
    const after = this.#look();
    const { pill, label, stop, spinner, meter } = this.parts;
    /** @type {KeyframeAnimationOptions} */
    const timing = { duration: TRANSITION * 1000, easing: CURVE, fill: "backwards" };
    // One animation carries the transition's name and its end; the others go along with it.
    const main = way === "crossfade" ? meter : pill;
    for (const part of [label, stop, spinner, meter]) {
      const key = /** @type {"label"} */ (Object.entries(this.parts).find(([, element]) => element === part)?.[0]);
      const [out, into] = [before[key], after[key]];
      // While the shape changes, what goes has gone before what comes begins: there is no room for both.
      const opacity = way === "crossfade" ? [out, into] : [out, String(Math.min(+out, +into)), into];
      const keyframes = { opacity, visibility: ["visible", "visible"] };
      part.animate(keyframes, { ...timing, id: part === main ? way : "fade" });
    }
    if (way !== "crossfade") {
      const frames = { width: [before.width, after.width], backgroundColor: [before.ground, after.ground], overflow: ["hidden", "hidden"] };
      pill.animate(frames, { ...timing, id: way });
    }
    this.#running = main.getAnimations().find(({ id }) => id === way) ?? null;
    if (!this.#running) return this.#rest();
    // By the plan, not at the next picture: a late picture shortens this transition and delays no other, unless nothing
    // would be left of it.
    if (performance.now() - begin * 1000 < LATE) this.#running.startTime = begin * 1000;
    this.#running.onfinish = () => {
      this.#running = null;
      this.#rest();
      this.#next();
    };
  }

  /** What an animation begins or ends with. */
  #look() {
    const { pill, label, stop, spinner, meter } = this.parts;
    const opacity = (/** @type {Element} */ element) => getComputedStyle(element).opacity;
    const { width, backgroundColor: ground } = getComputedStyle(pill);
    return { width, ground, label: opacity(label), stop: opacity(stop), spinner: opacity(spinner), meter: opacity(meter) };
  }

  /** @param {string} state */
  #show(state) {
    this.host.dataset.view = state;
    if (state === "startDownload" || state === "downloaded") this.parts.label.textContent = this.host.labelOf(state);
    if (state !== "downloaded") this.fill();
  }

  /** What goes on while nothing changes: the waiting ring turns, or breathes where turning is not wanted. */
  #rest() {
    const { spinner } = this.parts;
    const spins = spinner.getAnimations().filter(({ id }) => id === "spin");
    if (this.host.dataset.view !== "pending") spins.forEach((spin) => spin.cancel());
    else if (spins.length === 0) {
      const calm = reducedMotion();
      spinner.animate(calm ? { opacity: [1, 0.4, 1] } : { rotate: ["0deg", "360deg"] }, { id: "spin", duration: TURN, iterations: Infinity });
    }
  }
}
