// @ts-check
/** @file The Today grid: where each cell lies, and which of them are wide. */

/** Height of a cell in px; the visible card is 20 px smaller on every side. */
const CELL_HEIGHT = 470;

/** Width in px from which two cells share a row. The style sheet's container query names the same number. */
const BREAKPOINT = 700;

/**
 * Whether the i-th cell of a section takes two thirds of its row: wide narrow | narrow wide | wide narrow …
 * @param {number} index from 0 in each section
 */
export function isWide(index) {
  return index % 4 === 0 || index % 4 === 3;
}

/**
 * The cells of one section.
 * @param {number} width of the section in px
 * @param {number} count of cells
 * @returns {{x: number, y: number, width: number, height: number}[]} in px from the section's top left corner
 */
export function todayGrid(width, count) {
  const columns = width < BREAKPOINT ? 1 : 2;
  let right = 0;
  return Array.from({ length: count }, (_, index) => {
    const cell = columns === 1 ? width : (width / 3) * (isWide(index) ? 2 : 1);
    const x = index % columns === 0 ? 0 : right;
    right = x + cell;
    return { x, y: Math.floor(index / columns) * CELL_HEIGHT, width: cell, height: CELL_HEIGHT };
  });
}
