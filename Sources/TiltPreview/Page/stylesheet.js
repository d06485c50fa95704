// @ts-check
/** @file Style sheets that come when they are wanted. */

import { element } from "./element.js";

/**
 * Resolves with the sheet in force: what is shown before that would be a flash of bare text.
 * @param {string} href
 * @returns {Promise<void>}
 */
export function stylesheet(href) {
  return new Promise((resolve) => {
    const link = element("link", { rel: "stylesheet", href });
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}
