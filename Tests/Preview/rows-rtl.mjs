// S6b, A8: the page as those see it who read from right to left.
import { arrive, tapCard } from "./detail-steps.mjs";
import { near, row, same } from "./table.mjs";

/** Turns the page round, as a translation would. */
const turn = () => { document.documentElement.dir = "rtl"; };

row("S6b", "keeps its physical direction from right to left", "", async (t) => {
  await t.open("left30");
  await t.ask(turn);
  const today = await t.ask(async () => { await look.frames(3); return look.shadow(look.cards()[0]); });
  near(today.x, -5.236, 0.01, "x with the left edge low");
  near(today.y, 0, 0.01, "y");
  await t.click("#inspect");
  // The small card of the inspector, twenty-five times a second.
  const small = await t.until("the inspector's card", () => {
    const mini = document.querySelector("#inspector .mini");
    const { x } = mini ? look.shadow(mini) : { x: 0 };
    return Math.abs(x) > 1 && x;
  });
  near(small, -5.236, 0.01, "x in the inspector");
  return `(${today.x}, ${today.y}) on the card, ${small} in the inspector`;
});

row("A8", "from right to left nothing sticks out and nothing is covered", "", async (t) => {
  /** Which of the pairs of selectors lie upon each other, and how wide the page is. */
  const faults = (...pairs) => {
    const box = (selector) => {
      const range = document.createRange();
      // What is written, not the line it stands on.
      range.selectNodeContents(document.querySelector(selector));
      const written = document.querySelector(selector).childElementCount === 0 ? range.getBoundingClientRect() : { width: 0 };
      return written.width > 0 ? written : document.querySelector(selector).getBoundingClientRect();
    };
    const covered = pairs.filter((pair) => {
      const [a, b] = pair.map(box);
      return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
    });
    const root = document.documentElement;
    const outside = [...document.querySelectorAll("button, p, h1, h2, h3, select, input, .bar, .toast:not(.quiet), dd")].filter((one) => {
      const { left, right, width, height } = one.getBoundingClientRect();
      return width > 1 && height > 1 && getComputedStyle(one).visibility === "visible" && (left < -0.5 || right > innerWidth + 0.5);
    }).map((one) => one.textContent.slice(0, 30));
    return { covered, outside, wide: [root.scrollWidth - root.clientWidth, scrollX] };
  };
  const good = { covered: [], outside: [], wide: [0, 0] };
  const app = "article.card[data-app]";
  const said = [];
  for (const [width, height] of [[375, 667], [1024, 768]]) {
    await t.page.size(width, height);
    await t.ready();
    await t.ask(turn);
    same(await t.ask(faults, [".avatar", ".day-title"], [".avatar", ".day-date"], [`${app} download-button`, `${app} .app-name`],
      [`${app} download-button`, `${app} .app-line`]), good, `Today at ${width}: `);
    const index = await t.ask(async (app) => {
      const card = document.querySelector(app);
      card.scrollIntoView({ block: "center" });
      await look.frames(3);
      return [...document.querySelectorAll("article.card")].indexOf(card);
    }, app);
    await tapCard(t, index);
    await arrive(t);
    await t.until("the text of the story", () => document.querySelector(".detail-body p"));
    same(await t.ask(faults, [".detail-close", ".detail .card-title"], [".detail-close", ".detail .card-category"],
      [".detail download-button", ".detail .app-name"], [".detail download-button", ".detail .app-line"]), good, `the story at ${width}: `);
    await t.press("Escape");
    await arrive(t);
    await t.click("#inspect");
    await t.until("the inspector", () => document.querySelectorAll("#inspector button").length > 1);
    // Where there is room it stands beside the cards, not upon them.
    const beside = width > 1000 ? [["#inspector", "article.card"], ["#inspector", ".bar"]] : [["#inspector", ".bar"]];
    same(await t.ask(faults, ["#inspector .round-button", "#inspector h2"], ...beside), good, `the inspector at ${width}: `);
    await t.ask(() => { document.querySelector("#inspect").click(); location.hash = "#profile"; });
    await t.until("the profile", () => document.querySelector(".profile-header")?.getBoundingClientRect().height > 0);
    same(await t.ask(faults, [".profile-avatar", ".profile-follow"], [".profile-avatar", ".profile-name"], [".profile-follow", ".profile-name"]),
      good, `the profile at ${width}: `);
    said.push(width);
  }
  return `Today, a story, the inspector and the profile at ${said.join(" and ")} px`;
});
