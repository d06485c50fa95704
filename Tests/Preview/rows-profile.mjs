// H1–H10: the profile's collapsing header.
import { near, row, same, that, touch } from "./table.mjs";

/** Opens the profile on a phone. */
async function openProfile(t, { reduced = false } = {}) {
  await t.phone();
  if (reduced) await t.page.media({ "prefers-reduced-motion": "reduce" });
  await t.open("flat", "", { follows: false });
  await t.ask(() => { location.hash = "#profile"; });
  await t.until("the profile", () => document.querySelector(".profile-header")?.getBoundingClientRect().height > 0);
  await t.ask(async () => { await Promise.all([...document.images].map((image) => image.decode().catch(() => {}))); await look.frames(2); });
}

/** Scrolls the profile to `offset`, in one step; gives everything the rows measure. */
const at = async (offset) => {
  const scroller = document.querySelector(".profile-scroll");
  if (offset !== null) scroller.scrollTop = offset;
  await look.frames(3);
  const find = (name) => document.querySelector(`.profile-${name}`);
  const [header, avatar, label, blurred] = ["header", "avatar", "label", "blurred"].map(find);
  const origin = document.querySelector(".profile").getBoundingClientRect().top;
  const rect = (element) => { const { top, bottom, width, height } = look.rect(element); return { top: top - origin, bottom: bottom - origin, width, height }; };
  return {
    scrolled: scroller.scrollTop, header: rect(header), avatar: rect(avatar), label: rect(label), scale: look.scale(header), avatarScale: look.scale(avatar),
    blur: Number(getComputedStyle(blurred).opacity), filter: getComputedStyle(blurred).filter,
  };
};

/** A finger pulls the profile down until the header is `height` px high, or the finger has gone 600 px; it stays down. */
async function pull(t, height) {
  await t.finger("down", 180, 60);
  let y = 60, seen = await t.ask(at, null);
  for (let step = 20; seen.header.height < height - 0.5 && y < 660; y += step) {
    await t.finger("move", 180, y + step);
    seen = await t.ask(at, null);
    // The last pixels one by one.
    step = height - seen.header.height > 25 ? 20 : 1;
    if (step === 1 && y > 655) break;
  }
  return seen;
}

row("H1", "a pull makes it grow", "", async (t) => {
  await openProfile(t);
  const { header, scale } = await pull(t, 214);
  near(header.top, 0, 0.5, "top");
  near(header.bottom, 214, 1, "bottom");
  near(scale, 2, 0.01, "scale");
  await t.finger("up", 180, 400);
  await t.until("the header at rest again", () => look.rect(".profile-header").height === 107);
  return `top ${header.top}, bottom ${header.bottom.toFixed(1)}, scale ${scale.toFixed(3)}; back at 107 px`;
});

row("H1b", "what the finger rests on may go", touch, async (t) => {
  await openProfile(t);
  const at = await t.middle(".post-text");
  await t.finger("down", ...at);
  await t.drag(at, [at[0], at[1] + 40], 4);
  near(await t.ask(() => look.rect(".profile-header").height), 127, 1, "height while pulled");
  await t.ask(() => document.querySelectorAll("[role=tab]")[1].click());
  await t.finger("up");
  await t.until("the header at rest again", () => look.rect(".profile-header").height === 107);
  await t.finger("down", 180, 60);
  await t.drag([180, 60], [180, 160], 5);
  const height = await t.ask(async () => { await look.frames(2); return look.rect(".profile-header").height; });
  near(height, 157, 1, "height pulled by 100 px");
  await t.finger("up");
  return `back at 107 px; then ${height.toFixed(1)} px after 100 px more`;
});

row("H2", "it stops at 67 px", "", async (t) => {
  await openProfile(t);
  const said = [];
  for (const [offset, bottom] of [[0, 107], [20, 87], [40, 67], [60, 67], [300, 67]]) {
    said.push(`${offset}: ${near((await t.ask(at, offset)).header.bottom, bottom, 0.5, `bottom at ${offset}`)}`);
  }
  return said.join(", ");
});

row("H2b", "scrolls with the keyboard", "", async (t) => {
  await t.phone();
  await t.ready();
  await t.ask(() => document.querySelector(".tabs a[href='#profile']").focus());
  await t.press("Enter");
  await t.until("the profile", () => document.querySelector(".profile-header")?.getBoundingClientRect().height > 0 && document.activeElement.getAttribute("aria-label"));
  await t.press("PageDown");
  await t.until("the profile further down", () => document.querySelector(".profile-scroll").scrollTop > 200 && document.activeElement.matches(".profile-scroll:focus-visible"));
  // Opened as from a bookmark, with nothing chosen.
  await t.page.reload();
  await t.until("the profile anew", () => document.activeElement?.matches(".profile-scroll"));
  await t.press("PageDown");
  await t.until("the profile further down", () => document.querySelector(".profile-scroll").scrollTop > 200);
  return "PageDown scrolls, from the bar and after a reload";
});

row("H3", "the avatar shrinks onto its lower edge", "", async (t) => {
  await openProfile(t);
  const rest = await t.ask(at, 0);
  near(rest.avatar.width, 69, 0.3, "width at rest");
  near(rest.avatar.bottom, 148, 0.5, "bottom at rest");
  const half = await t.ask(at, 20);
  near(half.avatar.bottom, 128, 0.5, "bottom at 20");
  const { avatar } = await t.ask(at, 40);
  near(avatar.bottom, 108, 0.5, "bottom at 40");
  return `69 px → ${near(avatar.width, 40.43, 0.3, "width at 40").toFixed(2)} px, bottom 148 − o`;
});

row("H4", "the header passes in front", "", async (t) => {
  await openProfile(t);
  const front = async (offset) => t.ask(async (offset) => {
    const scroller = document.querySelector(".profile-scroll"), header = document.querySelector(".profile-header");
    scroller.scrollTop = offset;
    await look.frames(3);
    // Fingers go through the header; to see what is in front they must not.
    header.style.pointerEvents = "auto";
    const over = look.rect(".profile-avatar"), under = look.rect(header);
    const y = (Math.max(over.top, under.top) + Math.min(over.bottom, under.bottom)) / 2;
    const found = document.elementFromPoint(over.left + over.width / 2, y);
    header.style.pointerEvents = "";
    const order = [".profile-avatar", ".profile-header"].map((name) => Number(getComputedStyle(document.querySelector(name)).zIndex) || 0);
    // At 40 px they touch without a common pixel.
    if (over.top >= under.bottom - 0.2) return order[0] > order[1] ? "avatar" : "header";
    return found.closest(".profile-avatar") ? "avatar" : found.closest(".profile-header") ? "header" : found.className;
  }, offset);
  const found = [];
  for (const offset of [0, 30, 40, 41, 50]) found.push(await front(offset));
  same(found, ["avatar", "avatar", "avatar", "header", "header"], "in front at 0, 30, 40, 41, 50");
  return "avatar at 0, 30, 40; header at 41, 50";
});

row("H5", "the white label rises", "", async (t) => {
  await openProfile(t);
  const said = [];
  for (const [offset, top] of [[0, 199], [95, 64], [130, 29], [200, 29]]) {
    said.push(`${near((await t.ask(at, offset)).label.top, top, 0.5, `top at ${offset}`)}@${offset}`);
  }
  return said.join(" → ");
});

row("H6", "the blur fades in", "", async (t) => {
  await openProfile(t);
  const said = [];
  for (const offset of [0, 94, 112.5, 130, 300]) {
    const { blur, scrolled } = await t.ask(at, offset);
    near(blur, Math.min(1, Math.max(0, (scrolled - 95) / 35)), 0.01, `opacity at ${scrolled}`);
    said.push(`${blur.toFixed(3)}@${scrolled}`);
  }
  return said.join(" ");
});

row("H7", "blurred once", "", async (t) => {
  await openProfile(t);
  const filters = new Set();
  for (const offset of [0, 40, 95, 110, 130, 300]) filters.add((await t.ask(at, offset)).filter);
  same(filters.size, 1, "different filters");
  that([...filters][0].includes("blur("), "a blur", [...filters][0]);
  return [...filters][0];
});

row("H8", "a pull puts everything back", "", async (t) => {
  await openProfile(t);
  const far = await t.ask(at, 130);
  near(far.blur, 1, 0.01, "blur at 130");
  await t.ask(() => { document.querySelector(".profile-scroll").scrollTop = 0; });
  const { blur, label, header, scale } = await pull(t, 157);
  same(blur, 0, "blur");
  that(label.top >= header.bottom, "a label below the header's edge", { label: label.top, header: header.bottom });
  const pure = await t.ask(async () => (await import("/header.js")).headerTransform(-50));
  same([pure.blur, pure.labelY, pure.headerInFront], [0, 95, false], "blur, label and order at −50");
  await t.finger("up", 180, 400);
  return `blur 1 → ${blur}, label hidden at scale ${scale.toFixed(3)}`;
});

row("H9", "a flick in one step", "", async (t) => {
  await openProfile(t);
  const { header, label, blur, avatar } = await t.ask(at, 500);
  near(header.bottom, 67, 0.01, "header's bottom");
  near(label.top, 29, 0.01, "label's top");
  near(blur, 1, 0, "blur");
  near(avatar.width, 40.4286, 0.01, "avatar's width");
  return `header ${header.bottom}, label ${label.top}, blur ${blur}, avatar ${avatar.width.toFixed(2)}`;
});

row("H10", "with reduced motion", "", async (t) => {
  await openProfile(t, { reduced: true });
  const pulled = await pull(t, 214);
  same(pulled.scale, 1, "scale while pulled");
  near(pulled.header.height, 107, 0.01, "height while pulled");
  await t.finger("up", 180, 640);
  const seen = [];
  for (const offset of [0, 20, 40, 41, 94, 112, 130]) {
    const { blur, avatarScale } = await t.ask(at, offset);
    seen.push([Math.round(blur * 100) / 100, Math.round(avatarScale * 1e4) / 1e4]);
  }
  that(seen.every(([blur, avatar]) => [0, 1].includes(blur) && [1, 0.5859].includes(avatar)), "nothing between the two ends", seen);
  same(seen.at(-1), [1, 0.5859], "the other end");
  return "no growth; blur 0 or 1, avatar 1 or .5859";
});
