// S22, S22b, S22c: what is drawn between the frames, picture by picture.
import { fileURLToPath } from "node:url";
import { choose } from "./inspector-steps.mjs";
import { noise } from "./motions.mjs";
import { pathBetween } from "./shadow-watch.mjs";
import { beat, repeats } from "./smoothness.mjs";
import { devtools, row, same, that } from "./table.mjs";

const demo = fileURLToPath(new URL("../../Sources/tiltshadow/Resources/demo.tiltlog", import.meta.url));

/** The way of a frame to the page and how long after its instant a picture is drawn, in ms. */
const late = (random) => 0.4 + 4 * random() ** 4, work = (random) => 2 * random();

/** Frames of the demo as a daemon publishes them, three times over: 24 s. */
async function published(t) {
  const [head, ...lines] = (await t.programs.run("replay", demo, "--format", "csv")).trim().split("\n").map((line) => line.split(","));
  const [x, y] = ["x", "y"].map((name) => head.indexOf(name));
  const once = lines.map((cells) => ({ x: Math.round(cells[x] * 100) / 100, y: Math.round(cells[y] * 100) / 100 }));
  return [...once, ...once, ...once].map((offset, index) => ({ seq: index + 1, t_ns: 1e12 + index * 20e6, state: "tracking", ...offset }));
}

/** What comes when at a page whose display is refreshed at `refresh` Hz: frames, and pictures, each with when it is drawn. */
function timetable(frames, refresh) {
  const random = noise(refresh), from = frames[0].t_ns / 1e6, to = frames.at(-1).t_ns / 1e6;
  const arrivals = frames.map((frame) => ({ now: frame.t_ns / 1e6 + late(random), frame }));
  const pictures = Array.from({ length: Math.floor((to - from) * refresh / 1001) }, (_, index) => {
    const at = from + (index + 0.37) * 1001 / refresh;
    return { now: at + work(random), at };
  });
  return [...arrivals, ...pictures].sort((one, other) => one.now - other.now);
}

/** Lets the page live by a timetable, its clock `ahead` ms ahead of it; gives the offset drawn at each picture and that of the newest frame. */
const live = async (timetable, ahead) => {
  const { follow, show } = await import("/apply.js");
  const card = look.cards()[0], native = window.requestAnimationFrame, drawn = [];
  let due = [], newest = null;
  await look.frames(3);
  window.requestAnimationFrame = (draw) => due.push(draw);
  try {
    // A page that does not know of rates is what this was written against.
    follow?.(50);
    for (const { now, at, frame } of timetable) {
      performance.now = () => now + ahead;
      if (frame) { show(newest = frame); continue; }
      const draws = due;
      due = [];
      for (const draw of draws) draw(at + ahead);
      const { x, y } = look.shadow(card);
      drawn.push({ at, x, y, held: { x: newest?.x ?? 0, y: newest?.y ?? 4 } });
    }
  } finally {
    window.requestAnimationFrame = native;
    delete performance.now;
  }
  return drawn;
};

const percent = (share) => `${(100 * share).toFixed(1)} %`;

row("S22", "as smooth as the display: no picture repeats, and no beat with the frames", devtools, async (t) => {
  const frames = await published(t), path = pathBetween(new Map(frames.map((frame) => [frame.t_ns, frame])));
  const said = [];
  for (const refresh of [60, 90, 120, 144]) {
    const period = 1001 / refresh;
    await t.open("flat", "source=none", { follows: false });
    // The first second is eased into.
    const seen = (await t.ask(live, timetable(frames, refresh), 5e6)).slice(2 * refresh);
    const held = seen.map(({ held }) => held), motion = seen.map(({ at }) => path(at - 20.9));
    const [now, before] = [seen, held].map((pictures) => ({ ...repeats([pictures], [motion], period), beat: beat([pictures], period) }));
    that(before.share > 0.1, "newest frames, held, to repeat: else nothing is measured", before);
    that(now.moving > 5 * refresh, "five seconds in motion", now.moving);
    that(now.share <= 0.02, `at most 2 % repeated pictures at ${refresh} Hz`, percent(now.share));
    const off = Math.max(...seen.map(({ x, y }, index) => Math.hypot(x - motion[index].x, y - motion[index].y)));
    that(off <= 0.1, `at most 0.1 px beside the way at ${refresh} Hz`, off);
    // Fifty frames beat with sixty pictures ten times a second, and with ninety.
    if (refresh <= 90) {
      that(before.beat > 1.5, "newest frames, held, to beat: else nothing is measured", before);
      that(now.beat <= 1.5, `at 9–11 Hz at most 1.5 times the bands beside, at ${refresh} Hz`, now.beat);
    }
    said.push(`${refresh} Hz: ${percent(now.share)} repeated, beat ${now.beat.toFixed(2)} (held ${percent(before.share)}, ${before.beat.toFixed(1)})`);
  }
  return said.join("; ");
});

row("S22b", "looks ahead to where a picture is seen, where there is a gyroscope", devtools, async (t) => {
  const asked = [];
  t.page.listen((method, { request }) => {
    if (method === "Network.requestWillBeSent" && request.url.endsWith("/request")) {
      const { lookahead_ms: wanted } = JSON.parse(request.postData).request;
      if (wanted !== undefined) asked.push(wanted);
    }
  });
  await t.open("flat");
  await t.sleep(1500);
  same(asked, [], "requests where there is none");
  await t.open("nodding");
  // A frame's 20 ms, half a millisecond for its way, and a picture; on a busy machine a picture takes two, or more at first.
  const isOne = (asked) => asked >= 20.5 + 5 && asked <= 20.5 + 34;
  const first = await t.settled(() => asked.at(-1), isOne);
  that(isOne(first), "20.5 ms and a picture", first);
  await choose(t, "lookahead_ms", 7);
  await t.settled(() => asked.at(-1), (last) => last === 7);
  return `${first} ms; then ${same(asked.at(-1), 7, "what was chosen by hand")}`;
});

/** What is drawn half a frame after one in motion, and after the next, before which the feed was asked for `what`. */
const broken = async (what) => {
  const { follow, forget, show } = await import("/apply.js"), { Feed } = await import("/feed.js");
  const card = look.cards()[0], native = window.requestAnimationFrame, nothing = () => {};
  const feed = new Feed("none", { onBreak: forget, onFrame: nothing, onRest: nothing, onNews: nothing, onHello: nothing, onOptions: nothing });
  let due = [];
  const drawn = async (x, index) => {
    performance.now = () => 5e6 + 20 * index;
    show({ seq: index, t_ns: 1e12 + index * 20e6, state: "tracking", x, y: 0 });
    const draws = due;
    due = [];
    for (const draw of draws) draw(5e6 + 20 * index + 10.5);
    return look.shadow(card).x;
  };
  await look.frames(3);
  window.requestAnimationFrame = (draw) => due.push(draw);
  try {
    follow(50);
    for (let index = 0; index < 60; index += 1) await drawn(0, index); // the fallback has been left
    const between = await drawn(8, 60);
    await { recentre: () => feed.recentre(), gain: () => feed.change({ gain: 20 }), lookahead: () => feed.change({ lookahead_ms: 9 }) }[what]();
    return { between, after: await drawn(-8, 61) };
  } finally {
    window.requestAnimationFrame = native;
    delete performance.now;
  }
};

/**
 * What is drawn at each picture, every 20 ms with a frame each: at 0 px until one at 40 px comes, 0.7 s into a longer way there and
 * together with a change that is never answered; a second later at 0 again.
 */
const changed = async () => {
  const { change, ease, follow, show } = await import("/apply.js");
  const card = look.cards()[0], native = window.requestAnimationFrame, drawn = [];
  let due = [];
  await look.frames(3);
  window.requestAnimationFrame = (draw) => due.push(draw);
  try {
    follow(50);
    for (let index = 0; index < 160; index += 1) {
      // A picture's work begins later than its instant.
      const at = 5e6 + 20 * index;
      performance.now = () => at + 3;
      if (index === 60) ease();
      if (index === 95) change(new Promise(() => {}));
      show({ seq: index, t_ns: 1e12 + index * 20e6, state: "tracking", x: index >= 95 && index < 150 ? 40 : 0, y: 0 });
      const draws = due;
      due = [];
      for (const draw of draws) draw(at);
      drawn.push(look.shadow(card).x);
    }
  } finally {
    window.requestAnimationFrame = native;
    delete performance.now;
  }
  return drawn;
};

row("S22c", "draws nothing between what frames meant and what they mean", devtools, async (t) => {
  const said = [];
  for (const [what, after] of [["recentre", -8], ["gain", -8], ["lookahead", 0]]) {
    await t.open("flat", "source=none", { follows: false });
    const seen = await t.ask(broken, what);
    that(Math.abs(seen.between - 4) < 0.1, "half the way between two frames", seen);
    that(Math.abs(seen.after - after) < 0.1, `${after} px after ${what}`, seen);
    said.push(`${what}: ${seen.after}`);
  }
  await t.open("flat", "source=none", { follows: false });
  const way = await t.ask(changed), steps = way.map((x, index) => x - (way[index - 1] ?? x)).slice(90, 145);
  that(Math.max(...steps) <= 3 * 40 * 20 / 250, "no longer step than 250 ms begin with", way.slice(94, 125));
  that(way[110] > 20, "a shadow on its way before the answer", way.slice(94, 125));
  that(Math.abs(way[145] - 40) < 0.5, "a shadow that is there without an answer", way.slice(94, 146));
  that(Math.min(...way.slice(150, 154)) < 1, "a shadow that does not lag once no answer has come", way.slice(148));
  return said.join("; ");
});
