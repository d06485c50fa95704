// @ts-check
/**
 * @file A rotation F that turns a neutral pose to face up, F·neutral = [0, 0, 1]: mapping F·up instead of up gives
 * full feel on both axes in every pose. The same construction as the daemon's.
 * @typedef {import("./shadow.js").Up} Up
 * @typedef {[Up, Up, Up]} Matrix three rows
 */

/** How far up may be from a neutral that follows it, in radians. */
const WIDEST = (40 * Math.PI) / 180;

/** How fast such a neutral follows, in seconds. */
const TIME_CONSTANT = 3;

/**
 * The frame of this neutral, by the shortest rotation; upside down, by the one about x.
 * @param {Up} up @returns {Matrix}
 */
export function frameOf([x, y, z]) {
  const length = Math.hypot(x, y);
  if (length > 1e-9) return rotation([y / length, -x / length, 0], Math.atan2(length, z));
  const sign = z < 0 ? -1 : 1;
  return [[1, 0, 0], [0, sign, 0], [0, 0, sign]];
}

/**
 * F·up.
 * @param {Matrix} frame @param {Up} up @returns {Up}
 */
export function turned(frame, up) {
  return [dot(frame[0], up), dot(frame[1], up), dot(frame[2], up)];
}

/**
 * The frame after its neutral, the last row, has moved toward `up` for `seconds`; the frame goes along by parallel
 * transport, so that no pose is singular, and turns back toward the one that begins there, or every closed way would leave
 * it turned.
 * @param {Matrix} frame @param {Up} up @param {number} seconds
 * @returns {Matrix}
 */
export function followed(frame, up, seconds) {
  const neutral = frame[2];
  const across = cross(neutral, up);
  const distance = Math.atan2(Math.hypot(...across), dot(neutral, up));
  const share = 1 - Math.exp(-seconds / TIME_CONSTANT);
  const move = Math.max(distance * share, distance - WIDEST);
  if (!(move > 0)) return straight(untwisted(frame, share));
  // Exactly opposite poses have no shortest way; turning about the picture's x is as good as any.
  const axis = Math.hypot(...across) < 1e-9 ? frame[0] : unit(across);
  const turn = rotation(axis, move);
  const [x, y, z] = frame.map((row) => turned(turn, row));
  return straight(untwisted([x, y, z], share));
}

/**
 * Turned a little about the neutral, toward `frameOf` the same, by the sine of the angle between the two times (1 + z)/2: no
 * pose and no angle has a leap in it. The third row is kept, and `straight` makes the second.
 * @param {Matrix} frame @param {number} share
 * @returns {Matrix}
 */
function untwisted([x, y, n], share) {
  const turn = 0.5 * share * dot(x, [-n[0] * n[1], 1 + n[2] - n[1] * n[1], -n[1] * (1 + n[2])]);
  return [[x[0] - turn * y[0], x[1] - turn * y[1], x[2] - turn * y[2]], y, n];
}

/**
 * Rodrigues' rotation by `angle` radians about a unit vector.
 * @param {Up} axis @param {number} angle @returns {Matrix}
 */
function rotation([x, y, z], angle) {
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const k = 1 - c;
  return [
    [c + k * x * x, k * x * y - s * z, k * x * z + s * y],
    [k * y * x + s * z, c + k * y * y, k * y * z - s * x],
    [k * z * x - s * y, k * z * y + s * x, c + k * z * z],
  ];
}

/**
 * Rows made orthonormal again, from z: rounding would add up over hours.
 * @param {Matrix} frame @returns {Matrix}
 */
function straight([x, , z]) {
  const newZ = unit(z);
  const along = dot(newZ, x);
  const newX = unit([x[0] - along * newZ[0], x[1] - along * newZ[1], x[2] - along * newZ[2]]);
  return [newX, cross(newZ, newX), newZ];
}

/** @param {Up} a @param {Up} b */
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** @param {Up} a @param {Up} b @returns {Up} */
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/** @param {Up} a @returns {Up} */
function unit(a) {
  const length = Math.hypot(...a);
  return [a[0] / length, a[1] / length, a[2] / length];
}
