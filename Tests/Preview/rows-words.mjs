// G10, G10b: the words of a card can be read on its picture, wherever the window cuts it.
import { arrive } from "./detail-steps.mjs";
import { atNight, row, that } from "./table.mjs";

/** The words in sight, line by line, each with its colour; they are made invisible, and what lies under them is not. */
const hideWords = () => {
  const parts = [".card-category", ".card-title", ".card-description", ".app-name", ".app-line"];
  const within = document.querySelector("dialog.detail").open ? "dialog.detail" : "#today";
  return [...document.querySelectorAll(parts.map((part) => `${within} ${part}`).join())].flatMap((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { color } = getComputedStyle(element);
    element.style.color = "transparent";
    return [...range.getClientRects()].filter(({ bottom, top }) => top >= 0 && bottom <= innerHeight)
      .map(({ left, top, width, height }) => ({ text: element.textContent, colour: color, left, top, width, height }));
  });
};

/** The smallest contrast that is too small: the worst of all points of the lines in the picture, given as base64. */
const judge = async (png, lines) => {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d", { willReadFrequently: true });
  const light = (rgb) => rgb.map((part) => part / 255).map((part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  canvas.drawImage(picture, 0, 0);
  const ratio = picture.width / innerWidth;
  return lines.map(({ text, colour, left, top, width, height }) => {
    const [r, g, b, alpha = 1] = colour.match(/[\d.]+/g).map(Number);
    let worst = 21;
    // What stands above and below the letters is not theirs, and the bar covers what it covers.
    const box = [left, top + height * 0.2, width, height * 0.65].map((part) => Math.round(part * ratio));
    if (document.querySelector(".bar").getBoundingClientRect().top < top + height) return { text, worst };
    const { data } = canvas.getImageData(...box);
    for (let at = 0; at < data.length; at += 8) {
      const below = [...data.slice(at, at + 3)];
      const ink = [r, g, b].map((part, index) => part * alpha + below[index] * (1 - alpha));
      worst = Math.min(worst, (light(ink) + 0.05) / (light(below) + 0.05));
    }
    return { text, worst: Number(worst.toFixed(2)) };
  });
};

/** The panel fades away, over words. */
const panelAway = (t) =>
  t.until("the panel away", () => !document.querySelector("#welcome").checkVisibility({ visibilityProperty: true }));

/** Holds every word in sight against what is below it; `measure(place)` fails where one cannot be read. */
function reading(t) {
  const found = { narrowest: 21 };
  found.measure = async (place) => {
    const lines = await t.ask(hideWords);
    await t.ask(() => look.frames(2));
    const judged = await t.ask(judge, (await t.page.screenshot()).toString("base64"), lines);
    that(judged.length > 1, `${place}: words`, judged);
    for (const { text, worst } of judged) that(worst >= 4.5, `${place}: "${text}" at 4.5 or more`, worst);
    found.narrowest = Math.min(found.narrowest, ...judged.map(({ worst }) => worst));
  };
  return found;
}

/** Opens each of these stories in a window of that size, and measures it. */
async function readStories(t, { measure }, width, height, stories) {
  await t.page.size(width, height);
  await t.ready("flat");
  for (const index of stories) {
    await t.ask((index) => document.querySelectorAll(".card-face")[index].click(), index);
    await t.until("a story", () => document.querySelector("dialog.detail").open && document.querySelector(".detail-body p"));
    await arrive(t);
    await measure(`story ${index} at ${width} × ${height}`);
    await t.press("Escape");
    await arrive(t);
    await t.until("a closed view", () => !document.querySelector("dialog.detail").open);
  }
}

row("G10", "words that can be read on every picture", "", async (t) => {
  const found = reading(t);
  for (const width of [700, 768]) {
    await t.page.size(width, 900);
    await t.open("flat");
    // The first time; later it stays away.
    if (width === 700) {
      await t.click("#welcome .round-button");
      await panelAway(t);
    }
    await found.measure(`${width} px wide`);
  }
  // Each picture where most see it.
  await readStories(t, found, 375, 667, [0, 1, 5, 6, 8, 9, 10, 11]);
  return `at least ${found.narrowest}`;
});

atNight("4 s of a processor; the same pictures stand upright by day", "G10d", "and on some of them lying down", "", async (t) => {
  const found = reading(t);
  for (const [width, height] of [[700, 320], [844, 390]]) await readStories(t, found, width, height, [0, 5, 8, 11]);
  return `at least ${found.narrowest}`;
});

/** The steepest turn of a card's darkening, in shares of black a pixel: what an eye takes for an edge. */
const steepest = async (png) => {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const { left, top, width, height } = look.rect("article.card");
  const { data } = canvas.getImageData(Math.round(left + width / 2), Math.round(top) + 20, 1, Math.round(height) - 40);
  const dark = Array.from({ length: data.length / 4 }, (_, y) => 1 - data[4 * y] / 255), step = 12;
  // Slopes over twelve pixels, and how much they change.
  const slopes = dark.slice(step).map((value, y) => (value - dark[y]) / step);
  return { dark: Math.max(...dark), turn: Math.max(...slopes.slice(step).map((slope, y) => Math.abs(slope - slopes[y]))) };
};

row("G10b", "what darkens a picture below its words has no edge", "", async (t) => {
  await t.open("flat");
  await t.ask(async () => {
    document.querySelector("#welcome .round-button").click();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".art { display: none !important; } .card-face { background: #fff !important; color: transparent !important; } .card-face * { color: transparent !important; } .card { --c1: #000 !important; --c5: #000 !important; }");
    document.adoptedStyleSheets.push(sheet);
    await look.frames(2);
  });
  await panelAway(t);
  const { dark, turn } = await t.ask(steepest, (await t.page.screenshot()).toString("base64"));
  that(dark > 0.7, "darkness below the words", dark);
  that(turn < 0.0055, "slopes that turn by less than 0.0055 a pixel", turn);
  return `${(100 * dark).toFixed(0)} % dark, turning by ${turn.toFixed(4)} a pixel at most`;
});
