// @ts-check
/** @file Keeps the card at the top where it is when the grid changes its columns. */

/** @param {HTMLElement} main whose width decides */
export function keepTopCard(main) {
  /** @type {Element | undefined} */
  let card;
  let top = 0;
  let width = 0;
  let settling = 0;

  const remember = () => {
    card = main.hidden || scrollY === 0
      ? undefined
      : [...main.getElementsByClassName("card")].find((one) => one.getBoundingClientRect().bottom > 40);
    top = card?.getBoundingClientRect().top ?? 0;
  };
  addEventListener("scroll", () => {
    clearTimeout(settling);
    settling = setTimeout(remember, 100);
  }, { passive: true });
  new ResizeObserver(([{ contentRect }]) => {
    // Hidden, or shown again: nothing has moved. The first time there is nothing to keep.
    if (contentRect.width === width || contentRect.width === 0) return;
    width = contentRect.width;
    if (card) scrollBy(0, card.getBoundingClientRect().top - top);
  }).observe(main);
}
