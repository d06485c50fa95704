// B2–B7: what the download button draws on the way from one state to the next.
import { withButton } from "./download-steps.mjs";
import { near, row, same, that } from "./table.mjs";

row("B2", "the pill becomes a circle", "", async (t) => {
  const said = [];
  for (const [align, side] of [["right", "right"], ["left", "left"], ["center", "middle"]]) {
    await withButton(t, { align });
    const [before, after, duration] = await t.ask(() => {
      const rect = () => { const one = look.rect(part("pill")); return { ...one, middle: one.left + one.width / 2 }; };
      const before = rect();
      part("pill").click();
      const [collapse] = mine("collapse").filter(({ effect }) => effect.target === part("pill"));
      collapse.pause();
      collapse.currentTime = 99.99;
      return [before, rect(), collapse.effect.getComputedTiming().endTime];
    });
    same(duration, 100, "ms of the collapse");
    near(after.width, after.height, 0.5, "width");
    near(after[side], before[side], 0.5, `${side} side`);
    said.push(`${align} ${before.width.toFixed(1)} → ${after.width.toFixed(1)}`);
  }
  return said.join(", ");
});

row("B3", "the waiting ring", "", async (t) => {
  await withButton(t);
  const { share, width, turn } = await t.ask(async () => {
    button.state = "pending";
    await settle();
    const circle = part("spinner").querySelector("circle");
    const [dash] = getComputedStyle(circle).strokeDasharray.split(/[\s,]+/).map(parseFloat);
    const round = circle.hasAttribute("pathLength") ? Number(circle.getAttribute("pathLength")) : circle.getTotalLength();
    const [spin] = mine("spin");
    spin.pause();
    spin.currentTime = 500;
    return { share: dash / round, width: getComputedStyle(circle).strokeWidth, turn: parseFloat(getComputedStyle(part("spinner")).rotate) };
  });
  same(width, "2px", "line width");
  return `arc ${near(share, 0.857, 0.005, "share of the circle")}, ${near(turn, 90, 2, "degrees at 500 ms")}° at 500 ms`;
});

row("B4", "the ring fills", "", async (t) => {
  await withButton(t);
  const values = await t.ask(async () => {
    button.state = "downloading";
    await settle();
    button.progress = 0.5;
    const [fill] = mine("progress");
    fill.pause();
    const values = [];
    for (let ms = 0; ms < 300; ms += 20) { fill.currentTime = ms; values.push(shown()); }
    fill.currentTime = 299.99;
    values.push(shown());
    fill.finish();
    await look.frames(1);
    values.push(shown());
    return values;
  });
  that(values.every((value, index) => index === 0 || value >= values[index - 1] - 1e-6), "a ring that only grows", values);
  near(values.at(-2), 0.5, 0.01, "displayed at 300 ms");
  near(values.at(-1), 0.5, 0.001, "displayed afterwards");
  // Ease-out: more than half of the way in half of the time.
  that(values[7] > 0.3, "most of the way at first", values[7]);
  return `0 → ${values[7].toFixed(3)} at 140 ms → ${values.at(-2).toFixed(3)} at 300 ms`;
});

row("B5", "towards the newest progress", "", async (t) => {
  await withButton(t);
  const [before, from, to, at] = await t.ask(async () => {
    button.state = "downloading";
    await settle();
    button.progress = 0.2;
    const [first] = mine("progress");
    first.pause();
    first.currentTime = 100;
    const before = shown();
    button.progress = 0.6;
    const fills = mine("progress");
    if (fills.length !== 1) throw new Error(`${fills.length} animations of the ring`);
    fills[0].pause();
    fills[0].currentTime = 0;
    const from = shown();
    fills[0].currentTime = 299.99;
    return [before, from, shown(), fills[0].effect.getComputedTiming().endTime];
  });
  near(from, before, 0.001, "where the second begins");
  near(to, 0.6, 0.01, "displayed 400 ms after the first");
  that(at <= 300, "at most 300 ms", at);
  return `turns at ${before.toFixed(3)}, reaches ${to.toFixed(3)} by 400 ms`;
});

row("B6", "one transition at a time", "", async (t) => {
  await withButton(t);
  const { segments, late } = await t.ask(async () => {
    const ids = ["collapse", "crossfade", "expand"], started = new Map(), animate = Element.prototype.animate;
    let late = 0, last = performance.now();
    const begin = performance.now();
    // Each says itself when it began: between two pictures of a busy machine one can begin and end unseen.
    Element.prototype.animate = function (...what) {
      const one = animate.apply(this, what);
      one.ready.then(() => {
        if (!ids.includes(one.id)) return;
        const { startTime } = one, [first, length] = started.get(one.id) ?? [startTime, one.effect.getComputedTiming().endTime];
        started.set(one.id, [Math.min(first, startTime), length]);
      }, () => {});
      return one;
    };
    for (const ms of [100, 200, 500]) setTimeout(() => { late = Math.max(late, performance.now() - begin - ms); }, ms);
    button.state = "pending";
    button.state = "downloading";
    button.progress = 1;
    button.state = "downloaded";
    for (const end = begin + 20000; performance.now() < end && !(started.has("expand") && mine("expand").length === 0);) {
      await new Promise(requestAnimationFrame);
      late = Math.max(late, performance.now() - last - 17);
      last = performance.now();
    }
    Element.prototype.animate = animate;
    return { segments: [...started].map(([id, [start, length]]) => [id, [start - begin, length]]), late: Math.max(0, late) };
  });
  same(segments.map(([id]) => id), ["collapse", "crossfade", "expand"], "transitions");
  for (const [index, [, [start]]] of segments.entries()) {
    const [before, length] = segments[index - 1]?.[1] ?? [start - 100, 100];
    that(start >= before + length - 1, "one transition at a time", segments);
  }
  for (const [index, [id, [start, length]]] of segments.entries()) {
    const expected = [0, 100, 500][index];
    same(length, 100, `ms of ${id}`);
    // Never early; later only as late as this machine's own timers are.
    that(start >= expected - 20 && start <= expected + 20 + 2 * late, `${id} to begin at ${expected} ms (timers here are up to ${late.toFixed(0)} ms late)`, start);
  }
  return segments.map(([id, [start, length]]) => `${id} ${start.toFixed(0)}–${(start + length).toFixed(0)}`).join(", ") + " ms";
});

row("B7", "waits for the last piece to be seen", "", async (t) => {
  await withButton(t);
  const marks = await t.ask(async () => {
    const marks = {};
    for (const progress of [0.4, 1]) {
      button.state = "startDownload";
      await settle();
      button.state = "downloading";
      await settle();
      button.progress = progress;
      await settle();
      // Finished early by us; its time in the queue is still to pass.
      await new Promise((resolve) => setTimeout(resolve, 150));
      button.state = "downloaded";
      marks[`${progress} at once`] = mine("expand").length > 0;
      // Timers fire in the order of their times, so this does not depend on the machine.
      if (progress === 1) await Promise.all([250, 330].map((ms) => new Promise((resolve) => setTimeout(() => { marks[`1 at ${ms} ms`] = mine("expand").length > 0; resolve(); }, ms))));
      await settle();
    }
    return marks;
  });
  same(marks, { "0.4 at once": true, "1 at once": false, "1 at 250 ms": false, "1 at 330 ms": true }, "the way to OPEN");
  return "at once from .4; 0.3 s later from 1";
});
