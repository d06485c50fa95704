// @ts-check
/** @file Whether this browser wants its user asked before it tells how the device is held, and asking. */

/** Whether this browser wants to be asked first. */
export function mustAsk() {
  return typeof (/** @type {any} */ (window).DeviceOrientationEvent?.requestPermission) === "function";
}

/**
 * Asks; only in answer to a press of the user.
 * @returns {Promise<boolean>} whether it was granted
 */
export async function askPermission() {
  try {
    return (await /** @type {any} */ (window).DeviceOrientationEvent.requestPermission()) === "granted";
  } catch {
    return false;
  }
}
