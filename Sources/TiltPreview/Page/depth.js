// @ts-check
/**
 * @file How light and depth change with the tilt: pure.
 *
 * A card floats at a height h above its ground. The light comes from straight above, wherever that is: a disc of sun, and
 * the sky around it. Tilted by θ, the shadow's offset is h·θ, so that the offset tells θ. The way from an edge of the card to
 * its shadow is h / cos θ, so the shadow's edge is 1 / cos θ as soft as at rest. Of the disc's light a share of cos θ
 * falls on the ground, while the sky's stays: at rest they are as S to 1 − S, S being the shadow's darkness there, so that
 * tilted it is S·cos θ / (S·cos θ + 1 − S). At rest all of it is the published frame.
 *
 * No shadow is painted anew: two lie there, one as soft as at rest and one twice as soft, and are mixed. Of two shadows,
 * (1 − m) of the one and m of the other, the variance is the mean, and so is the square of the softness:
 * 1 − m + 4·m = 1 / cos² θ.
 */

const { cos, hypot, min } = Math;

/** Where the softer shadow is all, in radians: 60°. */
const STEEPEST = Math.PI / 3;

/** The shadow's darkness at rest. */
const SHADE = 0.35;

/** How far a part of a picture moves by the shadow's offset: below the card's own plane it goes the other way. */
export const NEAR = 0.5, FAR = -0.4;

/** How wide the lit edge is at most, in px, and at which offset it is half of that. */
const RIM = 2.5, HALF = 6;

/** @typedef {{sharp: number, soft: number, rim: {x: number, y: number}}} Depth opacities of both shadows; how far the rim moves, in px */

/**
 * @param {{x: number, y: number}} offset of the shadow, in px
 * @param {number} height of the card above its ground, in px; 0 for none
 * @returns {Depth | null} null where the shadow is the published frame's, and nothing besides
 */
export function depthOf({ x, y }, height) {
  if (!(height > 0)) return null;
  const length = hypot(x, y);
  const c = cos(min(STEEPEST, length / height));
  const mixed = (1 / c ** 2 - 1) / 3;
  const shade = c / (SHADE * c + 1 - SHADE);
  const lit = RIM / (length + HALF);
  return { sharp: (1 - mixed) * shade, soft: mixed * shade, rim: { x: x * lit, y: y * lit } };
}
