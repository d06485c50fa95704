// D1–D7, D16, D17: a card becomes its story and goes back.
import { readFileSync } from "node:fs";
import { arrive, isOpen, openStory, sameRect, tapCard, view } from "./detail-steps.mjs";
import { near, row, same, that } from "./table.mjs";

const golden = JSON.parse(readFileSync(new URL("../CardMotionTests/golden.json", import.meta.url)));
const curve = golden.spring.find(({ name }) => name === "card-transition").progress;

/** The view's rectangle with the animation `id` held at `ms`. */
const heldAt = (id, ms) => { look.hold(id, ms); return look.rect("dialog.detail"); };
const window = (width, height) => ({ left: 0, top: 0, width, height });

row("D1", "the card grows into its story", "", async (t) => {
  await t.phone();
  await t.ready();
  const card = await tapCard(t);
  const start = await t.ask(heldAt, "open", 0);
  sameRect(start, card, "at 0 ms");
  const end = await t.ask(heldAt, "open", 849);
  sameRect(end, window(375, 667), "at 849 ms");
  return `${start.width} × ${start.height} at (${start.left}, ${start.top}) → ${end.width} × ${end.height}`;
});

row("D2", "it bounces", "", async (t) => {
  await t.phone();
  await t.ready();
  await tapCard(t);
  const { width, height } = await t.ask(heldAt, "open", 380);
  return `${near(width, 376.8, 1, "width")} × ${near(height, 677.9, 1, "height")} at 380 ms`;
});

row("D3", "from the right place after scrolling and in the grid", "", async (t) => {
  const said = [];
  for (const width of [375, 1024]) {
    await t.page.size(width, 667, { touch: Boolean(t.page.touch) });
    await t.ready();
    const index = await t.ask(async () => {
      scrollTo(0, 400);
      await look.frames(3);
      // The last card whose middle can be seen: in the grid one that begins in the middle of the page.
      return [...document.querySelectorAll("article.card")].findLastIndex((card) => {
        const { top, height } = look.rect(card);
        return top + height / 2 > 60 && top + height / 2 < innerHeight - 120;
      });
    });
    const card = await tapCard(t, index);
    sameRect(await t.ask(heldAt, "open", 0), card, `card ${index} at ${width}, 0 ms`);
    sameRect(await t.ask(heldAt, "open", 849), window(width, 667), `at ${width}, 849 ms`);
    said.push(`@${width}: card ${index} at (${card.left.toFixed(0)}, ${card.top.toFixed(0)})`);
  }
  return said.join(", ");
});

row("D3b", "to the right place when the window turns on the way", "", async (t) => {
  await t.page.size(1024, 768);
  await t.ready();
  await tapCard(t, 1);
  await t.ask(heldAt, "open", 250);
  const turned = async (width, height, id) => {
    await t.page.size(width, height);
    await t.until("the new size", (width) => innerWidth === width, width);
    await t.ask(() => look.frames(2));
    return t.ask(heldAt, id, 849.9);
  };
  sameRect(await turned(600, 900, "open"), window(600, 900), "opening, turned: where it ends");
  await arrive(t);
  await t.press("Escape");
  await t.until("a closing view", () => Boolean(look.animation("close")));
  await t.ask(heldAt, "close", 250);
  const end = await turned(1024, 768, "close");
  const card = await t.ask(() => look.rect(document.querySelectorAll("article.card")[1]));
  sameRect(end, card, "closing, turned: where it ends");
  return `opening ends at 600 × 900, closing at the card's ${card.width} × ${card.height}`;
});

row("D4", "the card is not seen twice", "", async (t) => {
  await t.phone();
  await t.ready();
  const seen = () => getComputedStyle(document.querySelector("article.card")).visibility;
  same(await t.ask(seen), "visible", "before");
  await tapCard(t);
  same(await t.ask(seen), "hidden", "while it opens");
  await arrive(t);
  same(await t.ask(seen), "hidden", "while it is open");
  await t.press("Escape");
  await t.until("a closing view", () => Boolean(look.animation("close")));
  same(await t.ask(seen), "hidden", "while it closes");
  await arrive(t);
  await t.until("a closed view", () => !document.querySelector("dialog.detail").open);
  same(await t.ask(seen), "visible", "afterwards");
  return "hidden from the first moment to the last, then visible";
});

row("D5", "what is behind blurs along the same curve", "", async (t) => {
  await t.phone();
  await t.ready();
  await tapCard(t);
  const times = [0, 50, 100, 150, 200, 300];
  const got = await t.ask((times) => times.map((ms) => {
    look.hold("backdrop", ms);
    return Number(getComputedStyle(document.querySelector(".backdrop")).opacity);
  }), times);
  got.forEach((opacity, index) => near(opacity, Math.min(1, curve[times[index]]), 0.003, `opacity at ${times[index]} ms`));
  const blur = await t.ask(() => getComputedStyle(document.querySelector(".backdrop")).backdropFilter);
  that(/blur\(/.test(blur), "a blur", blur);
  await arrive(t);
  near(await t.ask(() => Number(getComputedStyle(document.querySelector(".backdrop")).opacity)), 1, 0, "opacity at rest");
  return `${got.map((opacity) => opacity.toFixed(3)).join(" ")} at ${times.join(" ")} ms; ${blur}`;
});

row("D6", "closes by ✕ and by Esc", "", async (t) => {
  await t.phone();
  await t.ready();
  for (const way of ["✕", "Esc"]) {
    const card = await tapCard(t);
    await arrive(t);
    same(await t.ask(() => document.activeElement.className), "detail-close", `${way}: focus while it is open`);
    if (way === "Esc") await t.press("Escape");
    else await t.tap(".detail-close");
    await t.until("a closing view", () => Boolean(look.animation("close")));
    sameRect(await t.ask(heldAt, "close", 849.9), card, `${way}: where it ends`);
    await arrive(t);
    await t.until("a closed view", () => !document.querySelector("dialog.detail").open);
    same(await t.ask(() => document.activeElement === document.querySelector("article.card .card-face")), true, `${way}: focus on the card`);
  }
  same(await t.ask(() => look.notes("close").length), 2, "closings");
  return "both end at the card, focus on it";
});

row("D6b", "closes by the browser's Back, and stays on the page", "", async (t) => {
  await openStory(t);
  for (const [way, leave] of [["Back", () => t.ask(() => history.back())], ["Esc", () => t.press("Escape")]]) {
    if (way === "Esc") await tapCard(t).then(() => arrive(t));
    await leave();
    await t.until(`${way}: a closing view`, () => Boolean(look.animation("close")));
    await arrive(t);
    await t.until(`${way}: a closed view`, () => !document.querySelector("dialog.detail").open);
  }
  await t.until("no entry left behind", () => history.state === null);
  same(await t.ask(() => Boolean(document.querySelector("article.card"))), true, "still on the page");
  return "Back closes; Esc leaves no entry behind";
});

row("D6c", "no entry of a story that is closed", "", async (t) => {
  await t.phone();
  await t.ready();
  await tapCard(t);
  await arrive(t);
  await t.press("Escape");
  await t.until("a closing view", () => Boolean(look.animation("close")));
  await arrive(t);
  await t.until("no entry left behind", () => history.state === null);
  await t.ask(() => {
    window.steps = [];
    addEventListener("popstate", () => window.steps.push(Boolean(history.state?.open)));
    history.forward();
  });
  same(await t.until("two steps", () => window.steps.length > 1 && window.steps), [true, false], "at a story's entry after Forward");
  await t.ask(() => look.catch("open"));
  await tapCard(t);
  await arrive(t);
  same(await t.ask(() => history.state), { open: true }, "entry of the open story");
  await t.page.reload();
  await t.until("the page anew, at no story's entry", () => document.querySelector("dialog.detail") && history.state === null);
  return "Forward goes there and back; so does a reload of an open story";
});

row("D7", "closes from the middle of its text without a flash", "", async (t) => {
  await openStory(t);
  const card = await t.ask(() => look.rect(document.querySelector("article.card")));
  const read = () => [...document.querySelectorAll(".detail-body > *")].map((part) => Math.round(look.rect(part).top)).slice(0, 4);
  const before = await t.ask(async () => {
    document.querySelector(".detail-scroll").scrollTop = 500;
    await look.frames(3);
    return document.querySelector(".detail-scroll").scrollTop;
  });
  near(before, 500, 1, "scrolled so far");
  const seen = await t.ask(read);
  await t.press("Escape");
  await t.until("a closing view", () => Boolean(look.animation("close")));
  const after = await t.ask(() => {
    for (const animation of look.animations()) if (["close", "rewind", "backdrop"].includes(animation.id)) { animation.pause(); animation.currentTime = 0; }
  }).then(() => t.ask(read));
  after.forEach((top, index) => near(top, seen[index], 1, `paragraph ${index} in the first picture`));
  sameRect(await t.ask(view), window(375, 667), "the first picture");
  sameRect(await t.ask(heldAt, "close", 849.9), card, "the last picture");
  return `paragraphs at ${seen} before and ${after} in the first picture; ends at the card`;
});

row("D7b", "scrolls with the keyboard", "", async (t) => {
  await t.page.size(800, 600);
  await t.ready();
  await t.ask(() => look.catch("open"));
  const said = [];
  for (const app of [false, true]) {
    await t.ask((app) => document.querySelector(app ? ".card[data-app] .card-face" : ".card-face").focus(), app);
    await t.press("Enter");
    await t.until("an open dialog", isOpen);
    await arrive(t);
    await t.until("the text of the story", () => document.querySelector(".detail-body p"));
    let before = 0;
    for (const key of ["ArrowDown", "PageDown", "End", "Home"]) {
      await t.press(key);
      before = await t.until(`the text moved by ${key}`, (key, before) => {
        const { scrollTop, scrollHeight, clientHeight } = document.querySelector(".detail-scroll");
        const there = { End: scrollTop >= scrollHeight - clientHeight - 1, Home: scrollTop === 0 }[key] ?? scrollTop > before + 20;
        return there && String(scrollTop);
      }, key, before).then(Number);
      said.push(`${key} ${Math.round(before)}`);
    }
    const focused = await t.ask(() => {
      const { activeElement: one } = document;
      const { left, top, width, height } = look.rect(one), { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(one, "::after");
      return { name: one.getAttribute("aria-label"), visible: one.matches(":focus-visible"), box: [left, top, width, height], ring: [outlineStyle, outlineWidth, outlineOffset] };
    });
    same(focused, { name: "Story", visible: true, box: [0, 0, 800, 600], ring: ["solid", "3px", "-3px"] }, "what has the focus");
    await t.press("Escape");
    await t.until("a closing view", () => Boolean(look.animation("close")));
    await arrive(t);
  }
  return said.join(", ");
});

row("D16", "with reduced motion it fades", "", async (t) => {
  await t.phone();
  await t.page.media({ "prefers-reduced-motion": "reduce" });
  await t.ready("flat", "", { follows: false });
  const fades = (id) => {
    const animation = look.animation(id), { duration } = animation.effect.getComputedTiming();
    const keys = new Set(animation.effect.getKeyframes().flatMap(Object.keys));
    for (const common of ["offset", "computedOffset", "easing", "composite"]) keys.delete(common);
    animation.pause();
    animation.currentTime = duration / 2;
    const { scale, opacity } = getComputedStyle(document.querySelector("dialog.detail"));
    const rect = look.rect("dialog.detail");
    animation.play();
    return { duration, keys: [...keys], scale, opacity: Number(opacity), rect };
  };
  const said = [];
  await tapCard(t);
  for (const id of ["open", "close"]) {
    if (id === "close") { await arrive(t); await t.press("Escape"); await t.until("a closing view", () => Boolean(look.animation("close"))); }
    const { duration, keys, scale, opacity, rect } = await t.ask(fades, id);
    that(duration <= 150, `${id}: at most 150 ms`, duration);
    same(keys, ["opacity"], `${id}: what it animates`);
    same(scale, "none", `${id}: scale`);
    sameRect(rect, window(375, 667), `${id}: half way`);
    near(opacity, 0.5, 0.35, `${id}: opacity half way`);
    said.push(`${id} ${duration} ms of opacity`);
  }
  await arrive(t);
  await t.until("a closed view", () => !document.querySelector("dialog.detail").open);
  same(await t.ask(isOpen), false, "open");
  return said.join(", ");
});

row("D17", "the story of the jump shows it: both formulas below one motion, on cards of their own", "", async (t) => {
  await t.phone();
  await t.ready("flat", "", { follows: false });
  await t.until("all parts", () => window.__preview.isWhole);
  await t.ask(() => document.querySelector("article.card[data-story=vertical] .card-face").click());
  await t.until("both cards", () => document.querySelectorAll(".formulas .formula-card").length === 2);
  await t.ask(() => document.querySelector(".formulas").scrollIntoView({ block: "center", behavior: "instant" }));
  const places = await t.ask(async () => {
    const places = [[], []];
    // A rocking and a half, however late pictures are.
    for (const end = performance.now() + 3000; performance.now() < end; await look.frames(1)) {
      document.querySelectorAll(".formulas .cast").forEach((cast, index) => places[index].push(new DOMMatrix(cast.style.transform).e));
    }
    return places;
  });
  const [usual, ours] = places.map((xs) => ({ from: Math.min(...xs), to: Math.max(...xs) }));
  that(usual.to - usual.from > 55, "the usual formula's shadow on both sides", usual);
  that(ours.to - ours.from > 1 && ours.to - ours.from < 2, "ours nearly where it was", ours);
  const said = await t.ask(() => [...document.querySelectorAll(".formulas strong")].map(({ textContent }) => parseFloat(textContent)));
  near(said[0], 62.8, 3, "the usual formula's jump");
  near(said[1], 0.1, 0.05, "our longest step");
  const { wide, window: width } = await t.ask(() => ({ wide: document.querySelector(".detail-scroll").scrollWidth, window: innerWidth }));
  that(wide <= width, "nothing beside the window", { wide, width });
  const moves = () => t.ask(async () => {
    const one = () => document.querySelector(".formulas .cast").style.transform, before = one();
    await look.frames(30);
    return one() !== before;
  });
  await t.page.media({ "prefers-reduced-motion": "reduce" });
  await t.until("a page that rests", () => document.querySelector("#pause").getAttribute("aria-pressed") === "true");
  await t.ask(() => look.frames(2));
  same(await moves(), false, "moves with less motion");
  return `${said.join(" and ")} px at once`;
});
