// How smooth a motion is drawn: pictures that repeat the one before, and a beat between two rates. Pure.

const lengths = (series) => series.slice(1).map(({ x, y }, index) => Math.hypot(x - series[index].x, y - series[index].y));

/**
 * Which share of the pictures repeats the one before, where the motion is more than 0.02 px a picture for 40 ms to both
 * sides: they step less than half of the smallest step that the motion makes there.
 * @param {{x: number, y: number}[][]} drawn runs @param {{x: number, y: number}[][]} motion the same runs, as it is
 * @param {number} period in ms
 */
export function repeats(drawn, motion, period) {
  const reach = Math.ceil(40 / period);
  let moving = 0, repeated = 0;
  for (const [index, run] of drawn.entries()) {
    const steps = lengths(run), wanted = lengths(motion[index]);
    for (let step = reach; step + reach < steps.length; step += 1) {
      const least = Math.min(...wanted.slice(step - reach, step + reach + 1));
      if (least <= 0.02) continue;
      moving += 1;
      if (steps[step] < least / 2) repeated += 1;
    }
  }
  return { moving, share: repeated / moving };
}

/**
 * How much more of the speed's spectrum lies at 9 to 11 Hz, where 50 and 60 a second beat, than at 6 to 9 and 11 to 14 Hz,
 * a hertz each.
 * @param {{x: number, y: number}[][]} runs of equal length @param {number} period in ms
 */
export function beat(runs, period) {
  const power = (from, to) => {
    let sum = 0, count = 0;
    for (const run of runs) for (const axis of ["x", "y"]) {
      const speeds = run.slice(1).map((picture, index) => picture[axis] - run[index][axis]);
      const size = speeds.length, resolution = 1000 / (size * period);
      for (let bin = Math.ceil(from / resolution); bin * resolution < to; bin += 1) {
        let re = 0, im = 0;
        for (const [index, speed] of speeds.entries()) {
          const angle = 2 * Math.PI * bin * index / size, windowed = speed * Math.sin(Math.PI * (index + 0.5) / size) ** 2;
          re += windowed * Math.cos(angle);
          im -= windowed * Math.sin(angle);
        }
        sum += re * re + im * im;
        count += 1;
      }
    }
    return sum / count;
  };
  return power(9, 11) / ((power(6, 9) + power(11, 14)) / 2);
}
