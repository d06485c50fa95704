// @ts-check
/** @file The dates above the sections: today, yesterday, the day before. */

/**
 * @param {Date} now
 * @param {number} count of sections, the newest first
 * @param {string} [locale] BCP 47; the browser's own without one
 * @returns {{title: string, date: string, iso: string}[]} `iso` is the local day, YYYY-MM-DD
 */
export function sectionHeaders(now, count, locale) {
  const date = new Intl.DateTimeFormat(locale, { weekday: "long", month: "long", day: "numeric" });
  // Beside a title that is the weekday.
  const short = new Intl.DateTimeFormat(locale, { month: "long", day: "numeric" });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: "long" });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  return Array.from({ length: count }, (_, back) => {
    // Noon, so that no change of summer time can move the day.
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - back, 12);
    const title = back < 2 ? capitalised(relative.format(-back, "day"), locale) : weekday.format(day);
    return { title, date: (back < 2 ? date : short).format(day), iso: isoDay(day) };
  });
}

/**
 * Milliseconds from `now` to the next local midnight.
 * @param {Date} now
 */
export function untilMidnight(now) {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime();
}

/** @param {Date} day */
function isoDay(day) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** @param {string} text @param {string} [locale] */
function capitalised(text, locale) {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
