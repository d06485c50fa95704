// S1–S8: where the shadow falls and how it looks.
import { anyDirection, noise } from "./motions.mjs";
import { clockError, framesBefore, largestError, watch } from "./shadow-watch.mjs";
import { near, row, same, sensors, that } from "./table.mjs";
import { Wire } from "./wire.mjs";

row("S1", "the shadow is where the published frames have it, at every animation frame", "", async (t) => {
  await t.open("sway");
  const wire = await Wire.reading(t.address);
  const seen = await t.ask(watch, 120);
  wire.close();
  const { worst, compared } = largestError(seen, wire);
  near(worst, 0, 0.01, "distance from the way between two frames");
  const off = await clockError(t);
  const steps = new Set(seen.map(({ tick }) => tick)).size;
  that(steps > 10, "more than 10 different frames", steps);
  return `${worst.toFixed(3)} px off over ${compared} animation frames, ${steps} frames, ${seen[0].shadows.length} cards; clock ${off.toFixed(1)} ms off`;
});

row("S2", "10 px per radian", "", async (t) => {
  const said = [];
  for (const [motion, x, y] of [["pitch10", 0, 1.745], ["left10", -1.745, 0], ["pitch30", 0, 5.236]]) {
    await t.open(motion);
    const shadow = await t.ask(() => look.shadow(look.cards()[0]));
    said.push(`${motion} ${near(shadow.x, x, 0.01, "x")}, ${near(shadow.y, y, 0.01, "y")}`);
  }
  return said.join("; ");
});

/** At which edges the shadow of `up` falls; null where it is near the middle between two. */
const edges = (up) => up && Math.min(Math.abs(up[0]), Math.abs(up[1])) >= 0.02 ? `${Math.sign(up[0])} ${Math.sign(up[1])}` : null;

row("S3", "falls to the lowest edge", "", async (t) => {
  const random = noise(3);
  const ups = Array.from({ length: 2000 }, () => anyDirection(random)).filter(([x, y]) => Math.hypot(x, y) > 0.05);
  await t.open("tossed");
  const wrong = await t.ask(async (ups) => {
    const { tiltOffset, projectionOffset } = await import("/shadow.js");
    return ups.filter((up) => [tiltOffset, projectionOffset].some((map) => {
      const { x, y } = map(up);
      return Math.sign(x) !== -Math.sign(up[0]) || Math.sign(y) !== Math.sign(up[1]);
    }));
  }, ups);
  same(wrong, [], "directions with the shadow at the wrong edge");
  const wire = await Wire.reading(t.address);
  const seen = await t.ask(watch, 90);
  wire.close();
  let held = 0;
  for (const { tick, shadows: [{ x, y }] } of seen) {
    const up = wire.frames.get(tick)?.up, before = framesBefore(wire, tick);
    // On the way from one frame to the next it stays at the edge that is the lowest in both.
    if (!edges(up) || before.length < 2 || before.some((frame) => edges(frame.up) !== edges(up))) continue;
    held += 1;
    that(Math.sign(x) === -Math.sign(up[0]) && Math.sign(y) === Math.sign(up[1]), `signs against up ${up}`, `${x}, ${y}`);
  }
  that(held > 20, "more than 20 frames held against up", held);
  return `${ups.length} directions and ${held} shown frames`;
});

row("S4", "no jump at the vertical", "", async (t) => {
  await t.open("rock");
  const seen = await t.ask(async () => {
    const { eulerOffset } = await import("/shadow.js");
    const degree = Math.PI / 180, euler = [];
    for (let t = 0; t < 4; t += 0.02) {
      const rock = 5 * Math.sin(Math.PI * t) * degree;
      euler.push(eulerOffset([-Math.sin(rock) * Math.sin(93 * degree), Math.cos(rock) * Math.sin(93 * degree), Math.cos(93 * degree)]).x);
    }
    const xs = [];
    for (const end = performance.now() + 2500; performance.now() < end;) {
      await new Promise(requestAnimationFrame);
      xs.push([window.__preview.lastFrame.t_ns, look.shadow(look.cards()[0])]);
    }
    return { euler, xs };
  });
  let step = 0, widest = 0;
  for (const [index, [ns, { x, y }]] of seen.xs.entries()) {
    widest = Math.max(widest, Math.abs(x));
    if (index === 0) continue;
    const [before, from] = seen.xs[index - 1];
    // Frames that the page missed, or that a busy daemon left out, count as the steps they were.
    step = Math.max(step, Math.hypot(x - from.x, y - from.y) / Math.max(1, Math.round((ns - before) / 20e6)));
  }
  near(step, 0, 0.5, "largest step per frame");
  near(widest, 0, 1.0, "largest x");
  that(widest > 0.5, "x beyond 0.5 px: the device rocks", widest);
  const jump = Math.max(...seen.euler.slice(1).map((x, index) => Math.abs(x - seen.euler[index])));
  near(jump, 60, 3, "the usual formula's jump");
  return `largest step ${step.toFixed(3)} px, |x| ≤ ${widest.toFixed(2)}; the usual formula jumps by ${jump.toFixed(1)}`;
});

row("S4b", "no jump at the vertical, from the browser's own sensor", sensors, async (t) => {
  await t.open("flat", "source=orientation", { follows: false });
  const shown = [];
  for (const [beta, gamma] of [[88, 87.1], [92, -87.1], [88, 87.1]]) {
    await t.page.send("DeviceOrientation.setDeviceOrientationOverride", { alpha: 0, beta, gamma });
    await t.until("the orientation source", () => window.__preview.source === "orientation");
    await t.sleep(400);
    await t.until("a shadow that has come to rest", async () => {
      const before = look.shadow(look.cards()[0]).text;
      await look.frames(12);
      return look.shadow(look.cards()[0]).text === before;
    });
    shown.push(await t.ask(() => look.shadow(look.cards()[0])));
  }
  const steps = [1, 2].map((index) => Math.hypot(shown[index].x - shown[index - 1].x, shown[index].y - shown[index - 1].y));
  near(Math.max(...steps), 0, 0.5, "step between the two sides");
  that(Math.abs(shown[0].x) < 1, "a small x", shown[0].x);
  return `(88, 87.1) → (92, −87.1) moves it by ${steps[0].toFixed(3)} px`;
});

row("S5", "bounded", "", async (t) => {
  const random = noise(55);
  const ups = Array.from({ length: 10000 }, () => anyDirection(random));
  await t.open("tossed");
  const { longest, shown } = await t.ask(async (ups) => {
    const { clampLength, eulerOffset, tiltOffset } = await import("/shadow.js");
    let longest = 0, shown = 0;
    for (const up of ups) for (const map of [tiltOffset, eulerOffset]) {
      const { x, y } = clampLength(map(up, 40), 16);
      longest = Math.max(longest, Math.hypot(x, y));
    }
    for (let frame = 0; frame < 120; frame += 1) {
      await new Promise(requestAnimationFrame);
      const { x, y } = look.shadow(look.cards()[0]);
      shown = Math.max(shown, Math.hypot(x, y));
    }
    return { longest, shown };
  }, ups);
  that(longest <= 16.01 && shown <= 16.01, "at most 16.01 px", { longest, shown });
  return `10⁴ directions ≤ ${longest.toFixed(2)} px, shown ≤ ${shown.toFixed(2)} px`;
});

row("S6", "keeps its physical direction when the display is turned", sensors, async (t) => {
  await t.open("left30");
  const said = [];
  for (const [angle, type] of [[0, "portraitPrimary"], [90, "landscapePrimary"], [180, "portraitSecondary"], [270, "landscapeSecondary"]]) {
    await t.page.send("Emulation.setDeviceMetricsOverride",
      { width: angle % 180 ? 768 : 1024, height: angle % 180 ? 1024 : 768, deviceScaleFactor: 1, mobile: true, screenOrientation: { angle, type } });
    // Turned back by the angle, the offset is what it was at 0°.
    const back = ({ x, y }) => ({ 0: [x, y], 90: [-y, x], 180: [-x, -y], 270: [y, -x] })[angle].map((part) => Math.round(part * 100) / 100 + 0);
    const turned = await t.settled(
      async () => back(await t.ask(() => look.shadow(look.cards()[0]))),
      ([x, y]) => Math.hypot(x + 5.236, y) < 0.1);
    near(turned[0], -5.236, 0.1, `at ${angle}° physical x`);
    near(turned[1], 0, 0.1, `at ${angle}° physical y`);
    said.push(`${angle}° (${turned})`);
  }
  return said.join(" ");
});

row("S8", "a soft shadow with round corners", "", async (t) => {
  await t.open("flat");
  const looks = await t.ask(() => [...document.querySelectorAll("article.card")].map((card) => {
    const { blur, colour } = look.shadow(card);
    return `${blur} ${colour} ${getComputedStyle(card).borderRadius}`;
  }));
  same([...new Set(looks)], ["16 rgba(0, 0, 0, 0.35) 14px"], "blur, colour and corners of all cards");
  return `${looks.length} cards: blur 16 px, rgba(0, 0, 0, .35), radius 14 px`;
});
