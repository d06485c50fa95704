// @ts-check
/** @file The picture of a card: SVG drawn here, in the colours that the tokens give to `data-palette`. */

const SVG = "http://www.w3.org/2000/svg";
let made = 0;

/**
 * @param {import("./stories.js").Story} story
 * @returns {SVGSVGElement} 800 × 430, cut at the sides where the card is narrower
 */
export function artwork(story) {
  const svg = document.createElementNS(SVG, "svg");
  const id = `art${++made}`;
  svg.setAttribute("viewBox", "0 0 800 430");
  svg.setAttribute("preserveAspectRatio", "xMidYMid slice");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "art");
  svg.innerHTML = `<linearGradient id="${id}" x2="0" y2="1"><stop class="s1"/><stop offset="1" class="s2"/></linearGradient>
    <rect width="800" height="430" fill="url(#${id})"/>`;
  return svg;
}
