// @ts-check
/** @file The section about what Linux has to do with it. */

/** @type {import("./stories.js").Story[]} */
export const linuxStories = [
  {
    id: "kernel",
    category: "Inside Linux",
    title: "Twenty Milliseconds in the Kernel",
    description: "Follow one reading from the chip to the card, past an interrupt, a ring and a clock.",
    body: [
      "Follow one reading from the chip to the card, past an interrupt, a ring and a clock.",
    ],
  },
  {
    id: "socket",
    category: "Behind the scenes",
    title: "One Socket, Many Shadows",
    description: "A sensor is read once. Everybody may look.",
    body: [
      "A sensor is read once. Everybody may look.",
    ],
  },
  {
    id: "meridian",
    category: "Stargazing",
    title: "The Sky in Your Hands",
    description: "Point it up and read the night.",
    app: { name: "Meridian", line: "A star chart that leans with you" },
    body: [
      "Point it up and read the night.",
    ],
  },
  {
    id: "hinge",
    category: "Hardware",
    title: "The Laptop That Folded in Half",
    description: "Two accelerometers, one hinge, and the long question of which side is the top.",
    body: [
      "Two accelerometers, one hinge, and the long question of which side is the top.",
    ],
  },
];
