// @ts-check
/** @file What this browser remembers of the page, by name; where it may not, nothing is remembered and nothing fails. */

/** @param {string} name @returns {string | null} */
export function recall(name) {
  try { return localStorage.getItem(`tiltshadow.${name}`); } catch { return null; }
}

/** @param {string} name @param {string | null} value null forgets it */
export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(`tiltshadow.${name}`);
    else localStorage.setItem(`tiltshadow.${name}`, value);
  } catch { /* Private windows and blocked storage: it holds until the page is left. */ }
}
