// @ts-check
/** @file Up from the browser's own GravitySensor, which reads the same chip as the daemon does. */

/**
 * Starts the sensor; nothing comes where there is none.
 * @param {(up: import("./shadow.js").Up) => void} onUp in the picture's axes
 * @param {(why: string) => void} onFailure
 * @returns {() => void} stops it
 */
export function startSensorSource(onUp, onFailure) {
  const Sensor = /** @type {any} */ (window).GravitySensor;
  if (!Sensor) {
    onFailure("this browser offers no GravitySensor");
    return () => {};
  }
  try {
    const sensor = new Sensor({ frequency: 60, referenceFrame: "screen" });
    sensor.addEventListener("reading", () => {
      const length = Math.hypot(sensor.x, sensor.y, sensor.z);
      // Free fall has no up.
      if (length > 1) onUp([sensor.x / length, sensor.y / length, sensor.z / length]);
    });
    sensor.addEventListener("error", (/** @type {any} */ { error }) => onFailure(error.message));
    sensor.start();
    return () => sensor.stop();
  } catch (error) {
    onFailure(/** @type {Error} */ (error).message);
    return () => {};
  }
}
