// @ts-check
/** @file UIView's spring as physics, and as an easing that CSS can play. */

/** What is left of the way, as a share, when UIKit calls a spring settled. */
const SETTLED = 0.001;

/**
 * @typedef {object} Spring
 * @property {number} omega undamped angular frequency ω₀, in rad/s
 * @property {number} stiffness k = ω₀² of a unit mass, in 1/s²
 * @property {number} damping c = 2ζω₀ of a unit mass, in 1/s
 * @property {number} duration in s
 * @property {(t: number) => number} progress share of the way after t s: 0 at 0, about 1 at `duration`, more while it overshoots
 * @property {(stops?: number) => string} cssLinear `linear()` over `duration` in that many equal steps, the last at exactly 1
 */

/**
 * The spring that UIView.animate(withDuration:usingSpringWithDamping:initialSpringVelocity:) plays.
 *
 * UIKit does not publish how it turns a duration into a stiffness. This is the mapping the community recovered
 * (framer/SpringsExample): ω₀ is the largest at which the envelope has fallen to 0.001 after the duration,
 *
 *     (ζω − v) / (ω√(1−ζ²)) · e^(−ζωT) = 0.001        ζ < 1
 *     ((ω − v)T + 1) · e^(−ωT)         = 0.001        ζ = 1
 *
 * @param {object} of
 * @param {number} of.duration T, in s; greater than 0
 * @param {number} of.dampingRatio ζ; greater than 0, at most 1
 * @param {number} [of.initialVelocity] v, in whole ways a second. Default: 0
 * @returns {Spring}
 */
export function spring({ duration, dampingRatio, initialVelocity = 0 }) {
  if (!(duration > 0)) throw new RangeError(`duration ${duration}: expected more than 0 s`);
  if (!(dampingRatio > 0 && dampingRatio <= 1)) throw new RangeError(`dampingRatio ${dampingRatio}: expected more than 0, at most 1`);
  const omega = frequency(duration, dampingRatio, initialVelocity);
  const decay = dampingRatio * omega;
  const damped = omega * Math.sqrt(1 - dampingRatio ** 2);
  // At ζ = 1, sin(ω_d t)/ω_d has the limit t; the division would give NaN.
  const sine = (/** @type {number} */ t) => (damped > 0 ? Math.sin(damped * t) / damped : t);
  const lead = decay - initialVelocity;
  const progress = (/** @type {number} */ t) => 1 - Math.exp(-decay * t) * (Math.cos(damped * t) + lead * sine(t));
  return {
    omega,
    stiffness: omega ** 2,
    damping: 2 * decay,
    duration,
    progress,
    cssLinear: (stops = 60) => cssLinear((share) => progress(share * duration), stops),
  };
}

/**
 * 60 steps keep a card's scale within 0.0004 of the curve. A spring is not quite at 1 when its time is over
 * (0.9985 for the release): the last stop is, or the end would be seen as a step.
 * @param {(share: number) => number} progress
 * @param {number} stops
 */
function cssLinear(progress, stops) {
  const values = Array.from({ length: stops }, (_, index) => Number(progress(index / stops).toFixed(6)));
  return `linear(${[...values, 1].join(", ")})`;
}

/**
 * ω₀ by bisection: above the maximum of the envelope's logarithm it only falls, so the largest root is the only one there.
 * @param {number} T in s
 * @param {number} zeta
 * @param {number} v in 1/s
 * @returns {number} in rad/s
 */
function frequency(T, zeta, v) {
  const root = Math.sqrt(1 - zeta ** 2);
  const excess = (/** @type {number} */ omega) =>
    zeta < 1
      ? Math.log((zeta * omega - v) / (omega * root * SETTLED)) - zeta * omega * T
      : Math.log(((omega - v) * T + 1) / SETTLED) - omega * T;
  let low = zeta < 1 ? Math.max((v + Math.sqrt(Math.max(0, v * v + (4 * v) / T))) / (2 * zeta), 1e-9) : Math.max(v, 0);
  let high = Math.max(2 * low, 1 / T);
  while (excess(high) > 0) high *= 2;
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2;
    if (excess(middle) > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** A press: a bow to 0.95, 1.5 % over. */
export const pressSpring = spring({ duration: 0.5, dampingRatio: 0.8, initialVelocity: 0.2 });
/** Its release, which bounces. */
export const releaseSpring = spring({ duration: 0.5, dampingRatio: 0.4, initialVelocity: 0.2 });
/** The App Store's press and release: no bounce. */
export const calmSpring = spring({ duration: 0.5, dampingRatio: 1 });
/** Card to detail and back: 4.6 % over after 0.38 s. */
export const cardSpring = spring({ duration: 0.85, dampingRatio: 0.7 });
