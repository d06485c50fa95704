// @ts-check
/** @file Whether the person wants less motion: asked each time, for the answer may change while the page is open. */

const query = matchMedia("(prefers-reduced-motion: reduce)");

/** What the system says now. */
export const reducedMotion = () => query.matches;
