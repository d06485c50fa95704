// P1–P10: press and hold.
import { largestError, watch } from "./shadow-watch.mjs";
import { near, row, same, that, touch } from "./table.mjs";
import { Wire } from "./wire.mjs";

const first = "article.card";
const scaleOf = (selector) => look.scale(document.querySelector(selector));
/** Asks the page whether an animation of `id` is there. */
const runs = (id) => Boolean(look.animation(id));
const isOpen = () => document.querySelector("dialog.detail").open;

/** The scale of the first card with the animation `id` held at each of the times, in ms. */
const scalesAt = (id, times) => times.map((ms) => { look.hold(id, ms); return look.scale(document.querySelector("article.card")); });

/** Presses the first card with a finger and lets the press come to its end. */
async function pressed(t) {
  const at = await t.middle(first);
  await t.ask(() => look.catch("release"));
  await t.finger("down", ...at);
  await t.until("a press", runs, "press");
  await t.ask(() => look.animation("press").finish());
  return at;
}

/** Notes at each of `times` in ms after the next pointerdown whether the first card is pressed. Timers fire in the order of their times, however slow the machine. */
const mark = (times) => {
  window.marks = {};
  addEventListener("pointerdown", ({ timeStamp }) => {
    window.down = timeStamp;
    for (const ms of times) {
      setTimeout(() => { window.marks[ms] = { pressed: Boolean(look.animation("press")), scale: look.scale(document.querySelector("article.card")) }; }, ms);
    }
  }, { capture: true, once: true });
};

row("P1", "gives way after 0.1 s", "", async (t) => {
  await t.phone();
  await t.ready();
  await t.ask(mark, [60, 90, 130]);
  await t.finger("down", ...await t.middle(first));
  const marks = await t.until("marks", () => Object.keys(window.marks).length === 3 && window.marks);
  same(marks[60], { pressed: false, scale: 1 }, "at 60 ms");
  same(marks[90], { pressed: false, scale: 1 }, "at 90 ms");
  same(marks[130].pressed, true, "pressed at 130 ms");
  const after = await t.ask(() => look.notes("press")[0].at - window.down);
  return `not at 60 and 90 ms, at 130 ms; this time after ${after.toFixed(0)} ms`;
});

row("P2", "the press is a spring to 0.95", "", async (t) => {
  await t.phone();
  await t.ready();
  await t.finger("down", ...await t.middle(first));
  await t.until("a press", runs, "press");
  const expected = [0.98737, 0.9694, 0.95735, 0.95154, 0.94925];
  const got = await t.ask(scalesAt, "press", [50, 100, 150, 200, 300]);
  return `${got.map((scale, index) => near(scale, expected[index], 0.001, `scale ${index}`).toFixed(5)).join(" ")} at 50 … 300 ms`;
});

row("P3", "the release bounces", "", async (t) => {
  await t.phone();
  await t.ready();
  const [x, y] = await pressed(t);
  await t.drag([x, y], [x + 40, y], 2);
  await t.until("a release", runs, "release");
  const expected = [0.98356, 1.0127, 0.9968];
  const got = await t.ask(scalesAt, "release", [50, 113, 227]);
  got.forEach((scale, index) => near(scale, expected[index], 0.001, `scale ${index}`));
  await t.ask(() => look.animation("release").finish());
  const end = await t.ask(async (selector) => {
    await look.frames(2);
    const card = document.querySelector(selector);
    return [getComputedStyle(card).scale, [...card.style].filter((property) => !/^--s[xy]$/.test(property)), card.getAnimations().length];
  }, first);
  same(end, ["none", [], 0], "scale, inline style and animations afterwards");
  await t.finger("up", x + 40, y);
  return `${got.map((scale) => scale.toFixed(5)).join(" ")} at 50, 113, 227 ms; then exactly 1 and no style`;
});

row("P4", "scrolls while held", touch, async (t) => {
  await t.phone();
  await t.ready();
  const [x, y] = await pressed(t);
  await t.sleep(250);
  await t.drag([x, y], [x, y - 300], 20);
  // The page follows the finger on another thread.
  const scrolled = await t.until("at least 270 px of scrolling", () => scrollY >= 270 && scrollY);
  await t.finger("up");
  same(await t.ask(() => look.notes("release").length), 1, "releases");
  await t.ask(() => look.animation("release").finish());
  await t.until("scale 1", () => look.scale(document.querySelector("article.card")) === 1);
  same(await t.ask(isOpen), false, "open");
  return `${Math.round(scrolled)} of 300 px, released, not opened`;
});

row("P5", "pressed again during the release", "", async (t) => {
  await t.phone();
  await t.ready();
  const [x, y] = await pressed(t);
  await t.drag([x, y], [x + 40, y], 2);
  await t.until("a release", runs, "release");
  await t.finger("up", x + 40, y);
  const before = (await t.ask(scalesAt, "release", [50]))[0];
  await t.finger("down", x, y);
  await t.until("another press", runs, "press");
  const start = (await t.ask(scalesAt, "press", [0]))[0];
  near(start, before, 0.001, "scale where the new press begins");
  await t.ask(() => look.animation("press").finish());
  const end = near(await t.ask(scaleOf, first), 0.95, 0.001, "scale");
  return `from ${start.toFixed(4)} to ${end}`;
});

row("P6", "held, then lifted, opens", "", async (t) => {
  await t.phone();
  await t.ready();
  let [x, y] = await pressed(t);
  await t.drag([x, y], [x + 60, y], 3);
  await t.finger("up", x + 60, y);
  await t.sleep(100);
  same(await t.ask(isOpen), false, "open after moving away");
  const at = await pressed(t);
  // Longer than the browser's own long press, which must not take the tap.
  await t.sleep(650);
  await t.finger("up", ...at);
  await t.until("an open dialog", isOpen);
  same(await t.ask(() => look.notes("open").length), 1, "openings");
  return "opens after 700 ms inside, not after moving away";
});

row("P7", "a second finger is ignored", touch, async (t) => {
  await t.page.size(1024, 768, { touch: true });
  await t.ready();
  const [one, two] = await t.ask(() => look.cards().slice(0, 2).map((card) => {
    const { left, top, width, height } = look.rect(card);
    return [left + width / 2, top + height / 2];
  }));
  await t.page.touch("start", one);
  await t.until("a press", runs, "press");
  await t.page.touch("start", one, two);
  await t.sleep(250);
  same(await t.ask(() => look.animations("press").length), 1, "pressed cards");
  same(await t.ask(() => look.notes("press").length), 1, "presses");
  return "one of two cards pressed";
});

row("P8", "the App Store's feel", touch, async (t) => {
  await t.phone();
  await t.ready("flat", "feel=appstore");
  await t.ask(mark, [0]);
  const at = await t.middle(first);
  await t.finger("down", ...at);
  const marks = await t.until("a mark", () => window.marks[0] && window.marks);
  same(marks[0].pressed, true, "pressed at once");
  const got = await t.ask(scalesAt, "press", [100, 200]);
  near(got[0], 0.97796, 0.001, "scale at 100 ms");
  near(got[1], 0.96467, 0.001, "scale at 200 ms");
  await t.drag(at, [at[0] + 40, at[1]], 2);
  await t.finger("up");
  // A flick: the page goes on by itself, until a finger stops it. On a busy machine the first may come out too slow for that,
  // or the second between two cards, and it flicks again, from the top: at its end the page has nowhere to go.
  let presses, releases;
  for (let tries = 1, isOnCard = false; !isOnCard; tries += 1) {
    that(tries <= 12, "momentum that ends under a finger on a card", "none after twelve flicks");
    await t.ask(() => scrollTo({ top: 0, behavior: "instant" }));
    for (let step = 1; step <= 6; step += 1) await t.finger(step === 1 ? "down" : "move", 180, 600 - 60 * step);
    await t.finger("up");
    const flies = await t.ask(async () => {
      const from = scrollY;
      for (let frame = 0; frame < 30 && scrollY <= from + 20; frame += 1) await look.frames(1);
      return scrollY > from + 20;
    });
    if (!flies) continue;
    // Fingers that flick may press and release, too.
    [presses, releases] = await t.ask(() => ["press", "release"].map((event) => look.notes(event).length));
    await t.finger("down", 180, 330);
    isOnCard = await t.ask(async () => {
      await look.frames(2);
      return [306, 330, 354].every((y) => document.elementFromPoint(180, y)?.closest(".card"));
    });
    if (!isOnCard) await t.finger("up");
  }
  await t.until("a press under the finger that stopped the page", (count) => look.notes("press").length > count, presses);
  const stays = await t.ask(async () => {
    await look.frames(20);
    return [Boolean(look.animation("press")), look.notes("release").length];
  });
  same(stays, [true, releases], "still pressed, and releases");
  return `at once, ${got.map((scale) => scale.toFixed(5)).join(" ")} at 100, 200 ms; stays pressed as momentum ends`;
});

row("P9", "with the keyboard", "", async (t) => {
  await t.ready();
  const ring = await t.ask(async () => {
    // The ring is there for keys, not for fingers.
    return document.querySelector(".card-face").matches(":focus-visible");
  });
  same(ring, false, "a focus ring before any key");
  let presses = 0;
  while (!(await t.ask(() => document.activeElement?.matches(".card-face")))) {
    that((presses += 1) < 20, "a card within 20 Tabs", presses);
    await t.press("Tab");
  }
  const outline = await t.ask(() => {
    const face = document.activeElement;
    const styles = [face, face.parentElement].flatMap((element) => [undefined, "::after", "::before"].map((part) => getComputedStyle(element, part)));
    return { visible: face.matches(":focus-visible"), drawn: styles.some((style) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2) };
  });
  same(outline, { visible: true, drawn: true }, "a drawn focus ring of 2 px");
  await t.page.key("down", "Space");
  await t.until("a press", runs, "press");
  await t.page.key("up", "Space");
  await t.until("an open dialog", isOpen);
  await t.press("Escape");
  await t.until("a closed dialog", () => !document.querySelector("dialog.detail").open);
  same(await t.ask(() => document.activeElement.matches(".card-face")), true, "focus on the card");
  await t.press("Enter");
  await t.until("an open dialog", isOpen);
  return `card after ${presses} Tabs, ring drawn; Space presses and opens, Enter opens`;
});

row("P9b", "Enter held down is pressed once", "", async (t) => {
  await t.ready();
  const hold = async () => {
    await t.page.key("down", "Enter");
    for (let count = 0; count < 6; count += 1) {
      await t.page.key("down", "Enter", { again: true });
      await t.ask(() => look.frames(1));
    }
    await t.page.key("up", "Enter");
    await t.ask(() => look.frames(2));
  };
  await t.ask(() => document.querySelector(".card-face").focus());
  await hold();
  const count = () => ["open", "close"].map((event) => look.notes(event).length);
  same(await t.ask(count), [1, 0], "openings and closings by a card");
  await hold();
  same(await t.ask(count), [1, 1], "openings and closings by the ✕");
  await t.ask(() => { const button = document.querySelector("download-button"); button.setAttribute("manual", ""); button.shadowRoot.querySelector("button").focus(); });
  await hold();
  same(await t.ask(() => [document.querySelector("download-button").state, look.notes("tap").length]), ["pending", 1], "GET and its taps");
  return "a card opens, ✕ closes, GET starts, once each";
});

row("P10", "a pressed card's shadow is still the frame", "", async (t) => {
  await t.phone();
  await t.ready("sway");
  const wire = await Wire.reading(t.address);
  await pressed(t);
  const seen = await t.ask(watch, 45);
  const scale = near(await t.ask(scaleOf, first), 0.95, 0.001, "scale");
  wire.close();
  const { worst, compared } = largestError(seen, wire);
  return `${near(worst, 0, 0.01, "distance from the frame").toFixed(3)} px off over ${compared} frames at scale ${scale}`;
});
