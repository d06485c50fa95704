// W1–W10: the first screen's words, the device that a hand can tilt, and how strong the shadows are.
import { choose } from "./inspector-steps.mjs";
import { eased, keepWatch } from "./shadow-watch.mjs";
import { atNight, devtools, near, row, same, sensors, that, touch } from "./table.mjs";

const degree = Math.PI / 180;
/** The shadow of the first card. */
const first = () => look.shadow(document.querySelector("article.card"));
/** What is told, whether the panel can be seen, and how the device is named. */
const panel = () => {
  const pane = document.querySelector("#welcome"), device = document.querySelector(".device");
  return {
    text: pane.innerText.replace(/\s+/g, " "), seen: pane.checkVisibility({ visibilityProperty: true }), role: device.getAttribute("role"),
    focusable: device.tabIndex >= 0, value: device.getAttribute("aria-valuetext"), asked: document.querySelector("#tilt").ariaExpanded,
  };
};

/** Waits until the shadow is at (x, y) ± 0.05 px; says where it is. */
async function at(t, [x, y], what) {
  const shadow = await t.settled(() => t.ask(first), (shadow) => Math.hypot(shadow.x - x, shadow.y - y) < 0.05);
  return `(${near(shadow.x, x, 0.05, `${what}: x`)}, ${near(shadow.y, y, 0.05, `${what}: y`)}) px`;
}

/** Drags the device by so many px, from where it has come to rest, and holds it. */
async function drag(t, dx, dy) {
  await t.until("a device at rest", async () => {
    const turn = look.turn();
    await look.frames(5);
    return look.turn() === turn;
  });
  const [x, y] = await t.middle(".device");
  await t.finger("down", x, y);
  await t.drag([x, y], [x + dx, y + dy], 8);
  return [x + dx, y + dy];
}

row("W1", "the first screen says what this is, whether it is real, and what to do", "", async (t) => {
  const { address } = await t.programs.preview(["--demo"]);
  const said = [];
  for (const [width, height] of [[320, 568], [390, 844], [1440, 900]]) {
    await t.page.size(width, height);
    await t.open(address);
    const { text, seen } = await t.until("what the motion is", panel);
    that(seen, `the panel in sight at ${width}`, seen);
    for (const word of [/^tiltshadow/, /shadows .* move as a device is tilted/, /Simulated motion/, /Drag the small device/]) that(word.test(text), word.source, text);
    const { pane, title, bar, slab } = await t.ask(() => ({ pane: look.rect("#welcome"), title: look.rect(".card-title"), bar: look.rect(".bar"), slab: look.rect(".slab") }));
    that(slab.left >= pane.left && slab.bottom <= pane.bottom, "the device in its panel", { slab, pane });
    that(pane.left >= 0 && pane.right <= width && pane.bottom <= height && pane.top > title.bottom, "the panel below the first title, within the window", pane);
    that(pane.bottom <= bar.top || pane.right <= bar.left, "the panel beside or above the bar", { pane, bar });
    that(slab.width > 30, "a device that can be seen", slab);
    that(await t.ask(() => Boolean(document.querySelector("#welcome").compareDocumentPosition(document.querySelector(".card")) & Node.DOCUMENT_POSITION_FOLLOWING)),
      "the panel before the cards for keys and readers", "after them");
    const before = await t.ask(() => look.turn());
    await t.until("a device that tilts", (before) => look.turn() !== before, before);
    said.push(`${width} × ${height}: ${Math.round((pane.width * pane.height) / (width * height) * 100)} % of it`);
  }
  return said.join(", ");
});

row("W2", "put away with one touch, and remembered", "", async (t) => {
  await t.phone();
  await t.open("flat");
  same((await t.ask(panel)).seen, true, "seen at first");
  await t.tap("#welcome .round-button");
  await t.until("the panel away", () => !document.querySelector("#welcome").checkVisibility({ visibilityProperty: true }));
  same(await t.ask(() => document.activeElement.id), "tilt", "focus");
  await t.open("flat");
  same((await t.ask(panel)).seen, false, "seen the next time");
  await t.tap("#tilt");
  await t.until("the panel again", () => document.querySelector("#welcome").checkVisibility({ visibilityProperty: true }));
  same((await t.ask(panel)).asked, "true", "aria-expanded");
  await t.open("flat");
  same((await t.ask(panel)).seen, true, "seen the time after");
  await t.ask(async () => { scrollTo(0, 600); await look.frames(3); });
  await t.until("room for who reads", () => !document.querySelector("#welcome").checkVisibility({ visibilityProperty: true }));
  // Here the inspector takes the panel's place: the button says so, and brings the panel back; nothing was put away.
  await t.ask(async () => { scrollTo(0, 0); await look.frames(3); });
  await t.ask(() => document.querySelector("#inspect").click());
  await t.until("the inspector", () => document.querySelectorAll("#inspector button").length > 1);
  const { seen, asked } = await t.ask(panel);
  same([seen, asked], [false, "false"], "seen beside the inspector, aria-expanded");
  await t.tap("#tilt");
  await t.until("the panel in the inspector's place", () => document.querySelector("#welcome").checkVisibility({ visibilityProperty: true }));
  same(await t.ask(() => [document.querySelector("#inspector").hidden, document.querySelector("#tilt").ariaExpanded, document.activeElement.id, localStorage.getItem("tiltshadow.welcome")]),
    [true, "true", "tilt", null], "inspector hidden, aria-expanded, focus, remembered");
  // Keys that have gone on to the cards put it aside. A press of the button brings the focus there, and does what it says.
  await t.page.size(1024, 768);
  for (const click of [() => t.click("#tilt"), () => t.ask(() => { document.querySelector("#tilt").focus(); document.querySelector("#tilt").click(); })]) {
    await t.open("flat");
    await t.ask(() => document.querySelector("#inspect").focus());
    await t.press("Tab");
    await t.press("Tab");
    same(await t.ask(() => [document.activeElement.className, document.querySelector("#tilt").ariaExpanded]), ["card-face", "false"], "focus, aria-expanded at a card");
    await click();
    same(await t.ask(() => [document.querySelector("#tilt").ariaExpanded, localStorage.getItem("tiltshadow.welcome")]), ["true", null], "aria-expanded, remembered, once it was asked for");
    await t.click("#tilt");
    same(await t.ask(() => document.querySelector("#tilt").ariaExpanded), "false", "aria-expanded once it was put away");
    await t.ask(() => localStorage.clear());
  }
  return "away, remembered, back by the bar's button; makes room while the cards are read, and for the inspector";
});

row("W3", "the device is dragged, and eases back to the motion", "", async (t) => {
  await t.open("pitch10");
  const rest = 10 * 10 * degree;
  await at(t, [0, rest], "at first");
  // Half a degree a px; the hand begins where the device is.
  const [x, y] = await drag(t, 40, 60);
  const held = await at(t, [10 * 20 * degree, 10 * 40 * degree], "held");
  same((await t.ask(panel)).value, "right edge down 20°, top edge up 40°", "value");
  await keepWatch(t);
  await t.finger("up", x, y);
  await at(t, [0, rest], "let go");
  const back = await eased(t, 10 * 40 * degree, rest, "back");
  same((await t.ask(panel)).value, "let go", "value");
  return `held ${held}, ${back}`;
});

row("W4", "a touch that is cancelled lets go, and a finger on the device does not scroll", touch, async (t) => {
  await t.phone();
  await t.open("pitch10");
  await drag(t, 30, -30);
  await at(t, [10 * 15 * degree, 10 * -5 * degree], "held");
  same(await t.ask(() => scrollY), 0, "scrolled");
  await keepWatch(t);
  await t.page.touch("cancel");
  const there = await at(t, [0, 10 * 10 * degree], "let go");
  return `${there}, ${await eased(t, 10 * -5 * degree, 10 * 10 * degree, "back")}`;
});

row("W5", "arrow keys tilt the device, Escape and leaving it let go", "", async (t) => {
  await t.open("flat");
  await t.ask(() => document.querySelector(".device").focus());
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowLeft", "ArrowLeft"]) await t.press(key);
  const held = await at(t, [10 * -4 * degree, 10 * 12 * degree], "held");
  same((await t.ask(panel)).value, "right edge up 4°, top edge up 12°", "value");
  same(await t.ask(() => scrollY), 0, "scrolled");
  await t.press("Escape");
  await at(t, [0, 0], "after Escape");
  await t.press("ArrowUp");
  await at(t, [0, 10 * -4 * degree], "held again");
  await t.ask(() => document.querySelector("#pause").focus());
  await at(t, [0, 0], "after leaving");
  return held;
});

row("W6", "a connection that is lost in a hand's hold leaves the shadow to the hand", "", async (t) => {
  const { address, child } = await t.programs.preview(["--replay", t.programs.log("flat")]);
  await t.open(address);
  const [x, y] = await drag(t, 20, 40);
  const place = [10 * 10 * degree, 10 * 20 * degree];
  await at(t, place, "held");
  await t.programs.kill(child);
  await t.until("a status line about the preview", () => /does not answer/.test(document.querySelector("[role=status]").textContent));
  const held = await at(t, place, "held on");
  await keepWatch(t);
  await t.finger("up", x, y);
  await at(t, [0, 4], "let go");
  return `${held} without a server, ${await eased(t, place[1], 4, "back")}`;
});

row("W7", "a real sensor is said to be one, and no hand goes before it", "", async (t) => {
  // A daemon can play a log, too.
  const playing = await t.programs.daemon("flat");
  try {
    await playing.start();
    await t.open(playing.address);
    const { text, role } = await t.settled(() => t.ask(panel), ({ text }) => /motion, /.test(text));
    that(/Recorded motion, played again/.test(text), "recorded motion", text);
    same(role, "slider", "role");
  } finally { await playing.close(); }
  const real = await t.programs.impostor((say, ending) => {
    say({ type: "hello", protocol: 1, server: "tiltshadow 9.9", rate_hz: 50, gain: 10, sensor: { id: "x", name: "X", kind: "iio", gyro: false } });
    const roll_rad = 0, pitch_rad = 30 * degree;
    let seq = 0;
    const timer = setInterval(() => say({ type: "frame", seq: seq += 1, t_ns: seq * 20e6, state: "tracking", x: 0, y: 10 * pitch_rad, roll_rad, pitch_rad }), 20);
    ending.addEventListener("abort", () => clearInterval(timer));
  });
  try {
    await t.open(real.address);
    const { text, role, focusable } = await t.settled(() => t.ask(panel), ({ text }) => /motion, /.test(text));
    that(/Real motion, from X/.test(text), "real motion", text);
    same([role, focusable], ["img", false], "role, focusable");
    const [x, y] = await drag(t, 40, 40);
    const there = await at(t, [0, 10 * 30 * degree], "dragged");
    await t.finger("up", x, y);
    await t.programs.kill(real.child);
    await t.until("a handle where the daemon has gone", () => document.querySelector(".device").getAttribute("role") === "slider");
    return `${there} whatever the mouse does`;
  } finally { await real.close(); }
});

row("W7b", "less motion: the device rests, and moves only with the hand", "", async (t) => {
  await t.page.media({ "prefers-reduced-motion": "reduce" });
  await t.open("sway", "", { follows: false });
  await at(t, [0, 4], "at rest");
  const flat = () => look.turn();
  const before = await t.ask(flat);
  await t.ask(() => look.frames(20));
  same(await t.ask(flat), before, "the device");
  const [x, y] = await drag(t, 0, 40);
  const held = await at(t, [0, 10 * 20 * degree], "held");
  await t.finger("up", x, y);
  return `held ${held}, then ${await at(t, [0, 4], "let go")}`;
});

const chosen = () => document.querySelector(".strength :checked")?.value ?? "none";

atNight("6 s of a processor, for eight seconds of a demonstration", "W8b", "a demonstration starts lively, and nothing else does", "", async (t) => {
  const { address, child } = await t.programs.preview(["--demo"]);
  await t.open(address);
  await t.until("a lively demonstration", () => document.querySelector(".strength :checked")?.value === "lively");
  await t.until("an offset of 25 px a radian", () => {
    const { x, roll } = window.__preview.lastFrame;
    return Math.abs(roll) > 0.05 && Math.abs(x - 25 * roll) < 0.05;
  });
  await t.open(address, "strength=subtle");
  await t.until("an offset of 10 px a radian", () => {
    const { x, roll } = window.__preview.lastFrame;
    return Math.abs(roll) > 0.05 && Math.abs(x - 10 * roll) < 0.05;
  });
  same(await t.ask(chosen), "subtle", "chosen");
  // Nobody chose what a demonstration starts with: what is played at its address after it moves as far as it would anyway.
  await t.open(address);
  await t.until("a lively demonstration again", () => document.querySelector(".strength :checked")?.value === "lively");
  await t.programs.kill(child);
  const played = await t.programs.preview(["--replay", t.programs.log("pitch30")], new URL(address).port);
  await at(t, [0, 10 * 30 * degree], "after the demonstration");
  same(await t.ask(chosen), "subtle", "after the demonstration");
  await t.until("all parts", () => window.__preview.isWhole);
  await t.programs.kill(played.child);
  const own = await t.settled(async () => {
    for (const x of [300, 310]) await t.page.mouse("move", x, 200);
    return t.ask(() => window.__preview.source === "pointer" && !window.__preview.lastFrame?.t_ns && window.__preview.lastFrame);
  }, Boolean);
  near(own.x, 10 * Math.atan2(-own.up[0], Math.hypot(own.up[1], own.up[2])), 1e-6, "x by the pointer");
  return `${own.x.toFixed(2)} px by the pointer`;
});

row("W8", "strength: named, shown, remembered", "", async (t) => {
  await t.open("pitch30");
  same(await t.ask(chosen), "subtle", "where nothing is simulated");
  await at(t, [0, 10 * 30 * degree], "Subtle");
  await t.ask(() => document.querySelector(".strength [value=bold]").click());
  const bold = await at(t, [0, 60 * 30 * degree], "Bold");
  that(/10\.5 px/.test((await t.ask(panel)).text), "what it means", (await t.ask(panel)).text);
  // It is its limit, too: with another one it is Bold no more, and can be chosen again.
  await choose(t, "limit", 5);
  await at(t, [0, 5], "a limit of one's own");
  same(await t.ask(chosen), "none", "chosen with a limit of one's own");
  that(/ 5\.0 px/.test((await t.ask(panel)).text), "what it means with that limit", (await t.ask(panel)).text);
  await t.ask(() => document.querySelector(".strength [value=bold]").click());
  await at(t, [0, 60 * 30 * degree], "Bold again");
  await t.open("pitch30");
  await at(t, [0, 60 * 30 * degree], "Bold, remembered");
  await keepWatch(t);
  await choose(t, "gain", 20);
  await at(t, [0, 20 * 30 * degree], "a number of one's own");
  const way = await eased(t, 60 * 30 * degree, 20 * 30 * degree, "a number", 250);
  same(await t.ask(chosen), "none", "chosen");
  await t.ask(() => document.querySelector(".strength [value=lively]").click());
  const lively = await at(t, [0, 25 * 30 * degree], "Lively");
  // Firefox remembers it for the rows after.
  await t.ask(() => localStorage.clear());
  // A daemon's settings have a limit, too, which its hello does not tell.
  for (const [gain, limit, name, px] of [[60, 48, "bold", "10.5"], [10, 1, "none", "1.0"]]) {
    const set = await t.programs.daemon("pitch30", `[shadow]\ngain = ${gain}\nlimit = ${limit}\n`);
    try {
      await set.start();
      await t.open(set.address);
      await t.until(`${px} px at ten degrees`, (px) => document.querySelector(".meaning").textContent.includes(` ${px}\u00a0px`), px);
      same(await t.ask(chosen), name, `chosen where the settings have ${gain} and ${limit}`);
    } finally { await set.close(); }
  }
  return `${bold}; ${lively}; ${way}`;
});

row("W7c", "a phone's own motion goes before what is played", sensors, async (t) => {
  await t.phone();
  await t.open("pitch30");
  await at(t, [0, 10 * 30 * degree], "played");
  await t.until("all parts", () => window.__preview.isWhole);
  // By keys, whose place is not to be lost.
  await t.ask(() => document.querySelector(".device").focus());
  const sent = [];
  t.page.listen((method, { request }) => { if (method === "Network.requestWillBeSent") sent.push(request.url); });
  const own = await t.settled(async () => {
    await t.page.send("DeviceOrientation.setDeviceOrientationOverride", { alpha: 0, beta: -20, gamma: 10 });
    return t.ask(panel);
  }, ({ text }) => /Real motion, from this device/.test(text));
  that(/Real motion, from this device/.test(own.text), "real motion", own.text);
  same([own.role, own.focusable], ["img", false], "role, focusable: no hand goes before it");
  same(await t.ask(() => document.activeElement.className), "device", "focus");
  const { x, y } = await t.settled(() => t.ask(first), ({ y }) => y < -3);
  const up = [-Math.cos(-20 * degree) * Math.sin(10 * degree), Math.sin(-20 * degree), Math.cos(-20 * degree) * Math.cos(10 * degree)];
  const there = await at(t, [10 * Math.atan2(-up[0], Math.hypot(up[1], up[2])), 10 * Math.atan2(up[1], Math.hypot(up[0], up[2]))], `its own, from (${x.toFixed(1)}, ${y.toFixed(1)})`);
  same(sent, [], "what was sent meanwhile");
  same(await t.ask(() => document.querySelector("[role=status] strong").textContent), "Following this device's orientation", "status");
  await t.ask(() => document.querySelector("#inspect").click());
  await t.until("the inspector's figures: the source, and no sensor of the daemon's beside it", () => {
    const figure = (name) => [...document.querySelectorAll("#inspector dt")].find(({ textContent }) => textContent === name)?.nextSibling.textContent;
    return figure("Source") === "orientation" && figure("Sensor") === "–";
  });
  return there;
});

row("W9", "the panel is told to who does not see it", devtools, async (t) => {
  await t.open("flat");
  const nodes = await t.page.accessibility();
  const slider = nodes.find(({ role }) => role === "slider");
  that(/arrow keys/.test(slider?.name ?? ""), "a slider that tells its keys", slider ?? "none");
  same(nodes.filter(({ role }) => role === "radio").map(({ name }) => name), ["Subtle", "Lively", "Bold"], "strengths");
  that(nodes.some(({ role, name }) => role === "region" && name === "What this is"), "a region", nodes.map(({ role }) => role));
  return slider.name;
});

row("W10", "where the sensors must be allowed, the first screen asks", sensors, async (t) => {
  // As in Safari, which tells nothing beforehand.
  await t.page.before("DeviceOrientationEvent.requestPermission = async () => window.answer; navigator.permissions.query = async () => { throw new TypeError(); };");
  await t.phone();
  await t.open("pitch30");
  await t.until("a button", () => Boolean(document.querySelector("#welcome .quiet-button")));
  const said = [];
  for (const [answer, words] of [["denied", /^Not allowed/], ["granted", /^Allowed/]]) {
    await t.ask((answer) => { window.answer = answer; }, answer);
    await t.tap("#welcome .quiet-button");
    said.push(await t.until(`an answer like ${words}`, (words) => {
      const { textContent } = document.querySelector("#welcome .permission");
      return new RegExp(words).test(textContent) && textContent;
    }, words.source));
  }
  const own = await t.settled(async () => {
    await t.page.send("DeviceOrientation.setDeviceOrientationOverride", { alpha: 0, beta: -20, gamma: 10 });
    return t.ask(panel);
  }, ({ text }) => /Real motion, from this device/.test(text));
  // What was said stays to be read out for as long as the focus is there, and takes no focus away.
  that(/Allowed/.test(own.text), "the answer beside the button that has the focus", own.text);
  same(await t.ask(() => document.activeElement.className), "quiet-button", "focus");
  await t.ask(() => document.querySelector("#tilt").focus());
  that(!/Allow/.test((await t.ask(panel)).text), "no button where the sensors answer", own.text);
  // By http from elsewhere no browser tells its motion, whatever it has and whoever allows it.
  await t.page.before("Object.defineProperty(window, 'isSecureContext', { value: false });");
  for (const source of ["sensor", "orientation"]) {
    await t.open("pitch30", `source=${source}`, { follows: false });
    await t.until(`why no ${source} answers`, () => /only to pages at https or localhost/.test(document.querySelector("[role=status]").textContent));
    same(await t.ask(() => document.querySelector("#welcome .quiet-button")), null, "a button that asks in vain");
  }
  return said.join(" ");
});
