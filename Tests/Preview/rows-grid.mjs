// G1–G9: the Today grid and its headers.
import { near, row, same, that } from "./table.mjs";

/** The cells of each section: left and top from the section's grid, width and height, in px. */
const cells = () => [...document.querySelectorAll("section.day .grid")].map((grid) => {
  const origin = grid.getBoundingClientRect();
  return [...grid.querySelectorAll(".cell")].map((cell) => {
    const { left, top, width, height } = look.rect(cell);
    return { left: left - origin.left, top: top - origin.top, width, height };
  });
});

row("G1", "one column on phones", "", async (t) => {
  await t.page.size(375, 667);
  await t.open("flat");
  for (const [index, { left, top, width, height }] of (await t.ask(cells)).flat().entries()) {
    for (const [value, expected] of [[left, 0], [width, 375], [height, 470], [top, 470 * (index % 4)]]) near(value, expected, 0.5, `cell ${index}`);
  }
  const cards = await t.ask(() => [...document.querySelectorAll("article.card")].map((card) => look.rect(card)));
  for (const { left, width, height } of cards) {
    near(left, 20, 0.5, "card's left");
    near(width, 335, 0.5, "card's width");
    near(height, 430, 0.5, "card's height");
  }
  return `12 cells of 375 × 470, cards of ${cards[0].width} × ${cards[0].height}`;
});

/** The cards that stand out of their cells, and those with an app's name on more than one line. */
const brokenOrWide = () => [...document.querySelectorAll("article.card")].filter((card) => {
  const name = card.querySelector(".app-name"), range = document.createRange();
  if (name) range.selectNodeContents(name);
  return Math.abs(look.rect(card).width - look.rect(card.parentElement).width + 40) > 0.5 || (name && range.getClientRects().length > 1);
}).map((card) => card.dataset.story);

row("G2", "two columns, one twice as wide", "", async (t) => {
  await t.open("flat");
  const said = [];
  for (const width of [700, 768, 1024, 1280]) {
    await t.page.size(width, 800);
    await t.ask(() => look.frames(2));
    for (const section of await t.ask(cells)) {
      const widths = section.map((cell) => cell.width), wide = Math.max(...widths), narrow = Math.min(...widths);
      near(wide / narrow, 2, 0.005, `ratio at ${width}`);
      for (const [index, { top, height }] of section.entries()) {
        near(height, 470, 0.5, "height");
        near(top, 470 * Math.floor(index / 2), 0.5, `top of cell ${index}`);
      }
      same(await t.ask(brokenOrWide), [], `cards that are not as wide as their cells, or break an app's name, at ${width}`);
      said[width] = `${width}: ${wide.toFixed(2)} + ${narrow.toFixed(2)}`;
    }
  }
  return Object.values(said).join(", ");
});

row("G3", "wide narrow, narrow wide", "", async (t) => {
  await t.page.size(1024, 768);
  await t.open("flat", "cards=8");
  const order = (await t.ask(cells)).map((section) => section.map(({ width }) => width > 512 ? "W" : "n").join(""));
  same(order, ["WnnWWnnW", "WnnWWnnW", "WnnWWnnW"], "order in each section");
  return order[0];
});

row("G4", "the breakpoint", "", async (t) => {
  await t.page.size(699, 800);
  await t.open("flat");
  const columns = async () => new Set((await t.ask(cells)).flat().map(({ left }) => Math.round(left))).size;
  same(await columns(), 1, "columns at 699");
  await t.page.size(700, 800);
  await t.ask(() => look.frames(2));
  // Wide narrow and narrow wide begin at three different places.
  same(await columns(), 3, "left edges at 700");
  await t.page.size(1024, 768);
  const card = await t.ask(async () => {
    const cards = [...document.querySelectorAll("article.card")];
    scrollTo(0, cards[6].getBoundingClientRect().top + scrollY - 20);
    await look.frames(3);
    return cards.indexOf(look.cards()[0]);
  });
  await t.page.size(375, 667);
  await t.until(`card ${card} in view after the turn`, (card) => look.cards().includes(document.querySelectorAll("article.card")[card]), card);
  return `one column at 699, two at 700; card ${card} stays in view`;
});

row("G5", "an odd last card keeps its width", "", async (t) => {
  await t.page.size(1024, 768);
  await t.open("flat", "cards=5");
  const { left, top, width } = (await t.ask(cells))[0][4];
  near(left, 0, 0.5, "left");
  near(top, 940, 0.5, "top");
  return `${near(width, 682.67, 0.5, "width")} px wide at ${left}`;
});

row("G6", "headers scroll along", "", async (t) => {
  await t.page.size(375, 667);
  await t.open("flat");
  const header = () => look.rect(".day-header");
  const before = await t.ask(header);
  near(before.top, 0, 0.5, "top");
  near(before.height, 81, 0.5, "height");
  await t.ask(async () => { scrollTo(0, 300); await look.frames(2); });
  const { top } = await t.ask(header);
  return `81 px high, top 0 → ${near(top, -300, 0.5, "top")}`;
});

/** Stops the page's clock at `before`, a local time, until `setClock` sets it to another one. */
const stopClock = (before) => `(() => {
  const Real = Date;
  let now = new Real(${JSON.stringify(before)}).getTime();
  window.setClock = (when) => { now = new Real(when).getTime(); };
  window.Date = class extends Real {
    constructor(...parts) { if (parts.length) super(...parts); else super(now); }
    static now() { return now; }
  };
})()`;

row("G7", "dated headers, over midnight, too", "", async (t) => {
  const days = () => [...document.querySelectorAll(".day-header time")].map((time) => time.getAttribute("datetime"));
  const iso = (back) => {
    const now = new Date(), day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - back, 12);
    return day.toISOString().slice(0, 10);
  };
  if (!t.page.before) {
    const before = [0, 1, 2].map(iso);
    await t.open("flat");
    same(await t.ask(days), before, "days");
    return before.join(", ");
  }
  await t.page.before(stopClock("2028-02-29T23:59:59.500"));
  await t.open("flat");
  same(await t.ask(days), ["2028-02-29", "2028-02-28", "2028-02-27"], "days before midnight");
  const titles = await t.ask(() => [...document.querySelectorAll(".day-title")].map(({ textContent }) => textContent));
  same(titles, ["Today", "Yesterday", "Sunday"], "titles");
  const dates = await t.ask(() => [...document.querySelectorAll(".day-header time")].map(({ textContent }) => textContent));
  that(/29/.test(dates[0]) && /Tuesday/i.test(dates[0]), "Tuesday, the 29th", dates[0]);
  await t.ask(() => setClock("2028-03-01T00:00:00.500"));
  const after = await t.until("new days", () => {
    const days = [...document.querySelectorAll(".day-header time")].map((time) => time.getAttribute("datetime"));
    return days[0] === "2028-03-01" && days;
  });
  same(after, ["2028-03-01", "2028-02-29", "2028-02-28"], "days after midnight");
  // A machine that sleeps takes its timers along: only that it is looked at again tells the page.
  await t.ask(() => setClock("2028-03-04T07:00:00"));
  const show = await t.page.hide();
  await t.until("a hidden page", () => document.hidden);
  await show();
  const woken = await t.until("the days after some nights asleep", () => {
    const days = [...document.querySelectorAll(".day-header time")].map((time) => time.getAttribute("datetime"));
    return days[0] === "2028-03-04" && days;
  });
  same(woken, ["2028-03-04", "2028-03-03", "2028-03-02"], "days after some nights asleep");
  return `${titles.join(", ")}: "${dates[0]}" … at midnight ${after.join(", ")} and after sleep ${woken[0]}`;
});

row("G8", "a picture on top only", "", async (t) => {
  await t.page.size(375, 667);
  await t.open("flat");
  const pictures = await t.ask(() => [...document.querySelectorAll(".day-header img, .avatar")].filter((one) => look.rect(one).width > 0)
    .map((one) => ({ day: one.closest("section").dataset.day, rect: look.rect(one), drawn: one.naturalWidth > 0 })));
  same(pictures.length, 1, "pictures");
  const [{ day, rect, drawn }] = pictures;
  same([day, drawn], ["0", true], "section, drawn");
  near(rect.width, 35, 0.5, "width");
  near(rect.height, 35, 0.5, "height");
  return `35 × 35, ${near(375 - rect.right, 20, 0.5, "right inset")} px from the right`;
});

row("G9", "dark", "", async (t) => {
  await t.open("flat");
  await t.page.media({ "prefers-color-scheme": "dark" });
  const dark = await t.until("a dark page", () => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const parse = (colour, over = [255, 255, 255]) => {
      canvas.fillStyle = `rgb(${over})`;
      canvas.fillRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const luminance = (colour) => {
      const [r, g, b] = colour.map((part) => { const c = part / 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (a, b) => { const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
    const ground = parse(getComputedStyle(document.body).backgroundColor);
    const texts = [".day-title", ".day-date", ".tabs a:not([aria-current])", ".tabs a[aria-current]"].map((selector) => {
      const element = document.querySelector(selector);
      let behind = ground;
      for (let up = element; up && up !== document.body; up = up.parentElement) {
        const own = getComputedStyle(up).backgroundColor;
        if (own !== "rgba(0, 0, 0, 0)" && own !== "transparent") { behind = parse(own, ground); break; }
      }
      return [selector, contrast(parse(getComputedStyle(element).color, behind), behind)];
    });
    const card = document.querySelector("article.card");
    const shadow = contrast(parse(look.shadow(card).colour, ground), ground);
    const edge = Math.max(parseFloat(getComputedStyle(card).borderTopWidth), parseFloat(getComputedStyle(card).outlineWidth) || 0);
    return luminance(ground) < 0.1 && { luminance: luminance(ground), texts, shadow, edge };
  });
  for (const [selector, contrast] of dark.texts) that(contrast >= 4.5, `contrast of ${selector} ≥ 4.5`, contrast.toFixed(2));
  that(dark.shadow >= 1.1 || dark.edge >= 1, "a shadow that can be told from the ground, or an edge", dark);
  return `luminance ${dark.luminance.toFixed(3)}, contrasts ${dark.texts.map(([, value]) => value.toFixed(1)).join(" ")}, shadow ${dark.shadow.toFixed(2)}`;
});
