// The table of rows: what each is called, what it needs, and how it is judged.

/** All rows, in the order they were written. */
export const rows = [];

/** A row fails with what was expected and what came instead. */
export class Failure extends Error {
  constructor(expected, got) { super(`expected ${expected}, got ${got}`); }
}

/** What a row may need that only Chromium offers here. */
export const touch = "touch emulation", sensors = "sensor overrides", devtools = "DevTools";

/**
 * Adds a row. `needs` is "" or a thing only Chromium has; `check(t)` throws where the page is wrong and gives the
 * measured numbers as text. Another row may run beside, in another browser; one that `isLast` looks at what all others have done.
 */
export function row(id, title, needs, check, isLast = false) { rows.push({ id, title, needs, check, isLast }); }

/** Adds a row that a change meets only with --all, or where it is named, and why; at night it is judged. */
export function atNight(why, id, title, needs, check) { rows.push({ id, title, needs, check, isLast: false, why }); }

const text = (value) => typeof value === "string" ? value : JSON.stringify(value);

/** Fails unless `actual` lies within `tolerance` of `expected`; gives `actual`, rounded for people. */
export function near(actual, expected, tolerance, what) {
  if (!(Math.abs(actual - expected) <= tolerance)) throw new Failure(`${what} ${expected} ± ${tolerance}`, text(actual));
  return Number(actual.toPrecision(4));
}

/** Fails unless `actual` and `expected` say the same as JSON. */
export function same(actual, expected, what) {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) throw new Failure(`${what} ${text(expected)}`, text(actual));
  return actual;
}

/** Fails with `expected` and `got` unless `holds`. */
export function that(holds, expected, got) {
  if (!holds) throw new Failure(expected, text(got));
  return got;
}
