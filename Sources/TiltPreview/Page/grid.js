// @ts-check
/** @file Which cells of the Today grid are wide; where they lie is the style sheet's. */

/**
 * Whether the i-th cell of a section takes two thirds of its row: wide narrow | narrow wide | wide narrow …
 * @param {number} index from 0 in each section
 */
export function isWide(index) {
  return index % 4 === 0 || index % 4 === 3;
}
