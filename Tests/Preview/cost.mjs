#!/usr/bin/env node
// cost.mjs [--tiltshadow PATH] [--page DIRECTORY] [--rounds N] [--seconds S] [CASE...]: what moving shadows cost the browser.
//
// Without a GPU, at 1440 × 900, each case in a page of its own and one after the other, round after round, so that what the
// machine does beside falls on all of them alike; medians are printed beside those of a page whose shadows rest, and of one
// with nothing on it, which is what machine and browser leave. A last round scrolls with a processor that is held to be four
// times slower. Run it on a quiet machine; nothing is judged.
import { parseArgs } from "node:util";
import { Chromium } from "./chromium.mjs";
import { ProcessorTime } from "./processor-time.mjs";
import { Programs } from "./programs.mjs";
import { Trial } from "./trial.mjs";

const { values, positionals } = parseArgs({ allowPositionals: true, options: {
  tiltshadow: { type: "string", default: ".build/release/tiltshadow" }, page: { type: "string" },
  rounds: { type: "string", default: "3" }, seconds: { type: "string", default: "8" }, threads: { type: "boolean", default: false },
} });
const [rounds, seconds] = [values.rounds, values.seconds].map(Number);

/** What each case asks for in the address, and what is wanted of it: processor seconds a second, and the main thread's share in %. */
const cases = {
  empty: { isEmpty: true, wanted: {} },
  rest: { query: "source=none", wanted: { all: 0.08, main: 8 } },
  subtle: { query: "strength=subtle", wanted: { all: 0.45, main: 8 } },
  lively: { query: "strength=lively", wanted: { all: 0.6, main: 8 } },
  bold: { query: "strength=bold", wanted: {} },
  "40 a day": { query: "strength=lively&cards=40", wanted: { all: 0.6, main: 8 } },
};
const chosen = positionals.length > 0 ? positionals : Object.keys(cases);

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const programs = new Programs(values.tiltshadow, values.page), browser = new Chromium();

/** Opens a case, with all its parts there, in a page of its own. */
async function opened(address, { query, isEmpty }) {
  const t = new Trial(await browser.page(), "chromium", programs);
  await t.page.size(1440, 900);
  if (isEmpty) await t.page.navigate("data:text/html,<body style='height: 3200px'>");
  else {
    await t.open(address, query, { follows: query !== "source=none" });
    await t.until("all parts", () => window.__preview.isWhole);
  }
  // What watches costs, too.
  for (const domain of ["Network", "Log", "Runtime"]) await t.page.send(`${domain}.disable`);
  return t;
}

/** What a case takes for `seconds`: `all` processes of the browser, in processor seconds a second, and `main`, in %; `threads` by name. */
async function moving(address, one) {
  const t = await opened(address, one);
  await t.sleep(1500);
  const before = new ProcessorTime(browser.pid);
  await t.sleep(seconds * 1000);
  const spent = new ProcessorTime(browser.pid).since(before);
  await t.page.close();
  return spent;
}

/** Which share of the pictures comes later than 25 ms after the one before while the page is scrolled, in %. */
async function scrolling(address, one) {
  const t = await opened(address, one);
  await t.page.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await t.sleep(1500);
  const gaps = t.ask(async (ms) => {
    const gaps = [];
    for (let from = performance.now(), last = await new Promise(requestAnimationFrame); performance.now() - from < ms;) {
      const now = await new Promise(requestAnimationFrame);
      gaps.push(now - last);
      last = now;
    }
    return gaps;
  }, 5000);
  // Down and up again, as a hand turns a wheel: a notch each 50 ms.
  for (let notch = 0; notch < 90; notch += 1) {
    await t.page.wheel(720, 450, notch < 45 ? 100 : -100);
    await t.sleep(50);
  }
  const found = await gaps;
  await t.page.close();
  return { late: 100 * found.filter((gap) => gap > 25).length / found.length, longest: Math.max(...found), pictures: found.length };
}

try {
  console.log(await browser.version());
  const { address } = await programs.preview(["--demo"]);
  const found = Object.fromEntries(chosen.map((name) => [name, { moving: [], scrolling: [] }]));
  for (let round = 0; round < rounds; round += 1) for (const name of chosen) found[name].moving.push(await moving(address, cases[name]));
  for (let round = 0; round < rounds; round += 1) for (const name of chosen) found[name].scrolling.push(await scrolling(address, cases[name]));
  for (const name of chosen) {
    const { moving, scrolling } = found[name], { wanted } = cases[name];
    const of = (part) => moving.map((spent) => spent[part]), list = (numbers, digits) => numbers.map((number) => number.toFixed(digits)).join(" ");
    console.log(`${name.padEnd(9)} all processes ${median(of("all")).toFixed(2)} s/s (${list(of("all"), 2)})${wanted.all ? ` wanted ${wanted.all}` : ""}`
      + `; main thread ${median(of("main")).toFixed(1)} % (${list(of("main"), 1)})${wanted.main ? ` wanted ${wanted.main}` : ""}`);
    if (values.threads) for (const [thread, time] of moving.at(-1).threads) console.log(`            ${(100 * time).toFixed(1).padStart(5)} %  ${thread}`);
    console.log(`          later than 25 ms while scrolling at 4×: ${median(scrolling.map(({ late }) => late)).toFixed(1)} %`
      + ` (${list(scrolling.map(({ late }) => late), 1)}), longest ${list(scrolling.map(({ longest }) => longest), 0)} ms, wanted 3 %`);
  }
} finally {
  await Promise.all([browser.close(), programs.close()]);
}
process.exit();
