// @ts-check
/** @file Where the detail view is and what it looks like there, as keyframes between which it flies. */

/**
 * A keyframe, all lengths in px: left, top, width, height, borderRadius, scale, `--hero` (height of the picture) and
 * `--gutter` (room at both sides of what stands on it).
 * @typedef {Record<string, string>} Pose
 */

/**
 * What is seen of the view now, an animation or a gesture included.
 * @param {HTMLElement} view
 * @returns {Pose}
 */
export function poseOf(view) {
  const style = getComputedStyle(view);
  const { left, top, width, height, scale } = style;
  return {
    left, top, width, height,
    borderRadius: style.borderTopLeftRadius,
    scale: scale === "none" ? "1" : scale,
    "--hero": style.getPropertyValue("--hero"),
    "--gutter": style.getPropertyValue("--gutter"),
  };
}

/**
 * The view lying on its card, which may be pressed in: then the card's own size, and its scale, so that the words on it
 * have the same size, too. Measured now: the page may have scrolled or turned since.
 * @param {HTMLElement} card
 * @returns {Pose}
 */
export function poseOn(card) {
  const style = getComputedStyle(card);
  const scale = style.scale === "none" ? 1 : Number.parseFloat(style.scale);
  const { left, top, width, height } = card.getBoundingClientRect();
  const [wide, high] = [width / scale, height / scale];
  return {
    left: `${left - (wide - width) / 2}px`,
    top: `${top - (high - height) / 2}px`,
    width: `${wide}px`,
    height: `${high}px`,
    borderRadius: style.borderTopLeftRadius,
    scale: String(scale),
    "--hero": `${high}px`,
    "--gutter": "20px",
  };
}

/**
 * The same pose with the card at rest, to land on.
 * @param {HTMLElement} card
 * @param {number} scrolled by how much the page has scrolled since the view is moved with it, in px
 * @returns {Pose}
 */
export function landingOn(card, scrolled) {
  const pose = poseOn(card);
  return { ...pose, top: `calc(${pose.top} + ${scrolled}px)`, scale: "1" };
}

/**
 * Another end for a flight that goes on.
 * @param {Animation} flight
 * @param {() => Pose} end measured without the flight
 */
export function aim(flight, end) {
  const effect = /** @type {KeyframeEffect} */ (flight.effect);
  const [from] = effect.getKeyframes();
  effect.setKeyframes([]);
  effect.setKeyframes([from, end()]);
}

/**
 * @param {Element} element
 * @param {string[]} ids
 */
export function cancel(element, ...ids) {
  for (const animation of element.getAnimations()) if (ids.includes(animation.id)) animation.cancel();
}
