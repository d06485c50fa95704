// @ts-check
/** @file What the cards tell: short texts of our own about tilt, shadows and Linux. */

/**
 * @typedef {object} Story
 * @property {string} id also the name of its artwork and of its colours
 * @property {string} category
 * @property {string} title
 * @property {string} description one sentence, on the card
 * @property {{name: string, line: string}} [app] what the card offers to download
 */

/**
 * One section of the page each, the newest first.
 * @type {Story[][]}
 */
const days = [
  [
    {
      id: "lean", category: "Motion", title: "The Shadow That Knows Which Way Is Down",
      description: "When the screen tilts, every card answers. How fifty small nudges a second turn glass into paper.",
    },
    {
      id: "vertical", category: "The Maths", title: "What Happens at Ninety Degrees",
      description: "Hold it upright and the obvious formula falls apart.",
    },
    {
      id: "plumbline", category: "App of the day", title: "Hang It Straight",
      description: "A level that has nothing to sell.",
      app: { name: "Plumbline", line: "A spirit level" },
    },
    {
      id: "still", category: "Well-being", title: "In Praise of Holding Still",
      description: "Movement should be an offer. Why a good shadow also knows when to rest.",
    },
  ],
  [
    {
      id: "kernel", category: "Inside Linux", title: "Twenty Milliseconds in the Kernel",
      description: "Follow one reading from the chip to the card, past an interrupt, a ring and a clock.",
    },
    {
      id: "socket", category: "Behind the scenes", title: "One Socket, Many Shadows",
      description: "A sensor is read once. Everybody may look.",
    },
    {
      id: "meridian", category: "Stargazing", title: "The Sky in Your Hands",
      description: "Point it up and read the night.",
      app: { name: "Meridian", line: "A star chart that leans" },
    },
    {
      id: "hinge", category: "Hardware", title: "The Laptop That Folded in Half",
      description: "Two accelerometers, one hinge, and the long question of which side is the top.",
    },
  ],
  [
    {
      id: "paper", category: "Design", title: "A Short History of the Soft Shadow",
      description: "From oil paint to sixteen pixels of blur: how the eye learned to read depth from grey.",
    },
    {
      id: "noise", category: "Signals", title: "Sand in the Signal",
      description: "A tablet on a table is never quite at rest.",
    },
    {
      id: "drift", category: "Slow games", title: "Rake the Sand",
      description: "A garden that moves when you do.",
      app: { name: "Drift", line: "A garden of sand" },
    },
    {
      id: "lantern", category: "App of the day", title: "A Lamp That Leans Toward You",
      description: "Lantern lights the page you are reading, and dims when you lay it down for the night.",
      app: { name: "Lantern", line: "A reading light" },
    },
  ],
];

/** Where the texts of each section are; nobody has to wait for those that are not opened. */
export const books = [() => import("./text-motion.js"), () => import("./text-linux.js"), () => import("./text-craft.js")];

/**
 * The stories of one section; more than there are begin again, with names of their own.
 * @param {number} day 0 is today
 * @param {number} count
 * @returns {Story[]}
 */
export function storiesOf(day, count) {
  const told = days[day % days.length];
  return Array.from({ length: count }, (_, index) => {
    const story = told[index % told.length];
    return index < told.length ? story : { ...story, id: `${story.id}-${1 + Math.floor(index / told.length)}` };
  });
}

/**
 * The id of the story itself, where this is a repetition of it.
 * @param {Story} story
 */
export function originalOf({ id }) {
  return id.replace(/-\d+$/, "");
}

/**
 * The story's text, for a detail view: paragraphs, h3 and blockquote elements take this node's place once it is loaded.
 * @param {Story} story
 * @returns {Node}
 */
export function storyBody(story) {
  const place = document.createComment("text");
  const id = originalOf(story);
  const day = days.findIndex((told) => told.some((other) => other.id === id));
  books[day]().then(({ texts }) => texts[id], () => ["The text is not here: the preview server does not answer."])
    .then((text) => place.replaceWith(...text.map(written)));
  return place;
}

/**
 * One paragraph; one that begins with "## " is a heading, with "> " a quotation. Other things are made by what stands there.
 * @param {string | (() => HTMLElement)} text
 */
function written(text) {
  if (typeof text !== "string") return text();
  const [tag, rest] = text.startsWith("## ") ? ["h3", text.slice(3)] : text.startsWith("> ") ? ["blockquote", text.slice(2)] : ["p", text];
  const made = document.createElement(tag);
  made.textContent = rest;
  return made;
}
