// The numbers of golden.json in the page's own functions, and what must hold for any input. `node golden-interaction.mjs`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { spring, cardSpring } from "../../Sources/TiltPreview/Page/spring.js";
import { headerTransform } from "../../Sources/TiltPreview/Page/header.js";
import { dismissal, IDLE } from "../../Sources/TiltPreview/Page/dismiss.js";
import { downloadStep, taps, WAITING } from "../../Sources/TiltPreview/Page/download.js";

const golden = JSON.parse(readFileSync(new URL("../CardMotionTests/golden.json", import.meta.url), "utf8"));
const tests = [];
const test = (name, body) => tests.push([name, body]);
const close = (got, want, tolerance, what) =>
  assert.ok(Math.abs(got - want) <= tolerance, `${what}: got ${got}, expected ${want} ± ${tolerance}`);

/** Numbers 0…1, the same at every run (mulberry32). */
function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

test("springs have UIView's stiffness and go its way", () => {
  assert.ok(golden.spring.length >= 6);
  for (const row of golden.spring) {
    const made = spring(row);
    close(made.omega, row.omega0, 1e-5, `${row.name} ω₀`);
    close(made.stiffness, row.stiffness, 1e-3, `${row.name} k`);
    close(made.damping, row.damping, 1e-3, `${row.name} c`);
    for (const [ms, share] of Object.entries(row.progress)) close(made.progress(ms / 1000), share, 2e-6, `${row.name} at ${ms} ms`);
  }
});

test("a spring begins with its velocity and obeys the equation of motion", () => {
  const h = 5e-5;
  for (const row of golden.spring) {
    const { progress, stiffness, damping } = spring(row);
    const velocity = (t) => (progress(t + h) - progress(t - h)) / (2 * h);
    const acceleration = (t) => (progress(t + h) - 2 * progress(t) + progress(t - h)) / h ** 2;
    close(velocity(0), row.initialVelocity, 1e-3, `${row.name} v₀`);
    for (let t = 0.01; t < row.duration; t += 0.037) {
      const force = acceleration(t) + damping * velocity(t) + stiffness * (progress(t) - 1);
      close(force, 0, 2e-3, `${row.name} force at ${t} s`);
    }
  }
});

test("linear() begins at 0, ends at exactly 1 and stays within 0.0004 of a card's scale", () => {
  for (const row of golden.spring) {
    const made = spring(row);
    const stops = made.cssLinear(60).match(/^linear\((.*)\)$/)[1].split(", ").map(Number);
    assert.equal(stops.length, 61);
    assert.equal(stops[0], 0);
    assert.equal(stops.at(-1), 1);
    if (row.name.startsWith("bounce")) {
      for (let share = 0; share < 1; share += 0.0007) {
        const at = Math.floor(share * 60);
        const between = stops[at] + (stops[at + 1] - stops[at]) * (share * 60 - at);
        close(0.05 * between, 0.05 * made.progress(share * row.duration), 4e-4, `${row.name} at ${share}`);
      }
    }
  }
});

test("a card overshoots by 4.6 % at 0.38 s", () => close(cardSpring.progress(0.38), 1.046, 5e-4, "overshoot"));

test("a spring of no duration or no damping is refused, quoting it", () => {
  for (const [duration, dampingRatio] of [[0, 0.5], [-1, 0.5], [NaN, 0.5], [1, 0], [1, 1.2], [1, NaN]]) {
    assert.throws(() => spring({ duration, dampingRatio }), RangeError, `${duration} ${dampingRatio}`);
  }
});

test("the header goes through golden.json's positions", () => {
  for (const [offset, row] of Object.entries(golden.header)) {
    const got = headerTransform(Number(offset));
    for (const key of ["scale", "translateY", "blur", "avatar"]) close(got[key], row[key], 1e-6, `${key} at ${offset}`);
    // null: pulled, where the original keeps what it had. Ours puts the label back.
    close(got.labelY, row.labelY ?? 95, 1e-6, `labelY at ${offset}`);
    assert.equal(got.headerInFront, row.headerInFront, `order at ${offset}`);
  }
});

test("the header moves without a jump, and grows under no reduced motion", () => {
  for (let offset = -300; offset < 600; offset += 0.5) {
    const [a, b] = [headerTransform(offset), headerTransform(offset + 0.5)];
    for (const [key, step] of [["scale", 0.005], ["translateY", 0.5], ["labelY", 0.5], ["blur", 0.015], ["avatar", 0.006]]) {
      close(b[key], a[key], step + 1e-9, `${key} from ${offset}`);
    }
    assert.ok(a.blur >= 0 && a.blur <= 1);
    assert.equal(headerTransform(offset, { reduced: true }).scale, 1);
  }
});

/** A finger that goes from one point to others. */
function drag(from, ...points) {
  let state = dismissal(IDLE, { type: "begin", width: 375, height: 667, scrollTop: 0, ...from });
  const states = points.map((point) => (state = dismissal(state, { type: "move", scrollTop: 0, ...point })));
  return states.at(-1);
}

test("the dismissals go through golden.json's rows", () => {
  assert.ok(golden.dismiss.length >= 12);
  for (const row of golden.dismiss) {
    const state = row.kind === "edge" ? drag({ x: 20, y: 300 }, { x: 20 + row.d, y: 300 }) : drag({ x: 187, y: 100 }, { x: 187, y: 100 + row.d });
    const what = `${row.kind} ${row.d}`;
    close(state.progress, row.progress, 1e-6, `${what} progress`);
    close(state.ratio, row.ratio, 1e-6, `${what} ratio`);
    if ("radius" in row) close(state.radius, row.radius, 1e-3, `${what} radius`);
    if ("closeAlpha" in row) close(state.closeAlpha, row.closeAlpha, 1e-3, `${what} ✕`);
    assert.equal(state.effect === "close", row.dismiss, `${what} closes`);
  }
});

test("a drag that reaches the top begins there, and goes back to scrolling", () => {
  let state = dismissal(IDLE, { type: "begin", x: 187, y: 100, scrollTop: 200, width: 375, height: 667 });
  for (let y = 110; y <= 390; y += 10) {
    state = dismissal(state, { type: "move", x: 187, y, scrollTop: Math.max(0, 300 - y) });
    assert.equal(state.effect, null);
  }
  assert.equal(state.phase, "scroll");
  close(state.progress, 90 / 667, 1e-9, "progress");
  state = dismissal(state, { type: "move", x: 187, y: 250, scrollTop: 0 });
  assert.equal(state.progress, 0);
});

test("only the start decides which gesture it is", () => {
  const table = [
    ["starts beyond the edge", { x: 60, y: 300 }, [{ x: 172, y: 300 }], "watching"],
    ["goes left on the right half", { x: 300, y: 300 }, [{ x: 180, y: 300 }], "watching"],
    ["goes up", { x: 187, y: 300 }, [{ x: 187, y: 200 }], "watching"],
    ["begins at the edge, then goes down", { x: 20, y: 100 }, [{ x: 40, y: 100 }, { x: 40, y: 200 }], "edge"],
    ["begins at the edge, but goes down", { x: 20, y: 100 }, [{ x: 22, y: 150 }], "pull"],
    ["pulls, then goes right", { x: 20, y: 100 }, [{ x: 20, y: 120 }, { x: 90, y: 120 }], "pull"],
    ["trembles", { x: 20, y: 100 }, [{ x: 23, y: 104 }], "watching"],
  ];
  for (const [name, from, points, phase] of table) assert.equal(drag(from, ...points).phase, phase, name);
});

test("a pull may be taken back, and then moves the text", () => {
  const state = drag({ x: 187, y: 100 }, { x: 187, y: 180 }, { x: 187, y: 70 });
  assert.deepEqual([state.ratio, state.scrollBy, state.phase], [1, 30, "pull"]);
  assert.equal(dismissal(state, { type: "end" }).effect, null);
});

test("no finger closes twice, and none that closed snaps back", () => {
  const next = random(7);
  for (let round = 0; round < 2000; round += 1) {
    let scrollTop = next() < 0.5 ? 0 : next() * 400;
    let [x, y] = [next() * 375, next() * 600];
    let state = dismissal(IDLE, { type: "begin", x, y, scrollTop, width: 375, height: 667 });
    const effects = [];
    let kind = null;
    for (let step = 0; step < 60; step += 1) {
      x += (next() - 0.4) * 40;
      y += (next() - 0.4) * 40;
      scrollTop = Math.max(0, scrollTop + (next() - 0.6) * 60);
      state = dismissal(state, { type: "move", x, y, scrollTop });
      if (state.effect) effects.push(state.effect);
      if (["edge", "pull", "scroll"].includes(state.phase)) assert.equal((kind ??= state.phase), state.phase, "the kind changed");
      assert.ok(state.progress >= 0 && state.progress <= 1 && state.closeAlpha >= 0 && state.closeAlpha <= 1);
    }
    state = dismissal(state, { type: "end" });
    if (state.effect) effects.push(state.effect);
    assert.ok(effects.length <= 1, `effects ${effects}`);
  }
});

/** Plays a golden row's events. */
function play(events) {
  let download = WAITING;
  const segments = [];
  for (const [now, type, to] of events) {
    download = downloadStep(download, { type, to }, now);
    if (type === "state") assert.equal(download.state, to, "the state holds at once");
    if (download.segment) segments.push(download.segment);
  }
  return { download, segments };
}

test("the download button draws golden.json's segments", () => {
  assert.ok(golden.downloadButton.length >= 6);
  for (const row of golden.downloadButton) {
    const { segments, download } = play(row.events);
    assert.equal(segments.length, row.segments.length, row.name);
    row.segments.forEach((want, index) => {
      const got = segments[index];
      assert.deepEqual([got.from, got.to, got.animated], [want.from, want.to, want.animated], row.name);
      close(got.begin, want.begin, 1e-9, `${row.name} begin`);
      close(got.end, want.end, 1e-9, `${row.name} end`);
    });
    close(download.busyUntil, row.end, 1e-9, `${row.name} end`);
  }
});

test("any sequence of changes is drawn one after the other, joined end to end", () => {
  const next = random(11);
  const states = ["startDownload", "pending", "downloading", "downloaded"];
  for (let round = 0; round < 500; round += 1) {
    let now = 0;
    const events = Array.from({ length: 40 }, () => {
      now += next() < 0.4 ? 0 : next() * 0.3;
      return next() < 0.7 ? [now, "state", states[Math.floor(next() * 4)]] : [now, "progress", next() < 0.3 ? 1 : next() * 2 - 0.5];
    });
    const { segments, download } = play(events);
    segments.slice(1).forEach((segment, index) => {
      assert.ok(segment.begin >= segments[index].end, "two at once");
      assert.equal(segment.from, segments[index].to, "a gap");
    });
    assert.ok(download.progress >= 0 && download.progress <= 1);
  }
});

test("a tap starts, is ignored while pending, stops, opens", () => {
  assert.deepEqual(["startDownload", "pending", "downloading", "downloaded"].map((state) => taps[state]), ["start", null, "stop", "open"]);
});

let failed = 0;
for (const [name, body] of tests) {
  try {
    body();
    console.log(`ok - ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`not ok - ${name}\n    ${error.message}`);
  }
}
console.log(`${tests.length - failed} of ${tests.length} hold`);
process.exitCode = failed ? 1 : 0;
