// S7, S9–S13, S20, S20b: calibration, lost sources, pacing, hidden pages, reduced motion.
import { choose } from "./inspector-steps.mjs";
import { eased, keepWatch } from "./shadow-watch.mjs";
import { devtools, near, row, same, that } from "./table.mjs";
import { Wire } from "./wire.mjs";

/** The shadow of the first card. */
const first = () => look.shadow(document.querySelector("article.card"));
const resting = ({ x, y }) => Math.abs(x) < 0.005 && Math.abs(y - 4) < 0.005;

row("S7", "calibration", "", async (t) => {
  await t.open("pitch60");
  const flat = await t.ask(first);
  near(flat.y, 10.47, 0.05, "y at 60°, seen from flat");
  await keepWatch(t);
  await choose(t, "reference", "startup");
  const started = await t.until("the offset near its base", () => {
    const { x, y } = look.shadow(document.querySelector("article.card"));
    return Math.hypot(x, y) <= 0.2 && { x, y };
  });
  const way = await eased(t, flat.y, started.y, "seen from the start", 250);
  await t.open("nod");
  await choose(t, "reference", "startup");
  // A pose holds for three seconds: time enough to take it as neutral before the next. That of the start may have been taken
  // from two of them. The page itself sees it, or it may be over before this process hears of it.
  await t.ask(() => {
    let [still, last] = [0, { seq: 0, y: NaN }];
    const keep = () => {
      const { seq, x, y } = window.__preview.lastFrame;
      // Only a frame that is new says that the device stands still: none comes where the machine is busy.
      if (seq !== last.seq) [still, last] = [Math.abs(y - last.y) < 0.02 ? still + 1 : 0, { seq, y }];
      if (!window.kept && still > 10 && Math.abs(y) > 1.5) {
        [window.kept, window.before] = [new Map(), Math.abs(y)];
        [...document.querySelectorAll("#inspector button")].find(({ textContent }) => textContent === "Recentre").click();
      }
      window.kept?.set(seq, Math.hypot(x, y));
      requestAnimationFrame(keep);
    };
    keep();
  });
  const took = await t.until("the base after Recentre in another pose", () => {
    const seen = [...window.kept?.values() ?? []], after = seen.findIndex((length) => length <= 0.2);
    return after >= 0 && after - seen.slice(0, after).findLastIndex((length) => length > 0.86 * window.before);
  });
  that(took <= 5, "at most 5 frames", took);
  // Half a minute of the automatic reference, on the tool's virtual clock.
  const csv = await t.programs.run("replay", t.programs.log("lifted"), "--reference", "relative", "--format", "csv");
  const lines = csv.trim().split("\n"), columns = lines[0].split(",");
  const frames = lines.slice(1).map((line) => line.split(",").map(Number)).map((cells) => Object.fromEntries(columns.map((name, index) => [name, cells[index]])));
  const length = (from) => Math.max(...frames.filter((_, index) => index >= from * 50).slice(0, 50).map(({ x, y }) => Math.hypot(x, y)));
  const [lifted, settled] = [length(5.5), length(35.5)];
  that(lifted > 5 && settled <= 0.5, "more than 5 px when lifted, at most 0.5 after 30 s", { lifted, settled });
  return `at 60°: ${flat.y} px, from the start ${Math.hypot(started.x, started.y).toFixed(2)}; ${way}; Recentre in ${took} frames; automatic ${lifted.toFixed(1)} → ${settled.toFixed(2)} px in 30 s`;
});

row("S9", "a shadow without a sensor, and again with one", "", async (t) => {
  const daemon = await t.programs.daemon("pitch30");
  try {
    await t.open(daemon.address, "", { follows: false });
    const before = await t.ask(first);
    near(before.x, 0, 0.005, "x without a daemon");
    near(before.y, 4, 0.005, "y without a daemon");
    const status = await t.until("a status line about no sensor", () => {
      const text = document.querySelector("[role=status]").textContent;
      return /no sensor|no daemon/i.test(text) && text;
    });
    await t.ask(() => document.querySelector(".toast button").focus());
    await daemon.start();
    await t.until("the shadow of the daemon's frames", () => Math.abs(look.shadow(document.querySelector("article.card")).y - 5.236) < 0.02);
    same(await t.ask(() => document.activeElement.id), "inspect", "the focus, now that nothing is to be put away");
    await t.ask(() => { window.notReloaded = true; });
    await keepWatch(t);
    await daemon.stop();
    await t.until("the base shadow again", () => {
      const { x, y } = look.shadow(document.querySelector("article.card"));
      return Math.abs(x) < 0.005 && Math.abs(y - 4) < 0.005;
    });
    await daemon.start();
    const started = performance.now();
    await t.until("frames again", () => Math.abs(look.shadow(document.querySelector("article.card")).y - 5.236) < 0.02);
    same(await t.ask(() => window.notReloaded), true, "the same document");
    await eased(t, 4, 5.236, "away and back");
    return `(0, 4) and "${status.trim()}"; back ${Math.round(performance.now() - started)} ms after the daemon`;
  } finally { await daemon.close(); }
});

row("S10", "one event source, newest frame first", devtools, async (t) => {
  const workers = [], streams = [];
  t.page.listen((method, { request, targetInfo }) => {
    if (method === "Target.attachedToTarget") workers.push(targetInfo.url);
    if (method === "Network.requestWillBeSent" && request.url.endsWith("/stream")) streams.push(request.url);
  });
  await t.page.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
  await t.open("sway");
  const wire = await Wire.reading(t.address);
  // A page that is busy for half a second, and what it shows at each picture from then on.
  const busy = () => {
    for (const end = performance.now() + 500; performance.now() < end;);
    const { applied, clock, lastFrame: { t_ns: tick } } = window.__preview;
    const shown = window.shown = [];
    const keep = () => {
      if (window.shown !== shown) return;
      shown.push({ applied: window.__preview.applied, tick: window.__preview.lastFrame.t_ns });
      requestAnimationFrame(keep);
    };
    keep();
    return { cards: document.querySelectorAll("article.card").length, applied, tick, end: (performance.now() - clock) * 1e6 };
  };
  let before, newest, missed;
  await t.settled(async () => {
    before = await t.ask(busy);
    await t.settled(() => wire.newest, (tick) => tick > before.end);
    // What was sent in that time; a queue would be shown frame by frame up to there.
    newest = Math.max(...[...wire.frames.keys()].filter((tick) => tick <= before.end));
    missed = wire.count(before.tick, newest);
    return missed;
    // A daemon that had to wait for a processor has sent less, and is given another half second.
  }, (missed) => missed >= 8);
  const after = await t.until("the newest frame", (newest) => window.shown.find(({ tick }) => tick >= newest), newest);
  wire.close();
  same(before.cards, 12, "cards");
  same(workers, [new URL("stream-worker.js", t.address).href], "workers, each with an event source");
  same(streams, [], "event sources of the page itself");
  that(missed >= 8, "8 frames or more sent in a busy half second", missed);
  const applied = after.applied - before.applied, sent = missed + Math.round((after.tick - newest) / 20e6);
  that(applied <= sent / 2, `at most half of ${sent} frames applied`, applied);
  return `1 stream, 12 cards; of ${sent} frames sent in 500 ms of work ${applied} applied`;
});

row("S10b", "a page that may share no memory reads the stream itself", devtools, async (t) => {
  await t.page.before("Object.defineProperty(globalThis, 'crossOriginIsolated', { value: false })");
  await t.open("pitch30");
  const streams = () => performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)
    .filter((path) => ["/stream-worker.js", "/tiltshadow.mjs"].includes(path));
  same(await t.ask(streams), ["/tiltshadow.mjs"], "what reads it");
  const shadow = await t.ask(() => look.shadow(look.cards()[0]));
  return `${near(shadow.x, 0, 0.01, "x")}, ${near(shadow.y, 5.236, 0.01, "y")}`;
});

row("S10c", "a frame is drawn at the picture at which it is taken", devtools, async (t) => {
  await t.open("sway");
  const { taken, odd } = await t.ask(async () => {
    const { port1, port2 } = new MessageChannel(), state = () => [window.__preview.received, window.__preview.applied];
    let before = null, taken = 0, odd = 0;
    while (taken < 40) {
      await look.frames(1);
      // Behind whatever else this picture has to do.
      await new Promise((resolve) => { port1.onmessage = resolve; port2.postMessage(null); });
      const now = state(), [isTaken, isDrawn] = now.map((count, index) => before !== null && count > before[index]);
      if (isTaken) taken += 1;
      if (isTaken !== isDrawn) odd += 1;
      before = now;
    }
    return { taken, odd };
  });
  same(odd, 0, "pictures that drew what had come before, or nothing of what had come");
  return `${taken} pictures with a frame`;
});

row("S10d", "what came before an answer is not drawn together with what comes behind it", devtools, async (t) => {
  await t.open("sway", "strength=subtle");
  const [before, after] = await t.ask(async () => {
    const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)), { fetch, requestAnimationFrame: native } = window, due = [];
    // Frames come, and no picture takes them.
    window.requestAnimationFrame = (work) => due.push(work);
    await sleep(200);
    const before = window.__preview.received;
    const answered = new Promise((resolve) => {
      window.fetch = async (...request) => {
        const answer = await fetch(...request), line = await answer.json();
        // Behind what follows from it at once.
        return { json: async () => (setTimeout(resolve), line) };
      };
    });
    document.querySelector(".choices input[value=lively]").click();
    await answered;
    const after = window.__preview.received;
    Object.assign(window, { fetch, requestAnimationFrame: native });
    for (const work of due) native(work);
    return [before, after];
  });
  that(after > before, "frames that had come taken with the answer", [before, after]);
  return `${after - before} frames`;
});

row("S11", "no stream for a hidden page", "", async (t) => {
  const daemon = await t.programs.daemon("pitch30");
  const subscribers = async () => /"subscribers":(\d+)/.exec(await t.programs.run("status", "--json", "--socket", daemon.socket))?.[1];
  const settles = async (count) => same(await t.settled(async () => +await subscribers(), (now) => now === count), count, "subscribers");
  try {
    await daemon.start();
    const without = +await subscribers();
    await t.open(daemon.address);
    await settles(without + 1);
    const show = await t.page.hide();
    const hidden = performance.now();
    await t.until("a hidden page", () => document.visibilityState === "hidden");
    await settles(without);
    const took = performance.now() - hidden;
    await show();
    await t.until("a visible page", () => document.visibilityState === "visible");
    await settles(without + 1);
    const from = await t.ask(() => window.__preview.applied);
    await t.until("frames again", (from) => window.__preview.applied > from + 3, from);
    return `subscribers ${without + 1} → ${without} in ${Math.round(took)} ms → ${without + 1}`;
  } finally { await daemon.close(); }
});

row("S12", "reduced motion, live", "", async (t) => {
  await t.open("sway");
  await t.page.media({ "prefers-reduced-motion": "reduce" });
  await t.until("the shadow at rest", () => {
    const { x, y } = look.shadow(document.querySelector("article.card"));
    return x === 0 && y === 4;
  });
  const texts = await t.ask(async () => {
    const seen = new Set();
    for (let frame = 0; frame < 60; frame += 1) {
      await new Promise(requestAnimationFrame);
      seen.add(look.shadow(document.querySelector("article.card")).text);
    }
    return [...seen];
  });
  same(texts.length, 1, "different shadows over 60 animation frames");
  await t.page.media({});
  await t.until("a moving shadow", () => {
    const { x, y } = look.shadow(document.querySelector("article.card"));
    return x !== 0 && y !== 4;
  });
  return `60 frames of "${texts[0]}"; moves again when it is allowed`;
});

row("S13", "the pause switch", "", async (t) => {
  await t.open("pitch60");
  await keepWatch(t);
  await t.click("#pause");
  await t.until("the switch on", () => document.querySelector("#pause").getAttribute("aria-pressed") === "true");
  await t.until("the shadow at rest", () => look.shadow(document.querySelector("article.card")).y === 4);
  that(resting(await t.ask(first)), "(0, 4)", await t.ask(first));
  const said = [await eased(t, 10.472, 4, "rests")];
  await t.click("#pause");
  await t.until("the frames again", () => Math.abs(look.shadow(document.querySelector("article.card")).y - 10.472) < 0.01);
  said.push(await eased(t, 4, 10.472, "moves"));
  await t.click("#pause");
  await t.open("pitch60", "", { follows: false });
  await t.until("frames that move nothing after a reload", () =>
    document.querySelector("#pause")?.ariaPressed === "true" && window.__preview.received > 2 && look.shadow(document.querySelector("article.card")).y === 4);
  return `${said.join(", ")}; so does a page that is loaded again`;
});

row("S20", "a daemon that hangs is one that is gone", "", async (t) => {
  const daemon = await t.programs.daemon("pitch60");
  try {
    await daemon.start();
    await t.open(daemon.address);
    await keepWatch(t);
    daemon.hang();
    const { text, seen } = await t.until("a status line about the silence", () => {
      const text = document.querySelector("[role=status]").textContent;
      return /says nothing/.test(text) && { text, seen: !document.querySelector(".toast").matches(".quiet") };
    });
    that(seen && /^The daemon does not answer: the shadow rests /.test(text), "a status line that is seen", text);
    await t.until("the base shadow", () => look.shadow(document.querySelector("article.card")).y === 4);
    await eased(t, 10.472, 4, "rests");
    daemon.wake();
    const woken = performance.now();
    await t.until("the frames again", () => Math.abs(look.shadow(document.querySelector("article.card")).y - 10.472) < 0.01);
    await eased(t, 4, 10.472, "moves");
    same(await t.ask(() => [document.querySelector(".toast").matches(".quiet"), document.querySelector("#inspect").dataset.health]), [true, "live"], "status line put away, health");
    return `"${text.trim().slice(0, 70)}…"; back ${Math.round(performance.now() - woken)} ms after it goes on`;
  } finally { await daemon.close(); }
});

row("S20b", "a preview that hangs is one that is gone", devtools, async (t) => {
  const { address, child } = await t.programs.preview(["--replay", t.programs.log("pitch60")]);
  // The page's looks for silence come ten times as often.
  await t.page.before("{ const { setInterval: every } = window; window.setInterval = (work, ms) => every(work, ms === 3000 ? 300 : ms); }");
  try {
    await t.open(address);
    await t.until("the page's own sources", () => look.hasOwnSources());
    const started = performance.now();
    child.kill("SIGSTOP");
    const text = await t.until("a status line about the preview", () => {
      const { textContent } = document.querySelector("[role=status]");
      return /The preview has ended/.test(textContent) && !document.querySelector(".toast").matches(".quiet") && textContent;
    });
    const noticed = performance.now() - started;
    await t.until("the base shadow", () => look.shadow(document.querySelector("article.card")).y === 4);
    child.kill("SIGCONT");
    await t.until("the frames again", () => Math.abs(look.shadow(document.querySelector("article.card")).y - 10.472) < 0.01);
    same(await t.ask(() => [document.querySelector(".toast").matches(".quiet"), document.querySelector("#inspect").dataset.health]), [true, "live"], "status line put away, health");
    return `"${text.trim().slice(0, 50)}…" after ${(noticed / 100).toFixed(1)} s of the page's time, and back`;
  } finally { child.kill("SIGCONT"); }
});
