// Motions with known answers, written as neutral CSV (`t,ax,ay,az` in s and m/s²): each run makes the same bytes.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const degree = Math.PI / 180;
const gravity = 9.80665;

/** `up` of a device whose top edge is raised by `pitch` degrees and then, in the plane of its screen, rocked by `rock`. */
const leaning = (pitch, rock = 0) => [
  -Math.sin(rock * degree) * Math.sin(pitch * degree), Math.cos(rock * degree) * Math.sin(pitch * degree),
  Math.cos(pitch * degree),
];
/** `up` of a device turned about its long axis: its right edge lowered by `roll` degrees, its top raised by `pitch`. */
const turned = (pitch, roll) => [
  -Math.sin(roll * degree) * Math.cos(pitch * degree), Math.sin(pitch * degree),
  Math.cos(roll * degree) * Math.cos(pitch * degree),
];

/** `up` of a device whose `tilt` has these two angles, in degrees. */
const turnedBoth = (pitch, roll) => {
  const [x, y] = [-Math.sin(roll * degree), Math.sin(pitch * degree)];
  return [x, y, Math.sqrt(1 - x * x - y * y)];
};

/** Numbers from 0 to 1 that look random and are always the same (mulberry32). */
export function noise(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A unit vector of any direction, each as likely as every other. */
export function anyDirection(random) {
  const z = 2 * random() - 1, angle = 2 * Math.PI * random(), r = Math.sqrt(1 - z * z);
  return [r * Math.cos(angle), r * Math.sin(angle), z];
}

/** One direction for a tenth of a second, then the next. */
function tossed() {
  const random = noise(5);
  const directions = Array.from({ length: 600 }, () => anyDirection(random));
  return (t) => directions[Math.floor(t * 10) % directions.length];
}

/** Each motion: `up` at t seconds. */
const motions = {
  flat: () => [0, 0, 1],
  pitch10: () => turned(10, 0),
  left10: () => turned(0, -10),
  pitch30: () => turned(30, 0),
  pitch60: () => turned(60, 0),
  /** Held towards a reader, turned a little to the right. */
  poised: () => turnedBoth(20, 12),
  /** Held at 60°, then at 40°, three seconds each. */
  nod: (t) => turned(t % 6 < 3 ? 60 : 40, 0),
  /** Flat for five seconds, then held at 60°. */
  lifted: (t) => turned(t < 5 ? 0 : 60, 0),
  /** Right edge up by 30°, as a device turned counter-clockwise and reclined. */
  left30: () => turned(0, -30),
  /** Past the vertical by 3° and rocked by 5° to each side every two seconds: where attitude angles jump. */
  rock: (t) => leaning(93, 5 * Math.sin(Math.PI * t)),
  sway: (t) => turned(20 + 15 * Math.sin(t), 25 * Math.sin(0.7 * t)),
  tossed: tossed(),
  nodding: (t) => turned(20 + 15 * Math.sin(t), 0),
};

/** Motions of a device with a gyroscope: its rates at t seconds, in rad/s. */
const rates = {
  nodding: (t) => [15 * degree * Math.cos(t), 0, 0],
};

/** Writes the motion of `name` into `directory`: 60 s at 100 Hz; gives the file's path. */
export function writeMotion(name, directory) {
  const lines = [`t,ax,ay,az${rates[name] ? ",gx,gy,gz" : ""}`];
  for (let index = 0; index < 6000; index += 1) {
    const up = motions[name](index / 100);
    const rate = rates[name]?.(index / 100) ?? [];
    lines.push([index / 100, ...up.map((part) => (part * gravity).toFixed(5)), ...rate.map((part) => part.toFixed(6))].join(","));
  }
  const path = join(directory, `${name}.csv`);
  writeFileSync(path, lines.join("\n") + "\n");
  return path;
}
