// @ts-check
/**
 * @file One finger on an element, or the mouse or a pen, until it is lifted, whatever has become of the element.
 *
 * Fingers are followed by touch events: when the browser scrolls by itself, pointer events end with `pointercancel`, but
 * `touchmove` goes on, and only so can a scroll become a gesture under the same finger.
 */

/** @typedef {{clientX: number, clientY: number}} Point in px */

/**
 * @param {HTMLElement} view
 * @param {object} to
 * @param {() => boolean} to.mayBegin
 * @param {string} to.leave what the mouse and a pen have other uses for, as a selector
 * @param {(point: Point) => void} to.begin
 * @param {(point: Point) => boolean} to.move gives whether the finger holds the view, by which it must not scroll
 * @param {() => void} to.end
 */
export function followOne(view, { mayBegin, leave, begin, move, end }) {
  /**
   * The finger that counts; others are ignored.
   * @type {number | null}
   */
  let finger = null;
  let held = false;
  const found = (/** @type {TouchEvent} */ event) => [...event.changedTouches].find(({ identifier }) => identifier === finger);

  /** @param {TouchEvent} event */
  function lifted(event) {
    if (!found(event)) return;
    finger = null;
    end();
  }

  view.addEventListener("touchstart", (event) => {
    if (finger !== null || !mayBegin()) return;
    const [touch] = event.changedTouches;
    finger = touch.identifier;
    held = false;
    // What it came down on may be taken away meanwhile, and is then the only one to hear of its end.
    for (const type of ["touchend", "touchcancel"]) touch.target.addEventListener(type, /** @type {EventListener} */ (lifted));
    begin(touch);
  }, { passive: true });
  view.addEventListener("touchmove", (event) => {
    const touch = found(event);
    if (touch) held = move(touch);
    if (finger !== null && held && event.cancelable) event.preventDefault();
  }, { passive: false });

  /**
   * The mouse or pen that counts.
   * @type {number | null}
   */
  let pointer = null;
  view.addEventListener("pointerdown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.pointerType === "touch" || event.button !== 0 || !mayBegin() || target.closest(leave)) return;
    pointer = event.pointerId;
    begin(event);
  });
  view.addEventListener("selectstart", (event) => pointer !== null && event.preventDefault());
  view.addEventListener("pointermove", (event) => {
    if (event.pointerId === pointer && move(event)) view.setPointerCapture(event.pointerId);
  });
  for (const type of /** @type {const} */ (["pointerup", "pointercancel"])) {
    addEventListener(type, (event) => {
      if (event.pointerId !== pointer) return;
      pointer = null;
      end();
    });
  }
}
