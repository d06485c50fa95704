// L1–L9: what each state of the page looks like, held against the pictures in Looks.
import { arrive, tapCard } from "./detail-steps.mjs";
import { desktop, keeping, kept, large, Looks, phone, side, small, tablet } from "./looks.mjs";
import { atNight, devtools, row, same, that } from "./table.mjs";

/** A row whose pictures are made by `make(looks, t)`. */
const looked = (id, title, make) => row(id, title, devtools, async (t) => {
  const looks = new Looks(t);
  await make(looks, t);
  return looks.judged();
});

const scroll = (t, y) => t.until(`the page at ${y} px`, async (y) => {
  scrollTo({ top: y, behavior: "instant" });
  await look.frames(3);
  return scrollY === y;
}, y);

/** Clicks what keys would reach. */
const press = (t, selector) => t.ask((selector) => document.querySelector(selector).click(), selector);

looked("L1", "Today", async (looks, t) => {
  await looks.open(phone);
  await looks.see("today", [phone, small, side, tablet, desktop, large]);
  await looks.see("today", [phone, desktop], ["dark", "classic", "forced", "contrast"]);
  await press(t, "#welcome .round-button");
  for (const [place, y] of [["second", 1300], ["third", 2200]]) {
    await looks.window(desktop);
    await scroll(t, y);
    await looks.see(`today-${place}`, [desktop], ["light", "dark"]);
  }
  for (const [index, y] of [950, 1750, 2550, 3350, 4150, 4950].entries()) {
    await looks.window(phone);
    await scroll(t, y);
    await looks.see(`today-further-${index + 1}`, [phone]);
  }
});

looked("L2", "Today under the pointer, the focus, and on paper", async (looks, t) => {
  await looks.open(desktop);
  await press(t, "#pause");
  await looks.see("today-paused", [phone], ["light"], ".bar");
  await looks.window(desktop);
  const [x, y] = await t.middle("article.card");
  await t.page.mouse("move", x, y);
  await looks.see("today-hovered", [desktop]);
  await t.ask(() => look.catch("press"));
  await t.page.mouse("down", x, y);
  await t.until("a card that gives way", () => Boolean(look.animation("press")));
  await looks.see("today-pressed", [desktop]);
  await t.page.mouse("move", 5, 5, true);
  await t.page.mouse("up", 5, 5);
  await t.ask(() => document.querySelector(".tabs a").focus());
  await t.press("Tab", { shift: true });
  await looks.see("today-focused", [phone]);
  await t.page.send("Emulation.setEmulatedMedia", { media: "print", features: [] });
  if (!keeping.axe) same(await looks.differs("today-print.webp"), "", "on paper");
  keeping.made.add("today-print.webp");
  await t.page.send("Emulation.setEmulatedMedia", { media: "" });
});

looked("L3", "a device that is held at an angle", async (looks, t) => {
  await looks.open(phone, "strength=lively", "poised");
  for (const [strength, gain, chosen] of [["lively", 25, ["light", "dark"]], ["bold", 60, ["light"]], ["subtle", 10, ["light"]]]) {
    await press(t, `.strength [value=${strength}]`);
    await t.until(`a shadow at ${gain} px per radian`, (gain) => {
      const radian = Math.PI / 180, { x, y } = look.shadow(document.querySelector("article.card"));
      const length = Math.hypot(12 * gain * radian, 20 * gain * radian), share = Math.min(1, { 10: 16, 25: 32, 60: 48 }[gain] / length);
      return Math.hypot(x - 12 * gain * radian * share, y - 20 * gain * radian * share) < 0.01;
    }, gain);
    await looks.see(strength, [phone, desktop], chosen);
  }
});

looked("L4", "stories", async (looks, t) => {
  await looks.open(phone);
  await press(t, "#welcome .round-button");
  await tapCard(t);
  await t.ask(() => { for (const id of ["open", "backdrop"]) look.hold(id, 120); });
  // As it is on its way: nothing is brought to its end.
  await t.ask(() => look.frames(3));
  await arrive(t);
  await t.until("the text of the story", () => document.querySelector(".detail-body p"));
  // A browser whose window is not in front takes a tap for no mouse's, and shows what has the focus.
  await t.ask(() => document.activeElement.blur());
  await looks.see("story", [phone, desktop], ["light", "dark"]);
  await looks.see("story", [phone], ["forced"]);
  await t.ask(() => { document.querySelector(".detail-scroll").scrollTop = 600; });
  await looks.see("story-scrolled", [phone, desktop]);
  await t.press("Escape");
  await arrive(t);
  for (const [index, chosen] of [[2, ["light"]], [7, ["dark"]]]) {
    await looks.window(phone);
    await t.ask((index) => document.querySelectorAll(".card-face")[index].click(), index);
    await t.until("a story", () => document.querySelector("dialog.detail").open && document.querySelector(".detail-body p"));
    await arrive(t);
    await looks.see(`story-${index}`, [phone], chosen);
    await t.press("Escape");
    await arrive(t);
  }
});

looked("L5", "the profile", async (looks, t) => {
  await looks.open(phone);
  await t.ask(() => { location.hash = "#profile"; });
  await t.until("the profile", () => document.querySelector(".profile-header")?.getBoundingClientRect().height > 0);
  await looks.see("profile", [phone, desktop], ["light", "dark"]);
  await looks.see("profile", [phone], ["forced"]);
  for (const y of [60, 120, 300]) {
    await t.ask(async (y) => { document.querySelector(".profile-scroll").scrollTop = y; await look.frames(3); }, y);
    await looks.see(`profile-at-${y}`, [phone]);
  }
  await press(t, ".profile-tabs [aria-selected=false]");
  await press(t, ".profile-follow");
  await t.ask(async () => { document.querySelector(".profile-scroll").scrollTop = 0; await look.frames(3); });
  await looks.see("profile-followed", [phone]);
});

looked("L6", "the inspector", async (looks, t) => {
  await looks.open(phone);
  await press(t, "#inspect");
  await t.until("the inspector", () => document.querySelectorAll("#inspector button").length > 1);
  await looks.see("inspector", [phone, desktop], ["light", "dark"]);
  await looks.see("inspector", [side, desktop], ["light", "forced"]);
  await looks.see("inspector", [desktop], ["classic"]);
  await press(t, "#show-euler");
  await t.ask(() => { document.querySelector("#inspector").scrollTop = 1e4; });
  await looks.see("inspector-below", [desktop, phone]);
  await looks.see("inspector-below", [phone], ["dark"]);
});

looked("L7", "the download button, and what is told", async (looks, t) => {
  await looks.open(phone);
  await press(t, "#welcome .round-button");
  const at = "article.card[data-app] download-button";
  await t.ask((at) => { document.querySelector(at).scrollIntoView({ block: "center", behavior: "instant" }); }, at);
  for (const [state, progress] of [["startDownload", 0], ["pending", 0], ["downloading", 0.4], ["downloaded", 1]]) {
    await t.ask((at, state, progress) => Object.assign(document.querySelector(at), { state, progress }), at, state, progress);
    await t.until(`a button that shows ${state}`, (at, state) => {
      for (const animation of look.animations()) if (animation.id !== "spin") animation.finish();
      return document.querySelector(at).dataset.view === state;
    }, at, state);
    await looks.see(`button-${state}`, [phone], ["light", "classic"], at);
  }
  await t.ask((at) => document.querySelector(at).fail("broke off"), at);
  await looks.see("button-failed", [phone], ["light"], at);
  await looks.open(phone, "source=sensor");
  await t.until("what is told", () => /No sensor answers/.test(document.querySelector("[role=status]").textContent));
  await looks.see("told", [phone, desktop], ["light", "dark"]);
});

looked("L8", "from right to left, and at twice the text size", async (looks, t) => {
  await looks.open(phone);
  await t.ask(() => { document.documentElement.dir = "rtl"; });
  await looks.see("rtl", [phone]);
  await press(t, "#inspect");
  await t.until("the inspector", () => document.querySelectorAll("#inspector button").length > 1);
  await looks.see("rtl-inspector", [desktop]);
  await press(t, "#inspect");
  await t.ask(() => { document.documentElement.dir = ""; document.documentElement.style.fontSize = "200%"; });
  await looks.see("twice", [phone]);
  await press(t, "#welcome .round-button");
  await t.ask(() => { location.hash = "#profile"; });
  await t.until("the profile", () => document.querySelector(".profile-header")?.getBoundingClientRect().height > 0);
  await looks.see("twice-profile", [phone]);
});

/** Deliberate faults, by the state in which they are to be seen: two px, or one colour. */
const faults = {
  "today-390-light.webp": [
    ".card-title { translate: 2px 0; }", ".card-face { translate: 0 2px; }", "article.card > .cast i { translate: 0 2px; }", ":root { --radius: 16px; }", ".welcome { padding-inline-start: 18px; }",
    ".bar { translate: 0 -2px; }", ".mini-card { background: #1a6bc5; }", ".day-date { color: #7f5b66; }", "[data-palette=lean] { --c3: #f09a7b; }",
  ],
  "inspector-1440-light.webp": [".figures div { padding-block: 7.25px; }", ".mini { --plot-x: #1a6bc5; }", ".switch-row input { translate: -2px 0; }"],
  "profile-390-light.webp": [".profile-avatar { margin-inline-start: 2px; }", ".profile-follow { inset-inline-end: 12px; }", ".profile-handle { color: #8f6b76; }"],
};

atNight("6 s of a processor, for what judges the pictures and not the page", "L9", "each of these faults is a difference", devtools, async (t) => {
  if (keeping.isRecording || keeping.axe) return "not judged where no picture is";
  const looks = new Looks(t), unseen = [], said = [];
  const reach = {
    "today-390-light.webp": () => looks.open(phone),
    "inspector-1440-light.webp": async () => {
      await looks.window(desktop);
      await press(t, "#inspect");
      await t.until("the inspector", () => document.querySelectorAll("#inspector button").length > 1);
    },
    "profile-390-light.webp": async () => {
      await press(t, "#inspect");
      await looks.open(phone);
      await t.ask(() => { location.hash = "#profile"; });
      await t.until("the profile", () => document.querySelector(".profile-header")?.getBoundingClientRect().height > 0);
    },
  };
  for (const [file, styles] of Object.entries(faults)) {
    await reach[file]();
    same(await looks.differs(file), "", `${file}, without a fault`);
    for (const style of styles) {
      await t.ask((style) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(style.replaceAll(";", " !important;"));
        document.adoptedStyleSheets.push(sheet);
      }, style);
      const found = await looks.differs(file);
      said.push(Number(found.match(/by up to ([\d.]+)/)?.[1]));
      if (!found) unseen.push(style);
      await t.ask(() => { document.adoptedStyleSheets.pop(); });
    }
  }
  same(unseen, [], "faults that are not seen");
  return `${said.length} faults, by ${Math.min(...said)} to ${Math.max(...said)} of 255`;
});

row("L10", "at most 90 pictures, six megabytes, and none that nobody makes", devtools, async () => {
  const all = kept(), bytes = all.reduce((sum, { bytes }) => sum + bytes, 0);
  that(all.length > 50 && all.length <= 90, "50 to 90 pictures", all.length);
  that(bytes <= 6e6, "six megabytes", bytes);
  // Alone, the row does not know what the others make.
  if (keeping.made.size > 50) same(all.map(({ name }) => name).filter((name) => !keeping.made.has(name)), [], "pictures that nobody makes");
  return `${all.length} pictures, ${(bytes / 1e6).toFixed(2)} MB`;
}, true);
