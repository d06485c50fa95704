// What the page looks like, state by state: pictures that are kept in Looks, and how new ones are held against them.
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { Failure } from "./table.mjs";

/** Windows, in px. */
export const small = [320, 568], phone = [390, 844], side = [844, 390], tablet = [820, 1180], desktop = [1440, 900], large = [2560, 1440];

/** What a reader may prefer, by the name that it has in a picture's. */
const preferences = {
  light: {}, dark: { "prefers-color-scheme": "dark" }, classic: {}, forced: { "forced-colors": "active" }, contrast: { "prefers-contrast": "more" },
};

/**
 * Two pictures look the same where no block of so many px a side differs by more than this, of 255, in the mean of a colour, and
 * not so many by half of it: letters whose edges are drawn a little otherwise do not, and what has moved by two px does, be it as soft
 * as a shadow.
 */
const threshold = { block: 8, visible: 6, many: 64 };

/**
 * Where pictures are kept; `isRecording` keeps new ones instead of judging them; `differing` takes those that differ; with `axe`,
 * axe-core's text, no picture is made, and each state is judged by it.
 */
export const keeping = { folder: new URL("Looks/", import.meta.url).pathname, isRecording: false, differing: undefined, axe: undefined, made: new Set() };

/** The names and the sizes in bytes of all pictures that are kept. */
export const kept = () => existsSync(keeping.folder)
  ? readdirSync(keeping.folder).map((name) => ({ name, bytes: statSync(keeping.folder + name).size })) : [];

/**
 * Runs in each new document: a day that does not pass, and nothing on a layer of its own, which would stay as it was painted on
 * its way, between two px.
 */
const frozen = `{
  const Passing = Date, sheet = new CSSStyleSheet();
  Date = class extends Passing { constructor(...parts) { super(...(parts.length > 0 ? parts : [2026, 4, 20, 12])); } };
  sheet.replaceSync("*, ::before, ::after { will-change: auto !important; transition: none !important; }");
  document.adoptedStyleSheets = [sheet];
}`;

/** Runs in the page until it stands still: letters and pictures are there, what moves has arrived, what turns begins its turn. */
const stillness = async () => {
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  for (let calm = 0, before = ""; calm < 3;) {
    for (const animation of look.animations()) {
      if (animation.effect.getComputedTiming().endTime < Infinity) animation.finish();
      else Object.assign(animation, { currentTime: 0 }).pause();
    }
    await look.frames(2);
    const now = [...document.querySelectorAll(".cast, .cast span, .slab, .turned, .rim i, .art svg, .mini, .profile-header, .detail")].map((one) => [one.getAttribute("style"), getComputedStyle(one).transform, getComputedStyle(one).opacity]).join();
    calm = now === before ? calm + 1 : 0;
    before = now;
  }
};

/** Runs in the page: the blocks of two pictures that differ, and the largest difference. */
const difference = async (texts, { block, visible, many }) => {
  const [one, other] = await Promise.all(texts.map(async (text) => {
    const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], { type: "image/webp" }));
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d", { willReadFrequently: true });
    canvas.drawImage(picture, 0, 0);
    return canvas.getImageData(0, 0, picture.width, picture.height);
  }));
  if (one.width !== other.width || one.height !== other.height) return { blocks: one.data.length, most: 255, where: [0, 0] };
  const across = Math.ceil(one.width / block), sums = new Float64Array(3 * across * Math.ceil(one.height / block));
  for (let y = 0, at = 0; y < one.height; y += 1) {
    for (let x = 0, row = 3 * across * Math.floor(y / block); x < one.width; x += 1, at += 4) {
      const sum = row + 3 * Math.floor(x / block);
      for (let part = 0; part < 3; part += 1) sums[sum + part] += one.data[at + part] - other.data[at + part];
    }
  }
  let blocks = 0, faint = 0, most = 0, where = [0, 0];
  for (let at = 0; at < sums.length; at += 3) {
    const worst = Math.max(...sums.subarray(at, at + 3).map(Math.abs)) / block ** 2;
    if (worst > visible) blocks += 1;
    else if (worst > visible / 2) faint += 1;
    if (worst > most) [most, where] = [worst, [block * ((at / 3) % across), block * Math.floor(at / 3 / across)]];
  }
  return { blocks: blocks > 0 || faint >= many ? blocks + faint : 0, most: Number(most.toFixed(1)), where };
};

/** Runs in the page: what axe finds wrong, a rule a line, with the elements. Of the classic colours some miss a contrast, by choice. */
const violations = async (isClassic) => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"], rules: { "color-contrast": { enabled: !isClassic } } });
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
};

/** The pictures of one row, or what axe says of its states. */
export class Looks {
  #t; #count = 0; #different = []; #size = []; #isReady = false;

  constructor(t) { this.#t = t; }

  /** Opens the page where nothing moves: in `motion`, which holds one pose, or without a source. */
  async open(size, query = "source=none", motion = "flat") {
    const t = this.#t;
    if (!this.#isReady) await t.page.before(frozen);
    this.#isReady = true;
    await this.#dress(size, "light");
    await t.ready(motion, query, { follows: motion !== "flat" });
    await t.until("all parts", () => window.__preview.isWhole);
  }

  /** Gives the window this size, in px. */
  async window(size) {
    if (size.join() === this.#size.join()) return;
    this.#size = size;
    await this.#t.page.size(...size);
    // What follows the width has followed it.
    await this.#t.ask(() => window.look?.frames(3));
  }

  async #dress(size, preference) {
    await this.window(size);
    await this.#t.page.media({ "prefers-color-scheme": "light", ...preferences[preference] });
    await this.#t.ask((theme) => { document.documentElement.dataset.theme = theme; }, preference === "classic" ? "classic" : "default");
  }

  /** The page as it is now, of `selector` and 20 px around it where one is given: WebP, as base64. */
  async #picture(selector) {
    await this.#t.ask(stillness);
    const clip = selector && await this.#t.ask((selector) => {
      const { left, top, width, height } = look.rect(selector);
      return { x: Math.round(left) - 20 + scrollX, y: Math.round(top) - 20 + scrollY, width: Math.ceil(width) + 40, height: Math.ceil(height) + 40, scale: 1 };
    }, selector);
    return (await this.#t.page.send("Page.captureScreenshot", { format: "webp", quality: 88, optimizeForSpeed: true, ...(clip && { clip }) })).data;
  }

  /** Sees the state of `name` in each of these windows and preferences: keeps it, or holds it against what is kept. */
  async see(name, sizes, chosen = ["light"], selector = undefined) {
    for (const size of sizes) for (const preference of chosen) {
      const file = `${name}-${size[0]}-${preference}.webp`;
      await this.#dress(size, preference);
      const found = keeping.axe ? await this.#judge(preference) : await this.differs(file, selector);
      if (found) this.#different.push(`${file}: ${found}`);
      keeping.made.add(file);
      this.#count += 1;
    }
  }

  /** What axe finds wrong in the page as it is now; empty where that is nothing. */
  async #judge(preference) {
    const t = this.#t;
    await t.ask(stillness);
    if (!await t.ask(() => "axe" in window)) await t.page.send("Runtime.evaluate", { expression: `${keeping.axe}; 0` });
    return (await t.ask(violations, preference === "classic")).join("\n      ");
  }

  /** How the page differs now from the picture that is kept as `file`; empty where it looks the same. */
  async differs(file, selector = undefined, isRecording = keeping.isRecording) {
    const path = keeping.folder + file;
    let now = await this.#picture(selector);
    if (!isRecording && existsSync(path) && !await this.#compare(now, readFileSync(path, "base64"))) return "";
    // A browser may draw a little and mend it: what counts is what stays.
    for (let before = "", tries = 0; now !== before && tries < 5; tries += 1) [before, now] = [now, await this.#picture(selector)];
    if (isRecording) {
      mkdirSync(keeping.folder, { recursive: true });
      // What looks the same stays as it is: a change of look is a changed picture.
      if (!existsSync(path) || await this.#compare(now, readFileSync(path, "base64"))) writeFileSync(path, now, "base64");
      return "";
    }
    if (!existsSync(path)) return "none is kept";
    const found = await this.#compare(now, readFileSync(path, "base64"));
    if (found && keeping.differing) writeFileSync(`${keeping.differing}/${file}`, now, "base64");
    return found;
  }

  async #compare(now, before) {
    if (now === before) return "";
    const { blocks, most, where } = await this.#t.ask(difference, [now, before], threshold);
    return blocks > 0 ? `${blocks} blocks by up to ${most} of 255, at ${where}` : "";
  }

  /** Fails where a picture differs; says how many do not. */
  judged() {
    if (keeping.axe) {
      if (this.#different.length > 0) throw new Failure("no violation", `\n   ${this.#different.join("\n   ")}`);
      return `${this.#count} states, no violation`;
    }
    if (this.#different.length > 0) throw new Failure("pictures as they are kept", `\n   ${this.#different.join("\n   ")}\n   run.mjs looks --record keeps what is meant`);
    return `${this.#count} pictures${keeping.isRecording ? " kept" : ""}`;
  }
}
