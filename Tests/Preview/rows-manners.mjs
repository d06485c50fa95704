// S9d, G11, G12, B13, H2c, H2d, A13, A14: small things that readers meet: wheel, ring, words, languages, paper.
import { arrive } from "./detail-steps.mjs";
import { devtools, row, same, that } from "./table.mjs";

row("S9d", "what is advised moves this page", "", async (t) => {
  const { address, child } = await t.programs.preview(["--socket", `${t.programs.log("flat")}.none`]);
  await t.open(address, "", { follows: false });
  const text = () => document.querySelector("[role=status]").textContent;
  const advice = await t.until("an advice", () => /preview --demo/.test(document.querySelector("[role=status]").textContent) && document.querySelector("[role=status]").textContent);
  that(!/`|tiltshadow demo/.test(advice), "no marks, and nothing that draws elsewhere", advice);
  await t.programs.kill(child);
  await t.until("who has gone", () => /^The preview has ended/.test(document.querySelector("[role=status]").textContent));
  return (await t.ask(text)).trim().slice(0, 60);
});

row("G11", "one language, and the picture at the top leads to the profile; who went back before it came stays there", devtools, async (t) => {
  await t.page.send("Emulation.setLocaleOverride", { locale: "de-DE" });
  // The profile's sheet is on its way for as long as the row wants.
  const late = new Promise((come) => t.page.listen((method, { requestId }) => { if (method === "Fetch.requestPaused") come(requestId); }));
  await t.page.send("Fetch.enable", { patterns: [{ urlPattern: "*/profile.css" }] });
  await t.open("flat");
  const titles = await t.ask(() => [...document.querySelectorAll(".day-title")].slice(0, 2).map(({ textContent }) => textContent));
  same(titles, ["Today", "Yesterday"], "titles where the browser speaks German");
  await t.click(".avatar");
  await t.until("the profile", () => !document.querySelector("#profile").hidden);
  await t.ask(() => history.back());
  await t.until("Today", () => document.querySelector("#profile").hidden);
  await t.ask(() => scrollTo({ top: 900, behavior: "instant" }));
  await t.page.send("Fetch.continueRequest", { requestId: await late });
  await t.until("a profile that is made", () => document.querySelector(".profile-header"));
  same(await t.ask(async () => { await look.frames(3); return [scrollY, document.querySelector("#profile").contains(document.activeElement)]; }), [900, false], "scrolled, focus on what is not seen");
  return titles.join(", ");
});

row("G12", "a reload stays where it was, of both views, and so does who comes back; who comes anew is at the top", "", async (t) => {
  const at = async (what, wanted) => same(await t.settled(() => t.ask(() => [scrollY, location.hash]), ([y]) => y === wanted[0]), wanted, what);
  const again = () => t.until("the page anew", () => window.__preview?.applied > 2 && !window.wasHere);
  await t.ready();
  await t.ask(() => { scrollTo({ top: 900, behavior: "instant" }); window.wasHere = true; });
  await t.page.reload();
  await again();
  await at("after a reload", [900, ""]);
  await t.ask(() => { location.hash = "#profile"; });
  await t.until("the profile", () => document.querySelector(".profile-header"));
  await t.ask(() => { window.wasHere = true; });
  await t.page.reload();
  await again();
  await t.ask(() => history.back());
  await at("back from a profile that was reloaded", [900, ""]);
  await t.page.navigate("about:blank");
  await t.ask(() => { setTimeout(() => history.back()); });
  await again();
  await at("back from elsewhere", [900, ""]);
  await t.open("flat");
  await at("anew", [0, ""]);
  return "900 px each time, 0 anew";
});

row("B13", "OPEN opens the story, six seconds after GET at most", "", async (t) => {
  await t.ready();
  await t.ask(() => {
    const button = document.querySelector("article.card download-button");
    window.since = performance.now();
    button.addEventListener("statechange", () => { if (button.state === "downloaded") window.lasted = performance.now() - window.since; });
    button.shadowRoot.querySelector("button").click();
  });
  // By the sum of its pauses; a busy machine is later, and row B9 has the states.
  await t.until("a finished download", () => window.lasted);
  await t.ask(() => document.querySelector("article.card download-button").shadowRoot.querySelector("button").click());
  await t.until("its story", () => document.querySelector("dialog.detail").open);
  const name = await t.ask(() => document.querySelector("dialog.detail").textContent.includes("Plumbline"));
  same(name, true, "the story of the app");
  return `${Math.round(await t.ask(() => window.lasted))} ms`;
});

row("H2c", "the wheel beside the column scrolls it", devtools, async (t) => {
  await t.page.size(1440, 900);
  await t.ready();
  await t.ask(() => { location.hash = "#profile"; });
  await t.until("the profile", () => document.querySelector(".profile-header")?.getBoundingClientRect().height > 0);
  const places = [];
  for (const x of [100, 1340]) {
    await t.page.wheel(x, 400, 120);
    places.push(await t.until("a scrolled column", (least) => document.querySelector(".profile-scroll").scrollTop > least && document.querySelector(".profile-scroll").scrollTop, places.at(-1) ?? 0));
  }
  return `${places.join(", ")} px from both sides`;
});

row("H2d", "no ring around a profile that was loaded, one after a key", "", async (t) => {
  await t.ready();
  await t.ask(() => { location.hash = "#profile"; });
  await t.page.reload();
  await t.until("the profile", () => document.activeElement?.matches(".profile-scroll"));
  const ring = () => getComputedStyle(document.querySelector(".profile"), "::after").outlineStyle;
  same(await t.ask(ring), "none", "ring");
  await t.press("PageDown");
  await t.until("a ring for keys", () => getComputedStyle(document.querySelector(".profile"), "::after").outlineStyle === "solid");
  return "none, then one";
});

row("A13", "what a card is about is read out", "", async (t) => {
  await t.open("flat", "cards=8");
  const told = await t.ask(() => [...document.querySelectorAll(".card-face")].map((face) => document.getElementById(face.getAttribute("aria-describedby"))?.textContent ?? ""));
  same(told.filter((text) => text.length < 10), [], "cards without a description");
  same(await t.ask(() => document.querySelectorAll("[id]").length - new Set([...document.querySelectorAll("[id]")].map(({ id }) => id)).size), 0, "names given twice");
  return `${told.length} cards`;
});

row("A14", "on paper: cards, stories and the profile whole, at rest, dark on light, and no bar", devtools, async (t) => {
  await t.ready("pitch30");
  await t.page.send("Emulation.setEmulatedMedia", { media: "print" });
  const seen = await t.until("paper", () => matchMedia("print").matches && {
    dock: getComputedStyle(document.querySelector(".dock")).display, cell: getComputedStyle(document.querySelector(".cell")).breakInside, y: look.shadow(document.querySelector("article.card")).y,
  });
  same(seen, { dock: "none", cell: "avoid", y: 4 }, "what is printed");
  await t.ask(() => {
    document.documentElement.dataset.appearance = "dark";
    document.querySelector(".card-face").click();
  });
  await t.until("the text of the story", () => document.querySelector(".detail-body p"));
  await arrive(t);
  const paper = (view, whole, words) => t.ask((view, whole, words) => {
    const colour = (one) => getComputedStyle(document.querySelector(one)).color;
    const clips = [...document.querySelectorAll("html, body, dialog.detail[open], .detail-scroll, .profile, .profile-scroll")].filter((one) => one.checkVisibility())
      .filter((one) => getComputedStyle(one).overflow !== "visible" || getComputedStyle(one).position === "fixed").map(({ className, localName }) => className || localName);
    return { clips, main: document.querySelector("#today").checkVisibility(), fits: look.rect(view).height >= look.rect(whole).height, ink: colour(words) };
  }, view, whole, words);
  const right = { clips: [], main: false, fits: true, ink: "rgb(28, 26, 32)" };
  same(await paper("dialog.detail", ".detail-content", ".detail-body p"), right, "what is printed of a story");
  const pages = async () => Buffer.from((await t.page.send("Page.printToPDF", { printBackground: false })).data, "base64").toString("latin1").match(/\/Type \/Page\b/g).length;
  const story = await pages();
  that(story > 1 && story < 5, "a story of two to four pages", story);
  await t.page.send("Emulation.setEmulatedMedia", { media: "print" });
  await t.press("Escape");
  await arrive(t);
  await t.ask(() => { location.hash = "#profile"; });
  await t.until("the profile", () => document.querySelector(".profile-header")?.getBoundingClientRect().height > 0);
  same(await paper(".profile-scroll", ".profile-content", ".profile-name"), right, "what is printed of the profile");
  that(await pages() > 1, "a profile of more than one page", await pages());
  return `no bar, cells whole, shadows at (0, 4); a story of ${story} pages`;
});
