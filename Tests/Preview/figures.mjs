#!/usr/bin/env node
// figures.mjs [--tiltshadow PATH] [--seconds S] [--page DIRECTORY]: what depends on the machine, measured in Chromium and printed, never judged.
// What moving shadows cost the browser is cost.mjs's.
//
// Run it on a quiet machine; each line names what is wanted there.
import { parseArgs } from "node:util";
import { Chromium } from "./chromium.mjs";
import { Programs } from "./programs.mjs";
import { pathBetween, watch } from "./shadow-watch.mjs";
import { beat, repeats } from "./smoothness.mjs";
import { Trial } from "./trial.mjs";
import { Wire } from "./wire.mjs";

const { values } = parseArgs({ options: {
  tiltshadow: { type: "string", default: ".build/release/tiltshadow" }, seconds: { type: "string", default: "10" },
  page: { type: "string" },
} });
const seconds = Number(values.seconds);
const programs = new Programs(values.tiltshadow, values.page), browser = new Chromium();

const say = (what, got, wanted) => console.log(`${what.padEnd(34)} ${got.padEnd(34)} wanted ${wanted}`);
const share = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

/** Rates, pacing, latency and the main thread's share, with twelve cards that sway. */
async function stream() {
  const t = new Trial(await browser.page(), "chromium", programs);
  const latencies = [];
  t.page.listen((method, { eventName, data, timestamp }) => {
    if (method !== "Network.eventSourceMessageReceived" || (eventName && eventName !== "message")) return;
    const message = JSON.parse(data);
    // Both clocks are CLOCK_MONOTONIC: from the daemon's tick to the page's event source.
    if (message.type === "frame") latencies.push(timestamp * 1000 - message.t_ns / 1e6);
  });
  await t.page.size(1024, 768);
  await t.ready("sway");
  await t.sleep(1000);
  // Processor time, so that what runs beside does not count.
  await t.page.send("Performance.enable", { timeDomain: "threadTicks" });
  const busy = async () => {
    const { metrics } = await t.page.send("Performance.getMetrics");
    const of = (name) => metrics.find((metric) => metric.name === name).value;
    return { at: performance.now() / 1000, task: of("TaskDuration"), style: of("RecalcStyleDuration"), script: of("ScriptDuration") };
  };
  latencies.length = 0;
  const seen = await t.ask(async (ms) => {
    const { received, applied } = window.__preview, from = performance.now(), gaps = [];
    for (let last = from; last < from + ms;) {
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      gaps.push(now - last);
      last = now;
    }
    const took = (performance.now() - from) / 1000;
    return { received: (window.__preview.received - received) / took, applied: (window.__preview.applied - applied) / took, gaps, cards: document.querySelectorAll("article.card").length };
  }, seconds * 1000);
  // What watches costs, too: the main thread is measured unwatched.
  for (const domain of ["Network", "Log", "Runtime"]) await t.page.send(`${domain}.disable`);
  await t.sleep(500);
  const before = await busy();
  await t.sleep(seconds * 1000);
  const after = await busy();
  const gaps = seen.gaps.sort((a, b) => a - b);
  latencies.sort((a, b) => a - b);
  say("frames received", `${seen.received.toFixed(2)} Hz, ${seen.cards} cards`, "49–51 Hz");
  say("frames applied", `${seen.applied.toFixed(2)} Hz`, "at least 45 Hz");
  say("between animation frames", `p50 ${share(gaps, 0.5).toFixed(1)} ms, p95 ${share(gaps, 0.95).toFixed(1)} ms`, "p95 at most 20 ms");
  const part = (name) => `${((100 * (after[name] - before[name])) / (after.at - before.at)).toFixed(1)} %`;
  say("main thread", `${part("task")}: style ${part("style")}, script ${part("script")}`, "at most 8 %");
  say("tick to page", `p50 ${share(latencies, 0.5).toFixed(2)} ms, p99 ${share(latencies, 0.99).toFixed(2)} ms, ${latencies.length} frames`, "p99 at most 10 ms");
  await t.page.close();
}

/** First paint and weight of a page that was never there before. */
async function loading() {
  const paints = [];
  let weight, sent;
  for (let load = 0; load < 5; load += 1) {
    const t = new Trial(await browser.page(), "chromium", programs);
    await t.ready("flat");
    paints.push(await t.ask(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
    [weight, sent] = await t.ask(() => ["decodedBodySize", "encodedBodySize"].map((part) => [...performance.getEntriesByType("navigation"),
      ...performance.getEntriesByType("resource")].reduce((sum, entry) => sum + entry[part], 0)));
    await t.page.close();
  }
  paints.sort((a, b) => a - b);
  say("first paint", `median ${paints[2].toFixed(0)} ms, longest ${paints[4].toFixed(0)} ms of 5`, "at most 300 ms");
  say("weight", `${(sent / 1000).toFixed(1)} kB on the way, ${(weight / 1000).toFixed(1)} kB unpacked`, "at most 110 and 190 kB; with what comes when idle 140 and 240");
}

/** The largest move of a card's shadow between two pictures, past the vertical. */
async function vertical() {
  const step = async (mapping) => {
    const csv = await programs.run("replay", programs.log("rock"), "--mapping", mapping, "--format", "csv");
    const [head, ...lines] = csv.trim().split("\n").map((line) => line.split(","));
    const [x, y] = ["x", "y"].map((name) => head.indexOf(name));
    return Math.max(...lines.slice(1).map((line, index) => Math.hypot(line[x] - lines[index][x], line[y] - lines[index][y])));
  };
  const t = new Trial(await browser.page(), "chromium", programs);
  await t.open("rock");
  const page = await t.ask(async (ms) => {
    let step = 0, before = null;
    for (const end = performance.now() + ms; performance.now() < end;) {
      await new Promise(requestAnimationFrame);
      const now = look.shadow(look.cards()[0]);
      if (before) step = Math.max(step, Math.hypot(now.x - before.x, now.y - before.y));
      before = now;
    }
    return step;
  }, seconds * 1000);
  await t.page.close();
  say("largest step past the vertical", `${page.toFixed(3)} px on the page, ${(await step("tilt")).toFixed(3)} px replayed`, "at most 0.5 px");
  say("the usual formula there", `${(await step("euler")).toFixed(1)} px`, "about 60 px: the fault that is shown");
}

/** How smooth the demo is drawn, picture by picture. */
async function smoothness() {
  const t = new Trial(await browser.page(), "chromium", programs);
  const { address } = await programs.preview(["--demo"]);
  await t.open(address, "strength=subtle");
  const wire = await Wire.reading(address);
  await t.sleep(2000);
  const seen = await t.ask(watch, 60 * 3 * seconds, true), path = pathBetween(wire.frames), period = 1000 / 60;
  const shown = seen.map(({ shadows: [shadow] }) => shadow), motion = seen.map(({ at, clock }) => path(at - clock - 20.5));
  const held = seen.map(({ tick }) => wire.frames.get(tick));
  const figures = (pictures) => `${(100 * repeats([pictures], [motion], period).share).toFixed(1)} %, ${beat([pictures], period).toFixed(2)}`;
  wire.close();
  say("repeated pictures, beat at 10 Hz", `${figures(shown)}; held ${figures(held)}`, "at most 2 %, 1.5");
  await t.page.close();
}

try {
  console.log(await browser.version());
  await stream();
  await smoothness();
  await loading();
  await vertical();
} finally {
  await Promise.all([browser.close(), programs.close()]);
}
process.exit();
