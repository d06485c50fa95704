// S7b, S9b, S9c: the shadow that follows the pointer, where no daemon knows the tilt.
import { choose } from "./inspector-steps.mjs";
import { near, row, same, that } from "./table.mjs";

/** The shadow of the first card. */
const first = () => look.shadow(document.querySelector("article.card"));
/** The offset of the pointer's source at the window's edge: 35° of tilt, 10 px a radian. */
const edge = 10 * 35 * Math.PI / 180;

/** Points at a place, as shares of the way from the window's middle to its edges, until the shadow is at (x, y) ± 0.05 px; says where it is. */
async function point(t, [across, down], [x, y]) {
  let aside = 0;
  const shadow = await t.settled(async () => {
    // A pixel to and fro: nobody knows when the page begins to listen, and a pointer that rests says nothing.
    aside = 1 - aside;
    await t.page.mouse("move", 512 * (1 + across) + aside, 384 * (1 + down));
    return t.ask(first);
  }, (shadow) => Math.hypot(shadow.x - x, shadow.y - y) < 0.05);
  return `(${near(shadow.x, x, 0.05, "x")}, ${near(shadow.y, y, 0.05, "y")}) px`;
}

row("S7b", "calibration without a daemon", "", async (t) => {
  await t.open("flat", "source=pointer", { follows: false });
  await choose(t, "reference", "absolute");
  const [here, there] = [[0.6, -0.6], [-0.6, 0.2]];
  const absolute = await point(t, here, here.map((part) => part * edge));
  // The pointer rests meanwhile: what is taken for neutral is where it is.
  await choose(t, "reference", "startup");
  const started = await point(t, here, [0, 0]);
  await t.page.mouse("move", 512 * (1 + there[0]), 384 * (1 + there[1]));
  const moved = await t.until("the shadow at rest somewhere else", async () => {
    const before = look.shadow(look.cards()[0]);
    await look.frames(3);
    const { x, y, text } = look.shadow(look.cards()[0]);
    return text === before.text && Math.hypot(x, y) > 3 && `(${x}, ${y}) px`;
  });
  await t.ask(() => [...document.querySelectorAll("#inspector button")].find(({ textContent }) => textContent === "Recentre").click());
  return `${absolute}; from the start ${started}; ${moved}, recentred ${await point(t, there, [0, 0])}`;
});

row("S9b", "follows the pointer when the preview itself has gone", "", async (t) => {
  const preview = await t.programs.daemon("pitch30");
  try {
    await preview.start();
    await t.ready(preview.address);
    await t.until("the browser's own sources", () => look.hasOwnSources());
    await preview.close();
    await t.until("a status line about the preview", () => /preview server does not answer/.test(document.querySelector("[role=status]").textContent));
    const said = [];
    for (const place of [[0.75, 0.5], [-0.75, -0.5]]) said.push(await point(t, place, place.map((part) => part * edge)));
    same(await t.ask(() => window.__preview.source), "pointer", "source");
    return `${said.join(" and ")} without a server`;
  } finally { await preview.close(); }
});

row("S9c", "a status line that was put away stays away", "", async (t) => {
  const { address, child } = await t.programs.preview(["--socket", `${t.programs.log("flat")}.none`]);
  try {
    await t.open(address, "", { follows: false });
    const quiet = () => document.querySelector(".toast").matches(".quiet");
    await t.until("a status line", () => /^No daemon/.test(document.querySelector("[role=status]").textContent) && !document.querySelector(".toast").matches(".quiet"));
    await t.ask(() => document.querySelector(".toast button").focus());
    await t.press("Enter");
    await t.until("the status line put away", quiet);
    await point(t, [0.75, 0.5], [0.75 * edge, 0.5 * edge]);
    const text = await t.ask(() => document.querySelector("[role=status]").textContent);
    that(/following the pointer/.test(text), "what is followed", text);
    same(await t.ask(quiet), true, "put away");
    return text.trim().slice(0, 60);
  } finally { await t.programs.kill(child); }
});
