// @ts-check
/** @file What is done at the next picture: first what has come is taken, then all is drawn. */

/** @typedef {(now: number) => void} Work with the picture's instant, in ms */

/** @type {Work[]} */
let taking = [];
/** @type {Work[]} */
let drawing = [];
let isAsked = false, isTaking = false;

/** Takes something at the next picture, before anything is drawn. @param {Work} work */
export function takeAtPicture(work) {
  taking.push(work);
  ask();
}

/** Draws at the next picture; what is asked for by what is taken is drawn at the same one. @param {Work} work */
export function drawAtPicture(work) {
  drawing.push(work);
  if (!isTaking) ask();
}

function ask() {
  if (!isAsked) requestAnimationFrame(picture);
  isAsked = true;
}

function picture(/** @type {number} */ now) {
  isAsked = false;
  const takes = taking;
  [taking, isTaking] = [[], true];
  try {
    for (const take of takes) take(now);
  } finally {
    const draws = drawing;
    [drawing, isTaking] = [[], false];
    for (const draw of draws) draw(now);
  }
}
