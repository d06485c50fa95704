// A10–A12, A15, A16: what the bar and the panels at the bottom hide, where it fits, fingers that enlarge, and what fits into small windows.
import { choose } from "./inspector-steps.mjs";
import { atNight, row, same, that, touch } from "./table.mjs";

const openInspector = async (t) => {
  await t.ask(() => document.querySelector("#inspect").click());
  await t.until("the inspector", () => document.querySelectorAll("#inspector button").length > 1);
};

/** How many points of what has the focus on Today can be seen; null where the focus is elsewhere. */
const seenOfFocus = async () => {
  await look.frames(2);
  let focus = document.activeElement;
  if (!focus.closest("#today")) return null;
  while (focus.shadowRoot?.activeElement) focus = focus.shadowRoot.activeElement;
  const { left, top, width, height } = focus.getBoundingClientRect(), steps = [...Array(9).keys()].map((step) => (step + 0.5) / 9);
  const points = steps.flatMap((x) => steps.map((y) => document.elementFromPoint(left + width * x, top + height * y))).filter((hit) => hit?.closest("#today"));
  return { what: focus.ariaLabel ?? focus.textContent, top, bottom: top + height, points: points.length };
};

row("A10", "what has the focus is not under the bar", "", async (t) => {
  await t.page.size(375, 667);
  await t.ready("flat", "cards=12");
  let buttons = 0;
  for (let step = 0; step < 24; step += 1) {
    await t.press("Tab");
    const found = await t.ask(async () => {
      await look.frames(2);
      let focus = document.activeElement;
      const within = focus.closest("#today");
      while (focus.shadowRoot?.activeElement) focus = focus.shadowRoot.activeElement;
      const { top, bottom } = focus.getBoundingClientRect();
      const bar = document.querySelector(".bar").getBoundingClientRect().top;
      return within && { what: focus.ariaLabel ?? focus.className, top, bottom, bar };
    });
    if (!found) continue;
    buttons += 1;
    // Firefox scrolls only what cannot be seen at all.
    const part = t.browser === "firefox" ? 10 : found.bottom - found.top;
    that(found.bottom >= part && found.bar - found.top >= part, "what has the focus above the bar", found);
  }
  that(buttons > 12, "cards and buttons on the way", buttons);
  return `${buttons} cards and buttons`;
});

atNight("5 s of a processor, for five windows", "A10b", "nor under what else covers the page", "", async (t) => {
  const said = [], silent = await t.programs.daemon("flat");
  for (const [width, height, panel] of [[375, 667, "inspector"], [375, 667, "tilt"], [740, 360, "inspector"], [320, 300, "told"], [320, 256, "first"]]) {
    await t.page.size(width, height);
    const isTold = panel === "told";
    await t.ready(isTold ? silent.address : "flat", "cards=3", { follows: !isTold });
    if (isTold) await t.until("what is told", () => !document.querySelector(".toast").matches(".quiet"));
    if (panel === "inspector") await openInspector(t);
    // Away, and back to stay.
    if (panel === "tilt") await t.ask(() => { for (const _ of [1, 2]) document.querySelector("#tilt").click(); });
    await t.ask(() => document.querySelector("#inspect").focus());
    let count = 0;
    for (let found; (await t.press("Tab"), found = await t.ask(seenOfFocus)); count += 1) that(found.points > 0, `what has the focus beside what covers it (${panel})`, found);
    that(count > 11, "cards and buttons on the way", count);
    said.push(`${panel} ${count}`);
  }
  await silent.close();
  await t.ask(() => document.querySelector(".card-face").focus());
  same(await t.ask(() => [document.querySelector("#welcome").checkVisibility({ visibilityProperty: true }), document.querySelector("#tilt").ariaExpanded]),
    [false, "false"], "the panel seen over a card that has the focus in a low window, aria-expanded");
  same(await t.ask(() => [...document.documentElement.style].filter((name) => name.startsWith("--") && name.includes("cover"))), [], "what all of the page's parts would be told");
  // Room that is not needed any more is not taken back while it is seen.
  await t.page.size(375, 667);
  await t.ready("flat", "cards=3");
  await openInspector(t);
  await t.press("ArrowRight");
  await t.ask(async () => { scrollTo(0, 1e6); await look.frames(2); });
  await t.press("Escape");
  const places = [];
  for (const key of ["", "ArrowLeft", "ArrowLeft"]) {
    if (key) await t.press(key);
    places.push(await t.ask(async () => { await look.frames(3); return Math.round(scrollY); }));
  }
  same(new Set(places).size, 1, "places of a page at its end, after keys once the inspector was closed", places);
  await t.ask(async () => { scrollTo(0, 0); await look.frames(2); });
  await t.press("ArrowLeft");
  same(await t.ask(() => getComputedStyle(document.querySelector("#today")).paddingBottom), "112px", "room below Today, taken back out of sight");
  return said.join(", ");
});

row("A16", "in a low window all of the inspector is in reach", "", async (t) => {
  const said = [];
  for (const [width, height, direction] of [[667, 375, "ltr"], [667, 375, "rtl"], [320, 256, "ltr"], [320, 180, "ltr"]]) {
    await t.page.size(width, height);
    await t.open("flat", "strength=bold");
    await t.ask((direction) => { document.dir = direction; }, direction);
    await openInspector(t);
    const { pane, missed, seen } = await t.ask(async () => {
      const missed = [], seen = [...document.querySelectorAll("main, main .cast i")].filter((part) => part.checkVisibility({ visibilityProperty: true, opacityProperty: true })).length;
      for (const control of document.querySelectorAll("#inspector :is(button, input, select)")) {
        control.scrollIntoView({ block: "nearest", behavior: "instant" });
        await look.frames(1);
        const { left, top, width, height } = control.getBoundingClientRect(), hit = document.elementFromPoint(left + width / 2, top + height / 2);
        if (hit !== control) missed.push([control.id || control.ariaLabel || control.textContent, hit?.outerHTML.slice(0, 60)]);
      }
      return { pane: look.rect("#inspector"), missed, seen };
    });
    same(seen > 0, width > 353, `cards and shadows seen beside the inspector at ${width} × ${height}`, seen);
    same(missed, [], `what a finger misses in the inspector at ${width} × ${height}, ${direction}`);
    that(pane.top >= 0 && pane.bottom <= height && pane.height > 150, "an inspector as high as the window", pane);
    said.push(`${width} × ${height} ${direction}: ${pane.height} px`);
  }
  await t.ask(() => document.querySelector("#inspector .round-button").click());
  same(await t.ask(() => [document.activeElement.id, document.querySelector(".bar").checkVisibility({ visibilityProperty: true })]), ["inspect", true], "focus and the bar, once it is closed");
  return said.join(", ");
});

row("A11", "the bar fits into narrow windows, and forced colours keep what colours tell", "", async (t) => {
  const said = [];
  for (const width of [306, 280, 256, 200]) {
    await t.page.size(width, 500);
    await t.open("flat");
    const places = await t.ask(() => [".bar", ".tabs a:first-child", ".tabs a:last-child", "#pause", "#inspect"].map((part) => look.rect(part)));
    for (const { left, right } of places) that(left >= 0 && right <= width, `the bar within ${width} px`, { left, right });
    said.push(`${width} px`);
  }
  await t.page.size(390, 844);
  await choose(t, "gain", 10);
  // As WCAG 1.4.12 has readers space it out: the bar takes two lines.
  const spaced = await t.ask(async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { letter-spacing: .12em !important; word-spacing: .16em !important; line-height: 1.5 !important; }");
    document.adoptedStyleSheets.push(sheet);
    await look.frames(3);
    const places = [".bar", "#inspector"].map((part) => look.rect(part));
    document.adoptedStyleSheets.pop();
    return places;
  });
  that(spaced[0].height > 80 && spaced[1].bottom <= spaced[0].top, "the inspector above a bar of two lines", spaced);
  await t.page.size(1024, 768);
  if (t.browser === "firefox") return said.join(", ");
  await t.page.media({ "forced-colors": "active" });
  const { swatches, shadow, dot } = await t.until("forced colours", () => matchMedia("(forced-colors: active)").matches && {
    swatches: [...document.querySelectorAll(".key")].map((key) => getComputedStyle(key, "::before").backgroundColor),
    shadow: getComputedStyle(document.querySelector(".mini")).boxShadow,
    dot: getComputedStyle(document.querySelector(".inspector-status"), "::before").backgroundColor,
  });
  same(new Set([...swatches, dot]).size, 5, "colours of the four lines and the dot");
  that(shadow !== "none", "a shadow to compare", shadow);
  return `${said.join(", ")}; in forced colours ${swatches.length} swatches and the dot differ`;
});

row("A12", "two fingers enlarge, on a card and in a story", touch, async (t) => {
  const spread = async (y) => {
    await t.page.touch("start", [180, y], [196, y]);
    // Longer than one finger takes to press.
    await t.ask(() => new Promise((resolve) => setTimeout(resolve, 150)));
    for (let way = 8; way <= 80; way += 8) {
      await t.page.touch("move", [180 - way, y], [196 + way, y]);
      await t.ask(() => look.frames(1));
    }
    await t.page.touch("end");
    return t.until("an enlarged page", () => visualViewport.scale > 1.2 && visualViewport.scale);
  };
  const said = [];
  for (const story of [false, true]) {
    await t.phone();
    await t.ready();
    if (story) {
      await t.ask(() => document.querySelector(".card-face").click());
      await t.until("a story", () => document.querySelector(".detail-body p"));
      await t.ask(async () => { for (const animation of look.animations()) animation.finish(); await look.frames(2); });
    }
    said.push(`${story ? "story" : "card"} ${(await spread(300)).toFixed(1)}`);
    same(await t.ask(() => document.querySelector("dialog.detail").open), story, "a story open");
    that(!(await t.ask(() => look.notes("press"))).length, "no press", await t.ask(() => look.notes("press")));
  }
  return said.join(", ");
});

row("A15", "what is told stays in the window, however little fits, and can be put away", "", async (t) => {
  await t.page.size(390, 664);
  await t.open("flat", "source=sensor", { follows: false });
  await t.until("what is told", () => !document.querySelector(".toast").matches(".quiet"));
  const said = [];
  for (const [width, height, text] of [[390, 664, "200%"], [320, 568, "200%"], [320, 256, ""], [844, 390, ""]]) {
    await t.page.size(width, height);
    const { parts, bold } = await t.ask(async (text) => {
      document.documentElement.style.fontSize = text;
      await look.frames(3);
      const parts = ["#welcome", "#welcome .round-button", ".toast", ".toast .round-button", ".bar"].map((part) => look.rect(part));
      const pane = document.querySelector("#welcome");
      pane.scrollTop = 1e4;
      const bold = look.rect(".strength label:last-child");
      pane.scrollTop = 0;
      return { parts, bold };
    }, text);
    for (const { top, bottom } of parts) that(top >= 0 && bottom <= height, `all within ${width} × ${height}`, parts);
    that(bold.height > 0 && bold.top < parts[0].bottom && bold.bottom <= parts[0].bottom, "the strengths within reach", { bold, pane: parts[0] });
    said.push(`${width} × ${height}: ${Math.round(parts[0].height)} px`);
  }
  return said.join(", ");
});
