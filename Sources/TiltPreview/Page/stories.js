// @ts-check
/** @file What the cards tell: short texts of our own about tilt, shadows and Linux. */

import { motionStories } from "./stories-motion.js";
import { linuxStories } from "./stories-linux.js";
import { craftStories } from "./stories-craft.js";

/**
 * @typedef {object} Story
 * @property {string} id also the name of its artwork and of its colours
 * @property {string} category
 * @property {string} title
 * @property {string} description one sentence, on the card
 * @property {string[]} body paragraphs; one that begins with "## " is a heading, with "> " a quotation
 * @property {{name: string, line: string}} [app] what the card offers to download
 */

/** One section of the page each, the newest first. @type {Story[][]} */
const days = [motionStories, linuxStories, craftStories];

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
 * The story's text as elements, for a detail view.
 * @param {Story} story
 */
export function storyBody(story) {
  const fragment = document.createDocumentFragment();
  for (const text of story.body) {
    const [tag, rest] = parsed(text);
    const element = document.createElement(tag);
    element.textContent = rest;
    fragment.append(element);
  }
  return fragment;
}

/** @param {string} text @returns {[string, string]} the tag and what stands in it */
function parsed(text) {
  if (text.startsWith("## ")) return ["h3", text.slice(3)];
  return text.startsWith("> ") ? ["blockquote", text.slice(2)] : ["p", text];
}
