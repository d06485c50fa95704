// @ts-check
/** @file Up from the mouse or pen, as if it pressed the screen's nearest edge down: for machines without a sensor. */

/** The tilt at the window's edge, in radians. */
const WIDEST = (35 * Math.PI) / 180;

/** Time constant of the way toward the pointer, in ms. */
const TIME_CONSTANT = 90;

/**
 * @param {(up: import("./shadow.js").Up) => void} onUp
 * @returns {() => void} stops it
 */
export function startPointerSource(onUp) {
  let [goalX, goalY, x, y, last] = [0, 0, 0, 0, 0];
  let moving = 0;

  const moved = (/** @type {PointerEvent} */ event) => {
    // A finger scrolls, it does not point.
    if (event.pointerType === "touch") return;
    goalX = (2 * event.clientX) / innerWidth - 1;
    goalY = (2 * event.clientY) / innerHeight - 1;
    if (!moving) {
      last = performance.now();
      moving = requestAnimationFrame(step);
    }
  };

  const step = (/** @type {number} */ now) => {
    const share = 1 - Math.exp(-Math.max(0, now - last) / TIME_CONSTANT);
    last = now;
    x += (goalX - x) * share;
    y += (goalY - y) * share;
    const near = Math.hypot(goalX - x, goalY - y) < 1e-3;
    // The pointer at the right presses the right edge down: up leans to the left.
    const [sideways, along] = [Math.sin(-x * WIDEST), Math.sin(y * WIDEST)];
    onUp([sideways, along, Math.sqrt(Math.max(0, 1 - sideways ** 2 - along ** 2))]);
    moving = near ? 0 : requestAnimationFrame(step);
  };

  addEventListener("pointermove", moved, { passive: true });
  return () => {
    removeEventListener("pointermove", moved);
    cancelAnimationFrame(moving);
  };
}
