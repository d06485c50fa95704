// @ts-check
/** @file The section about how a tilt becomes a shadow. */

/** @type {import("./stories.js").Story[]} */
export const motionStories = [
  {
    id: "lean",
    category: "Motion",
    title: "The Shadow That Knows Which Way Is Down",
    description: "Tilt the screen and every card answers. How fifty small nudges a second turn glass into paper.",
    body: [
      "Tilt the screen and every card answers. How fifty small nudges a second turn glass into paper.",
    ],
  },
  {
    id: "vertical",
    category: "The Maths",
    title: "What Happens at Ninety Degrees",
    description: "Hold it upright and the obvious formula falls apart.",
    body: [
      "Hold it upright and the obvious formula falls apart.",
    ],
  },
  {
    id: "plumbline",
    category: "App of the day",
    title: "Hang a Picture, Straight",
    description: "A spirit level that has nothing to sell.",
    app: { name: "Plumbline", line: "A spirit level" },
    body: [
      "A spirit level that has nothing to sell.",
    ],
  },
  {
    id: "still",
    category: "Well-being",
    title: "In Praise of Holding Still",
    description: "Movement should be an offer. Why a good shadow also knows when to rest.",
    body: [
      "Movement should be an offer. Why a good shadow also knows when to rest.",
    ],
  },
];
