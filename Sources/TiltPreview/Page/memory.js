// @ts-check
/** @file What this browser, or this tab, remembers of the page, by name; where it may not, nothing is remembered and nothing fails. */

/** @typedef {"localStorage" | "sessionStorage"} Place the second is the tab's alone */

/** @param {string} name @param {Place} [place] @returns {string | null} */
export function recall(name, place = "localStorage") {
  try { return window[place].getItem(`tiltshadow.${name}`); } catch { return null; }
}

/** @param {string} name @param {string | null} value null forgets it @param {Place} [place] */
export function remember(name, value, place = "localStorage") {
  try {
    if (value === null) window[place].removeItem(`tiltshadow.${name}`);
    else window[place].setItem(`tiltshadow.${name}`, value);
  } catch { /* Private windows and blocked storage: it holds until the page is left. */ }
}
