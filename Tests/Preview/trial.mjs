// One row's trial: a fresh page and the previews it may open.
import { setTimeout as sleep } from "node:timers/promises";
import { installLook } from "./in-page.mjs";
import { Failure } from "./table.mjs";

/** How long what must come is waited for, in ms: a machine that is busy with other things is slow, not wrong. */
const timeout = 60_000;

export class Trial {
  constructor(page, browser, programs) {
    this.page = page;
    this.browser = browser;
    this.programs = programs;
  }

  /** Opens the preview that plays `motion`, or the one at an address; waits until the page follows its frames. */
  async open(motion, query = "", { follows = true } = {}) {
    const address = motion.startsWith("http") ? motion : await this.programs.replaying(motion);
    this.address = address;
    await this.page.navigate(`${address}/?probe=1${query && "&" + query}`);
    await this.page.evaluate(installLook);
    // What is measured is measured in the page's own letters.
    await this.page.evaluate(() => document.fonts.ready.then(() => {}));
    await this.until("window.__preview", () => Boolean(window.__preview));
    if (follows) await this.until("applied frames", () => window.__preview.applied > 2);
  }

  /** Calls `work` in the page. */
  ask(work, ...values) { return this.page.evaluate(work, ...values); }

  /** Waits until `work` gives something true in the page; fails after a minute. */
  async until(what, work, ...values) {
    const found = await this.settled(() => this.page.evaluate(work, ...values), Boolean, 15);
    if (!found) throw new Failure(what, `nothing for ${timeout / 1000} s`);
    return found;
  }

  /** Calls `work` here again and again until what it gives `isThere`; gives what came last, be it after a minute. */
  async settled(work, isThere, pause = 30) {
    for (const end = Date.now() + timeout; ; await sleep(pause)) {
      const now = await work();
      if (isThere(now) || Date.now() > end) return now;
    }
  }

  /** Waits; only for what a person would wait for, never for an animation. */
  sleep(ms) { return sleep(ms); }

  /** The middle of the first match of `selector`, in viewport pixels. */
  async middle(selector) {
    const box = await this.ask((s) => look.one(s) && look.rect(look.one(s)), selector);
    if (!box) throw new Failure(`an element ${selector}`, "none");
    return [box.left + box.width / 2, box.top + box.height / 2];
  }

  /** A short press and lift of the left button on the middle of `selector`. */
  async click(selector) {
    const [x, y] = await this.middle(selector);
    await this.page.mouse("move", x, y);
    await this.page.mouse("down", x, y);
    await this.page.mouse("up", x, y);
  }

  /** Presses and lifts a key. */
  async press(name, options) {
    await this.page.key("down", name, options);
    await this.page.key("up", name, options);
  }

  /** A phone's viewport: 375 × 667, touched by fingers where the browser can be, else by the mouse. */
  async phone() { await this.page.size(375, 667, { touch: Boolean(this.page.touch) }); }

  /** One finger, or the mouse: `kind` is down, move or up. */
  async finger(kind, x, y) {
    if (!this.page.touch) return this.page.mouse(kind, x, y, true);
    if (kind === "up") return this.page.touch("end");
    return this.page.touch(kind === "down" ? "start" : "move", [x, y]);
  }

  /** The finger goes from one point to another in `steps` even moves, an animation frame each; it stays down. */
  async drag([x0, y0], [x1, y1], steps = 10) {
    for (let step = 1; step <= steps; step += 1) {
      await this.finger("move", x0 + ((x1 - x0) * step) / steps, y0 + ((y1 - y0) * step) / steps);
      await this.ask(() => look.frames(1));
    }
  }

  /** A short touch on the middle of `selector`, or a click. */
  async tap(selector) {
    const [x, y] = await this.middle(selector);
    await this.finger("down", x, y);
    await this.finger("up", x, y);
  }

  /** Opens the page for interactions: what moves under the finger has been loaded. */
  async ready(motion = "flat", query = "", options = {}) {
    await this.open(motion, query, options);
    await this.until("the detail view's dialog", () => Boolean(document.querySelector("dialog.detail") && customElements.get("download-button")));
  }
}
