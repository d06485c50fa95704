// S14 to S14g: the inspector: its picture of the last ten seconds, its figures, the rate, and what may be chosen.
import { choose } from "./inspector-steps.mjs";
import { atNight, row, same, that } from "./table.mjs";

/** Where the line of y stands at the right edge of the plot, a share of its height, and the rows of pixels above and below its figures. */
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
  return drawn[0] > least * height && { line: drawn[0] / height, top: inked[0], below: height - 1 - inked.at(-1) };
}

row("S14", "the plot shows every offset, and its scale whole", "", async (t) => {
  await t.open("pitch60");
  const said = [];
  // The last with the usual formula's line, which is longer.
  for (const [gain, limit, y, least] of [[10, 16, 10.5, 0.77], [60, 48, 48, 0.9], [48, 48, 48, 0.9]]) {
    await choose(t, "gain", gain);
    if (gain === 48) await t.ask(() => document.querySelector("#show-euler").click());
    await choose(t, "limit", limit);
    await t.until(`an offset of ${y} px`, (y) => Math.abs(window.__preview.lastFrame.y - y) < 0.1, y);
    // The plot grows to what it has to show.
    await t.ask(() => look.frames(60));
    const drawn = await t.until(`the line of y below ${least} of the plot's height`, plot, least);
    that(drawn.top > 0 && drawn.below > 0, "figures that are not cut off", drawn);
    said.push(`${y} px at ${drawn.line.toFixed(2)} of the height`);
  }
  return said.join(", ");
});

row("S14b", "what is refused changes nothing", "", async (t) => {
  await t.open("pitch60");
  await choose(t, "gain", 20);
  await t.until("an offset of 16 px", () => Math.abs(window.__preview.lastFrame.y - 16) < 0.1);
  await t.ask(() => document.querySelector("#show-euler").click());
  const offset = () => [...document.querySelectorAll("#inspector dt")].find(({ textContent }) => textContent === "Offset").nextSibling.textContent;
  await t.until("the usual formula's offset at 20 px per radian", () => /usual.*20.94\spx/.test([...document.querySelectorAll("#inspector dt")].find(({ textContent }) => textContent === "Offset").nextSibling.textContent));
  // From the refusal on, every figure that is told.
  await t.ask(() => {
    window.told = new Set();
    const figure = [...document.querySelectorAll("#inspector dt")].find(({ textContent }) => textContent === "Offset").nextSibling;
    new MutationObserver(() => window.told.add(figure.textContent)).observe(figure, { childList: true, characterData: true, subtree: true });
  });
  await choose(t, "gain", 1e9);
  await t.until("the refusal", () => /gain/.test(document.querySelector(".setting-error").textContent));
  await t.sleep(600);
  const now = await t.ask(offset);
  that(/usual.*20.94\spx/.test(now), "the usual formula's offset as before", [now, ...await t.ask(() => [...window.told])]);
  const shown = () => t.ask(() => {
    const field = document.querySelector("#set-gain"), slider = field.closest(".setting").querySelector("[type=range]");
    return [slider.value, field.value, field.ariaInvalid, document.getElementById(field.getAttribute("aria-errormessage"))?.className];
  });
  same(await shown(), ["20", "1000000000", "true", "setting-error"], "slider, number, invalid, what tells why");
  // What is left empty is what it was.
  await t.ask(() => {
    const field = document.querySelector("#set-gain");
    field.focus();
    field.value = "";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.blur();
  });
  same([await shown(), await t.ask(() => document.querySelector(".setting-error").textContent)], [["20", "20", "false", "setting-error"], ""], "slider, number, invalid, what is told once it was emptied");
  // What is asked together with it is not lost.
  await t.ask(() => {
    for (const [name, value] of [["gain", 70], ["limit", 12]]) {
      const field = document.querySelector(`#set-${name}`);
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
  await t.until("an offset of 12 px", () => Math.abs(window.__preview.lastFrame.y - 12) < 0.1);
  same(await t.ask(() => [...["gain", "limit"].map((name) => document.querySelector(`#set-${name}`).ariaInvalid), document.querySelector(".setting-error").textContent.slice(0, 25)]),
    ["true", "false", "gain 70: expected 0 to 60"], "gain and limit invalid, what is told");
  same((await shown()).slice(0, 3), ["20", "70", "true"], "slider, number, invalid beside one that was taken");
  await t.ask(() => {
    for (const [name, value] of [["gain", 70], ["limit", 90]]) {
      const field = document.querySelector(`#set-${name}`);
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
  await t.until("both refusals", () => /^gain 70: expected 0 to 60; limit 90: expected 0 to 48 – /.test(document.querySelector(".setting-error").textContent));
  return now;
});

atNight("4 s of a processor; the looks have the inspector's height", "S14c", "the inspector keeps its height, however long the offsets get", "", async (t) => {
  await t.open("tossed", "strength=bold");
  await t.click("#inspect");
  await t.until("the inspector", () => document.querySelectorAll("#inspector button").length > 1);
  const heights = await t.ask(async () => {
    const figures = document.querySelector("#inspector .figures"), offset = figures.lastElementChild.lastElementChild, seen = new Map();
    for (const shown of [false, true]) {
      if (document.querySelector("#show-euler").checked !== shown) document.querySelector("#show-euler").click();
      // As many figures as a person would wait for to see them jump.
      for (let count = 0, before = ""; count < 12;) {
        await look.frames(1);
        if (offset.textContent === before) continue;
        before = offset.textContent;
        count += 1;
        seen.set(look.rect(figures).height, before);
      }
    }
    return [...seen];
  });
  same(heights.length, 1, "heights", heights);
  // The longest there is.
  const longest = await t.ask(() => {
    const figures = document.querySelector("#inspector .figures"), offset = figures.lastElementChild.lastElementChild;
    offset.textContent = "−48.00, −48.00 px, usual −188.50, −188.50 px".replaceAll(/(?<!px,) /g, "\u00a0");
    return look.rect(figures).height;
  });
  same(longest, heights[0][0], "height with the longest offsets");
  return `${longest} px throughout`;
});

row("S14d", "the rate is chosen, and frames come at it", "", async (t) => {
  await t.open("sway");
  const said = [];
  for (const rate of [100, 20]) {
    await choose(t, "rate_hz", rate);
    // By their ticks, which tell what was sent, however late it comes; one may be lost on the way.
    const gaps = await t.until(`frames ${1000 / rate} ms apart`, async (wanted) => {
      const ticks = new Set();
      while (ticks.size < 12) {
        await look.frames(1);
        ticks.add(window.__preview.lastFrame.t_ns);
      }
      const gaps = [...ticks].map((tick, index, all) => (tick - all[index - 1]) / 1e6).slice(1);
      return gaps.every((gap) => Math.abs(gap / wanted - Math.round(gap / wanted)) < 0.02) && Math.min(...gaps) < wanted * 2.5 && gaps;
    }, 1000 / rate);
    same(await t.ask(() => document.querySelector("#set-rate_hz").value), String(rate), "what is shown");
    said.push(`${rate} Hz: ${Math.min(...gaps).toFixed(1)} ms`);
  }
  await choose(t, "rate_hz", 500);
  await t.until("a refusal", () => /rate_hz/.test(document.querySelector(".setting-error").textContent));
  return said.join(", ");
});

row("S14e", "a long shadow does not cover the words below its card", "", async (t) => {
  await t.open("pitch60", "strength=lively");
  await t.click("#inspect");
  await t.until("the inspector", () => document.querySelectorAll("#inspector button").length > 1);
  const { ground, below } = await t.ask(() => ({
    ground: getComputedStyle(document.querySelector(".compare figcaption")).backgroundColor, below: getComputedStyle(document.querySelector(".compare")).backgroundColor,
  }));
  same(ground, below, "what the words stand on");
  await t.page.size(844, 390);
  const { plot, pane } = await t.ask(async () => { await look.frames(3); return { plot: look.rect("#inspector canvas"), pane: look.rect("#inspector") }; });
  that(plot.bottom <= pane.bottom, "the plot in sight on a phone that lies on its side", { plot, pane });
  await choose(t, "gain", 60);
  await t.until("an offset of 32 px", () => Math.abs(window.__preview.lastFrame.y - 32) < 0.1);
  // The figures of one picture of the plot, from the topmost down, once it has grown to what it has to show.
  const figures = await t.ask(async () => {
    await look.frames(60);
    const said = [], { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
      said.push({ text, top: this.textBaseline === "top" ? y : y - 10 });
      return fillText.call(this, text, x, y);
    };
    while (said.filter(({ text }) => text === "0").length < 2) await look.frames(1);
    CanvasRenderingContext2D.prototype.fillText = fillText;
    const from = said.findIndex(({ text }) => text === "0");
    return said.slice(from, said.findIndex(({ text }, index) => index > from && text === "0")).sort((one, other) => one.top - other.top);
  });
  for (const [index, { top }] of figures.slice(1).entries()) that(top >= figures[index].top + 10, "figures below one another", figures);
  return `words on ${ground}; plot from ${plot.top} to ${plot.bottom} px`;
});

row("S14f", "without a daemon the same is refused, and what is in force is shown", "", async (t) => {
  await t.open("flat", "source=pointer&strength=bold", { follows: false });
  // Until somebody listens.
  await t.settled(async () => {
    for (const [x, y] of [[400, 400], [900, 5]]) await t.page.mouse("move", x, y);
    return t.ask(() => window.__preview.lastFrame?.up);
  }, Boolean);
  await t.until("a shadow at 60 px per radian", () => {
    const { x, y, up } = window.__preview.lastFrame ?? {};
    return up && Math.abs(x - 60 * Math.atan2(-up[0], Math.hypot(up[1], up[2]))) < 1e-6 && Math.hypot(x, y) > 16;
  });
  await t.click("#inspect");
  await t.until("the inspector's settings", () => Boolean(document.querySelector("#set-gain")));
  const shown = () => t.ask(() => ["gain", "limit"].map((name) => document.querySelector(`#set-${name}`).value));
  same(await shown(), ["60", "48"], "gain and limit");
  for (const [name, value, word] of [["gain", 1e308, "gain 1e+308: expected 0 to 60"], ["limit", -5, "limit -5: expected 0 to 48"], ["rate_hz", 500, "rate_hz 500: expected 1 to 200"]]) {
    await choose(t, name, value);
    await t.until(word, (word) => document.querySelector(".setting-error").textContent.startsWith(word), word);
  }
  await choose(t, "gain", 30);
  await t.until("nothing refused", () => document.querySelector(".setting-error").textContent === "");
  await t.ask(() => document.querySelector(".strength [value=lively]").click());
  await t.until("Lively in the inspector", () => document.querySelector("#set-gain").value === "25");
  same(t.page.errors, [], "errors");
  return "Bold and Lively shown as 60 and 25 px per radian; three numbers refused";
});

row("S14g", "when the daemon goes, what is in force without it is shown", "", async (t) => {
  const daemon = await t.programs.daemon("pitch60", "[shadow]\ngain = 40\nlimit = 30\nmapping = projection\n");
  try {
    await daemon.start();
    await t.open(daemon.address);
    await t.click("#inspect");
    const shown = (wanted) => JSON.stringify(["gain", "limit", "mapping"].map((name) => document.querySelector(`#set-${name}`)?.value)) === wanted;
    await t.until("the daemon's own", shown, '["40","30","projection"]');
    await daemon.stop();
    await t.until("the page's own", shown, '["10","16","tilt"]');
    // What is chosen meanwhile holds, and goes to the next daemon.
    await choose(t, "gain", 20);
    await t.until("what was chosen", shown, '["20","16","tilt"]');
    await daemon.start();
    await t.until("the daemon's own but for what was chosen", shown, '["20","30","projection"]');
    same(t.page.errors, [], "errors");
  } finally {
    await daemon.close();
  }
  return "40 and 30 by a projection, 10 and 16 by the tilt, 20 and 30 by a projection again";
});
