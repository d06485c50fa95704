// Shadows on the page, held against the frames the server sent.
import { that } from "./table.mjs";

/** The computed shadows of the visible cards and the tick of the frame they show, at `count` animation frames. */
export const watch = async (count) => {
  const seen = [];
  for (let frame = 0; frame < count; frame += 1) {
    await new Promise(requestAnimationFrame);
    seen.push({ tick: window.__preview.lastFrame.t_ns, shadows: look.cards().map((card) => look.shadow(card)) });
  }
  return seen;
};

/** The largest distance between a shadow on the page and the frame the server sent of that tick. */
export function largestError(seen, wire) {
  let worst = 0, compared = 0;
  for (const { tick, shadows } of seen) {
    const frame = wire.frames.get(tick);
    if (!frame) continue;
    compared += 1;
    for (const { x, y } of shadows) worst = Math.max(worst, Math.abs(x - frame.x), Math.abs(y - frame.y));
  }
  that(compared > seen.length * 0.7, "most of the shown frames on the wire", `${compared} of ${seen.length}`);
  return { worst, compared };
}

/** Keeps the moment and y of the first card's shadow of every animation frame; `watched` tells them. */
export const keepWatch = (t) => t.ask(() => {
  const card = document.querySelector("article.card");
  window.kept = [];
  const keep = (now) => { window.kept.push([now, look.shadow(card).y]); requestAnimationFrame(keep); };
  requestAnimationFrame(keep);
});
const watched = (t) => t.ask(() => window.kept.splice(0));

/** Fails unless the shadow went from `from` to `to` px down by an eased second: never faster than one begins; tells its longest step. */
export async function eased(t, from, to, what) {
  const way = Math.abs(to - from), kept = await watched(t);
  let longest = 0;
  for (let index = 2; index < kept.length; index += 1) {
    const step = Math.abs(kept[index][1] - kept[index - 1][1]);
    longest = Math.max(longest, step);
    // What is read lies up to a picture behind.
    const most = 3 * way * (kept[index][0] - kept[index - 2][0]) / 1000 + 0.05;
    that(step <= most, `${what}: a step of at most ${most.toFixed(2)} px`, step);
  }
  that(kept.some(([, y]) => y > Math.min(from, to) + way * 0.1 && y < Math.max(from, to) - way * 0.1), `${what}: a shadow on the way`, kept.length);
  return `${what} by ${longest.toFixed(2)} px a picture at most`;
}
