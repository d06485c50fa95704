// @ts-check
/** @file The section about the craft of light and noise. */

/** @type {import("./stories.js").Story[]} */
export const craftStories = [
  {
    id: "paper",
    category: "Design",
    title: "A Short History of the Soft Shadow",
    description: "From oil paint to sixteen pixels of blur: how the eye learned to read depth from grey.",
    body: [
      "From oil paint to sixteen pixels of blur: how the eye learned to read depth from grey.",
    ],
  },
  {
    id: "noise",
    category: "Signals",
    title: "Sand in the Signal",
    description: "A tablet on a table is never quite at rest.",
    body: [
      "A tablet on a table is never quite at rest.",
    ],
  },
  {
    id: "drift",
    category: "Slow games",
    title: "Rake the Sand",
    description: "A garden that moves when you do.",
    app: { name: "Drift", line: "A garden of sand" },
    body: [
      "A garden that moves when you do.",
    ],
  },
  {
    id: "lantern",
    category: "App of the day",
    title: "A Lamp That Leans Toward You",
    description: "Lantern lights the page you are reading, and dims when you lay it down for the night.",
    app: { name: "Lantern", line: "A reading light" },
    body: [
      "Lantern lights the page you are reading, and dims when you lay it down for the night.",
    ],
  },
];
