// S15, S16, S18, S18b, S21: who answers is no daemon as this page knows them, or nobody at all.
import { arrive } from "./detail-steps.mjs";
import { devtools, near, row, same, that } from "./table.mjs";

const hello = { type: "hello", protocol: 1, server: "tiltshadow 9.9", rate_hz: 50, gain: 10, sensor: { id: "x", name: "X", kind: "iio", gyro: false } };
/** What the status line says, and whether it is seen. */
const status = () => ({ text: document.querySelector("[role=status]").textContent, seen: !document.querySelector(".toast").matches(".quiet") });

row("S15", "a newer daemon is refused, and the page says so", "", async (t) => {
  const newer = await t.programs.impostor((say) => say({ ...hello, protocol: 2 }));
  try {
    await t.open(newer.address, "", { follows: false });
    const { text, seen } = await t.until("a word about the protocol", () => {
      const text = document.querySelector("[role=status]").textContent;
      return /protocol 2/.test(text) && { text, seen: !document.querySelector(".toast").matches(".quiet") };
    });
    that(seen && /refused/.test(text) && /same version/.test(text), "why and what to do", text);
    same(await t.ask(() => [window.__preview.received, look.shadow(look.cards()[0]).y]), [0, 4], "frames received, shadow at rest");
    return text.trim();
  } finally { await newer.close(); }
});

row("S16", "garbage between frames is left out, and the page says so", "", async (t) => {
  const garbled = await t.programs.impostor((say, ending) => {
    say(hello);
    const frame = (seq, x, y) => ({ type: "frame", seq, t_ns: seq * 20e6, state: "tracking", x, y });
    let seq = 0;
    const timer = setInterval(() => {
      say("{garbage");
      say(`{"type":"frame","seq":${seq},"t_ns":1,"state":"tracking","x":1e999,"y":"3"}`);
      say(frame(seq += 1, 3, 4));
    }, 20);
    ending.addEventListener("abort", () => clearInterval(timer));
  });
  try {
    await t.open(garbled.address);
    await t.until("a word about the garbage", () => /left out.*makes no sense/.test(document.querySelector("[role=status]").textContent));
    const { text, seen } = await t.ask(status);
    same(seen, true, "status line seen");
    const { x, y } = await t.ask(() => look.shadow(look.cards()[0]));
    near(x, 3, 0.005, "x");
    near(y, 4, 0.005, "y");
    same(await t.ask(() => window.__preview.source), "daemon", "source");
    return `(${x}, ${y}) px and: ${text.trim().slice(0, 90)}`;
  } finally { await garbled.close(); }
});

row("S18", "a page that was loaded outlives the preview", "", async (t) => {
  const first = await t.programs.preview(["--socket", `${t.programs.log("flat")}.none`]);
  await t.ready(first.address, "", { follows: false });
  await t.until("all parts", () => window.__preview.isWhole);
  // Who reads a story does not reach the bar, and is told there.
  await t.ask(() => document.querySelector(".card-face").click());
  await t.programs.kill(first.child);
  await t.until("who has gone, told in the story", () => /^The preview has ended/.test(document.querySelector("dialog[open] [role=status]")?.textContent));
  for (const index of [0, 4, 8]) {
    if (index > 0) await t.ask((index) => document.querySelectorAll(".card-face")[index].click(), index);
    await t.until("the story's own text", () => document.querySelectorAll(".detail-body p").length > 1);
    await arrive(t);
    await t.press("Escape");
    await arrive(t);
    await t.until("a closed view", () => !document.querySelector("dialog.detail").open);
    same(await t.ask(() => document.querySelector("dialog [role=status]").textContent), "", "what was told, once it is closed");
  }
  await t.ask(() => document.querySelector("#inspect").click());
  await t.until("the inspector", () => document.querySelectorAll("#inspector button").length > 1);
  await t.ask(() => { location.hash = "#profile"; });
  await t.until("the profile", () => document.querySelector(".profile-header")?.getBoundingClientRect().height > 0);
  same(await t.ask(async () => {
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
    return [...document.images].filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src);
  }), [], "pictures that did not come");
  return "stories of all days, inspector and profile without a server";
});

row("S18b", "a part that did not come is asked for again, and its place says so", devtools, async (t) => {
  await t.page.send("Network.setBlockedURLs", { urls: ["*text-motion.js", "*inspection.js", "*inspector.css", "*profile.js", "*profile.css"] });
  await t.ready();
  await t.until("what can be had", () => window.__preview.isWhole);
  await t.ask(() => { location.hash = "#profile"; });
  await t.until("a word in place of the profile", () => /does not answer/.test(document.querySelector("#profile").innerText));
  // Of what comes without its look nothing is shown.
  await t.page.send("Network.setBlockedURLs", { urls: ["*text-motion.js", "*inspector.css", "*profile.css"] });
  const failed = new Set(), asked = new Map();
  t.page.listen((method, { requestId, request }) => {
    if (method === "Network.requestWillBeSent") asked.set(requestId, request.url.split("/").at(-1));
    if (method === "Network.loadingFailed") failed.add(asked.get(requestId));
  });
  await t.ask(() => { document.querySelector(".tabs a[href='#profile']").click(); document.querySelector("#inspect").click(); });
  await t.settled(() => ["profile.css", "inspector.css"].every((sheet) => failed.has(sheet)), Boolean);
  await t.ask(() => look.frames(5));
  same(await t.ask(() => [/does not answer/.test(document.querySelector("#profile").innerText), document.querySelector("#profile img"), document.querySelector("#inspector").hidden]), [true, null, true],
    "a word in place of the profile, a picture there, an inspector hidden");
  await t.ask(() => { location.hash = ""; document.querySelector("#inspect").click(); document.querySelector(".card-face").click(); });
  const text = await t.until("a word in place of the story", () => document.querySelector(".detail-body p")?.textContent);
  that(/does not answer/.test(text), "why there is no text", text);
  await arrive(t);
  await t.press("Escape");
  await arrive(t);
  await t.until("a closed view", () => !document.querySelector("dialog.detail").open);
  await t.page.send("Network.setBlockedURLs", { urls: [] });
  await t.ask(() => document.querySelector(".card-face").click());
  await t.until("the story's own text", () => document.querySelectorAll(".detail-body p").length > 1);
  await arrive(t);
  await t.press("Escape");
  await arrive(t);
  // Whoever cannot wait presses twice.
  await t.ask(() => { document.querySelector("#inspect").click(); document.querySelector("#inspect").click(); });
  await t.until("the inspector with its look", () => document.querySelectorAll("#inspector button").length > 1 && getComputedStyle(document.querySelector("#inspector")).position === "fixed");
  same(await t.ask(async () => { await look.frames(3); return document.querySelector("#inspector").hidden; }), false, "hidden");
  await t.ask(() => { location.hash = "#profile"; });
  await t.until("the profile with its look", () => document.querySelector(".profile-header")?.getBoundingClientRect().height === 107);
  return `"${text}", then story, inspector and profile`;
});

row("S21", "a look that makes no sense is left out", "", async (t) => {
  for (const shadow of [{ blur_px: "abc", opacity: 0.35 }, { blur_px: -3, opacity: 0.35 }, { blur_px: 16 }]) {
    const odd = await t.programs.impostor((say) => {
      say({ ...hello, shadow });
      say({ type: "frame", seq: 1, t_ns: 20e6, state: "tracking", x: 3, y: 4 });
    });
    try {
      await t.open(odd.address, "", { follows: false });
      await t.until("the frame's shadow", () => look.shadow(look.cards()[0]).x === 3);
      const { blur, colour } = await t.ask(() => look.shadow(look.cards()[0]));
      same([blur, colour], [16, "rgba(0, 0, 0, 0.35)"], `blur and colour after ${JSON.stringify(shadow)}`);
    } finally { await odd.close(); }
  }
  return "16 px of blur and .35 of black, whatever the hello says";
});
