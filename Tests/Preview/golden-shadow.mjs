// golden-shadow.mjs: the page's pure functions against the numbers that the Swift ones give, and against closed forms.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const page = new URL("../../Sources/TiltPreview/Page/", import.meta.url);
const golden = JSON.parse(readFileSync(new URL("../CardMotionTests/golden.json", import.meta.url), "utf8"));
const { clampLength, eulerOffset, projectionOffset, remap, tilt, tiltOffset, upFromOrientation } = await import(`${page}shadow.js`);
const { isWide } = await import(`${page}grid.js`);
const { sectionHeaders, untilMidnight } = await import(`${page}day-headers.js`);
const { LocalMapping } = await import(`${page}local-mapping.js`);
const { NeutralPose } = await import(`${page}neutral-pose.js`);
const { statusText } = await import(`${page}status-text.js`);

const DEGREE = Math.PI / 180;
const near = (got, wanted, by, what) => assert.ok(Math.abs(got - wanted) <= by, `${what}: ${got} is not ${wanted} ± ${by}`);
const offset = (got, [x, y], by, what) => { near(got.x, x, by, `${what}, x`); near(got.y, y, by, `${what}, y`); };

/** A device that leans 93° back and rocks by 5° about its bottom edge, at 50 Hz for 4 s. */
const rocking = Array.from({ length: 200 }, (_, tick) => {
  const rock = 5 * DEGREE * Math.sin(Math.PI * tick / 50);
  const [s, c] = [Math.sin(93 * DEGREE), Math.cos(93 * DEGREE)];
  return [-Math.sin(rock) * s, Math.cos(rock) * s, c];
});
const largestStep = (offsets) => Math.max(...offsets.slice(1).map(({ x, y }, i) => Math.hypot(x - offsets[i].x, y - offsets[i].y)));

test("the shadow's numbers are the golden ones", () => {
  for (const row of golden.shadow.rows) {
    const what = `attitude ${row.attitudePitchDeg}, ${row.attitudeRollDeg}`;
    const { pitch, roll } = tilt(row.up);
    near(pitch / DEGREE, row.pitchDeg, 1e-4, `${what}, pitch`);
    near(roll / DEGREE, row.rollDeg, 1e-4, `${what}, roll`);
    offset(tiltOffset(row.up, 10), row.tiltOffsetGain10, 1e-5, `${what}, tilt`);
    offset(projectionOffset(row.up, 10), row.projectionOffsetGain10, 1e-5, `${what}, projection`);
  }
});

test("a turned display and a deviceorientation event give the golden up", () => {
  for (const row of golden.displayRotation) {
    const up = remap(row.up, row.angle);
    up.forEach((part, axis) => near(part, row.remappedUp[axis], 1e-6, `${row.name} at ${row.angle}`));
    offset(tiltOffset(up, 10), row.tiltOffsetGain10, 1e-4, `${row.name} at ${row.angle}`);
  }
  for (const { beta, gamma, up } of golden.deviceorientation_to_up) {
    upFromOrientation(beta, gamma).forEach((part, axis) => near(part, up[axis], 2e-6, `beta ${beta}, gamma ${gamma}`));
  }
});

test("the grid's wide cells are the golden ones", () => {
  for (const { width, cells } of golden.grid) cells.forEach(([, , cell], i) => assert.equal(isWide(i), cell > width / 2, `cell ${i}`));
});

test("past the vertical our mapping moves on and the usual formula jumps", () => {
  assert.ok(largestStep(rocking.map((up) => tiltOffset(up))) < 0.5);
  assert.ok(largestStep(rocking.map((up) => eulerOffset(up))) > 50);
});

test("no offset is longer than the limit, and a short one stays", () => {
  near(Math.hypot(...Object.values(clampLength({ x: 30, y: -40 }, 16))), 16, 1e-12, "length");
  assert.deepEqual(clampLength({ x: 3, y: -4 }, 16), { x: 3, y: -4 });
});

test("a browser's source is mapped as the daemon would, in each reference", () => {
  const leaning = (pitch) => [0, Math.sin(pitch * DEGREE), Math.cos(pitch * DEGREE)];
  const after = (reference, poses) => {
    const mapping = new LocalMapping();
    mapping.options = { ...mapping.options, reference };
    mapping.neutral = new NeutralPose();
    return poses.map((pose, tick) => mapping.frame(leaning(pose), tick * 20)).at(-1);
  };
  const held = Array(12).fill(60);
  near(after("absolute", held).y, 10 * 60 * DEGREE, 1e-9, "absolute at 60°");
  near(after("startup", held).y, 0, 1e-9, "startup at rest");
  near(after("startup", [...held, 70]).y, 10 * 10 * DEGREE, 1e-9, "startup, 10° further");
  near(after("relative", [...Array(12).fill(0), ...Array(1500).fill(30)]).y, 0, 0.01, "relative, half a minute later");
  near(after("relative", [...Array(12).fill(0), 179]).y, 10 * 40 * DEGREE, 1e-6, "relative, dragged at 40°");
  assert.ok(largestStep(rocking.map(((mapping) => (up, tick) => mapping.frame(up, tick * 20))(new LocalMapping()))) < 0.5);
});

test("a recentring makes the present pose the neutral one", () => {
  const mapping = new LocalMapping();
  mapping.options = { ...mapping.options, reference: "startup" };
  mapping.neutral = new NeutralPose();
  for (let tick = 0; tick < 20; tick += 1) mapping.frame([0, 0, 1], tick * 20);
  mapping.neutral.recentre();
  for (let tick = 20; tick < 25; tick += 1) offset(mapping.frame([-0.6, 0, 0.8], tick * 20), [0, 0], 1e-9, "after recentring");
});

test("the sections are dated back from today, over months and changes of the clock", () => {
  const titles = sectionHeaders(new Date(2026, 2, 1, 0, 30), 3, "en");
  assert.deepEqual(titles.map(({ iso }) => iso), ["2026-03-01", "2026-02-28", "2026-02-27"]);
  assert.deepEqual(titles.map(({ title }) => title), ["Today", "Yesterday", "Friday"]);
  // A weekday once, not in the title and above it.
  assert.deepEqual(titles.map(({ date }) => date), ["Sunday, March 1", "Saturday, February 28", "February 27"]);
  assert.equal(sectionHeaders(new Date(2026, 2, 1), 3, "de")[1].title, "Gestern");
  assert.equal(untilMidnight(new Date(2026, 5, 17, 23, 59, 59)), 1000);
});

test("the status line says what is missing and what to try", () => {
  const news = { choice: "auto", source: "none", daemon: "waiting", message: "", hint: "", server: "", sensor: null, state: "none", failures: {} };
  const said = (change) => statusText({ ...news, ...change });
  const rows = [
    [{ message: "no daemon at /run/x" }, false, /no sensor/i, /^No daemon at \/run\/x\. Start it .* this page goes on by itself\.$/],
    [{ message: "no daemon at /run/x", hint: "try y", source: "pointer" }, false, /following the pointer/, /Try y\.$/],
    [{ message: "/run/x accepted the connection and says nothing", hint: "restart it" }, false, /^The daemon does not answer: the shadow rests$/, /^\/run\/x .* says nothing\. Restart it\.$/],
    [{ daemon: "queued", message: "5 other windows follow", hint: "close one", source: "pointer" }, false, /^This window waits its turn: following the pointer$/, /^5 other windows follow\. Close one\.$/],
    [{ daemon: "refused", message: "too many subscribers", hint: "close one" }, false, /refused/, /Too many subscribers\. Close one\./],
    [{ source: "daemon", daemon: "connected", state: "none", server: "tiltshadow 0.1.0" }, false, /no sensor/, /tiltshadow sensors/],
    [{ source: "daemon", daemon: "connected", state: "stale", server: "tiltshadow 0.1.0" }, false, /silent/, /daemon/],
    [{ source: "daemon", daemon: "connected", state: "tracking", server: "tiltshadow 0.1.0", sensor: { name: "accel" } }, true, /^tiltshadow 0.1.0, accel$/, /^$/],
    [{ source: "daemon", daemon: "connected", state: "tracking", message: "it sent \"%\"", hint: "look" }, false, /left out/, /^It sent "%"\. Look\.$/],
    [{ choice: "sensor", failures: { sensor: "Could not connect to a sensor" } }, false, /No sensor/, /Could not connect/],
    [{ source: "orientation", daemon: "connected", sensor: { name: "demo" }, state: "tracking" }, true, /^Following this device's orientation$/, /^$/],
    [{ source: "sensor" }, true, /^Looking for the daemon, following this device's gravity sensor$/, /^$/],
    [{ choice: "none", daemon: "off" }, true, /rests/, /^$/],
  ];
  for (const [change, well, headline, hint] of rows) {
    const text = said(change);
    assert.equal(text.well, well, JSON.stringify(change));
    assert.match(text.headline, headline);
    assert.match(text.hint, hint);
  }
});
