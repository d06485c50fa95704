// D8–D15: the three gestures that close a story.
import { arrive, isOpen, lastGesture, openStory, tapCard } from "./detail-steps.mjs";
import { near, row, same, that, touch } from "./table.mjs";

/** How the view looks while a gesture holds it. */
const held = () => {
  const dialog = document.querySelector("dialog.detail"), cross = document.querySelector(".detail-close");
  return {
    scale: look.scale(dialog), radius: parseFloat(getComputedStyle(dialog).borderTopLeftRadius), cross: Number(getComputedStyle(cross).opacity),
    bar: getComputedStyle(document.querySelector(".detail-scroll")).scrollbarWidth, width: look.rect(dialog).width,
  };
};
const closings = () => look.notes("close").length;

/** Puts the finger down at a point of an open story and moves it; it stays down. */
async function gesture(t, from, ...points) {
  await t.finger("down", ...from);
  let last = from;
  for (const point of points) { await t.drag(last, point, 8); last = point; }
  return last;
}

row("D8", "swipe from the left edge", "", async (t) => {
  await openStory(t);
  let last = await gesture(t, [20, 300], [132, 300]);
  const scale = near((await t.ask(held)).scale, 0.8507, 0.002, "scale");
  same((await t.ask(lastGesture)).kind, "edge", "gesture");
  await t.finger("up", ...last);
  await arrive(t);
  for (const from of [[60, 300], [220, 300]]) {
    const count = await t.ask(() => look.notes("gesture").length);
    last = await gesture(t, from, [from[0] + 112, 300]);
    same([(await t.ask(held)).scale, await t.ask(() => look.notes("gesture").length)], [1, count], `scale and gestures from x = ${from[0]}`);
    await t.finger("up", ...last);
  }
  same(await t.ask(isOpen), true, "open");
  return `scale ${scale} after 112 px; nothing from x = 60 and 220`;
});

row("D9", "pull down", "", async (t) => {
  await openStory(t);
  const last = await gesture(t, [200, 150], [200, 250]);
  const { scale, radius, cross } = await t.ask(held);
  near(scale, 0.8501, 0.002, "scale");
  near(radius, 13.3, 0.3, "radius");
  near(cross, 0.167, 0.02, "opacity of the ✕");
  same((await t.ask(lastGesture)).kind, "pull", "gesture");
  await t.finger("up", ...last);
  return `scale ${scale}, radius ${radius.toFixed(2)} px, ✕ ${cross.toFixed(3)} after 100 px`;
});

row("D10", "scroll to the top, and further", touch, async (t) => {
  await openStory(t);
  await t.ask(async () => { document.querySelector(".detail-scroll").scrollTop = 200; await look.frames(3); });
  await t.finger("down", 200, 250);
  // The text follows on another thread: it settles before its top is passed, or the moment of passing would be anybody's guess.
  await t.drag([200, 250], [200, 430], 36);
  await t.until("the text under the finger", () => {
    const { scrollTop } = document.querySelector(".detail-scroll");
    const settled = scrollTop === window.settling;
    window.settling = scrollTop;
    return settled && scrollTop < 60;
  });
  await t.drag([200, 430], [200, 540], 22);
  const { kind, progress } = await t.until("a gesture", lastGesture);
  same(kind, "scroll", "gesture");
  // 290 px less the 200 of the text are .135 of 667; Chromium keeps up to 15 px until it takes a finger for a scroll.
  near(progress, 0.12, 0.02, "progress");
  same(await t.ask(closings), 0, "closings");
  same(await t.ask(isOpen), true, "open");
  await t.finger("up");
  return `scroll, progress ${progress.toFixed(4)}, still open`;
});

row("D11", "closes at .82, once", "", async (t) => {
  const said = [];
  for (const [kind, from, by, closes] of [["edge", [20, 300], [134, 0], 0], ["edge", [20, 300], [136, 0], 1], ["pull", [200, 150], [0, 119], 0], ["pull", [200, 150], [0, 121], 1]]) {
    await openStory(t);
    const to = from.map((part, axis) => part + by[axis]);
    await gesture(t, from, to);
    const count = await t.ask(closings);
    same(count, closes, `closings after ${kind} of ${by[0] + by[1]} px`);
    if (closes) {
      // Further moves of the same finger must not close again.
      await t.drag(to, to.map((part, axis) => part + (by[axis] ? 80 : 0)), 4);
      same(await t.ask(closings), 1, `closings after ${kind} and 80 px more`);
    }
    await t.finger("up", ...to);
    said.push(`${kind} ${by[0] + by[1]} ${closes ? "closes" : "stays"}`);
  }
  return said.join(", ");
});

row("D11b", "a finger that rests until the view is gone leaves nothing behind", "", async (t) => {
  await openStory(t);
  const last = await gesture(t, [200, 150], [200, 300]);
  await arrive(t);
  await t.until("a closed view under the finger", () => !document.querySelector("dialog.detail").open);
  await t.finger("up", ...last);
  await tapCard(t);
  await arrive(t);
  await t.until("the ✕", () => getComputedStyle(document.querySelector(".detail-close")).opacity === "1");
  const rest = { scale: 1, radius: 0, cross: 1 };
  const looks = async () => { const { scale, radius, cross } = await t.ask(held); return { scale, radius, cross }; };
  same(await looks(), rest, "the next story");
  // A tap on its text; a mouse that moves is told to the page, too.
  await t.page.mouse("move", 190, 590, false);
  await t.finger("down", 200, 600);
  await t.finger("up", 200, 600);
  await t.ask(() => look.frames(2));
  same(await looks(), rest, "the next story after a tap");
  const now = await gesture(t, [200, 150], [200, 250]);
  const { scale } = await looks();
  near(scale, 0.8501, 0.002, "scale of the next story, pulled");
  await t.finger("up", ...now);
  same(await t.ask(isOpen), true, "open");
  await arrive(t);
  // A mouse that was held through Esc.
  await t.page.mouse("move", 200, 150, false);
  await t.page.mouse("down", 200, 150);
  for (let y = 160; y <= 200; y += 10) await t.page.mouse("move", 200, y, true);
  await t.until("a story that is pulled", () => document.querySelector("dialog.detail").dataset.gesture === "pull");
  await t.press("Escape");
  await arrive(t);
  await t.until("a closed view", () => !document.querySelector("dialog.detail").open);
  await t.press("Enter");
  await t.until("the next story", () => document.querySelector("dialog.detail").open);
  await arrive(t);
  await t.until("the ✕", () => getComputedStyle(document.querySelector(".detail-close")).opacity === "1");
  for (let y = 210; y <= 240; y += 10) await t.page.mouse("move", 200, y, true);
  await t.ask(() => look.frames(2));
  same(await looks(), rest, "the story after, under a mouse that was held through Esc");
  await t.page.mouse("up", 200, 240);
  same(await t.ask(isOpen), true, "open");
  return `the next story at scale 1, and ${scale.toFixed(4)} when it is pulled`;
});

row("D12", "snaps back", "", async (t) => {
  await openStory(t);
  const last = await gesture(t, [20, 300], [132, 300]);
  await t.finger("up", ...last);
  const snap = await t.until("a snap", () => {
    const animation = look.animation("snap");
    return animation && { duration: animation.effect.getComputedTiming().endTime };
  });
  that(snap.duration <= 150, "at most 150 ms", snap.duration);
  await arrive(t);
  const { scale, width, radius } = await t.ask(held);
  same([scale, width, radius, await t.ask(isOpen), await t.ask(closings)], [1, 375, 0, true, 0], "scale, width, radius, open, closings");
  return `${snap.duration} ms, then scale 1 and open`;
});

row("D13", "the scroll bar hides while pulled", "", async (t) => {
  await openStory(t);
  const before = (await t.ask(held)).bar;
  let last = await gesture(t, [200, 150], [200, 220]);
  same((await t.ask(held)).bar, "none", "scrollbar-width while pulled");
  await t.finger("up", ...last);
  await arrive(t);
  last = await gesture(t, [20, 300], [90, 300]);
  same((await t.ask(held)).bar, before, "scrollbar-width during the edge swipe");
  await t.finger("up", ...last);
  that(before !== "none", "a scroll bar otherwise", before);
  return `none while pulled, ${before} in the edge swipe`;
});

row("D13b", "the scroll bar hides in the scroll's dismissal", touch, async (t) => {
  await openStory(t);
  await t.ask(async () => { document.querySelector(".detail-scroll").scrollTop = 100; await look.frames(3); });
  await t.finger("down", 200, 250);
  await t.drag([200, 250], [200, 420], 17);
  same((await t.until("a gesture", lastGesture)).kind, "scroll", "gesture");
  same((await t.ask(held)).bar, "none", "scrollbar-width");
  await t.finger("up");
  return "none";
});

row("D14", "the first gesture stays", "", async (t) => {
  await openStory(t);
  const last = await gesture(t, [20, 200], [60, 200], [60, 330]);
  const kinds = await t.ask(() => [...new Set(look.notes("gesture").map(({ kind }) => kind))]);
  same(kinds, ["edge"], "gestures");
  const scale = near((await t.ask(held)).scale, 1 - (40 / 375) * 0.5, 0.002, "scale");
  await t.finger("up", ...last);
  return `edge only, scale ${scale} after 40 px right and 130 px down`;
});

row("D15", "and back", touch, async (t) => {
  await openStory(t);
  await t.finger("down", 200, 250);
  await t.drag([200, 250], [200, 330], 8);
  that((await t.ask(held)).scale < 0.9, "a pulled view", await t.ask(held));
  await t.drag([200, 330], [200, 250], 8);
  same((await t.ask(held)).scale, 1, "scale at the start again");
  await t.drag([200, 250], [200, 100], 15);
  const scrolled = await t.until("more than 80 px of text under the same finger", () => {
    const { scrollTop } = document.querySelector(".detail-scroll");
    return scrollTop > 80 && scrollTop;
  });
  same((await t.ask(held)).scale, 1, "scale while it scrolls");
  await t.finger("up");
  same(await t.ask(isOpen), true, "open");
  return `scale 1 again, then scrolled by ${Math.round(scrolled)} px`;
});
