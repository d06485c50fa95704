// A1–A7b, A9: what people who do not see or point meet, and what the page weighs.
import { arrive, isOpen, tapCard } from "./detail-steps.mjs";
import { devtools, near, row, same, that } from "./table.mjs";

/** Presses Tab; gives what has the focus then: a name, whether it can be seen, whether a ring is drawn around it. */
async function tab(t, options) {
  await t.press("Tab", options);
  return t.ask(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    if (!element || element === document.body) return null;
    // What draws a ring: the element, or what surrounds it or is drawn before and after it.
    const around = [element, element.parentElement].flatMap((one) => one ? [undefined, "::before", "::after"].map((part) => getComputedStyle(one, part)) : []);
    const { left, top, right, bottom, width } = look.rect(element);
    return {
      name: element.getAttribute("aria-label") ?? element.textContent.trim().slice(0, 40), tag: element.localName,
      isCard: element.matches(".card-face"),
      ring: element.matches(":focus-visible") && around.some((style) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2),
      seen: width > 0 && right > 0 && left < innerWidth && bottom > 0 && top < innerHeight, inDialog: Boolean(element.closest("dialog") ?? element.getRootNode().host?.closest("dialog")),
    };
  });
}

row("A1", "roles and names", devtools, async (t) => {
  await t.ready();
  const nodes = await t.page.accessibility();
  const of = (role) => nodes.filter((node) => node.role === role);
  same(of("main").length, 1, "main landmarks");
  same(of("navigation").map(({ name }) => name), ["Views"], "navigations");
  same(of("heading").map(({ properties }) => properties.level).sort(), [1, 2, 2, 2, ...Array(12).fill(3)], "levels of headings");
  const articles = of("article").map(({ name }) => name);
  same([articles.length, articles.filter((name) => !name.trim())], [12, []], "articles, and those without a name");
  same(of("status").length >= 1, true, "a status line");
  const cards = of("button").filter(({ name }) => /^[^:]+: \S/.test(name));
  same(cards.length, 12, "cards named category: title");
  const nameless = nodes.filter(({ role, name }) => ["button", "link", "image", "heading", "progressbar", "switch", "slider", "spinbutton", "combobox"].includes(role) && !name.trim());
  same(nameless, [], "nameless controls");
  await tapCard(t);
  await arrive(t);
  const open = await t.page.accessibility();
  const [dialog] = open.filter(({ role }) => role === "dialog");
  that(dialog && /^[^:]+: \S/.test(dialog.name), "a dialog named as its card", dialog ?? "none");
  const close = open.find(({ role, name }) => role === "button" && name === "Close");
  that(close?.properties.focused, "the focus on a button named Close", close ?? "none");
  return `12 cards, each below a heading of its own, 3 days, 1 main; dialog "${dialog.name}"`;
});

row("A2", "a walk with the keyboard alone", "", async (t) => {
  await t.ready();
  const walked = [];
  for (let step = 0; step < 40; step += 1) {
    const found = await tab(t);
    if (!found) break;
    if (walked.some(({ name, tag }) => name === found.name && tag === found.tag && name === walked[0].name)) break;
    walked.push(found);
    that(found.seen, `${found.name} in sight when it has the focus`, "out of sight");
    that(found.ring, `a ring around ${found.name}`, "none");
  }
  const names = walked.map(({ name }) => name);
  // By what they are: the handle of the drawn device, which is there until a sensor moves, has a colon in its name, too.
  same(walked.filter(({ isCard }) => isCard).length, 12, "cards on the way");
  for (const name of ["Today", "Profile", "Pause the moving shadow", "Inspector"]) that(names.includes(name), `${name} on the way`, names);
  // In Firefox the browser's own controls have the keyboard now.
  await t.page.front?.();
  // In a story the focus stays in the story.
  await t.ask(() => document.querySelector(".card-face").focus());
  await t.press("Enter");
  await t.until("an open dialog", () => document.querySelector("dialog.detail").open);
  await arrive(t);
  for (let step = 0; step < 4; step += 1) {
    const found = await tab(t);
    that(!found || found.inDialog, "the focus in the story", found);
  }
  await t.page.front?.();
  await t.press("Escape");
  await t.until("a closing view", () => look.notes("close").length === 1);
  await arrive(t);
  same(await t.ask(isOpen), false, "open");
  same(await t.ask(() => document.activeElement === document.querySelector(".card-face")), true, "focus on the card");
  // The inspector and the profile.
  await t.ask(() => document.querySelector("#inspect").focus());
  await t.press("Enter");
  await t.until("the inspector", () => !document.querySelector("#inspector").hidden);
  await t.press("Escape");
  await t.until("no inspector", () => document.querySelector("#inspector").hidden);
  same(await t.ask(() => document.activeElement.id), "inspect", "focus after the inspector");
  await t.ask(() => document.querySelector(".tabs a[href='#profile']").focus());
  await t.press("Enter");
  await t.until("the profile", () => !document.querySelector("#profile").hidden);
  same(await t.ask(() => document.querySelector(".skip").checkVisibility()), false, "a way to the stories beside the profile");
  return `${walked.length} stops with a ring, in sight; story, inspector and profile and back`;
});

row("A3", "forced colours", "", async (t) => {
  await t.open("flat");
  await t.page.media({ "forced-colors": "active" });
  const edges = await t.until("forced colours", () => matchMedia("(forced-colors: active)").matches && [...document.querySelectorAll("article.card")].map((card) => {
    const style = getComputedStyle(card);
    return { shadow: style.boxShadow, edge: Math.max(parseFloat(style.borderTopWidth), style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth)) };
  }));
  for (const { shadow, edge } of edges) {
    that(edge >= 1, "an edge of 1 px", edge);
    same(shadow, "none", "shadow");
  }
  return `12 cards with an edge of ${edges[0].edge} px in place of the shadow`;
});

row("A4", "nothing to hit is smaller than 24 px", "", async (t) => {
  await t.page.size(375, 667);
  await t.ready();
  const small = async () => t.ask(() => {
    const found = [];
    for (const root of [document, ...[...document.querySelectorAll("*")].flatMap((one) => one.shadowRoot ?? [])]) {
      for (const one of root.querySelectorAll("button, a[href], input, select")) {
        const { left, top, width, height } = look.rect(one);
        if (width === 0 || one.matches(".skip") || getComputedStyle(one).visibility === "hidden") continue;
        // What a finger hits may be larger than what is drawn.
        const label = one.closest("label");
        const hit = [one, ...(label ? [label] : [])].map((element) => {
          const { inset } = getComputedStyle(element, "::before");
          const grow = /^-/.test(inset) ? -2 * parseFloat(inset) : 0;
          const box = look.rect(element);
          return Math.min(box.width, box.height) + grow;
        });
        if (Math.max(...hit) < 23.9) found.push([one.getAttribute("aria-label") ?? one.textContent.trim() ?? one.id, Math.round(left), Math.round(top), width, height]);
      }
    }
    return found;
  });
  same(await small(), [], "small targets on Today");
  await t.click("#inspect");
  await t.until("the inspector", () => document.querySelectorAll("#inspector button").length > 1);
  same(await small(), [], "small targets in the inspector");
  await t.ask(() => { location.hash = "#profile"; });
  await t.until("the profile", () => document.querySelector(".profile-header"));
  same(await small(), [], "small targets on the profile");
  return "Today, inspector, profile";
});

row("A5", "text grows with the reader's size", "", async (t) => {
  await t.page.size(375, 667);
  await t.open("flat");
  const sizes = () => [".day-title", ".day-date", ".card-title", ".tabs a"].map((one) => parseFloat(getComputedStyle(document.querySelector(one)).fontSize));
  const before = await t.ask(sizes);
  await larger(t);
  const after = await t.ask(sizes);
  after.forEach((size, index) => that(size >= before[index] * 1.5, "text at least half as large again", { before, after }));
  return `${before.join(", ")} → ${after.join(", ")} px at twice the size`;
});

/** The reader's text size doubled, as the browser's settings do it where they can be reached. */
async function larger(t) {
  await t.page.send?.("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  await t.ask(async () => {
    if (parseFloat(getComputedStyle(document.documentElement).fontSize) < 32) document.documentElement.style.fontSize = "200%";
    await look.frames(3);
  });
}

/** The texts that are cut off by what holds them, lie upon their neighbours, or hang out of the page, in what is shown. */
function cutOff() {
  const named = (one) => `${one.className || one.localName} “${one.textContent.trim().slice(0, 20)}”`;
  const shown = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 1 && !one.closest(".quiet, .skip");
  const all = [...document.querySelectorAll("p, h1, h2, h3, dt, dd, time, label, button, .tabs a, .card-face > span:not(.art), .card-face > span > span, .toast")].filter(shown);
  const text = (one) => { const range = document.createRange(); range.selectNodeContents(one); return range.getBoundingClientRect(); };
  const found = [];
  for (const one of all) {
    const { left, right } = one.getBoundingClientRect();
    if (left < -0.5 || right > innerWidth + 0.5) found.push(`${named(one)} hangs out`);
    const holder = one.matches(".card-face *") ? one.closest(".card-face") : one.matches("button, .day-header *") ? one.closest("button, .day-header") : null;
    const [inner, outer] = [text(one), holder?.getBoundingClientRect()];
    if (outer && inner.height > 0 && (inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1)) found.push(`${named(one)} is cut off`);
    const next = one.nextElementSibling;
    if (next && all.includes(next) && next.matches("h1, h2, span") && text(next).top < inner.bottom - 4) found.push(`${named(one)} is covered`);
  }
  const pane = document.querySelector("#inspector"), end = pane.getBoundingClientRect().left + pane.clientLeft + pane.clientWidth;
  for (const one of pane.querySelectorAll(".setting :is(input, select, .unit)")) {
    const { right, width } = one.getBoundingClientRect();
    if (right > end + 0.5) found.push(`${one.id || one.type} hangs out of the inspector`);
    if (one.type === "range" && !pane.hidden && width < 36) found.push(`${one.ariaLabel} has ${width} px to slide in`);
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth - clientWidth} px too wide`);
  return found;
}

row("A9", "nothing is cut off at twice the text size", "", async (t) => {
  for (const [width, height] of [[320, 640], [375, 667], [1024, 768]]) {
    await t.page.size(width, height);
    await t.ready();
    await larger(t);
    same(await t.ask(cutOff), [], `cut off on Today at ${width}: `);
    await t.ask(() => document.querySelector(".card-face").click());
    await t.until("a story", () => document.querySelector("dialog.detail").open && document.querySelector(".detail-body p"));
    await arrive(t);
    same(await t.ask(cutOff), [], `cut off in a story at ${width}: `);
    await t.press("Escape");
    await arrive(t);
    await t.click("#inspect");
    await t.until("the inspector", () => document.querySelectorAll("#inspector button").length > 1);
    same(await t.ask(cutOff), [], `cut off in the inspector at ${width}: `);
    await t.click("#inspect");
    await t.ask(() => { location.hash = "#profile"; });
    await t.until("the profile", () => document.querySelector(".profile-follow")?.getBoundingClientRect().height > 0);
    same(await t.ask(cutOff), [], `cut off on the profile at ${width}: `);
  }
  return "Today, a story, the inspector and the profile at 320, 375 and 1024 px";
});

row("A6", "nothing to complain about", devtools, async (t) => {
  const bodies = new Set();
  t.page.listen((method, params) => { if (method === "Network.responseReceived") bodies.add(new URL(params.response.url).origin); });
  await t.ready("sway");
  await tapCard(t);
  await arrive(t);
  await t.press("Escape");
  await arrive(t);
  await t.click("#inspect");
  await t.ask(() => look.frames(30));
  await t.press("Escape");
  await t.ask(() => { location.hash = "#profile"; });
  await t.until("the profile", () => document.querySelector(".profile-header"));
  await t.ask(() => look.frames(30));
  same(t.page.errors, [], "errors and refused resources");
  same([...bodies], [t.address.replace(/\/$/, "")], "servers that were asked");
  return "no error, nothing refused, one server";
});

row("A7", "at most 110 kB on the way, and 190 kB unpacked, font and all", "", async (t) => {
  /** What has been loaded so far, in bytes: as it travels, and unpacked what is read and the font. */
  const weight = (until) => {
    // Where the daemon answers late, the browser's own sources come before their turn.
    const early = /-sources?\.js$/, isEarly = (name) => early.test(name) && !name.endsWith("daemon-source.js");
    const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
      .filter(({ name, startTime }) => startTime < until && !/\/(stream|request)$/.test(name) && !(until < 1e12 && isEarly(name)));
    const sum = (of, part) => entries.filter(({ name }) => of === "all" || name.endsWith(".woff2") === (of === "font")).reduce((sum, entry) => sum + entry[part], 0);
    return { sent: sum("all", "encodedBodySize"), text: sum("text", "decodedBodySize"), font: sum("font", "decodedBodySize"), files: entries.length };
  };
  await t.ready();
  await t.until("all parts", () => window.__preview.isWhole);
  // What comes while nothing else is to be done keeps nobody waiting.
  const page = await t.ask(weight, await t.ask(() => performance.getEntriesByName("preload")[0].startTime));
  that(page.text > 100_000 && page.text + page.font <= 190_000, "100 to 190 kB of text and font for the page with its interactions", page);
  that(page.font > 0 && page.font <= 40_000, "a font of at most 40 kB", page);
  that(page.sent > 50_000 && page.sent <= 110_000, "50 to 110 kB on the way", page);
  for (let index = 0; index < 12; index += 4) {
    await t.ask((index) => document.querySelectorAll(".card-face")[index].click(), index);
    await t.until("a story", () => document.querySelector("dialog.detail").open && document.querySelector(".detail-body p"));
    await arrive(t);
    await t.press("Escape");
    await arrive(t);
  }
  await t.click("#inspect");
  await t.until("the inspector", () => document.querySelectorAll("#inspector button").length > 1);
  await t.ask(() => { location.hash = "#profile"; });
  await t.until("the profile", () => document.querySelector(".profile-header"));
  const all = await t.ask(weight, 1e12);
  const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  return `${kB(page.sent)} on the way in ${page.files} files: ${kB(page.text)} of text, packed, and a font of ${kB(page.font)}; with every story, the inspector and the profile ${kB(all.sent)} on the way in ${all.files}`;
});

row("A7b", "the same letters everywhere: every word is in the font that comes along", devtools, async (t) => {
  await t.ready();
  await t.until("all parts", () => window.__preview.isWhole);
  await t.ask(() => {
    document.querySelector("#inspect").click();
    location.hash = "#profile";
  });
  await t.until("the profile and the inspector", () => document.querySelector(".profile-header") && document.querySelector("#inspector h3"));
  // And every letter that stands anywhere in the page's files, but for what is said to their readers, in each weight.
  const letters = await t.ask(async () => {
    const names = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => /\.m?js$/.test(name));
    const texts = await Promise.all(names.map(async (name) => (await fetch(name)).text()));
    const letters = [...new Set(texts.join("\n").replace(/\/\*[^]*?\*\/|\/\/ .*/g, ""))].filter((letter) => letter.trim()).sort().join("");
    for (const weight of [400, 500, 600, 700]) document.body.append(Object.assign(document.createElement("p"), { textContent: letters, style: `font-weight: ${weight}` }));
    await document.fonts.ready;
    return letters.length;
  });
  await t.page.send("DOM.enable");
  await t.page.send("CSS.enable");
  const { root } = await t.page.send("DOM.getDocument", { depth: -1 });
  const found = {};
  for (const nodes = [root]; nodes.length > 0;) {
    const { nodeId, children = [], nodeName } = nodes.pop();
    nodes.push(...children);
    if (!children.some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue.trim()) || nodeName === "TITLE") continue;
    for (const { familyName, isCustomFont, glyphCount } of (await t.page.send("CSS.getPlatformFontsForNode", { nodeId })).fonts) {
      that(isCustomFont && familyName.startsWith("Inter"), `the page's own font in ${nodeName}`, familyName);
      found[familyName] = (found[familyName] ?? 0) + glyphCount;
    }
  }
  that(Object.values(found)[0] > 1000, "more than a thousand letters", found);
  return `${JSON.stringify(found)}; ${letters} different letters`;
});
