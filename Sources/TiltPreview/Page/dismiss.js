// @ts-check
/**
 * @file Which of three gestures closes the detail view, and how far it has come. Pure: points in, a state out.
 *
 *     edge    began within 50 px of the left edge, goes right        progress = dx / width · 0.5
 *     pull    began at the top of the text, goes down                progress = dy / height
 *     scroll  began further down and reached the top on the way      progress = (y − y₀) / height
 *
 * The first that matches holds until the finger is lifted. The original let `pull` match a drag that had begun further
 * down, with its whole way, and the view vanished when the text reached its top; here that way begins at y₀, where the
 * finger has gone as far as the text was scrolled. Browsers show the top a little later (15 px until they scroll at all,
 * a frame until scripts see it): the view starts from where it is, and catches up within twice that lag.
 */

/** The edge swipe begins within this many px of the left edge. */
const EDGE = 50;
/** Movement before a gesture is chosen, in px: a click with an unsteady hand is none. */
const SLOP = 6;
/** The view closes by itself at this share of its size. */
const CLOSING_RATIO = 0.82;
/** More lag than this is no lag, in px. */
const MOST_LAG = 40;
/** Radius of the corners at that share, in px. */
const RADIUS = 16;

/**
 * @typedef {object} Point
 * @property {number} x in px from the left edge of the view
 * @property {number} y in px from its top
 * @property {number} scrollTop of the text, in px; 0 or less is its top
 *
 * @typedef {object} Dismissal
 * @property {"idle" | "watching" | "edge" | "pull" | "scroll" | "done"} phase
 * @property {number} progress 0…1
 * @property {number} ratio scale of the view, 1 − progress
 * @property {number} radius of its corners, in px: 0…16 and a little more beyond the threshold
 * @property {number} closeAlpha opacity of the ✕, 1…0
 * @property {number} scrollBy px that a pull went back beyond its start: the text takes them
 * @property {"close" | "snap" | null} effect what to do now; given once
 * @property {{x: number, y: number, width: number, height: number, scrollTop: number}} from where the finger came down, in px
 * @property {number} lag px that the finger was beyond y₀ when the text was seen at its top
 * @property {Point} last
 */

/**
 * No finger on the screen.
 * @type {Dismissal}
 */
export const IDLE = {
  phase: "idle", progress: 0, ratio: 1, radius: 0, closeAlpha: 1, scrollBy: 0, effect: null,
  from: { x: 0, y: 0, width: 1, height: 1, scrollTop: 0 }, lag: 0, last: { x: 0, y: 0, scrollTop: 0 },
};

/**
 * @param {Dismissal} state
 * @param {({type: "begin", width: number, height: number} & Point) | ({type: "move"} & Point) | {type: "end"}} event
 * @returns {Dismissal}
 */
export function dismissal(state, event) {
  if (event.type === "begin") {
    const { x, y, scrollTop, width, height } = event;
    return { ...IDLE, phase: "watching", from: { x, y, width, height, scrollTop }, last: { x, y, scrollTop } };
  }
  if (event.type === "end") return ended(state);
  if (state.phase === "idle" || state.phase === "done") return state.effect ? { ...state, effect: null } : state;
  const chosen = state.phase === "watching" ? choose(state, event) : state;
  return { ...follow(chosen, event), last: { x: event.x, y: event.y, scrollTop: event.scrollTop } };
}

/**
 * @param {Dismissal} state
 * @returns {Dismissal}
 */
function ended(state) {
  const held = state.phase === "edge" || state.phase === "pull" || state.phase === "scroll";
  return { ...state, phase: state.phase === "done" ? "done" : "idle", effect: held && state.progress > 0 ? "snap" : null };
}

/**
 * @param {Dismissal} state
 * @param {Point} point
 * @returns {Dismissal}
 */
function choose(state, { x, y, scrollTop }) {
  const { from, last } = state;
  const dx = x - from.x;
  const dy = y - from.y;
  if (from.x < EDGE && dx >= SLOP && dx >= Math.abs(dy)) return { ...state, phase: "edge" };
  if (from.scrollTop <= 0) return dy >= SLOP && dy > Math.abs(dx) ? { ...state, phase: "pull" } : state;
  if (scrollTop > 0 || y <= last.y) return state;
  // Somewhere between the last two places, where the text had been moved by more than this finger.
  const reached = Math.min(y, last.y + Math.max(0, last.scrollTop));
  const lag = Math.min(MOST_LAG, Math.max(0, reached - from.y - from.scrollTop));
  return { ...state, phase: "scroll", lag, from: { ...from, y: reached } };
}

/**
 * @param {Dismissal} state
 * @param {Point} point
 * @returns {Dismissal}
 */
function follow(state, { x, y }) {
  const { phase, from } = state;
  if (phase === "watching") return state;
  const down = Math.max(0, y - from.y);
  const way = phase === "edge" ? ((x - from.x) / from.width) * 0.5 : (down + Math.min(state.lag, down / 2)) / from.height;
  const progress = Math.min(1, Math.max(0, way));
  const ratio = 1 - progress;
  const radius = (progress * RADIUS) / (1 - CLOSING_RATIO);
  const closing = ratio <= CLOSING_RATIO;
  return {
    ...state, progress, ratio, radius,
    phase: closing ? "done" : phase,
    closeAlpha: Math.max(0, 1 - radius / RADIUS),
    scrollBy: phase === "pull" ? Math.max(0, from.y - y) : 0,
    effect: closing ? "close" : null,
  };
}
