// @ts-check
/** @file The texts of the section about what Linux has to do with it, loaded when the first of them is opened. */

/**
 * Paragraphs by the story's id.
 * @type {Record<string, string[]>}
 */
export const texts = {
  kernel: [
    "It begins with a pull. A comb of silicon, anchored at its edges, sags by less than the width of an atom because you have moved your wrist. Between its teeth a charge changes. A converter counts it, writes three numbers into a row of registers, and lifts one wire.",
    "The wire is an interrupt. Whatever the processor was doing, it now does something else: it reads the registers over a bus that has two wires and the pace of a telegraph, asks the clock for the time, and lays both into a ring of memory. Then it goes back to what it was doing. All that has taken a tenth of a millisecond, and no program has noticed.",
    "## The ring",
    "The ring is a polite invention. The chip delivers when it likes, two hundred times a second or more; the program fetches when it likes, and neither waits for the other. If the program is late, the ring keeps a few readings for it. If it is very late, the oldest are lost and the kernel says so. Nothing blocks, nothing grows.",
    "> Of all the ways to be late, the worst is to deliver something old as if it were new.",
    "Somewhere a timer runs out. It was set for a point in time and not for a span, and the difference matters: whoever sleeps twenty milliseconds again and again drifts by the length of every yawn. Whoever sleeps until the next multiple of twenty does not. The daemon wakes, empties the ring in one read, and takes the newest reading for the truth. The older ones are not wasted. The filter has use for each of them.",
    "## Three vectors and a square root",
    "The arithmetic is over in a few microseconds. The chip’s axes are turned into the screen’s, since nobody solders chips with an eye to the user. Gravity is told from the jerk of the hand. What is left is an arrow of length one that points to the sky. Two angles, one multiplication, and the shadow’s place is known to a hundredth of a pixel.",
    "Then a line of text is made of it, once, no matter how many will read it. A hundred bytes or so; a human being can read them, and that has saved more evenings than any compression could have.",
    "## One letter to each",
    "The line is handed to every subscriber in turn. If one of them has not read the last line yet, this one takes its place. Nobody stands in a queue, as the past of a shadow is of no interest to anyone. Then the daemon sets the timer for the next multiple of twenty and sleeps. It has been awake for less than a fiftieth of that time.",
    "In a browser, a number changes in a style sheet; the next picture is composed, and a soft grey edge lies half a pixel further to the right. From the wrist to the edge it took no more than the blink of a fly. And then the comb sags again.",
  ],
  socket: [
    "The simplest way to let a card know about gravity is to let the card ask. It opens the sensor, reads, turns, filters, and draws. The second card does the same. By the twelfth, the chip is read six hundred times a second, twelve filters disagree about the last digit, and the battery is warm.",
    "The original that this page bows to did exactly that: a motion manager in every cell. It was there to show one thing and did not need to care. A desktop should.",
    "## A file that is a door",
    "Unix has an old answer to such things, and it looks like a file. You will find it in the directory of things that only exist while the machine runs. It has an owner, a group and permissions like any other file, but when a program opens it, there is somebody on the other side. Two lines of any language suffice: connect, and read a line.",
    "> What comes is text. One line, one message, one moment.",
    "The first line introduces the daemon: its version, its rate, the softness that it recommends for a shadow, and the name of the sensor. Then come frames, without being asked, fifty a second. Whoever wants another rate says so in a line of their own. Whoever wants twice the movement, a softer mapping, or a look into the near future says that too, and it concerns nobody else.",
    "## Manners",
    "A good daemon is defined by what it does with bad guests. One that does not read is skipped, for there is room for exactly one unread line. One that sends nonsense is told what was wrong with it, in a sentence, with a suggestion, and may try again. One that sends nonsense fifty times a second is shown the door. None of that delays the others by a single frame.",
    "And when the last guest has left, the daemon waits a few seconds in case somebody comes back, closes the sensor, and does nothing at all. Not a little; nothing. The kernel starts it again when the next one knocks.",
    "## Why not everybody may listen",
    "A chip that feels how a table trembles can, with patience, feel which key was struck. That has been shown more than once, and it is why the door has a group. Those who draw shadows belong to it. Others do not, and the numbers are rounded to what an eye can see, which is kinder to secrets than one would think.",
    "This page is a guest like the others. It cannot open such a door itself, as browsers know no Unix sockets, so a small server of its own passes the lines through. If you open the page in a second window, there are two guests. Put four of them side by side, and every card in every window leans the same way at the same moment. It is worth trying once.",
  ],
  meridian: [
    "Every star chart has to confess something: the sky is a sphere and the paper is not. The old ones solved it with a disc that turns behind a window. You set the date against the hour, and the window shows what stands above your garden. It needs no power, it cannot crash, and it knows nothing about the hill in front of you.",
    "Meridian is such a disc that knows where you are looking. Hold it level and it shows the whole sky with the zenith in the middle. Raise it, and the window slides down toward the horizon just as your gaze does. Hold it over your head, past the vertical, and the chart goes on without a jump, as the sky does.",
    "## Tilt and nothing else",
    "Other charts ask for the compass, the satellites and the camera. Meridian takes the tilt alone. You face south, as you were taught to, and turn yourself; the chart trusts you. It sounds like a loss and turns out to be a relief, for compasses in tablets are hopeless near cars, loudspeakers and the covers with magnets that tablets are sold with.",
    "> A chart that is right about the height of a star has already told you where to look.",
    "The stars are drawn as they are seen, the bright ones larger and none of them as a star. Lines between them are thin, and they fade when you hold still. After half a minute there is only the sky, with a name beside the brightest point, and after a minute the name is gone too.",
    "## Red light",
    "The eye takes twenty minutes to get used to the dark and a second to forget it. Meridian therefore has a night mode that deserves the name: one colour, a deep red that the eye’s night cells do not see, at a brightness that would be called broken in a shop. The setting can be reached with a thumb, in the dark, without a look.",
    "It knows nine thousand stars, which is as many as a good eye can see from a good place in both hemispheres. It could know a million. But then it would be a catalogue, and no one has ever lain in the grass with a catalogue.",
    "## For the back garden",
    "Try it with the summer triangle. Lie down, hold the chart above you, and wait until three bright names stand around the middle: Vega, Deneb, Altair. Then take the chart away. They are there. Between the second and the third runs a band of grey that you will have taken for a cloud. It is not a cloud.",
    "Lay the device on your chest after that. The chart dims when it lies face down, and the sensor sleeps when nobody asks.",
  ],
  hinge: [
    "Open a laptop and you know where the top is. Fold the screen right round to the back, and the machine is a tablet with a keyboard for a bottom. Stand it up like a tent and the top is where the hinge is. Four shapes, one computer, and a chip in the lid that is supposed to tell which.",
    "It cannot, and so there are two: one in the lid and one under the keyboard. Each knows where down is. The angle between the two answers is the angle of the hinge. From that the machine concludes whether the keys are pressed by fingers or by a table.",
    "## Which of them moves the shadow?",
    "The one in the screen, obviously; the shadow lies on the screen. But the chips do not say where they are. To a program they are two devices with the same name, and now and then with the same number. Some firmware writes the place into a label. Some writes it into the label of the other one.",
    "> Hardware is that part of the system of which the documentation has been lost.",
    "So the sources of information are put in order, the most reliable first, and for each candidate there is a note of why it won or lost. If the choice was wrong, you can read the note and overrule it. That does not sound like much. Anyone who has ever hunted a wrong choice through six layers of software will want to frame that note.",
    "## Nine numbers",
    "Chips are soldered where there is room, and turned as the wires demand. Between the axes of the chip and those of the screen stands a table of three rows and three columns, the mount matrix: nine numbers, six of them zero as a rule, the rest one or minus one. One wrong sign among them and the shadow falls uphill.",
    "There are three places where such a table may live, and two conventions about what it means. One tradition counts the pull of the earth, the other the push of the table that resists it. They differ by nothing but a minus, and a whole generation of convertible laptops has had its picture upside down because of it.",
    "## The test that needs no tools",
    "Lay the device flat, with the screen up. Lower its right edge: the shadow must go right. Lower the edge next to you: the shadow must come down the screen, toward you. If either goes the wrong way, a sign is wrong, and you now know in which row.",
    "Then fold the machine into a tent, and watch. The picture turns over, the shadow finds its new down within a frame, and the cards lie on their ground as though nothing had happened. Nothing has. That is the whole art of it.",
  ],
};
