// @ts-check
/** @file The pictures of the section about motion. */

/**
 * A sheet that floats, its shadow thrown down and to the right.
 * @param {number} turn in degrees @param {number} x @param {string} paint
 */
const sheet = (turn, x, paint) => `
  <g transform="translate(${x} 238) rotate(${turn})">
    <rect x="-52" y="-70" width="124" height="164" rx="16" class="f5" opacity=".22"/>
    <rect x="-60" y="-80" width="124" height="164" rx="15" class="f5" opacity=".22"/>
    <rect x="-68" y="-92" width="124" height="164" rx="14" ${paint}/>
  </g>`;

/** @param {number} count @param {(index: number) => string} draw */
const times = (count, draw) => Array.from({ length: count }, (_, index) => draw(index)).join("");

/** @type {Record<string, import("./artwork.js").Drawing>} */
export const motionArt = {
  lean: (id) => `
    <linearGradient id="${id}a" x2="0" y2="1"><stop class="s4"/><stop offset="1" class="s3"/></linearGradient>
    <g class="far"><circle cx="400" cy="250" r="148" class="f4" opacity=".2"/><circle cx="400" cy="250" r="112" class="f4" opacity=".32"/></g>
    <path d="M0 330q200-70 400-24t400-30v160H0z" class="f2" opacity=".6"/>
    <g class="near">${sheet(-17, 292, 'class="f2"')}${sheet(-17, 292, 'class="f4" opacity=".34"')}${sheet(15, 512, 'class="f3"')}
    ${sheet(-3, 400, `fill="url(#${id}a)"`)}
    <g transform="translate(400 238) rotate(-3)" class="f5"><circle cx="-6" cy="-36" r="24" opacity=".2"/><path d="M-52 10h92M-52 28h70M-52 46h82" class="k5" stroke-width="7" stroke-linecap="round" opacity=".22"/></g></g>`,

  vertical: (id) => `
    <radialGradient id="${id}a" cx=".38" cy=".3" r=".8"><stop class="s4" stop-opacity=".95"/><stop offset=".35" class="s3"/><stop offset="1" class="s2"/></radialGradient>
    <ellipse cx="412" cy="352" rx="118" ry="13" class="f5" opacity=".45"/>
    <g class="near"><circle cx="400" cy="232" r="112" fill="url(#${id}a)"/>
    <g fill="none" class="k5" stroke-width="1.6" opacity=".42">
      ${times(4, (i) => `<ellipse cx="400" cy="232" rx="${20 + 27 * i}" ry="112"/>`)}
      <path d="M400 120v224M288 232h224M303 176q97 32 194 0M303 288q97 32 194 0"/>
    </g>
    <path d="M330 318q-26-62 8-128t62-70q30 8 54 62t30 106" fill="none" class="k4" stroke-width="6" stroke-linecap="round"/>
    <circle cx="400" cy="120" r="24" class="f4" opacity=".28"/><circle cx="400" cy="120" r="10" class="f4"/></g>`,

  plumbline: (id) => `
    <linearGradient id="${id}a" x2="0" y2="1"><stop class="s4"/><stop offset=".3" class="s3"/><stop offset="1" class="s2"/></linearGradient>
    <rect x="88" y="178" width="640" height="136" rx="68" class="f5" opacity=".35" transform="rotate(-7 400 236)"/>
    <g class="near"><g transform="rotate(-7 400 236)">
      <rect x="80" y="166" width="640" height="136" rx="68" class="f5" opacity=".55"/>
      <rect x="94" y="180" width="612" height="108" rx="54" fill="url(#${id}a)"/>
      <rect x="120" y="190" width="560" height="18" rx="9" class="f4" opacity=".6"/>
      <path d="M336 180v108M464 180v108" class="k5" stroke-width="5" opacity=".7"/>
      <ellipse cx="414" cy="229" rx="56" ry="33" class="f4" opacity=".94"/>
      <ellipse cx="414" cy="236" rx="46" ry="22" class="f3" opacity=".55"/>
      <ellipse cx="396" cy="216" rx="20" ry="7" fill="#fff"/></g></g>`,

  still: () => `
    <g class="far"><circle cx="400" cy="214" r="96" class="f4" opacity=".2"/><circle cx="400" cy="214" r="56" class="f4"/></g>
    <path d="M-10 266l120-92 70 44 96-84 84 82 40-30 60 44 88-96 92 84 66-42 104 92z" class="f2" opacity=".75"/>
    <path d="M-10 268l90-46 92 34 120-58 108 60 80-36 88 38 110-64 122 72h10z" class="f1" opacity=".8"/>
    <rect y="264" width="800" height="170" class="f2"/><rect y="264" width="800" height="170" class="f1" opacity=".35"/>
    <g class="near"><g class="f4">${times(9, (i) => `<rect x="${400 - 58 + i * 4 + (i % 2) * 9}" y="${270 + i * 11}" width="${112 - i * 9}" height="4" rx="2" opacity="${0.85 - i * 0.07}"/>`)}</g>
    <path d="M352 300q48 16 96 0l-12 14h-72z" class="f5"/><path d="M400 240v60M400 244l34 50h-34z" class="k5 f4" stroke-width="3"/></g>`,
};
