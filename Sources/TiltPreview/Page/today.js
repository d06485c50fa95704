// @ts-check
/** @file The Today view: a section a day, each with its date and its cards. */

import { artwork } from "./artwork.js";
import { sectionHeaders, untilMidnight } from "./day-headers.js";
import { isWide } from "./grid.js";
import { originalOf, storiesOf } from "./stories.js";

/** @typedef {import("./stories.js").Story} Story */

const DAYS = 3;

/**
 * Fills `main` and keeps its dates right over midnight.
 * @param {HTMLElement} main
 * @param {{cards: number, locale?: string}} options cards in each section
 * @returns {{card: HTMLElement, story: Story}[]} in the order of the page
 */
export function renderToday(main, { cards, locale }) {
  /** @type {{card: HTMLElement, story: Story}[]} */
  const all = [];
  // For readers: the days are below it, and the cards below the days.
  main.append(element("h1", "page-name", "tiltshadow"));
  for (let day = 0; day < DAYS; day += 1) {
    const section = element("section", "day");
    section.dataset.day = String(day);
    const grid = element("div", "grid");
    storiesOf(day, cards).forEach((story, index) => {
      const cell = element("div", "cell");
      cell.dataset.span = isWide(index) ? "wide" : "narrow";
      const card = renderCard(story);
      cell.append(card);
      grid.append(cell);
      all.push({ card, story });
    });
    section.append(renderHeader(day), grid);
    main.append(section);
  }
  keepDates(main, locale);
  return all;
}

/** @param {Story} story */
function renderCard(story) {
  const card = element("article", "card");
  card.dataset.story = story.id;
  card.dataset.palette = originalOf(story);
  const face = element("button", "card-face");
  face.setAttribute("type", "button");
  face.setAttribute("aria-label", `${story.category}: ${story.title}`);
  face.append(cardFace(story));
  const foot = face.lastElementChild;
  if (foot) {
    foot.id = `about-${story.id}`;
    face.setAttribute("aria-describedby", foot.id);
  }
  // Readers find it by its heading.
  const heading = element("h3", "card-heading");
  heading.append(face);
  card.setAttribute("aria-label", story.title);
  const cast = element("span", "cast"), rim = element("span", "rim");
  cast.append(shadow("sharp"), shadow("soft"));
  rim.append(...["level", "upright"].map((edge) => element("i", edge)));
  card.append(cast, heading, rim);
  if (story.app) {
    card.dataset.app = story.app.name;
    const button = document.createElement("download-button");
    button.setAttribute("name", story.app.name);
    card.append(button);
  }
  return card;
}

/**
 * What is seen of a story on its card; the head of its detail view shows the same.
 * @param {Story} story
 */
export function cardFace(story) {
  const fragment = document.createDocumentFragment();
  const words = element("span", "card-words");
  words.append(element("span", "card-category", story.category), element("span", "card-title", story.title));
  const foot = element("span", "card-foot");
  if (story.app) {
    foot.append(element("span", "app-name", story.app.name), element("span", "app-line", story.app.line));
  } else foot.append(element("span", "card-description", story.description));
  fragment.append(artwork(story), words, foot);
  return fragment;
}

/** @param {number} day */
function renderHeader(day) {
  const header = element("header", "day-header");
  header.append(element("time", "day-date"), element("h2", "day-title"));
  if (day === 0) {
    // A second way to the profile, for fingers and the mouse: keys and readers have the one in the bar.
    const way = Object.assign(element("a", "avatar-way"), { href: "#profile", tabIndex: -1 });
    way.setAttribute("aria-hidden", "true");
    header.append(way);
    way.append(Object.assign(element("img", "avatar"), { src: "avatar.svg", alt: "", width: 35, height: 35 }));
  }
  return header;
}

/** @param {HTMLElement} main @param {string} [locale] */
function keepDates(main, locale) {
  const found = main.querySelectorAll(".day-header");
  let timer = 0;
  const keep = () => {
    const headers = sectionHeaders(new Date(), DAYS, locale);
    found.forEach((header, day) => {
      const { title, date, iso } = headers[day];
      const [time, name] = header.children;
      time.setAttribute("datetime", iso);
      time.textContent = date;
      name.textContent = title;
    });
    clearTimeout(timer);
    // A second late, so that a clock that is read early does not show yesterday for another day.
    timer = setTimeout(keep, untilMidnight(new Date()) + 1000);
  };
  keep();
  // Timers stand still while the machine sleeps.
  document.addEventListener("visibilitychange", keep);
  addEventListener("pageshow", keep);
}

/** A shadow of its own strength; what is blurred in it is painted once, as the blur is not its own. */
function shadow(/** @type {string} */ name) {
  const made = element("span", name);
  made.append(document.createElement("i"));
  return made;
}

/** @param {string} tag @param {string} name of its class @param {string} [text] */
function element(tag, name, text) {
  const made = document.createElement(tag);
  made.className = name;
  if (text !== undefined) made.textContent = text;
  return made;
}
