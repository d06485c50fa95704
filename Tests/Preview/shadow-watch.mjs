// Shadows on the page, held against the frames the server sent.
import { that } from "./table.mjs";

/** The computed shadows of the visible cards and the number of the frame they show, at `count` animation frames. */
export const watch = async (count) => {
  const seen = [];
  for (let frame = 0; frame < count; frame += 1) {
    await new Promise(requestAnimationFrame);
    seen.push({ seq: window.__preview.lastFrame.seq, shadows: look.cards().map((card) => look.shadow(card)) });
  }
  return seen;
};

/** The largest distance between a shadow on the page and the frame the server sent with that number. */
export function largestError(seen, wire) {
  let worst = 0, compared = 0;
  for (const { seq, shadows } of seen) {
    const frame = wire.frames.get(seq);
    if (!frame) continue;
    compared += 1;
    for (const { x, y } of shadows) worst = Math.max(worst, Math.abs(x - frame.x), Math.abs(y - frame.y));
  }
  that(compared > seen.length * 0.7, "most of the shown frames on the wire", `${compared} of ${seen.length}`);
  return { worst, compared };
}
