// B1, B8–B12, B14: the download button's states, taps and looks.
import { click, withButton } from "./download-steps.mjs";
import { near, row, same, that } from "./table.mjs";

row("B1", "four states", "", async (t) => {
  await withButton(t);
  const seen = async () => {
    if (t.page.accessibility) {
      const nodes = (await t.page.accessibility()).filter(({ name }) => /Testee$/.test(name));
      return nodes.filter(({ role }) => role === "button" || role === "progressbar")
        .map(({ role, name, value, properties }) => [role, name, ...(properties.busy ? ["busy"] : []), ...(role === "progressbar" ? [Number(value)] : [])].join(" "));
    }
    return t.ask(() => ["pill", "meter"].map((name) => part(name)).filter((one) => one.matches("button, [role]")).map((one) => [
      one.getAttribute("role") ?? "button", one.getAttribute("aria-label"), ...(one.getAttribute("aria-busy") ? ["busy"] : []),
      ...(one.hasAttribute("role") ? [Number(one.getAttribute("aria-valuenow"))] : []),
    ].join(" ")));
  };
  const expected = [["button GET Testee"], ["button Waiting for Testee busy"], ["button Stop Testee", "progressbar Downloading Testee 50"], ["button OPEN Testee"]];
  for (const [index, [state, progress]] of [["startDownload", 0], ["pending", 0], ["downloading", 0.5], ["downloaded", 1]].entries()) {
    if (index > 0) await t.ask(async (state, progress) => { button.state = state; button.progress = progress; await settle(); }, state, progress);
    // The accessibility tree follows the page a little later.
    const now = await t.settled(async () => (await seen()).sort(), (now) => JSON.stringify(now) === JSON.stringify(expected[index]));
    same(now, expected[index], `role and name when ${state}:`);
  }
  return expected.map((one) => one.join(" + ")).join(" → ");
});

row("B8", "the state holds at once", "", async (t) => {
  await withButton(t);
  const told = await t.ask(() => {
    const told = [];
    button.addEventListener("statechange", ({ detail }) => told.push(`${detail.from} ${detail.to}`));
    for (const state of ["pending", "downloading", "downloading", "startDownload"]) {
      button.state = state;
      told.push(button.state);
    }
    return told;
  });
  same(told, ["startDownload pending", "pending", "pending downloading", "downloading", "downloading downloading", "downloading",
    "downloading startDownload", "startDownload"], "events and states");
  return "an event in the same task, for the same state, too";
});

row("B9", "what a tap does", "", async (t) => {
  await withButton(t);
  await t.ask(() => {
    window.taps = [];
    button.addEventListener("tap", ({ detail }) => taps.push(detail.what));
  });
  const states = [];
  const step = async () => { await click(t); states.push(await t.ask(() => button.state)); };
  await step();
  await step();
  await t.ask(async () => { await settle(); button.state = "downloading"; await settle(); });
  await step();
  await t.ask(async () => { await settle(); button.state = "downloaded"; await settle(); });
  await step();
  same(await t.ask(() => taps), ["start", "stop", "open"], "taps of four clicks");
  same(states, ["pending", "pending", "startDownload", "downloaded"], "states after them");
  await t.ask(async () => { button.state = "startDownload"; await settle(); taps.length = 0; });
  await click(t);
  await click(t);
  same(await t.ask(() => taps), ["start"], "taps of a double click");
  return "start, nothing, stop, open; a double click starts one download";
});

row("B10", "other ways are instant", "", async (t) => {
  await withButton(t);
  const [running, width, label, opacity, expected] = await t.ask(async () => {
    const width = () => look.rect(part("pill")).width;
    const expected = width();
    button.state = "downloaded";
    await settle();
    button.state = "startDownload";
    return [mine().map(({ id }) => id), width(), part("label").textContent, getComputedStyle(part("label")).opacity, expected];
  });
  same([running, label, opacity], [[], "GET", "1"], "animations, label and its opacity in the same task");
  near(width, expected, 0.5, "width");
  return "GET in the same task, no animation";
});

row("B11", "highlighted", "", async (t) => {
  const parse = (text) => (text.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  const luminance = (colour) => {
    const [r, g, b] = colour.map((part) => { const c = part / 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = ([ground, ink]) => {
    const [low, high] = [luminance(parse(ground)), luminance(parse(ink))].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const colours = async (query) => {
    await withButton(t, {}, query);
    const look = () => { const style = getComputedStyle(part("pill")); return [style.backgroundColor, style.color]; };
    const normal = await t.ask(look);
    const { left, top } = await t.ask(() => window.look.rect(part("pill")));
    await t.page.mouse("move", left + 10, top + 10);
    await t.page.mouse("down", left + 10, top + 10);
    const active = await t.ask(look);
    await t.page.mouse("up", left + 10, top + 10);
    return { normal, active };
  };
  const classic = await colours("theme=classic");
  same(await colours("theme=seed"), classic, "the classic colours by their former name");
  same(classic, { normal: ["rgb(238, 239, 245)", "rgb(9, 111, 227)"], active: ["rgb(245, 244, 249)", "rgb(199, 222, 243)"] }, "the classic colours");
  const own = await colours("");
  for (const [state, pair] of Object.entries(own)) that(contrast(pair) >= 4.5, `contrast ≥ 4.5 of the default, ${state}`, `${contrast(pair).toFixed(2)} of ${pair}`);
  return `classic as it was; default ${contrast(own.normal).toFixed(2)} and ${contrast(own.active).toFixed(2)} highlighted`;
});

row("B12", "as wide as its label", "", async (t) => {
  await withButton(t);
  const said = [];
  for (const text of ["GET", "HERUNTERLADEN", "入手"]) {
    const { width, words, fits } = await t.ask((text) => {
      button.setAttribute("get", text);
      const range = document.createRange();
      range.selectNodeContents(part("label"));
      return { width: look.rect(part("pill")).width, words: range.getBoundingClientRect().width, fits: part("label").scrollWidth <= part("label").clientWidth + 1 };
    }, text);
    near(width, words + 24, 1, `width of ${text}`);
    same(fits, true, `${text} fits`);
    said.push(`${text} ${width.toFixed(1)}`);
  }
  return said.join(", ") + " = text + 24 px";
});

row("B14", "a download that fails is seen, and tried again", "", async (t) => {
  await t.ready("flat", "download=fails");
  const tap = () => t.ask(() => document.querySelector("article.card download-button").shadowRoot.querySelector("button").click());
  const seen = () => {
    const button = document.querySelector("article.card download-button"), pill = button.shadowRoot.querySelector("button");
    const { left, right } = look.rect(pill);
    return { text: pill.textContent, name: pill.getAttribute("aria-label"), why: pill.title, said: button.shadowRoot.querySelector(".live").textContent, state: button.state, ink: getComputedStyle(pill).color, width: right - left };
  };
  const first = await t.ask(seen);
  await tap();
  await t.until("a failure", () => document.querySelector("article.card download-button").shadowRoot.querySelector("button").textContent === "RETRY"
    && document.querySelector("article.card download-button").dataset.view === "startDownload");
  const failed = await t.ask(seen);
  same([failed.name, failed.why, failed.said, failed.state], ["RETRY Plumbline", "Plumbline broke off: try again", "Plumbline broke off: try again", "startDownload"], "name, why, what is read out, state");
  that(failed.ink !== first.ink, "a colour of its own", failed.ink);
  await tap();
  const again = await t.ask(seen);
  same([again.state, again.why], ["pending", ""], "state and why after another try");
  await t.until("a finished download", () => document.querySelector("article.card download-button").state === "downloaded");
  return `${failed.text}, ${failed.said}; then downloaded`;
});
