// golden-display.mjs: what the page draws between frames: the client's golden numbers, and displays and clocks as there are.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { noise } from "./motions.mjs";
import { beat, repeats } from "./smoothness.mjs";

const page = new URL("../../Sources/TiltPreview/Page/", import.meta.url);
const golden = JSON.parse(readFileSync(new URL("../Clients/Display/golden.json", import.meta.url), "utf8"));
const { DaemonClock } = await import(`${page}daemon-clock.mjs`);
const { Lookahead } = await import(`${page}lookahead.js`);
const { Resampler } = await import(`${page}resampler.mjs`);

const near = (got, wanted, by, what) => assert.ok(Math.abs(got - wanted) <= by, `${what}: ${got} is not ${wanted} ± ${by}`);

test("the resampler draws the golden offsets", () => {
  const cases = golden.cases.filter(({ kind }) => kind === "resampler");
  assert.ok(cases.length > 0);
  for (const { name, rate_hz, rows } of cases) {
    const resampler = new Resampler(rate_hz);
    for (const [index, [what, at, ...rest]] of rows.entries()) {
      if (what === "frame") { resampler.take({ t_ns: at, x: rest[0], y: rest[1], state: rest[2] }); continue; }
      const drawn = resampler.offset(at), got = drawn ? [drawn.x, drawn.y] : [];
      assert.equal(got.length, rest.length, `${name}, row ${index}`);
      got.forEach((part, axis) => near(part, rest[axis], 1e-9, `${name}, row ${index}`));
    }
  }
  for (const [refresh, rate, gyroscope, wanted] of golden.lookahead) near(Resampler.lookaheadMs(refresh, rate, gyroscope), wanted, 1e-9, `lookahead at ${refresh} Hz`);
});

/** Arrivals at a page of frames made at `rate` a second from `from` on, for `seconds`: each late by `late(random)` ms. */
function* arrivals({ from = 0, seconds, late = (random) => 0.4 + 4 * random() ** 4, ahead = () => 0, seed = 1 }) {
  const random = noise(seed);
  for (let tick = from; tick < from + 1000 * seconds; tick += 20) yield [tick + late(random) + ahead(tick), tick];
}

test("the daemon's clock is the fastest arrival's, also where one drifts or the first came late", () => {
  const clock = new DaemonClock();
  for (const [now, tick] of arrivals({ seconds: 60, ahead: (tick) => 5e6 + 100e-6 * tick, late: (random) => 0.4 + 4 * random() ** 4 })) {
    assert.equal(clock.hear(tick === 0 ? now + 400 : now, tick), false);
    const off = clock.ahead - 5e6 - 100e-6 * tick;
    assert.ok(tick < 1000 || (off > -0.7 && off < 1), `${off} ms off at ${tick} ms`);
  }
});

test("the daemon's clock is found again within a quarter of a second, wherever it has gone", () => {
  for (const jump of [-3_600_000, -1000, 300, 86_400_000]) {
    const clock = new DaemonClock();
    for (const [now, tick] of arrivals({ seconds: 20 })) clock.hear(now, tick);
    // A daemon on another machine, or either machine has slept: the page's own clock goes on.
    const heard = [...arrivals({ from: 20_000, seconds: 0.25 })].map(([now, tick]) => clock.hear(now, tick + jump));
    near(clock.ahead, -jump + 0.5, 0.5, `after a jump by ${jump} ms`);
    assert.equal(heard.filter(Boolean).length, jump < 0 ? 1 : 0, `found to be another clock, ${jump} ms`);
  }
});

test("a page that slept hears the clock anew", () => {
  const clock = new DaemonClock();
  for (const [now, tick] of arrivals({ seconds: 8 })) clock.hear(now, tick);
  // Its own clock stood for 200 ms, which is no other clock; an hour later what was heard before counts no more.
  for (const [now, tick] of arrivals({ from: 3_600_000, seconds: 0.1, ahead: () => 200 })) assert.equal(clock.hear(now, tick), false);
  near(clock.ahead, 200.5, 0.5, "an hour later");
});

test("a frame from a time that nobody lives in does not stay", () => {
  const clock = new DaemonClock();
  for (const [now, tick] of arrivals({ seconds: 2 })) clock.hear(now, tick);
  clock.hear(2000, 1e15);
  for (const [now, tick] of arrivals({ from: 2020, seconds: 0.25 })) clock.hear(now, tick);
  near(clock.ahead, 0.5, 0.5, "after it");
});

test("the daemon is asked to look ahead once for the display there is, and not without a gyroscope", async () => {
  const asked = [], due = [], waiting = [], { setTimeout } = globalThis;
  const lookahead = new Lookahead(({ lookahead_ms: ms }) => asked.push(ms));
  globalThis.requestAnimationFrame = (draw) => due.push(draw);
  globalThis.setTimeout = (work, ms) => waiting.push({ work, ms });
  /** Pictures at `refresh` Hz, each eighth of them left out. */
  const pictures = async (count, refresh) => {
    for (let picture = 0; picture < count; picture += 1) {
      if (picture % 8 === 7) continue;
      for (const draw of due.splice(0)) draw(1000 * picture / refresh);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  try {
    lookahead.sense({ gyro: true });
    assert.deepEqual(asked, [], "before a connection");
    lookahead.begin(50, { gyro: false });
    lookahead.sense(null);
    assert.deepEqual(asked, [], "without a gyroscope");
    lookahead.begin(50, { gyro: true });
    lookahead.sense({ gyro: true });
    await pictures(80, 144);
    lookahead.sense({ gyro: true });
    // At 60 Hz until the display is known.
    assert.deepEqual(asked.splice(0), [37.2, 27.4]);
    lookahead.begin(100, { gyro: true });
    assert.deepEqual(asked.splice(0), [17.4], "another connection");
    // A minute later the window is on another screen.
    assert.deepEqual(waiting.map(({ ms }) => ms), [60_000]);
    waiting.pop().work();
    await new Promise((resolve) => setImmediate(resolve));
    await pictures(80, 60);
    assert.deepEqual(asked.splice(0), [27.2], "another display");
    lookahead.sense({ gyro: false });
    assert.deepEqual(asked.splice(0), [0], "another sensor");
  } finally {
    delete globalThis.requestAnimationFrame;
    globalThis.setTimeout = setTimeout;
  }
});

for (const refresh of [30, 60, 75, 90, 120, 144]) {
  test(`at ${refresh} Hz no picture repeats, and nothing jumps`, () => {
    const motion = (ms) => ({ x: 4 * Math.sin(ms / 500), y: 8 * Math.cos(ms / 700) });
    const quantised = ({ x, y }) => ({ x: Math.round(100 * x) / 100, y: Math.round(100 * y) / 100 });
    const clock = new DaemonClock(), resampler = new Resampler(50), random = noise(refresh), period = 1000 / refresh / 1.0009;
    const coming = [...arrivals({ seconds: 20, ahead: () => 777, late: (random) => 0.4 + 3 * random() ** 6, seed: refresh })];
    const drawn = [], held = [], truth = [];
    for (let picture = 4; picture < 19 * refresh; picture += 1) {
      const at = 777 + picture * period;
      // The page draws a little after the picture's instant: what has come by then counts.
      for (const runs = at + 2 * random(); coming[0][0] < runs;) {
        const [now, tick] = coming.shift();
        clock.hear(now, tick);
        resampler.take({ t_ns: tick * 1e6, state: "tracking", ...quantised(motion(tick)) });
      }
      if (picture < refresh) continue;
      drawn.push(resampler.offset((at - clock.ahead) * 1e6));
      held.push(resampler.newest);
      truth.push(motion(at - 777 - 20.9));
    }
    const seen = repeats([drawn], [truth], period), before = repeats([held], [truth], period);
    assert.ok(seen.moving > 0.5 * drawn.length, `${seen.moving} pictures in motion`);
    assert.ok(seen.share <= 0.005, `${seen.share} repeated`);
    if (refresh > 50) assert.ok(before.share > 0.12, `held, ${before.share} would repeat`);
    if (refresh === 60) {
      assert.ok(beat([drawn], period) <= 1.5, `beat ${beat([drawn], period)}`);
      assert.ok(beat([held], period) > 3, `held, beat ${beat([held], period)}`);
    }
    const error = Math.max(...drawn.map(({ x, y }, index) => Math.hypot(x - truth[index].x, y - truth[index].y)));
    assert.ok(error < 0.05, `${error} px off the way`);
    const longest = (series) => Math.max(...series.slice(1).map(({ x, y }, index) => Math.hypot(x - series[index].x, y - series[index].y)));
    assert.ok(longest(drawn) < 1.6 * longest(truth), `steps of ${longest(drawn)} px where the motion makes ${longest(truth)}`);
  });
}
