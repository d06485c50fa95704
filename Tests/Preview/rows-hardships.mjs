// S26–S28: a browser that loses its graphics, two hundred cards, and how much of the window the effect is seen in.
import { devtools, row, same, that } from "./table.mjs";

/** How many places the first card's shadow has at so many animation frames; at more where frames do not come, for a minute. */
const places = async (count) => {
  const seen = new Set();
  for (let frame = 0, end = performance.now() + 60_000; frame < count || (seen.size <= 10 && performance.now() < end); frame += 1) {
    await look.frames(1);
    seen.add(look.shadow(look.cards()[0]).text);
  }
  return seen.size;
};

/** Which share of the pixels of pictures differs somewhere by more than 12 of 255 in a colour; all of them alike in size. */
const changing = async (texts) => {
  let least, most, canvas;
  for (const text of texts) {
    const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], { type: "image/png" }));
    canvas ??= new OffscreenCanvas(picture.width, picture.height).getContext("2d", { willReadFrequently: true });
    canvas.drawImage(picture, 0, 0);
    const { data } = canvas.getImageData(0, 0, picture.width, picture.height);
    if (!least) [least, most] = [data.slice(), data.slice()];
    for (let at = 0; at < data.length; at += 1) {
      if (data[at] < least[at]) least[at] = data[at];
      if (data[at] > most[at]) most[at] = data[at];
    }
  }
  let changed = 0;
  for (let at = 0; at < least.length; at += 4) if ([at, at + 1, at + 2].some((part) => most[part] - least[part] > 12)) changed += 1;
  return changed / (least.length / 4);
};

row("S26", "goes on when the browser's graphics process dies", devtools, async (t) => {
  await t.ready("sway", "strength=lively");
  await t.until("all parts", () => window.__preview.isWhole);
  const before = await t.page.screenshot();
  await t.page.crashGraphics();
  // What is drawn is drawn by another process, and comes back whole.
  const after = await t.settled(() => t.page.screenshot().catch(() => ""), (picture) => picture.length > 0.8 * before.length, 200);
  that(after.length > 0.8 * before.length, `a picture of about ${before.length} bytes`, after.length);
  const moved = await t.ask(places, 60);
  that(moved > 10, "more than 10 places of the shadow", moved);
  await t.ask(() => document.querySelector(".card-face").click());
  await t.until("a story", () => document.querySelector("dialog.detail").open && document.querySelector(".detail-body p"));
  same(t.page.errors, [], "errors");
  return `${moved} places, ${before.length} bytes before and ${after.length} after; a story opens`;
});

row("S27", "two hundred cards: those in sight move, and no other", devtools, async (t) => {
  await t.ready("sway", "strength=lively&cards=67");
  await t.until("all parts", () => window.__preview.isWhole);
  // Those out of sight get their layers while nothing else is to be done.
  await t.until("layers around the window", () => document.querySelectorAll("article.in-sight").length > 6);
  const counted = await t.ask(async () => {
    const held = document.getAnimations().filter(({ id, effect }) => id === "held" && effect.target.closest("article.card"));
    // A fifth of a second in which frames came: while they do not, all shadows go to rest.
    let before, from;
    const end = performance.now() + 60_000;
    do {
      [before, from] = [held.map(({ currentTime }) => currentTime), window.__preview.applied];
      await look.frames(12);
    } while (window.__preview.applied < from + 6 && performance.now() < end);
    const cards = (some) => new Set(some.map(({ effect }) => effect.target.closest("article.card"))).size;
    const moved = cards(held.filter(({ currentTime }, index) => currentTime !== before[index]));
    return { cards: document.querySelectorAll("article.card").length, kept: cards(held), moved, seen: look.cards().length };
  });
  same(counted.cards, 201, "cards");
  that(counted.moved >= counted.seen && counted.moved <= counted.seen + 6, "those in sight and near it", counted);
  that(counted.kept <= 16, "layers of at most 16 cards", counted);
  await t.ask(async () => { scrollTo(0, document.body.scrollHeight); await look.frames(20); });
  const last = await t.settled(() => t.ask(() => {
    const card = look.cards().at(-1), { x, y } = look.shadow(card), [first] = document.querySelectorAll("article.card");
    const isLast = card === [...document.querySelectorAll("article.card")].at(-1);
    return { y, x, isLast, first: look.shadow(first).y, inSight: card.classList.contains("in-sight") };
  }), ({ x, inSight }) => inSight && x !== 0);
  that(last.isLast && last.inSight && last.x !== 0, "the last card's shadow in motion", last);
  same(last.first, 4, "the first card's shadow, out of sight");
  const moved = await t.ask(places, 60);
  that(moved > 10, "more than 10 places of the shadow", moved);
  return `${counted.cards} cards, ${counted.kept} with layers, ${counted.moved} moved and ${counted.seen} in sight; at the end ${moved} places`;
});

row("S28", "the effect is seen: an eighth of the window changes, at Lively", devtools, async (t) => {
  await t.page.size(1440, 900);
  const { address } = await t.programs.preview(["--demo"]);
  await t.open(address, "strength=lively");
  await t.until("all parts", () => window.__preview.isWhole);
  await t.ask(() => document.querySelector("#welcome .round-button").click());
  await t.sleep(1500);
  const pictures = [];
  // The demonstration takes eight seconds.
  for (let picture = 0; picture < 16; picture += 1) {
    pictures.push((await t.page.screenshot()).toString("base64"));
    await t.sleep(450);
  }
  const share = await t.ask(changing, pictures);
  that(share > 0.12, "more than 12 % of the pixels to change by more than 12 of 255", share);
  return `${(100 * share).toFixed(1)} %`;
});
