// @ts-check
/** @file The profile's collapsing header as a function of one number, after TB_TwitterUI's `scrollViewDidScroll`. */

/** Height of the header at rest, in px. */
const HEADER_HEIGHT = 107;
/** Scrolled so far, the header stays, in px: 67 px of it remain. */
const HEADER_STOP = 40;
/** Scrolled so far, the white label begins to rise into what is left of the header, in px. */
const LABEL_START = 95;
/** How far it rises, in px; the blur comes on along the same way. */
const LABEL_WAY = 35;
/** Edge of the avatar, in px. */
const AVATAR = 69;

/**
 * @typedef {object} HeaderTransform
 * @property {number} scale of the header, about its top edge
 * @property {number} translateY of the header, in px, −40…0
 * @property {number} labelY shift of the white label, in px, −35…95; 95 and more is out of sight
 * @property {number} blur opacity of the blurred picture, 0…1
 * @property {number} avatar scale of the avatar, about its bottom edge: 1…0.5859
 * @property {boolean} headerInFront the avatar slides under the header
 */

/**
 * Two faults of the original are mended: the blur is held in 0…1 below 95, and a pull puts label and blur back,
 * which kept their old values when a flick went from far down to beyond the top between two events.
 *
 * @param {number} offset scrolled so far, in px; negative while the page is pulled down
 * @param {{reduced?: boolean}} [motion] reduced: nothing grows, and label and blur come at once instead of gradually
 * @returns {HeaderTransform}
 */
export function headerTransform(offset, motion = {}) {
  const { reduced = false } = motion;
  if (offset < 0) {
    return { scale: reduced ? 1 : 1 - offset / HEADER_HEIGHT, translateY: 0, labelY: LABEL_START, blur: 0, avatar: 1, headerInFront: false };
  }
  const risen = Math.min(LABEL_WAY, offset - LABEL_START);
  const arrived = risen >= 0;
  const shrunk = reduced ? (offset > HEADER_STOP ? HEADER_STOP : 0) : Math.min(HEADER_STOP, offset);
  return {
    scale: 1,
    translateY: Math.max(-HEADER_STOP, -offset),
    labelY: reduced ? (arrived ? -LABEL_WAY : LABEL_START) : -risen,
    blur: reduced ? Number(arrived) : Math.max(0, risen / LABEL_WAY),
    avatar: 1 - shrunk / AVATAR / 1.4,
    headerInFront: offset > HEADER_STOP,
  };
}
