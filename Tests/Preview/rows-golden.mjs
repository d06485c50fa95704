// J1–J8: the page's functions give the numbers of golden.json, which the Swift ones are held against, too.
import { readFileSync } from "node:fs";
import { near, row, same, that } from "./table.mjs";

const golden = JSON.parse(readFileSync(new URL("../CardMotionTests/golden.json", import.meta.url)));

/** Calls `work` with the exports of the page's module `name` and with `values`. */
const using = async (t, name, work, ...values) => {
  await t.open("flat", "", { follows: false });
  return t.ask(new Function("name", "...values", `return import("/" + name).then((module) => (${work})(module, ...values))`), name, ...values);
};

/** The largest distance between two lists of numbers of the same shape. */
const distance = (left, right) => {
  const [a, b] = [left.flat(Infinity), right.flat(Infinity)];
  same(a.length, b.length, "count");
  return Math.max(...a.map((value, index) => Math.abs(value - b[index])));
};

row("J1", "springs", "", async (t) => {
  const got = await using(t, "spring.js", ({ spring }, cases) => cases.map((one) => {
    const made = spring(one);
    return [made.omega, made.stiffness, made.damping, ...Object.keys(one.progress).map((ms) => made.progress(ms / 1000))];
  }), golden.spring);
  let worst = 0;
  for (const [index, { name, omega0, stiffness, damping, progress }] of golden.spring.entries()) {
    const [omega, k, c, ...steps] = got[index];
    near(omega, omega0, 1e-5, `${name} ω₀`);
    near(k, stiffness, 1e-3, `${name} stiffness`);
    near(c, damping, 1e-3, `${name} damping`);
    worst = Math.max(worst, distance(steps, Object.values(progress)));
  }
  near(worst, 0, 1e-5, "progress");
  return `${golden.spring.length} springs within ${worst.toExponential(1)}`;
});

row("J2", "shadows", "", async (t) => {
  const got = await using(t, "shadow.js", ({ tilt, tiltOffset, projectionOffset }, rows) => rows.map(({ up }) => {
    const { pitch, roll } = tilt(up), offset = tiltOffset(up, 10), projected = projectionOffset(up, 10);
    return [pitch, roll, offset.x, offset.y, projected.x, projected.y];
  }), golden.shadow.rows);
  const degree = Math.PI / 180;
  const expected = golden.shadow.rows.map((one) =>
    [one.pitchDeg * degree, one.rollDeg * degree, ...one.tiltOffsetGain10, ...one.projectionOffsetGain10]);
  // The table's directions have six digits, and near the vertical an angle has fewer.
  return `${expected.length} directions within ${near(distance(got, expected), 0, 1e-4, "distance").toExponential(1)}`;
});

row("J3", "display rotation", "", async (t) => {
  const got = await using(t, "shadow.js", ({ remap, tiltOffset }, rows) => rows.map(({ up, angle }) => {
    const turned = remap(up, angle), { x, y } = tiltOffset(turned, 10);
    return [...turned, x, y];
  }), golden.displayRotation);
  const expected = golden.displayRotation.map(({ remappedUp, tiltOffsetGain10 }) => [...remappedUp, ...tiltOffsetGain10]);
  return `${expected.length} poses within ${near(distance(got, expected), 0, 1e-4, "distance").toExponential(1)}`;
});

row("J4", "device orientation", "", async (t) => {
  const got = await using(t, "shadow.js", ({ upFromOrientation }, rows) =>
    rows.map(({ beta, gamma }) => upFromOrientation(beta, gamma)), golden.deviceorientation_to_up);
  const expected = golden.deviceorientation_to_up.map(({ up }) => up);
  return `${expected.length} poses within ${near(distance(got, expected), 0, 1e-6, "distance").toExponential(1)}`;
});

row("J5", "profile header", "", async (t) => {
  const offsets = Object.keys(golden.header);
  const got = await using(t, "header.js", ({ headerTransform }, offsets) => offsets.map((o) => headerTransform(+o)), offsets);
  for (const [index, offset] of offsets.entries()) {
    const { labelY, headerInFront, ...numbers } = golden.header[offset];
    for (const [key, value] of Object.entries(numbers)) near(got[index][key], value, 1e-5, `${key} at ${offset}`);
    if (labelY !== null) near(got[index].labelY, labelY, 1e-5, `labelY at ${offset}`);
    same(got[index].headerInFront, headerInFront, `headerInFront at ${offset}`);
  }
  return `${offsets.length} offsets`;
});

row("J6", "grid", "", async (t) => {
  // The style sheet lays them out, so the page itself is measured, each section from its own corner.
  let worst = 0;
  for (const { width, count, cells } of golden.grid) {
    await t.page.size(width, 800);
    await t.open("flat", `cards=${count}`, { follows: false });
    const sections = await t.ask(() => [...document.querySelectorAll("section.day .grid")].map((grid) => {
      const origin = look.rect(grid);
      return [...grid.children].map((cell) => { const { left, top, width, height } = look.rect(cell); return [left - origin.left, top - origin.top, width, height]; });
    }));
    for (const section of sections) worst = Math.max(worst, distance(section, cells));
  }
  // A browser rounds to a sixtieth of a pixel or so.
  return `${golden.grid.length} grids within ${near(worst, 0, 0.05, "distance")} px`;
});

row("J7", "dismissal", "", async (t) => {
  const got = await using(t, "dismiss.js", ({ IDLE, dismissal }, cases) => cases.map(({ kind, W, H, d }) => {
    const from = kind === "edge" ? { x: 20, y: 300 } : { x: 200, y: 100 };
    const begun = dismissal(IDLE, { type: "begin", width: W, height: H, scrollTop: 0, ...from });
    const to = kind === "edge" ? { x: from.x + d, y: from.y } : { x: from.x, y: from.y + d };
    return dismissal(begun, { type: "move", scrollTop: 0, ...to });
  }), golden.dismiss);
  for (const [index, { kind, d, dismiss, ...numbers }] of golden.dismiss.entries()) {
    const state = got[index];
    for (const key of ["progress", "ratio", "radius", "closeAlpha"]) {
      if (key in numbers) near(state[key], numbers[key], 1e-4, `${kind} ${d}: ${key}`);
    }
    // At exactly the threshold either is right: 1 − 0.18 is not 0.82 in binary.
    if (numbers.ratio !== 0.82) same(state.effect === "close", dismiss, `${kind} ${d}: closes`);
  }
  return `${got.length} ways`;
});

row("J8", "download segments", "", async (t) => {
  const got = await using(t, "download.js", ({ WAITING, downloadStep }, cases) => cases.map(({ events }) => {
    let download = WAITING;
    const segments = [], callbacks = [];
    for (const [now, type, to] of events) {
      download = downloadStep(download, { type, to }, now);
      if (type === "state") callbacks.push([now, download.state]);
      if (download.segment) segments.push(download.segment);
    }
    return { segments, callbacks, end: Math.max(...segments.map(({ end }) => end)) };
  }), golden.downloadButton);
  for (const [index, { name, segments, callbacks, end }] of golden.downloadButton.entries()) {
    const made = got[index];
    same(made.callbacks, callbacks, `${name}: callbacks`);
    same(made.segments.map(({ from, to, animated }) => [from, to, animated]), segments.map(({ from, to, animated }) => [from, to, animated]), name);
    const times = (list) => list.map((one) => [one.begin, one.end]);
    near(distance(times(made.segments), times(segments)), 0, 1e-9, `${name}: times`);
    near(made.end, end, 1e-9, `${name}: end`);
  }
  that(got.length > 0, "cases", got.length);
  return `${got.length} sequences of events`;
});
