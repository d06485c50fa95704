#!/usr/bin/env node
// pictures.mjs [--tiltshadow PATH] [--page DIRECTORY] [--into DIRECTORY] [NAME...]: pictures in the page's documentation, made anew.
//
// The demonstration at Lively, held where it leans most; with the inspector the usual formula beside ours, ten seconds of it.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Chromium } from "./chromium.mjs";
import { Programs } from "./programs.mjs";
import { Trial } from "./trial.mjs";

const documentation = new URL("../../Sources/TiltPreview/TiltPreview.docc/Resources", import.meta.url).pathname;
const { values, positionals } = parseArgs({ allowPositionals: true, options: {
  tiltshadow: { type: "string", default: ".build/release/tiltshadow" }, page: { type: "string" }, into: { type: "string", default: documentation },
} });

/** Windows, in px, and how large a picture of each is. */
const windows = { phone: { size: [375, 812], scale: 1 }, tablet: { size: [768, 1024], scale: 540 / 768 }, desktop: { size: [1280, 900], scale: 0.5 } };
/** What is shown in them: the panel first, the inspector in the dark where it has room, and the cards alone. */
const ways = {
  light: { scheme: "light" }, dark: { scheme: "dark", isInspected: true }, classic: { scheme: "light", query: "&theme=classic", isAlone: true },
};
const all = Object.keys(windows).flatMap((window) => Object.keys(ways).map((way) => `${window}-${way}`));
const unknown = positionals.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`pictures.mjs: no picture ${unknown.join(", ")}; there are ${all.join(" ")}`);
  process.exit(2);
}

const programs = new Programs(values.tiltshadow, values.page), browser = new Chromium();
try {
  const { address } = await programs.preview(["--demo"]);
  for (const name of positionals.length > 0 ? positionals : all) {
    const [window, way] = name.split("-"), { size, scale } = windows[window], { scheme, query = "", isInspected, isAlone } = ways[way];
    const t = new Trial(await browser.page(), "chromium", programs);
    await t.page.size(...size);
    await t.page.media({ "prefers-color-scheme": scheme });
    await t.open(address, `strength=lively${query}`);
    await t.until("all parts", () => document.readyState === "complete" && window.__preview.isWhole);
    if (isAlone) {
      await t.ask(() => document.querySelector("#welcome .round-button").click());
      await t.until("the cards alone", () => getComputedStyle(document.querySelector("#welcome")).visibility === "hidden");
    }
    if (isInspected && window !== "phone") {
      await t.click("#inspect");
      await t.until("the inspector", () => document.querySelector("#show-euler"));
      await t.ask(() => document.querySelector("#show-euler").click());
      await t.sleep(10_000);
    }
    await t.until("the device leaning", () => look.shadow(look.cards()[0]).y > 25);
    const { data } = await t.page.send("Page.captureScreenshot",
      { format: "jpeg", quality: 80, clip: { x: 0, y: 0, width: size[0], height: size[1], scale } });
    writeFileSync(`${values.into}/${name}.jpg`, data, "base64");
    console.log(`${name}: ${Math.round(data.length * 0.75)} bytes`);
    await t.page.close();
  }
} finally {
  await Promise.all([browser.close(), programs.close()]);
}
process.exit();
