#!/usr/bin/env node
// run.mjs [--browser chromium|firefox] [--tiltshadow PATH] [--page DIRECTORY] [--screenshots DIRECTORY] [--table] [--all]
//     [--record] [--axe PATH] [ROW...]: every row of the page, judged in a browser.
//
// The rows S, P, G, D, B, H are the 69 of the page's table; those with a letter behind their number and S13 to S28 add to
// it, W is about the first screen, J holds the page's functions against golden.json, A is about access and weight, L holds pictures
// of all states against those in Looks; looks means all L, and --record keeps what they see;
// with --axe they make no pictures: each state is judged by the axe-core of that path.
// With --table only the 69, with --all those for the night, too. With --page from a directory, such as Sources/TiltPreview/Page, without a build.
// Prints a line a row and ends with 1 where one failed, with 77 where there is no browser.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Chromium } from "./chromium.mjs";
import { Firefox } from "./firefox.mjs";
import { keeping } from "./looks.mjs";
import { Programs } from "./programs.mjs";
import { Failure, rows } from "./table.mjs";
import { Trial } from "./trial.mjs";

import "./rows-shadow.mjs";
import "./rows-stream.mjs";
import "./rows-smooth.mjs";
import "./rows-depth.mjs";
import "./rows-hardships.mjs";
import "./rows-pointer.mjs";
import "./rows-press.mjs";
import "./rows-grid.mjs";
import "./rows-words.mjs";
import "./rows-detail.mjs";
import "./rows-dismiss.mjs";
import "./rows-download.mjs";
import "./rows-ring.mjs";
import "./rows-profile.mjs";
import "./rows-golden.mjs";
import "./rows-access.mjs";
import "./rows-dock.mjs";
import "./rows-rtl.mjs";
import "./rows-inspector.mjs";
import "./rows-strangers.mjs";
import "./rows-windows.mjs";
import "./rows-manners.mjs";
import "./rows-welcome.mjs";
import "./rows-looks.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    browser: { type: "string", default: "chromium" }, tiltshadow: { type: "string", default: ".build/release/tiltshadow" },
    screenshots: { type: "string" }, page: { type: "string" },
    table: { type: "boolean", default: false }, all: { type: "boolean", default: false }, record: { type: "boolean", default: false },
    axe: { type: "string" },
  },
});
/** A row that takes longer than this many seconds hangs, even on a machine that builds beside it; what one waits for may take 60. */
const limit = 150;
/** The whole takes four minutes on a quiet machine with two cores; after this many seconds no further row is begun. */
const wholeLimit = 1200;
/** How many rows are judged side by side, each in a browser of its own: they wait for theirs more than they work. */
const lanes = values.browser === "firefox" ? 1 : 2;
// The table's order: by letter as its sections are, then by number.
const letters = "SPGDBHWAJL";
rows.sort((a, b) => letters.indexOf(a.id[0]) - letters.indexOf(b.id[0]) || parseInt(a.id.slice(1)) - parseInt(b.id.slice(1)) || (a.id < b.id ? -1 : 1));
/** How many rows each section of the page's table has. */
const tableRows = { S: 12, P: 10, G: 9, D: 16, B: 12, H: 10 };
const isOfTable = (id) => /^[A-Z]\d+$/.test(id) && Number(id.slice(1)) <= (tableRows[id[0]] ?? 0);
Object.assign(keeping, { isRecording: values.record, differing: values.screenshots, axe: values.axe && readFileSync(values.axe, "utf8") });
const isNamed = (id) => positionals.includes(id) || (id[0] === "L" && positionals.includes("looks"));
const isMet = ({ id, why }) => (positionals.length === 0 ? !why || values.all : isNamed(id));
const wanted = rows.filter((row) => isMet(row) && (!values.table || isOfTable(row.id)));
const unknown = positionals.filter((id) => id !== "looks" && !rows.some((row) => row.id === id));
if (unknown.length > 0) {
  console.error(`run.mjs: no row ${unknown.join(", ")}; there are ${rows.map(({ id }) => id).join(" ")}`);
  process.exit(2);
}

const programs = new Programs(values.tiltshadow, values.page);
const browsers = Array.from({ length: lanes }, () => values.browser === "firefox" ? new Firefox() : new Chromium());
const close = () => Promise.all([...browsers, programs].map((part) => part.close()));
let passed = 0, failed = 0, skipped = 0;
// Nothing is left behind by a run that is cut short.
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => close().finally(() => process.exit(1)));
}
try {
  const version = await browsers[0].version().catch((error) => {
    console.log(`skipped: the page in ${values.browser}: ${error.message}`);
    process.exitCode = 77;
  });
  if (version) {
    console.log(version);
    for (const isLast of [false, true]) {
      const left = wanted.filter((row) => row.isLast === isLast);
      await Promise.all(browsers.map(async (browser) => { while (left.length > 0) await judge(browser, left.shift()); }));
    }
    if (skipped > 0) console.log(`${skipped} skipped`);
    console.log(`${passed} passed, ${failed} failed`);
    if (failed > 0) process.exitCode = 1;
  }
} finally {
  await close();
}
process.exit();

async function judge(browser, { id, title, needs, check }) {
  if (needs && values.browser === "firefox") {
    skipped += 1;
    console.log(`${id} skipped: ${title}: needs ${needs}`);
    return;
  }
  const hasTime = performance.now() < wholeLimit * 1000;
  const { measured, fault } = hasTime ? await attempt(browser, check, id) : { fault: `no time left after ${wholeLimit} s` };
  if (fault === undefined) {
    passed += 1;
    console.log(`${id} ok  ${title}: ${measured}`);
  } else {
    failed += 1;
    console.log(`${id} FAILED  ${title}: ${fault}`);
  }
}

/** Judges a row on a page of its own: `{ measured }` or `{ fault }`, both as text. */
async function attempt(browser, check, id) {
  let page;
  try { page = await browser.page(); } catch (error) { return { fault: `no page: ${error.message}` }; }
  const trial = new Trial(page, values.browser, programs);
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end after ${limit} s`)), limit * 1000);
  });
  try {
    return { measured: await Promise.race([check(trial), late]) };
  } catch (error) {
    // What no row foresaw needs its place.
    const places = error instanceof Failure ? [] : error.stack.split("\n").filter((line) => line.includes("rows-"));
    const errors = page.errors.map((text) => `   the page: ${text}`);
    return { fault: [error.message, ...places, ...errors].join("\n") };
  } finally {
    clearTimeout(timer);
    if (values.screenshots) writeFileSync(`${values.screenshots}/${id}.png`, await page.screenshot());
    // What one row has the browser remember is not to be found by the next, where pages share that.
    await page.evaluate(() => localStorage.clear()).catch(() => {});
    await page.close();
  }
}
