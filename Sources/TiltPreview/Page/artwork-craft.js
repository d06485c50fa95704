// @ts-check
/** @file The pictures of the section about craft. */

/** @param {number} count @param {(index: number) => string} draw */
const times = (count, draw) => Array.from({ length: count }, (_, index) => draw(index)).join("");

/**
 * A sheet of cut paper over the ones before, with the shadow of its edge.
 * @param {string} path of the edge @param {string} fill
 */
const cut = (path, fill) => `
  <path d="${path}V440H-10z" class="f5" opacity=".16" transform="translate(0 -12)"/>
  <path d="${path}V440H-10z" class="f5" opacity=".2" transform="translate(0 -5)"/>
  <path d="${path}V440H-10z" class="${fill}"/>`;

/**
 * A wave across the picture, rougher the higher it lies.
 * @param {number} line from 0, the highest
 */
const trace = (line) => {
  const y = 118 + line * 21;
  const rough = Math.max(0, 1 - line / 8) ** 1.6 * 26;
  let path = "";
  for (let x = -10; x <= 810; x += 5) {
    const grain = Math.sin(x * 12.9898 + line * 78.233) * 43758.5453;
    const swell = 15 * Math.sin(x / 92 + line * 0.42) + 7 * Math.sin(x / 41 - line * 0.3);
    path += `${path ? "L" : "M"}${x} ${(y + swell + rough * (grain - Math.floor(grain) - 0.5)).toFixed(1)}`;
  }
  return path;
};

/**
 * A paper lamp on its string.
 * @param {string} id @param {number} x @param {number} y @param {number} size @param {number} turn
 */
const lamp = (id, x, y, size, turn) => `
  <g transform="rotate(${turn} ${x} -60)">
    <path d="M${x} -20V${y - size}" class="k3" stroke-width="2" opacity=".8"/>
    <circle cx="${x}" cy="${y}" r="${size * 2.5}" fill="url(#${id}glow)"/>
    <ellipse cx="${x}" cy="${y}" rx="${size * 0.86}" ry="${size}" fill="url(#${id}lamp)"/>
    <g fill="none" class="k3" stroke-width="1.6" opacity=".75">
      <ellipse cx="${x}" cy="${y}" rx="${size * 0.3}" ry="${size}"/><ellipse cx="${x}" cy="${y}" rx="${size * 0.62}" ry="${size}"/></g>
    <rect x="${x - size * 0.34}" y="${y - size - 3}" width="${size * 0.68}" height="9" rx="3" class="f5"/>
    <rect x="${x - size * 0.34}" y="${y + size - 6}" width="${size * 0.68}" height="9" rx="3" class="f5"/>
  </g>`;

/** @type {Record<string, import("./artwork.js").Drawing>} */
export const craftArt = {
  paper: () => `
    <rect width="800" height="430" class="f2"/>
    <g class="far"><circle cx="400" cy="196" r="86" class="f5" opacity=".16"/><circle cx="400" cy="190" r="82" class="f4"/></g>
    ${cut("M-10 216c110-60 190 30 300-6s170-74 290-20 160-30 230-8", "f3")}
    ${cut("M-10 262c90 34 170-40 290-22s150 54 270 14 190-6 260-30", "f4")}
    <g class="near">${cut("M-10 300c130-50 210 22 330 4s180-46 290-10 130-10 200-26", "f3")}
    ${cut("M-10 352c120-34 220 26 340 2s240-34 480-10", "f2")}</g>`,

  noise: () => `
    <rect width="800" height="430" class="f2" opacity=".5"/>
    ${times(12, (line) => `${line === 6 ? '<g class="near">' : ""}<path d="${trace(line)}V440H-10z" class="f1" opacity=".2"/><path d="${trace(line)}" fill="none" class="${line < 7 ? "k3" : "k4"}" stroke-width="${line < 7 ? 2 : 2.6}" opacity="${(0.55 + line * 0.035).toFixed(2)}"/>`)}</g>`,

  drift: (id) => `
    <radialGradient id="${id}stone" cx=".36" cy=".28" r=".85"><stop class="s2"/><stop offset="1" class="s5"/></radialGradient>
    <rect width="800" height="430" class="f3"/>
    <g fill="none" class="k2" stroke-width="3" opacity=".42">
      ${times(34, (i) => `<path d="M-10 ${-30 + i * 15}q205 ${30 - i} 410 0t410 0"/>`)}</g>
    <g class="f3 k2" stroke-width="3">${times(6, (i) => `<ellipse cx="428" cy="246" rx="${148 - i * 17}" ry="${112 - i * 14}" stroke-opacity=".55"/>`)}</g>
    <g class="f3 k2" stroke-width="3">${times(4, (i) => `<ellipse cx="318" cy="196" rx="${84 - i * 15}" ry="${64 - i * 12}" stroke-opacity=".55"/>`)}</g>
    <g class="near"><ellipse cx="442" cy="266" rx="58" ry="34" class="f5" opacity=".3"/><ellipse cx="428" cy="246" rx="56" ry="38" fill="url(#${id}stone)"/>
    <ellipse cx="326" cy="206" rx="32" ry="18" class="f5" opacity=".3"/><ellipse cx="318" cy="195" rx="30" ry="21" fill="url(#${id}stone)"/>
    <ellipse cx="410" cy="230" rx="18" ry="7" class="f4" opacity=".35"/></g>`,

  lantern: (id) => `
    <radialGradient id="${id}glow"><stop class="s3" stop-opacity=".75"/><stop offset=".45" class="s3" stop-opacity=".22"/><stop offset="1" class="s3" stop-opacity="0"/></radialGradient>
    <radialGradient id="${id}lamp" cy=".62"><stop class="s4"/><stop offset=".6" class="s4"/><stop offset="1" class="s3"/></radialGradient>
    <path d="M0 340q120-44 260-20t260-16 280 14v120H0z" class="f5" opacity=".7"/>
    ${lamp(id, 300, 280, 26, 6)}${lamp(id, 522, 268, 30, 6)}${lamp(id, 180, 196, 46, 5)}${lamp(id, 624, 182, 52, 5)}<g class="near">${lamp(id, 404, 222, 74, 5)}</g>`,
};
