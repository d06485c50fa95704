// @ts-check
/** @file The drawing of a device that tilts as the motion does; where no sensor tells the tilt, it is the handle for it. */

import { element } from "./element.js";
import { Held } from "./held.js";

const DEGREE = Math.PI / 180;

/** How far a hand tilts by a px of its way and by a key, in radians, and how far at most. */
const BY_PX = 0.5 * DEGREE, BY_KEY = 4 * DEGREE;
const WIDEST = { pitch: 85 * DEGREE, roll: 60 * DEGREE };

/** Nearly so far the drawing turns, in degrees: from its edge nothing would be seen of it. */
const TURNED = 46;

/** On its way it is never quite straight, in degrees: Chromium lays all layers of the page out anew where something becomes so. */
const CROOKED = 0.05;

/** Time constants of the drawing: as it follows, and as it begins to go back from a hand, in ms; and how long it goes back. */
const FOLLOWING = 40, RETURNING = 300, RETURN = 1000;

/** By key: the steps of roll and pitch. */
const KEYS = /** @type {Record<string, [number, number]>} */ ({ ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] });

/** What is turned by so many degrees about an axis of the screen. */
const turning = (/** @type {Element} */ part, /** @type {string} */ axis, then = "") =>
  new Held(part, { transform: [`rotate${axis}(-90deg)${then}`, `rotate${axis}(90deg)${then}`] }, -90, 90);

/** @typedef {{pitch: number, roll: number}} Pose in radians, as `tilt` has them */

export class Device {
  #slab = element("span", { className: "slab" }, element("span", { className: "mini-shadow" }, element("span", { className: "cast" }, element("i"))),
    element("span", { className: "mini-card" }));
  /** A little behind it, by which its edge is seen. */
  #back = element("span", { className: "slab back" });
  #turned = element("span", { className: "turned" }, this.#back, this.#slab);
  element = element("div", { className: "device" }, this.#turned);
  /** What lies below the card on its screen: the shadow that all cards have, smaller. */
  card = /** @type {HTMLElement} */ (this.#slab.firstChild);

  /** @type {Pose} what the motion says, and what is drawn */
  #motion = { pitch: 0, roll: 0 };
  #shown = { pitch: 0, roll: 0 };
  /** @type {{pose: Pose, pointer: number | null, x: number, y: number} | null} */
  #held = null;
  #isHandle = false;
  #left = -RETURN;
  #last = 0;
  #drawing = 0;
  #isSpared = false;
  /** About one axis each: what is turned about both at once, Chromium does not take over without laying out all layers anew. */
  #x = turning(this.#turned, "X");
  #y = [turning(this.#slab, "Y"), turning(this.#back, "Y", " translateZ(-6px)")];
  #onTilt;
  #onLetGo;

  /** @param {(pose: Pose, isFirst: boolean) => void} onTilt by a hand @param {() => void} onLetGo */
  constructor(onTilt, onLetGo) {
    this.#onTilt = onTilt;
    this.#onLetGo = onLetGo;
    this.allow(false, true);
    this.#turn(true);
    const { element: it } = this;
    it.addEventListener("pointerdown", (event) => this.#grasp(event));
    it.addEventListener("pointermove", (event) => this.#drag(event));
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      it.addEventListener(end, (event) => {
        if (this.#held?.pointer === /** @type {PointerEvent} */ (event).pointerId) this.letGo();
      });
    }
    it.addEventListener("keydown", (event) => this.#key(event));
    it.addEventListener("blur", () => this.letGo());
    addEventListener("blur", () => this.letGo());
    document.addEventListener("visibilitychange", () => this.letGo());
  }

  /**
   * Whether a hand may tilt it: not where a sensor knows better.
   * @param {boolean} handle
   */
  allow(handle, isFirst = false) {
    if (handle === this.#isHandle && !isFirst) return;
    if (!handle) this.letGo();
    this.#isHandle = handle;
    const { element: it } = this;
    it.classList.toggle("handle", handle);
    it.setAttribute("role", handle ? "slider" : "img");
    it.setAttribute("aria-label", handle ? "Tilt of the device: arrow keys tilt it, Escape lets go" : "The device, as it is held");
    // Not taken away: who tilts it by keys would lose the focus.
    it.tabIndex = handle ? 0 : -1;
    if (handle) {
      it.setAttribute("aria-valuemin", "-60");
      it.setAttribute("aria-valuemax", "60");
      this.#tell();
    } else for (const name of ["aria-valuemin", "aria-valuemax", "aria-valuenow", "aria-valuetext"]) it.removeAttribute(name);
  }

  /** Follows the motion to there; the hand that holds it goes before. */
  show(/** @type {Partial<Pose>} */ { pitch = 0, roll = 0 }) {
    this.#motion = { pitch, roll };
    this.#schedule();
  }

  /** Lets the motion go on, if a hand held it. */
  letGo() {
    if (!this.#held) return;
    const { pointer } = this.#held;
    this.#held = null;
    if (pointer !== null && this.element.hasPointerCapture(pointer)) this.element.releasePointerCapture(pointer);
    this.element.classList.remove("held");
    this.#left = performance.now();
    this.#tell();
    this.#schedule();
    this.#onLetGo();
  }

  #grasp(/** @type {PointerEvent} */ { pointerId, isPrimary, button, clientX, clientY }) {
    if (!this.#isHandle || !isPrimary || button !== 0) return;
    this.element.setPointerCapture(pointerId);
    this.#hold(this.#held?.pose ?? this.#shown, pointerId, clientX, clientY);
  }

  #drag(/** @type {PointerEvent} */ { pointerId, clientX, clientY }) {
    if (!this.#held || this.#held.pointer !== pointerId) return;
    const { pose: { pitch, roll }, x, y } = this.#held;
    this.#hold({ pitch: pitch + (clientY - y) * BY_PX, roll: roll + (clientX - x) * BY_PX }, pointerId, clientX, clientY);
  }

  #key(/** @type {KeyboardEvent} */ event) {
    if (!this.#isHandle || event.ctrlKey || event.altKey || event.metaKey) return;
    const step = KEYS[event.key], { pitch, roll } = this.#held?.pose ?? this.#shown;
    if (step) this.#hold({ pitch: pitch + step[1] * BY_KEY, roll: roll + step[0] * BY_KEY }, this.#held?.pointer ?? null);
    else if (event.key === "Home") this.#hold({ pitch: 0, roll: 0 }, this.#held?.pointer ?? null);
    else if (event.key === "Escape") return this.letGo();
    else return;
    event.preventDefault();
  }

  /** @param {Pose} pose @param {number | null} pointer null for keys */
  #hold(pose, pointer, x = this.#held?.x ?? 0, y = this.#held?.y ?? 0) {
    const isFirst = !this.#held;
    const within = (/** @type {"pitch" | "roll"} */ name) => Math.max(-WIDEST[name], Math.min(WIDEST[name], pose[name]));
    this.#held = { pose: { pitch: within("pitch"), roll: within("roll") }, pointer, x, y };
    this.element.classList.add("held");
    this.#tell();
    this.#schedule();
    this.#onTilt(this.#held.pose, isFirst);
  }

  /** Says the tilt to who does not see it; a motion that goes on by itself would never let a reader finish. */
  #tell() {
    const { pitch, roll } = this.#held?.pose ?? { pitch: 0, roll: 0 };
    const [up, right] = [pitch, roll].map((angle) => Math.round(angle / DEGREE));
    const text = !this.#held ? "let go"
      : `right edge ${right < 0 ? "up" : "down"} ${Math.abs(right)}°, top edge ${up < 0 ? "down" : "up"} ${Math.abs(up)}°`;
    this.element.setAttribute("aria-valuenow", String(right));
    this.element.setAttribute("aria-valuetext", text);
  }

  /** Draws it as it is shown. @param {boolean} isThere whether it stays so */
  #turn(isThere) {
    const [x, y] = [-this.#shown.pitch, this.#shown.roll].map((angle) => {
      const turned = Math.round(10 * TURNED * Math.tanh(angle / DEGREE / TURNED)) / 10;
      return turned || isThere ? turned : CROOKED;
    });
    this.#x.set(x);
    for (const held of this.#y) held.set(y);
  }

  #isHidden() {
    return Boolean(this.element.closest(".away, [hidden]"));
  }

  #schedule() {
    if (this.#drawing || this.#isHidden()) return;
    this.#last = performance.now();
    this.#drawing = requestAnimationFrame((now) => this.#draw(now));
  }

  #draw(/** @type {number} */ now) {
    const target = this.#held?.pose ?? this.#motion;
    const back = this.#held ? 0 : Math.max(0, 1 - (now - this.#left) / RETURN);
    const part = 1 - Math.exp(-Math.max(0, now - this.#last) / (FOLLOWING + back * (RETURNING - FOLLOWING)));
    this.#last = now;
    this.#shown = {
      pitch: this.#shown.pitch + (target.pitch - this.#shown.pitch) * part,
      roll: this.#shown.roll + (target.roll - this.#shown.roll) * part,
    };
    const isThere = Math.hypot(target.pitch - this.#shown.pitch, target.roll - this.#shown.roll) < 1e-3;
    // Of so small a drawing every second picture is enough, unless it is in a hand.
    this.#isSpared = !this.#isSpared && !this.#held && !isThere;
    if (!this.#isSpared) this.#turn(isThere);
    this.#drawing = isThere || this.#isHidden() ? 0 : requestAnimationFrame((later) => this.#draw(later));
  }
}
