// @ts-check
/** @file The browser's own sources: all that are wanted are started, the best that delivers stays. */

import { DEFAULTS, LocalMapping } from "./local-mapping.js";
import { startOrientationSource } from "./orientation-source.js";
import { startPointerSource } from "./pointer-source.js";
import { startSensorSource } from "./sensor-source.js";

/** The best first. */
const STARTS = { sensor: startSensorSource, orientation: startOrientationSource, pointer: startPointerSource };

const ORDER = Object.keys(STARTS);

/** Of which browsers have nothing for pages by http from elsewhere, as if they had nothing. */
const KEPT_BACK = ["sensor", "orientation"];
const WHY = "browsers tell motion only to pages at https or localhost: come by ssh -L or a proxy, as tiltshadow preview --help says";

export class LocalSources {
  #mapping = new LocalMapping();
  /**
   * How to stop each that runs.
   * @type {Map<string, () => void>}
   */
  #running = new Map();
  #best = "";
  #onFrame;
  #onFailure;

  /**
   * @param {(name: string, frame: import("./types.js").Frame) => void} onFrame
   * @param {(name: string, why: string) => void} onFailure
   */
  constructor(onFrame, onFailure) {
    this.#onFrame = onFrame;
    this.#onFailure = onFailure;
  }

  /** @param {string[]} names */
  start(names) {
    this.stop();
    for (const name of names) {
      if (!isSecureContext && KEPT_BACK.includes(name)) {
        this.#fail(name, WHY);
        continue;
      }
      const stop = STARTS[/** @type {keyof typeof STARTS} */ (name)](
        (up) => this.#deliver(name, up),
        (why) => this.#fail(name, why),
      );
      this.#running.set(name, stop);
    }
  }

  stop() {
    for (const stop of this.#running.values()) stop();
    this.#running.clear();
    this.#best = "";
    this.recentre();
  }

  recentre() {
    this.#mapping.neutral?.recentre();
  }

  /** @param {Record<string, any>} options */
  async change(options) {
    const known = Object.keys(DEFAULTS).filter((key) => key in options);
    const { reference } = this.#mapping.options;
    Object.assign(this.#mapping.options, Object.fromEntries(known.map((key) => [key, options[key]])));
    if (this.#mapping.options.reference === reference) return;
    // Most pages never need it; where it can be chosen it has been loaded, see settings.js.
    const { NeutralPose } = await import("./neutral-pose.js");
    this.#mapping.neutral = new NeutralPose();
  }

  /** @param {string} name @param {import("./shadow.js").Up} up */
  #deliver(name, up) {
    if (!this.#running.has(name)) return;
    if (name !== this.#best) {
      this.#best = name;
      this.recentre();
      for (const [other, stop] of this.#running) {
        if (ORDER.indexOf(other) <= ORDER.indexOf(name)) continue;
        stop();
        this.#running.delete(other);
      }
    }
    this.#onFrame(name, this.#mapping.frame(up, performance.now()));
  }

  /** @param {string} name @param {string} why */
  #fail(name, why) {
    // It is left running: a browser says this once before a device's first event, too.
    if (name === this.#best) this.#best = "";
    this.#onFailure(name, why);
  }
}
