// @ts-check
/** @file The texts of the section about how a tilt becomes a shadow, loaded when the first of them is opened. */

import { bothFormulas } from "./both-formulas.js";

/**
 * Paragraphs by the story's id, and what is made in their place.
 * @type {Record<string, (string | (() => HTMLElement))[]>}
 */
export const texts = {
  lean: [
    "Put a sheet of paper on a table and lift it a finger’s width. Below it lies something soft and grey that was not there before. You did not look at it, and yet it told you how high the sheet is, how large the lamp, and where the lamp hangs. Eyes have read that grey for some hundred million years. Screens have drawn it for about forty.",
    "Most of those screens draw it once. The shadow under a card falls four pixels down, because somebody decided that the light comes from above, and there it stays, whether you hold the tablet over your head or lie on your side with it. It is a picture of a shadow. It convinces as long as nothing moves.",
    "## A light that stays where it is",
    "The cards on this page assume something else: that the lamp hangs in your room and not in the device. Lower the right edge of the screen and the shadow slides to the right, because that is where down is now. Lift the top and it falls toward you. There is one rule and no second one.",
    "> The shadow always moves toward whichever edge of the screen is lowest.",
    "The amount is small, unless you ask for more: at Subtle, ten degrees of tilt move the shadow by less than two pixels; holding the tablet like a book moves it by perhaps eight. Nobody notices the movement as such. What people say is that the cards look thicker, or that the glass has gone.",
    "## Fifty times a second",
    "For that, a chip of two square millimetres is asked for its opinion fifty times a second. It contains a comb of silicon on springs, thin as a hair, that sags a little under its own weight. How far it sags along each of three axes tells where the ground is. A short chain of arithmetic follows: turn the chip’s axes into those of the screen, take out the trembling of the hand, and make two angles of what is left. Then two numbers go out, one to the right and one down.",
    "Fifty is not a sacred number. Below thirty, the shadow seems to hang on a rubber band. Above a hundred, nobody has been found who could tell. Fifty leaves the processor asleep for most of every twenty milliseconds, and a sleeping processor is the kindest thing that one can do to a battery.",
    "## What it is not",
    "It is not a game. Cards that swing, glint and turn over ask for attention; this one gives it back. If after a minute you have forgotten that the shadows move, they are right. If they ever make you uneasy, there is a switch at the bottom of the page, and the page also listens to the one in your system’s settings.",
    "Now put the device flat on the table. The shadow lies straight below each card, evenly on all sides, as under a sheet of paper at noon. Then lift one edge, slowly, and watch a corner.",
  ],
  vertical: [
    "The first formula that everybody writes is also the one in the manuals. Ask the device for its attitude, which comes as three angles: pitch, roll and yaw. Take the roll, multiply it by ten, move the shadow to the right by that. Take the pitch, multiply, move it down. It works on the desk, it works in the demonstration, and it is even correct.",
    "Then somebody reads in bed. The phone stands upright, then leans a little toward the reader, past the vertical, and the shadow that lay quietly below the card is suddenly on its other side. Sixty pixels in a fiftieth of a second. A moment later it is back.",
    bothFormulas,
    "Both cards hang below the same motion: a device three degrees past the vertical, rocked by five degrees to either side. It is simulated, here and for this place alone.",
    "## The angle of nothing",
    "The fault is not in the sensor and no filter takes it away. Roll is the direction of an arrow in the plane between the device’s left-right axis and the axis that comes out of its screen. While the phone lies flat, gravity fills that arrow and its direction is certain. The nearer the phone comes to the vertical, the more of gravity runs along its long edge, and the shorter the arrow becomes. At ninety degrees there is no arrow left. What remains is the direction of a point.",
    "> A compass at the pole is not broken. It has been asked a question that has no answer there.",
    "Cartographers know the trouble well. Walk past the north pole at arm’s length and your longitude changes by a hundred and eighty degrees while you take one step. You have not moved far. The map has run out of ways to say where you are.",
    "## Two angles of another kind",
    "The cure is to ask a better question. Instead of three rotations in a row, look at the arrow that points straight up, and ask how far each of the screen’s two axes leans out of the horizontal. That is an angle for each axis, both are there in every pose, and neither ever jumps. On a single axis they agree with the first formula to the last digit, so nothing changes on the desk.",
    "One more step makes it smooth: filter before the question, not after it. An average of the arrow is an arrow. An average of angles on either side of a jump is a third angle in the middle, where nobody has ever been.",
    "## See for yourself",
    "Open the inspector with the button at the bottom of the page and switch on the usual formula. A second small card appears beside the first; it uses the formula from the manual. Then take the device, hold it upright, and lean it slowly back and forth past the vertical. One card breathes. The other one jumps.",
    "With a mouse you will see no difference, by the way. The pointer never leans past the vertical, and that is exactly how such a fault stays hidden until the first evening in bed.",
  ],
  plumbline: [
    "A spirit level is a lie about a circle. The glass tube looks straight, but it is bent very slightly, like a bow, and the bubble seeks the highest point of the bend. Flatten the bend and the bubble would rush from end to end at the smallest tilt; bend it more and it would hardly move. Every good level is a decision about how nervous it may be.",
    "Plumbline makes that decision for you, and then lets you change it. Laid flat, it is a round bubble in a round glass. Stood on edge, it becomes a tube. In between, where other levels flicker from one shape to the other, it does not flicker, because it never asks the question that has no answer.",
    "## Quiet figures",
    "The number in the middle has one decimal, and the decimal stands still. That took longer than all the rest. A sensor on a window sill is never at rest: trams pass, refrigerators start, the wood itself ticks. Plumbline waits until the last half second agrees with itself before it shows a tenth of a degree, and says so with a change from grey to ink.",
    "> If a figure dances, it is not a measurement. It is an apology.",
    "Hold the device against the picture frame, tap the glass once, and from then on level means as level as this. Tap again and the horizon returns. There is no third function.",
    "## No account, no cloud, no rating",
    "Nothing leaves the device, as there is nothing that anybody could want. The program reads the same stream of numbers as the shadow under this card, some fifty lines a second from a socket, and it shares the sensor with everybody else who listens. When you put it away, it stops listening, and the chip may go to sleep.",
    "It also has a voice, for ladders. With both hands on a shelf nobody can look at a screen, so Plumbline hums: low to the left, high to the right, and silent in the middle. Silence was the designer’s favourite feature. It means that you may let go of the shelf and fetch the drill.",
    "## What a level cannot know",
    "No level knows whether the room is straight. In old houses the floor falls to one side, the ceiling to another, and a picture hung by gravity looks drunk between them. Trust your eyes there. Plumbline will not be offended; it measures the planet, and the planet was never asked about your wallpaper.",
    "It is set in one typeface, in two sizes. Its icon is a circle. The whole of it is smaller than the photograph that you are about to hang.",
  ],
  still: [
    "Two organs tell you that you move: the eyes, and a pair of small snail-like chambers behind the ears. As a rule they agree. On a ship below deck they do not; the ears report waves while the eyes report a cabin wall. The body’s oldest explanation for such a contradiction is poison, and it does what one does about poison.",
    "Screens can do the same thing the other way round. Here the eyes report a landscape that slides, and the ears a chair. For most people that passes unnoticed. For some, one in ten by careful estimates, it ends the working day.",
    "## The switch that is listened to",
    "That is why systems have a setting for less motion. It costs a program very little to respect it, and hardly anything to respect it live, at the moment when it is turned on, without asking for a reload. On this page the shadows come to rest within a single frame. They lie four pixels below their cards, where shadows on screens have lain since there were any, and the cards open with a quiet fade.",
    "> Whoever needs the setting needs it now, not after the next start.",
    "Not everybody knows that the setting exists, and on a borrowed tablet nobody looks for it. So there is a second switch, in plain sight, at the bottom of the page: two bars that become a triangle. Anything that moves by itself for longer than five seconds should have one like it.",
    "## Less, from the beginning",
    "The better part of the work is done before any switch. The shadow moves by a few pixels, and its edge is so soft that there is no line to follow. It never moves faster than the hand. It does not spring, overshoot or swing out, for a shadow has no weight. And it keeps still when the device keeps still, which sounds easy and is not: a sensor always whispers, and the whisper must be told from a word.",
    "There is a limit, too. However wildly the tablet is thrown about, at Subtle the shadow stays within sixteen pixels of its card. A shadow that leaves its card is no shadow any more. It is an insect.",
    "## What stillness shows",
    "Press the switch and look at the page for a while. The cards lose something; you could not say what. They are as bright as before, the type is as black, no picture has changed. They have merely become a picture of cards. Press it again, move your hand by the width of a finger, and they are back in the room.",
    "Both pages are good pages. It should be you who decides which of them you get to read, and it should take no longer than a breath.",
  ],
};
