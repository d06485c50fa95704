// Shadows on the page, held against the frames the server sent.
import { that } from "./table.mjs";

/**
 * What is drawn at `count` animation frames: each one's time and the computed shadows of the visible cards once all of it has
 * run, the tick of the newest frame the page took for it, and what it holds of the daemon's clock.
 */
export const watch = async (count, onlyFirst = false) => {
  const first = look.cards()[0], seen = [], { port1, port2 } = new MessageChannel();
  for (let newest = 0; seen.length < count;) {
    const at = await new Promise(requestAnimationFrame);
    newest = at;
    requestAnimationFrame((later) => { newest = Math.max(newest, later); });
    // After the last of this animation frame's calls, and unless the next one came before.
    await new Promise((resolve) => { port1.onmessage = resolve; port2.postMessage(null); });
    if (newest !== at) continue;
    const { lastFrame, clock } = window.__preview;
    seen.push({ at, tick: lastFrame.t_ns, dropped: lastFrame.dropped ?? 0, clock, shadows: (onlyFirst ? [first] : look.cards()).map((card) => look.shadow(card)) });
  }
  return seen;
};

/** Between the last two frames, 0.5 ms after each: the formula of a subscriber that draws at a display's rate, for 50 Hz. */
function between(before, frame, instant) {
  const gap = (frame.t_ns - before.t_ns) / 1e6;
  const share = gap > 50 || before.state !== frame.state ? 1 : Math.min(1, Math.max(0, (instant - frame.t_ns / 1e6 - 0.5) / gap));
  return { x: before.x + share * (frame.x - before.x), y: before.y + share * (frame.y - before.y) };
}

/** The frames that came before the one of `tick`, at most 50 ms: any may be the page's last but one, as streams leave frames out. */
export function framesBefore(wire, tick) {
  return [...wire.frames.values()].filter(({ t_ns: earlier }) => earlier < tick && earlier > tick - 50e6);
}

/** The largest distance between a shadow on the page and where the frames that the server sent had it at that instant. */
export function largestError(seen, wire) {
  let worst = 0, compared = 0;
  for (const { at, tick, dropped, clock, shadows } of seen) {
    const frame = wire.frames.get(tick), before = frame && framesBefore(wire, tick);
    // The frame that came before on the page's stream, where there is one, must have come here, too.
    if (!frame || (dropped < 2 && !before.some(({ t_ns }) => Math.abs(tick - t_ns - 20e6 * (1 + dropped)) < 1e6))) continue;
    const wanted = dropped < 2 ? before.map((earlier) => between(earlier, frame, at - clock)) : [frame];
    compared += 1;
    for (const { x, y } of shadows) worst = Math.max(worst, Math.min(...wanted.map((one) => Math.max(Math.abs(x - one.x), Math.abs(y - one.y)))));
  }
  that(compared > seen.length / 4, "a quarter of the shown frames on the wire", `${compared} of ${seen.length}`);
  return { worst, compared };
}

/** The way straight from frame to frame, as a function of ms of the daemon's clock. */
export function pathBetween(frames) {
  const ticks = [...frames.keys()].sort((a, b) => a - b);
  return (instant) => {
    const found = ticks.findIndex((tick) => tick / 1e6 > instant), next = found < 0 ? ticks.length - 1 : Math.max(1, found);
    const [from, to] = [frames.get(ticks[next - 1]), frames.get(ticks[next])];
    const share = (instant - from.t_ns / 1e6) / ((to.t_ns - from.t_ns) / 1e6);
    return { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) };
  };
}

/** How much later the page holds the daemon's clock to be than this process does, in ms; fails where no way of a frame explains it. */
export async function clockError(t) {
  const monotonic = () => Number(process.hrtime.bigint()) / 1e6;
  const [from, { now, clock }, to] = [monotonic(), await t.ask(() => ({ now: performance.now(), clock: window.__preview.clock })), monotonic()];
  // Firefox tells whole milliseconds.
  that(clock > now - to - 2 && clock < now - from + 20, `the page ahead of the clock by ${now - to} to ${now - from} ms`, clock);
  return clock - (now - (from + to) / 2);
}

/** Keeps the moment and y of the first card's shadow of every animation frame; `watched` tells them. */
export const keepWatch = (t) => t.ask(() => {
  const card = document.querySelector("article.card");
  window.kept = [];
  const keep = (now) => { window.kept.push([now, look.shadow(card).y]); requestAnimationFrame(keep); };
  requestAnimationFrame(keep);
});
const watched = (t) => t.ask(() => window.kept.splice(0));

/** Fails unless the shadow went from `from` to `to` px down with ease, for so many ms: never faster than that begins; tells its longest step. */
export async function eased(t, from, to, what, lasting = 1000) {
  const way = Math.abs(to - from), kept = await watched(t);
  let longest = 0;
  for (let index = 2; index < kept.length; index += 1) {
    const step = Math.abs(kept[index][1] - kept[index - 1][1]);
    longest = Math.max(longest, step);
    // What is read lies up to a picture behind.
    const most = 3 * way * (kept[index][0] - kept[index - 2][0]) / lasting + 0.05;
    that(step <= most, `${what}: a step of at most ${most.toFixed(2)} px`, step);
  }
  // A page that drew nothing for most of that time has no picture of it.
  const isHalted = kept.some(([now], index) => index > 0 && now - kept[index - 1][0] > lasting / 2);
  that(isHalted || kept.some(([, y]) => y > Math.min(from, to) + way * 0.1 && y < Math.max(from, to) - way * 0.1), `${what}: a shadow on the way`, kept.length);
  return `${what} by ${longest.toFixed(2)} px a picture at most`;
}
