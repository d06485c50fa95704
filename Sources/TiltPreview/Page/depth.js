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

const { cos, hypot, max, min } = Math;

/** Where the softer shadow is all, in radians: 60°. */
const STEEPEST = Math.PI / 3;

/** The shadow's darkness at rest. */
const SHADE = 0.35;

/** How far a part of a picture moves by the shadow's offset: below the card's own plane it goes the other way. */
export const NEAR = 0.5, FAR = -0.4;

/** At which offset the edge that faces up is half as bright as it will ever be, in px. */
const HALF = 6;

/**
 * @typedef {{sharp: number, soft: number, lit: {top: number, bottom: number, left: number, right: number}, share: number}} Depth
 * opacities of both shadows, how bright the edges are, and how much of the way the parts of a picture go, from 0 to 1
 */

/**
 * @param {{x: number, y: number}} offset of the shadow, in px
 * @param {number} height of the card above its ground, in px; 0 for none
 * @param {number} share of all that depth does, from 0 to 1: less where it comes or goes
 * @returns {Depth | null} null where the shadow is the published frame's, and nothing besides
 */
export function depthOf({ x, y }, height, share = 1) {
  if (!(height > 0)) return null;
  const length = hypot(x, y);
  const c = cos(min(STEEPEST, length / height));
  const mixed = (1 / c ** 2 - 1) / 3;
  const shade = c / (SHADE * c + 1 - SHADE);
  const lit = (/** @type {number} */ part) => (share * max(0, part)) / (length + HALF);
  return { share, sharp: 1 - share + share * (1 - mixed) * shade, soft: share * mixed * shade, lit: { top: lit(y), bottom: lit(-y), left: lit(x), right: lit(-x) } };
}
