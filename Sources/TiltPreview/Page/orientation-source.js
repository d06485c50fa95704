// @ts-check
/** @file Up from `deviceorientation` events, which more browsers have than a GravitySensor. */

import { remap, upFromOrientation } from "./shadow.js";

/**
 * @param {(up: import("./shadow.js").Up) => void} onUp in the picture's axes
 * @param {(why: string) => void} onFailure
 * @returns {() => void} stops it
 */
export function startOrientationSource(onUp, onFailure) {
  if (!("DeviceOrientationEvent" in window)) {
    onFailure("this browser has no deviceorientation events");
    return () => {};
  }
  const heard = (/** @type {DeviceOrientationEvent} */ { beta, gamma }) => {
    // A device without the sensor sends one event of nulls; zero is an angle like any other.
    if (beta === null || gamma === null) return onFailure("this device reports no orientation");
    onUp(remap(upFromOrientation(beta, gamma), screen.orientation?.angle ?? 0));
  };
  addEventListener("deviceorientation", heard);
  return () => removeEventListener("deviceorientation", heard);
}
