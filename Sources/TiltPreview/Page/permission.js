// @ts-check
/** @file Whether this browser wants its user asked before it tells how the device is held, and asking. */

import { element } from "./element.js";

/**
 * The button that asks, and what came of it; neither where nobody has to be asked.
 * @param {() => void} onGranted
 */
export function permissionButton(onGranted) {
  if (!mustAsk()) return [];
  const answer = element("p", { className: "permission", role: "status" });
  const ask = element("button", { type: "button", className: "quiet-button" }, "Allow motion sensors");
  ask.addEventListener("click", async () => {
    // Safari gives a button none by a click.
    ask.focus({ preventScroll: true });
    const granted = await askPermission();
    answer.textContent = granted ? "Allowed." : "Not allowed. The browser’s settings for this page can change that.";
    if (granted) onGranted();
  });
  return [ask, answer];
}

/**
 * Whether nobody need be asked: Chromium can ask too, and tells that it need not; Safari does not tell.
 * @returns {Promise<boolean>}
 */
export async function isGranted() {
  if (!mustAsk()) return true;
  try {
    return (await navigator.permissions.query(/** @type {any} */ ({ name: "accelerometer" }))).state === "granted";
  } catch {
    return false;
  }
}

/** Whether this browser wants to be asked first, and not in vain. */
function mustAsk() {
  return isSecureContext && typeof (/** @type {any} */ (window).DeviceOrientationEvent?.requestPermission) === "function";
}

/**
 * Asks; only in answer to a press of the user.
 * @returns {Promise<boolean>} whether it was granted
 */
async function askPermission() {
  try {
    return (await /** @type {any} */ (window).DeviceOrientationEvent.requestPermission()) === "granted";
  } catch {
    return false;
  }
}
