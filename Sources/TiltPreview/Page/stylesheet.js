// @ts-check
/** @file Style sheets that come when they are wanted. */

import { element } from "./element.js";

/** @type {Map<string, Promise<void>>} those in force, or on their way */
const sheets = new Map();

/**
 * Resolves with the sheet in force: what is shown before that would be a flash of bare text. One that did not come is
 * asked for again the next time.
 * @param {string} href
 * @returns {Promise<void>}
 */
export function stylesheet(href) {
  const sheet = sheets.get(href) ?? new Promise((resolve) => {
    const link = element("link", { rel: "stylesheet", href });
    link.onload = () => resolve();
    link.onerror = () => {
      sheets.delete(href);
      link.remove();
      resolve();
    };
    document.head.append(link);
  });
  sheets.set(href, sheet);
  return sheet;
}
