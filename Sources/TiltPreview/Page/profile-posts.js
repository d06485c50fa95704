// @ts-check
/** @file What stands on the profile page. */

/** Who it is about. */
export const person = {
  name: "Tilda Shade",
  handle: "@tilda",
  bio: "Draws shadows for a living. Believes that every card has an underside and that light should come from somewhere.",
  facts: ["50 Hz", "16 px at most", "Joined in autumn"],
};

/**
 * The posts of each tab: when, and what.
 * @type {Record<string, [string, string][]>}
 */
export const posts = {
  Posts: [
    ["2 min", "Put the laptop on its hinge today and every shadow on the screen fell towards my coffee. Physics is customer service."],
    ["41 min", "A shadow is a promise about a light. Move the screen and keep the promise."],
    ["3 h", "People ask how far it moves. At ten degrees: 1.75 pixels. You do not see it. You would miss it."],
    ["5 h", "If it can move, it must be able to hold still. Put the switch where a thumb finds it."],
    ["8 h", "Held a phone upright. One degree further, and the old formula threw its shadow across the room. Gravity did not."],
    ["1 d", "The best rubber band lets you believe that you pulled exactly as far as you meant."],
    ["2 d", "Card radius 14. Blur 16. Black at 35 per cent. Some numbers you do not choose, you only find them again."],
    ["4 d", "Four point six per cent. That is all a bounce needs."],
  ],
  Replies: [
    ["18 min", "No, the light does not move. You do."],
    ["2 h", "Half the way of your finger, and all of it back. That is the whole trick."],
    ["1 d", "It stops when you ask your system for less motion. At once, and without asking you again."],
    ["5 d", "There is no sensor in this one either. The shadow rests four pixels below, as it should."],
  ],
  Likes: [
    ["1 h", "“The newest frame wins” should be embroidered on something."],
    ["1 d", "Interruptible is the nicest thing you can say about an animation."],
    ["8 d", "I tilt, therefore it falls."],
  ],
};
