// S23–S25: depth, where the shadows are stronger than of themselves, and what it costs to draw.
import { depthOf } from "../../Sources/TiltPreview/Page/depth.js";
import { choose } from "./inspector-steps.mjs";
import { devtools, near, row, same, that } from "./table.mjs";

const degree = Math.PI / 180;
/** What is drawn of the first card: where its parts are, in px, and how much is seen of both shadows. */
const parts = () => {
  const card = document.querySelector("article.card");
  const at = (selector) => {
    const element = card.querySelector(selector), { transform, opacity, display } = getComputedStyle(element);
    const { e: x, f: y } = new DOMMatrix(transform);
    return { x, y, opacity: Number(opacity), isDrawn: display !== "none" && element.parentElement.checkVisibility() };
  };
  return {
    cast: at(".cast"), sharp: at(".sharp"), soft: at(".soft"), near: at("svg.near"), far: at("svg.far"),
    level: at(".rim .level"), upright: at(".rim .upright"),
    turned: [".level", ".upright"].map((edge) => new DOMMatrix(getComputedStyle(card.querySelector(`.rim ${edge}`)).transform)).map(({ a, d }) => a < 0 || d < 0),
    contact: getComputedStyle(card.querySelector(".card-face")).boxShadow, isDeep: document.documentElement.hasAttribute("data-depth"),
  };
};
/** Waits until the shadow of the first card is y px down. */
const at = (t, y) => t.settled(() => t.ask(parts), ({ cast }) => Math.abs(cast.y - y) < 0.01);

row("S23", "light and depth follow the tilt as a model has them", "", async (t) => {
  // By itself: at rest the published frame, at 60 degrees all of it twice as soft, and the squares of softness between.
  same(depthOf({ x: 3, y: 4 }, 0), null, "without depth");
  same(depthOf({ x: 0, y: 0 }, 25), { share: 1, sharp: 1, soft: 0, lit: { top: 0, bottom: 0, left: 0, right: 0 } }, "at rest");
  for (let tilt = 1; tilt <= 90; tilt += 1) {
    const { sharp, soft, lit: { top, bottom, left, right } } = depthOf({ x: 25 * tilt * degree * 0.6, y: 25 * tilt * degree * -0.8 }, 25);
    const c = Math.max(0.5, Math.cos(tilt * degree)), shade = 0.35 * c / (0.35 * c + 0.65);
    near(0.35 * (sharp + soft), shade, 1e-9, `darkness at ${tilt}°`);
    near((sharp + 4 * soft) / (sharp + soft), 1 / c ** 2, 1e-9, `square of the softness at ${tilt}°`);
    that(left > 0 && bottom > left && bottom < 1 && top === 0 && right === 0, "light at the edges that face up", { top, bottom, left, right });
  }
  await t.open("pitch30", "strength=lively");
  const y = 25 * 30 * degree, deep = await at(t, y), { sharp, soft, lit } = depthOf({ x: 0, y }, 25);
  for (const [name, way] of [["cast", y], ["near", 0.5 * y], ["far", -0.4 * y]]) {
    near(deep[name].y, way, 0.01, `${name}: y`);
    near(deep[name].x, 0, 0.01, `${name}: x`);
    that(deep[name].isDrawn, `${name} is drawn`, deep[name]);
  }
  for (const [name, share] of [["sharp", sharp], ["soft", soft], ["level", lit.top], ["upright", 0]]) near(deep[name].opacity, share, 0.006, name);
  same(deep.turned, [false, false], "edges at the other side");
  that(deep.contact !== "none", "a shadow that stays at the card", deep.contact);
  await t.open("left10", "strength=lively");
  const x = -25 * 10 * degree, right = depthOf({ x, y: 0 }, 25).lit.right;
  const aside = await t.settled(() => t.ask(parts), ({ cast }) => Math.abs(cast.x - x) < 0.01);
  near(aside.upright.opacity, right, 0.006, "the right edge");
  same(aside.turned[1], true, "the upright edge at the right");
  // As it is while its story is open.
  same(await t.ask(() => {
    const card = document.querySelector("article.card");
    card.style.visibility = "hidden";
    const seen = [[".cast .sharp i"], [".cast .soft i"], [".rim .level", "::before"], [".rim .upright", "::before"]]
      .filter(([part, of]) => getComputedStyle(card.querySelector(part), of).visibility !== "hidden");
    card.style.removeProperty("visibility");
    return seen;
  }), [], "what is seen of a hidden card");
  return `at 30°: ${y.toFixed(2)} px, shadows ${sharp.toFixed(2)} and ${soft.toFixed(2)}, parts at ${(0.5 * y).toFixed(2)} and ${(-0.4 * y).toFixed(2)} px`;
});

row("S24", "Subtle, and less motion, are the published frame and nothing besides", "", async (t) => {
  const flat = async (y) => {
    await t.until("an end of the depth", () => !document.documentElement.hasAttribute("data-depth"));
    return at(t, y);
  };
  const plain = ({ cast, sharp, soft, near: front, far, level, contact, isDeep }, y, what) => {
    near(cast.y, y, 0.02, `${what}: y`);
    same([sharp.opacity, contact, isDeep], [1, "none", false], `${what}: the shadow`);
    same([soft.isDrawn, level.isDrawn, front.y, far.y], [false, false, 0, 0], `${what}: soft, rim, parts`);
  };
  await t.open("pitch30", "strength=subtle");
  const y = 10 * 30 * degree;
  plain(await at(t, y), y, "Subtle");
  await t.ask(() => document.querySelector(".strength [value=lively]").click());
  that((await at(t, 25 * 30 * degree)).isDeep, "depth at Lively", false);
  await t.page.media({ "prefers-reduced-motion": "reduce" });
  plain(await flat(4), 4, "less motion");
  await t.page.media({});
  that((await at(t, 25 * 30 * degree)).isDeep, "depth again", false);
  await t.ask(() => document.querySelector(".strength [value=subtle]").click());
  plain(await flat(y), y, "Subtle again");
  await t.ask(() => localStorage.clear());
  // By a number, too, depth comes and goes with ease.
  await choose(t, "limit", 48);
  await choose(t, "gain", 60);
  const front = (await at(t, 60 * 30 * degree)).near.y;
  near(front, 30 * 30 * degree, 0.02, "what is in front: y");
  await t.ask(() => {
    const part = document.querySelector("article.card svg.near");
    window.kept = [];
    const keep = (now) => { window.kept.push([now, new DOMMatrix(getComputedStyle(part).transform).f]); requestAnimationFrame(keep); };
    requestAnimationFrame(keep);
  });
  await choose(t, "gain", 10);
  plain(await flat(y), y, "a gain of 10");
  const kept = await t.ask(() => window.kept);
  // As depth and shadow go at once, twice as fast as either; what is read lies up to a picture behind.
  for (const [index, [now, place]] of kept.entries()) {
    if (index > 1) that(Math.abs(place - kept[index - 1][1]) <= 6 * front * (now - kept[index - 2][0]) / 250 + 0.05, "what is in front goes back with ease", [kept[index - 1], [now, place]]);
  }
  return "flat before and after Lively, and at rest with less motion";
});

row("S25", "moving shadows are never painted again", devtools, async (t) => {
  const said = [];
  for (const strength of ["subtle", "lively"]) {
    await t.ready("sway", `strength=${strength}`);
    await t.until("all parts", () => window.__preview.isWhole);
    // What comes into sight first is painted once; then, put away, the panel draws no device.
    await t.ask(async () => { document.querySelector("#welcome .round-button").click(); await look.frames(60); });
    const events = [];
    t.page.listen((method, { value }) => { if (method === "Tracing.dataCollected") events.push(...value); });
    const ended = new Promise((resolve) => t.page.listen((method) => method === "Tracing.tracingComplete" && resolve()));
    await t.page.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["devtools.timeline"], excludedCategories: ["*"] } });
    const moved = await t.ask(async () => {
      const places = new Set();
      for (let frame = 0, end = performance.now() + 60_000; frame < 60 || (places.size <= 10 && performance.now() < end); frame += 1) { await look.frames(1); places.add(look.shadow(look.cards()[0]).text); }
      return places.size;
    });
    await t.page.send("Tracing.end");
    await ended;
    that(moved > 10, "more than 10 places of the shadow", moved);
    const of = (name) => events.filter((event) => event.name === name).length;
    that(of("UpdateLayoutTree") > 10, "a trace of the page", of("UpdateLayoutTree"));
    same([of("Paint"), of("Layout")], [0, 0], `${strength}: paints, layouts`);
    said.push(`${strength}: ${moved} places, 0 paints`);
    await t.ask(() => localStorage.clear());
  }
  return said.join("; ");
});
