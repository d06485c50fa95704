// @ts-check
/** @file What a newcomer is told: whether the motion is real, and what to do next; pure. */

/** Who has no sensor to tilt tilts the drawing. */
const DRAG = "Drag the small device to tilt it yourself; arrow keys do it, too.";

/**
 * @param {import("./types.js").News} news
 * @param {boolean} calm whether the shadow rests
 * @returns {{motion: string, next: string, handle: boolean}} handle: no sensor tells how the device is held, so a hand may
 */
export function welcomeText({ choice, source, origin, sensor, state }, calm) {
  const { motion, paused, next, handle } = unpaused(choice, source, origin, sensor, state);
  if (!calm) return { motion, next, handle };
  return { motion: paused, next: handle ? DRAG : "The button in the bar lets it go on.", handle };
}

/**
 * @param {string} choice @param {string} source @param {string} origin @param {{name: string} | null} sensor
 * @param {string} state
 */
function unpaused(choice, source, origin, sensor, state) {
  if (source === "daemon") {
    if (origin === "demo") return byHand("Simulated motion.");
    if (origin === "replay") return byHand("Recorded motion, played again.");
    if (state !== "none" && sensor) return real(`Real motion, from ${sensor.name}.`, "Tilt the device that has this sensor.");
    return byHand("No sensor: nothing moves by itself.", "");
  }
  if (source === "sensor" || source === "orientation") return real("Real motion, from this device.", "Tilt it, and watch the shadows.");
  if (source === "pointer") return byHand("No sensor: the shadows follow the pointer.", " Paused.");
  return byHand(choice === "none" ? "No source: nothing moves by itself." : "No motion yet.", "");
}

const PAUSED = " It is paused.";

/** @param {string} motion @param {string} [paused] what it says besides while it is */
const byHand = (motion, paused = PAUSED) => ({ motion, paused: motion + paused, next: DRAG, handle: true });

/** @param {string} motion @param {string} next */
const real = (motion, next) => ({ motion, paused: motion + PAUSED, next, handle: false });
