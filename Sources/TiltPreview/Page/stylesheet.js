// @ts-check
/** @file Style sheets that come when they are wanted. */

import { element } from "./element.js";

/** @type {Map<string, Promise<void>>} those in force, or on their way */
const sheets = new Map();

/**
 * Resolves with the sheet in force: what is shown before that would be a flash of bare text. Rejects where it did not come:
 * what is not shown then asks for it again the next time.
 * @param {string} href
 * @returns {Promise<void>}
 */
export function stylesheet(href) {
  const sheet = sheets.get(href) ?? new Promise((resolve, reject) => {
    const link = element("link", { rel: "stylesheet", href });
    link.onload = () => resolve();
    link.onerror = () => {
      sheets.delete(href);
      link.remove();
      reject(new Error(`${href} did not come`));
    };
    document.head.append(link);
  });
  sheets.set(href, sheet);
  return sheet;
}
