// @ts-check
/** @file The pictures of the section about Linux. */

/** @param {number} count @param {(index: number) => string} draw */
const times = (count, draw) => Array.from({ length: count }, (_, index) => draw(index)).join("");

/**
 * A number in 0…1 that looks like chance and is always the same.
 * @param {number} seed
 */
const chance = (seed) => {
  const value = Math.sin(seed * 12.9898) * 43758.5453;
  return value - Math.floor(value);
};

/**
 * One storey of the tower.
 * @param {number} y @param {string} fill @param {number} opacity
 */
const storey = (y, fill, opacity) => `
  <path d="M400 ${y - 62}l158 62-158 62-158-62z" class="${fill}" opacity="${opacity}"/>
  <path d="M242 ${y}v12l158 62v-12zM558 ${y}v12l-158 62v-12z" class="f5" opacity=".55"/>
  <path d="M400 ${y - 62}l158 62-158 62-158-62z" fill="none" class="k4" stroke-width="1.5" opacity=".55"/>`;

/**
 * A card at the end of a thread.
 * @param {number} x @param {number} y @param {number} turn
 */
const leaf = (x, y, turn) => `
  <path d="M400 330C400 260 ${(400 + x) / 2} ${y + 90} ${x} ${y}" fill="none" class="k4" stroke-width="2.5" opacity=".75"/>
  <g transform="translate(${x} ${y}) rotate(${turn})"><rect x="-21" y="-25" width="50" height="64" rx="9" class="f5" opacity=".4"/>
  <rect x="-25" y="-32" width="50" height="64" rx="9" class="f4"/><rect x="-25" y="-32" width="50" height="38" rx="9" class="f3"/></g>`;

/** @type {Record<string, import("./artwork.js").Drawing>} */
export const linuxArt = {
  kernel: () => `
    <g class="k3" fill="none" stroke-width="1.2" opacity=".4">${times(13, (i) => `<path d="M${-60 + i * 80} 440L${240 + i * 80} 120M${-60 + i * 80} 120L${240 + i * 80} 440"/>`)}</g>
    <g class="near">${storey(318, "f1", 0.96)}${storey(262, "f2", 0.95)}${storey(206, "f3", 0.88)}
    <path d="M400 326v-128" class="k4" stroke-width="5" stroke-linecap="round"/>
    <circle cx="400" cy="322" r="9" class="f4"/><circle cx="400" cy="266" r="7" class="f4"/>
    <path d="M400 168l58 23-58 23-58-23z" class="f4"/><path d="M400 178l33 13-33 13-33-13z" class="f2"/>
    <circle cx="400" cy="191" r="46" fill="none" class="k4" stroke-width="2" opacity=".35"/></g>`,

  socket: () => `
    <g fill="none" class="k3" stroke-width="1.6">${times(5, (i) => `<circle cx="400" cy="330" r="${70 + i * 46}" opacity="${0.5 - i * 0.08}"/>`)}</g>
    <g class="near">${leaf(118, 216, -26)}${leaf(206, 168, -18)}${leaf(304, 196, -10)}${leaf(594, 168, 18)}${leaf(682, 216, 26)}${leaf(496, 196, 10)}${leaf(400, 152, 0)}
    <circle cx="400" cy="330" r="36" class="f3" opacity=".4"/><circle cx="400" cy="330" r="20" class="f4"/><circle cx="400" cy="330" r="9" class="f2"/></g>`,

  meridian: () => `
    <g fill="none" class="k3" stroke-width="1.3" opacity=".5">
      ${times(6, (i) => `<circle cx="400" cy="520" r="${170 + i * 66}"/>`)}
      ${times(13, (i) => `<path d="M400 520L${400 - 560 * Math.cos((i * Math.PI) / 12)} ${520 - 560 * Math.sin((i * Math.PI) / 12)}"/>`)}
    </g>
    <g class="f4 far">${times(70, (i) => `<circle cx="${Math.round(800 * chance(i + 1))}" cy="${Math.round(400 * chance(i + 99))}" r="${(0.6 + 1.5 * chance(i + 7) ** 3).toFixed(2)}" opacity="${(0.45 + 0.5 * chance(i + 3)).toFixed(2)}"/>`)}</g>
    <g class="near"><g class="k4 f4" stroke-width="1.6"><path d="M318 300l30-62 52 14 34-52 58 26-18 66-74-40" fill="none" opacity=".85"/>
      ${[[318, 300], [348, 238], [400, 252], [434, 200], [492, 226], [474, 292]].map(([x, y], i) => `<circle cx="${x}" cy="${y}" r="${4 + (i % 3)}"/>`).join("")}</g>
    <circle cx="434" cy="200" r="17" class="f4" opacity=".22"/>
    <path d="M166 152a44 44 0 1 0 44 66 52 52 0 0 1-44-66z" class="f4"/></g>`,

  hinge: (id) => `
    <linearGradient id="${id}a" x2="1" y2="1"><stop class="s4"/><stop offset="1" class="s3"/></linearGradient>
    <g class="far"><circle cx="400" cy="168" r="196" class="f4" opacity=".1"/><circle cx="400" cy="168" r="142" class="f4" opacity=".14"/></g>
    <g class="k4" stroke-width="2.5" stroke-linecap="round" opacity=".7">${times(25, (i) => {
      const angle = (Math.PI * i) / 24;
      const inner = i % 6 === 0 ? 158 : 170;
      return `<path d="M${400 + inner * Math.cos(angle)} ${168 + inner * Math.sin(angle)}L${400 + 182 * Math.cos(angle)} ${168 + 182 * Math.sin(angle)}"/>`;
    })}</g>
    <path d="M214 352h372l30 14H184z" class="f5" opacity=".45"/>
    <g class="near">    <path d="M396 160L268 356" class="k5" stroke-width="26" stroke-linecap="round"/>
    <path d="M398 160L270 356" stroke="url(#${id}a)" stroke-width="15" stroke-linecap="round"/>
    <path d="M404 160l128 196" class="k5" stroke-width="26" stroke-linecap="round"/>
    <path d="M402 160l128 196" class="k4" stroke-width="15" stroke-linecap="round"/>
    <circle cx="400" cy="160" r="17" class="f5"/><circle cx="400" cy="160" r="7" class="f3"/>
    <path d="M350 252a106 106 0 0 0 100 0" fill="none" class="k4" stroke-width="5" stroke-linecap="round"/></g>`,
};
