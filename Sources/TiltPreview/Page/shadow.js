// @ts-check
/**
 * @file From the up vector to the offset of a shadow: pure functions, the same numbers as the daemon's.
 *
 * `up` is the unit specific force at rest in device axes, x to the right edge, y to the top edge, z out of the screen:
 * flat and face up it is [0, 0, 1]. Offsets are in px, x to the right and y down the screen; the shadow always moves
 * toward the edge of the screen that is lowest.
 * @typedef {[number, number, number]} Up
 * @typedef {{x: number, y: number}} Offset
 */

const DEGREE = Math.PI / 180;

/** What is shown while no source knows better, in px. */
export const FALLBACK = Object.freeze({ x: 0, y: 4 });

/**
 * Up from a `deviceorientation` event: the last row of the rotation Z–X′–Y″.
 * @param {number} beta about the device's x, in degrees
 * @param {number} gamma about the device's y, in degrees
 * @returns {Up}
 */
export function upFromOrientation(beta, gamma) {
  const [b, g] = [beta * DEGREE, gamma * DEGREE];
  return [-Math.cos(b) * Math.sin(g), Math.sin(b), Math.cos(b) * Math.cos(g)];
}

/**
 * Up as the picture's axes see it, where the picture is turned by `angle` degrees clockwise against the device, as
 * `screen.orientation.angle` has it: at 90 its top is at the device's right edge.
 * @param {Up} up
 * @param {number} angle 0, 90, 180 or 270
 * @returns {Up}
 */
export function remap([x, y, z], angle) {
  switch (angle) {
    case 90: return [-y, x, z];
    case 180: return [-x, -y, z];
    case 270: return [y, -x, z];
    default: return [x, y, z];
  }
}

/**
 * The two tilt angles in radians: pitch is positive with the top edge up, roll with the right edge down. Both are
 * continuous over the whole sphere, which is why the shadow does not jump at the vertical.
 * @param {Up} up
 */
export function tilt([x, y, z]) {
  return { pitch: Math.atan2(y, Math.hypot(x, z)), roll: Math.atan2(-x, Math.hypot(y, z)) };
}

/**
 * Up from the two angles; where no direction has both, from one that is near.
 * @param {{pitch: number, roll: number}} tilt in radians @returns {Up}
 */
export function upFromTilt({ pitch, roll }) {
  const [x, y] = [-Math.sin(roll), Math.sin(pitch)];
  return [x, y, Math.sqrt(Math.max(0, 1 - x * x - y * y))];
}

/**
 * The default mapping.
 * @param {Up} up @param {number} gain in px per radian @returns {Offset}
 */
export function tiltOffset(up, gain = 10) {
  const { pitch, roll } = tilt(up);
  return { x: gain * roll, y: gain * pitch };
}

/**
 * Up's projection onto the screen, smooth everywhere.
 * @param {Up} up @param {number} gain in px @returns {Offset}
 */
export function projectionOffset([x, y], gain = 10) {
  return { x: -gain * x, y: gain * y };
}

/**
 * The mapping everybody tries first, from Euler angles. At the vertical its roll is the angle of a vector of almost
 * no length: the shadow jumps by up to 2π·gain px. Here to show just that.
 * @param {Up} up @param {number} gain in px per radian @returns {Offset}
 */
export function eulerOffset([x, y, z], gain = 10) {
  return { x: gain * Math.atan2(-x, z), y: gain * Math.asin(Math.max(-1, Math.min(1, y))) };
}

/**
 * The offset, no longer than `limit` px.
 * @param {Offset} offset @param {number} limit @returns {Offset}
 */
export function clampLength({ x, y }, limit) {
  const length = Math.hypot(x, y);
  return length <= limit ? { x, y } : { x: (x * limit) / length, y: (y * limit) / length };
}
