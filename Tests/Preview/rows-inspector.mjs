// S14, S14b: the inspector's picture of the last ten seconds.
import { choose } from "./inspector-steps.mjs";
import { row, same, that } from "./table.mjs";

/** Where the line of y stands at the right edge of the plot, a share of its height, and the first row of pixels with a figure. */
function plot(least) {
  const canvas = document.querySelector("#inspector canvas");
  const { width, height } = canvas;
  const context = canvas.getContext("2d");
  const colour = (text) => {
    const dot = new OffscreenCanvas(1, 1).getContext("2d");
    dot.fillStyle = text;
    dot.fillRect(0, 0, 1, 1);
    return dot.getImageData(0, 0, 1, 1).data;
  };
  const style = getComputedStyle(canvas), line = colour(style.getPropertyValue("--plot-y")), ink = colour(style.color);
  const { data } = context.getImageData(0, 0, width, height);
  const like = (x, y, wanted) => [0, 1, 2].every((part) => Math.abs(data[4 * (y * width + x) + part] - wanted[part]) < 12) && data[4 * (y * width + x) + 3] > 60;
  const rows = Array.from({ length: height }, (_, y) => y);
  const drawn = rows.filter((y) => like(width - 3, y, line)), inked = rows.filter((y) => [...Array(40).keys()].some((x) => like(x, y, ink)));
  return drawn[0] > least * height && { line: drawn[0] / height, top: inked[0] };
}

row("S14", "the plot shows every offset, and its scale whole", "", async (t) => {
  await t.open("pitch60");
  const said = [];
  for (const [gain, limit, y, least] of [[10, 16, 10.5, 0.77], [60, 48, 48, 0.9]]) {
    await choose(t, "gain", gain);
    await choose(t, "limit", limit);
    await t.until(`an offset of ${y} px`, (y) => Math.abs(window.__preview.lastFrame.y - y) < 0.1, y);
    const drawn = await t.until(`the line of y below ${least} of the plot's height`, plot, least);
    that(drawn.top > 0, "a topmost figure that is not cut off", drawn);
    said.push(`${y} px at ${drawn.line.toFixed(2)} of the height`);
  }
  return said.join(", ");
});

row("S14b", "what the daemon refuses changes nothing", "", async (t) => {
  await t.open("pitch60");
  await choose(t, "gain", 20);
  await t.until("an offset of 16 px", () => Math.abs(window.__preview.lastFrame.y - 16) < 0.1);
  await t.ask(() => document.querySelector("#show-euler").click());
  const offset = () => [...document.querySelectorAll("#inspector dt")].find(({ textContent }) => textContent === "Offset").nextSibling.textContent;
  await t.until("the usual formula's offset at 20 px per radian", () => /usual .* 20.94 px/.test([...document.querySelectorAll("#inspector dt")].find(({ textContent }) => textContent === "Offset").nextSibling.textContent));
  // From the daemon's answer back, every figure that is told.
  await t.ask(() => {
    window.told = new Set();
    const figure = [...document.querySelectorAll("#inspector dt")].find(({ textContent }) => textContent === "Offset").nextSibling;
    new MutationObserver(() => window.told.add(figure.textContent)).observe(figure, { childList: true, characterData: true, subtree: true });
  });
  await choose(t, "gain", 1e9);
  await t.until("the daemon's refusal", () => /gain/.test(document.querySelector(".setting-error").textContent));
  await t.sleep(600);
  const now = await t.ask(offset);
  that(/usual .* 20.94 px/.test(now), "the usual formula's offset as before", [now, ...await t.ask(() => [...window.told])]);
  return now;
});
