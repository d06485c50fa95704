// @ts-check
/** @file The texts of the section about the craft of light and noise, loaded when the first of them is opened. */

/**
 * Paragraphs by the story's id.
 * @type {Record<string, string[]>}
 */
export const texts = {
  paper: [
    "For a very long time painters did without. On Egyptian walls, on Greek vases, in the gold of the Middle Ages nothing throws a shadow, and nothing floats either; figures stand where the story needs them. Then, within a few decades around the year 1430, shadows fall everywhere: under feet, behind jugs, from the noses of the donors. The light had been given a place, and with it the room had got a floor.",
    "Soon after that somebody looked more closely and saw that the shadow of a hand has no edge. Near the hand it is sharp, further off it melts. Candle, window and sun are not points; from behind the edge of a thing one sees a part of them, and that part is the grey between. Leonardo filled pages with it. He called the transition smoke.",
    "## Smoke in numbers",
    "On a screen the smoke is arithmetic. One takes the outline of a card, fills it with black, and smears it with a bell curve. How wide the bell is decides how high the card seems to float; how black it is, how strong the lamp. Sixteen pixels and thirty-five percent are a card a finger’s width above a table, on a day with thin clouds.",
    "> An edge says where something ends. A soft edge says how far away the rest is.",
    "The first graphical desktops could not afford a bell curve. They drew a second black rectangle, two pixels down and to the right, hard as a stamp. It was enough. The eye is generous: it takes any dark thing at the lower right for a shadow, if only nothing contradicts it.",
    "## From the top left",
    "That the light comes from above needs no explanation; most of it does. But why from the left? In experiments people who are asked to find the odd bump among dents are quickest when the light comes from the upper left, and nobody knows for certain why. One guess is that right-handed people place their lamp so that the hand does not shade the pen. All of the buttons on all of the desktops followed.",
    "Around 2013 the shadows vanished. Everything became flat, proud and a little hard to read, since one no longer knew what was lying on what. They came back within two years, larger, fainter, and from straight above. Since then cards have floated again. Only the lamp has remained nailed to the frame.",
    "## Taking the lamp off its nail",
    "It is a small step to let it hang in the room instead. The shadow needs nothing but to know where down is, and the chip for that has been in every tablet for fifteen years, to turn the picture. It has been waiting for somebody to ask a more interesting question than which way up.",
    "The painters of 1430 would have seen the point at once. They had just discovered that a shadow belongs neither to the thing nor to the light. It belongs to the place where both of them meet.",
  ],
  noise: [
    "Lay a tablet on a table and ask its sensor for the truth. The answer trembles. The last digits change with every reading, without pattern and without end: a third of a degree up, a fifth down. The table has not moved. You are looking at heat.",
    "The comb in the chip is so small that the molecules of the gas around it push it about. The amplifier behind it adds a hiss of its own. Neither can be built away. What can be done is what one does with sand in water: wait until it settles.",
    "## The price of patience",
    "Every filter is a form of waiting. Average ten readings, and the trembling falls to a third. But the average of the last ten readings is the truth of five readings ago, and a shadow that comes a tenth of a second after the hand is worse than one that trembles. It looks as though it were being dragged through honey.",
    "> Smooth or prompt: a simple filter makes you choose. A good one asks what you are doing.",
    "For the two wishes do not come at the same time. Whoever holds still wants smoothness and does not care about delay, as nothing is happening. Whoever moves wants promptness and does not see the trembling, as everything moves. So measure the speed first. When the hand rests, wait long. When it hurries, hardly wait at all. The rule fits on a line, and it was published as late as 2012.",
    "## A second opinion",
    "It gets better still with a second sensor. A gyroscope does not feel where down is; it feels how fast the device turns, and it feels that at once and with little noise. Its weakness is patience. Left alone it drifts off, by a degree, then by ten, into nowhere.",
    "One sensor is right in the long run and nervous from moment to moment. The other is steady from moment to moment and wrong in the long run. Let the second one lead and the first one correct it gently, over seconds, and you have an arrow that neither trembles nor lags nor drifts. The rest jitter falls by a factor of twenty.",
    "## What sand is good for",
    "One must not take out all of it, though. The trembling of a hand, ten times a second and half a degree wide, is no noise; it is you. A shadow that is perfectly still while you hold the tablet looks dead, as a photograph of a candle does.",
    "On this page about a tenth of a pixel of you is left. It is less than one step of grey at the edge of a shadow. You cannot see it. But lay the device down on the table, and you will see that it is gone.",
  ],
  drift: [
    "Drift is a tray of sand with two stones in it. There is no score, no time and no end. If you tilt the device, the sand moves, very slowly, to the lower edge. If you draw a finger over it, a rake follows with seven teeth and leaves seven lines. That is all. People have lost afternoons to it.",
    "The sand consists of about ninety thousand grains, none of which exists. There is a height for each point of the tray, and a rule from geology: sand that lies steeper than thirty-four degrees slides. Everything else follows from that, the soft slopes around the stones, the little landslides behind the rake, the fan that spreads in a corner when you forget the game on your knees.",
    "## The right slowness",
    "The tilt is not taken as it comes. It passes through a filter so slow that it would be a fault anywhere else: three seconds, as if the tray were floating in oil. Quick movements leave no trace. The garden answers only to what you mean for longer than a breath.",
    "> You cannot hurry it. You can only sit still more carefully.",
    "The light is quick, by contrast. It comes from straight above, from the room and not from the screen, and every groove has its shadow on the side that lies lower. A tilt too small for the sand is enough to make all the lines of the garden lean over at once, like grass in a wind. Many play nothing but that.",
    "## Two stones",
    "There are exactly two, and they cannot be moved. In the first version one could choose among forty. Testers chose for half an hour, put them down, moved them, put them away and closed the program. With two stones that could not be moved they began to rake after ten seconds.",
    "The stones are in other places every morning. They are placed by the date, so that everyone in the world who rakes today is raking around the same two stones. Nobody is told who the others are.",
    "## When you leave",
    "The garden is not saved. When you come back, the sand is level, as if someone had been there overnight with a board. Some people have complained about it in writing. The reply was a single photograph: a monk, a garden, a rake, and in the upper left the first drops of rain.",
    "It makes no sound. You may, if you like, imagine one.",
  ],
  lantern: [
    "There is a moment at the end of every evening’s reading that no reading program knows about. The book sinks. It does not close; the hand simply forgets to hold it. A paper book waits politely on the blanket. A tablet goes on shining at the ceiling, and half an hour later somebody wakes up because of it.",
    "Lantern knows the moment, since it is made of nothing but tilt. As long as you hold the page up, its light is even and warm. If the page leans back a little, the light sinks with it, like a flame that is turned down. If it lies flat for a minute, the light goes out, slowly enough for you to object.",
    "## Warm, then warmer",
    "The colour of the light follows the sun’s, though not the clock’s. In the first hour it is the white of a cloudy afternoon. Each page makes it a shade warmer, and nobody has ever noticed when. By the end it is the colour of a candle, and dark blue ink on it reads like black.",
    "> The best light is the one of which you could not say when it changed.",
    "Shadows go with it. The margins of the page lie a little above the ground, and the shadow below them falls where it would fall if a paper lamp hung in your room, just above the bed. Turn to the wall, and it comes along. One reader wrote that she now hangs up her tablet when she means to put it down. We did not ask what she meant.",
    "## What it reads",
    "Anything that is text. It takes a folder of files, shows their first lines, and remembers the page in each of them. It does not know what a library is, nor a shop. Words may be larger or smaller; there are three typefaces, chosen by people who read at night; and lines are never longer than a hand is wide.",
    "Pages turn by a tilt, if you like: a short nod to the left or right, as one would shake a crumb from a plate. That sounds dreadful and had to be tuned for a winter. It now tells a nod from a yawn, a cat, and a train on an old line.",
    "## Good night",
    "When the light is out, Lantern asks for nothing any more. It unsubscribes from the sensor, the daemon sees that it was the last one, the chip goes to sleep, and the battery lasts till morning and well beyond. Should you lift the page again within a quarter of an hour, it is on the line where your eyes closed. After that it assumes that you have slept, and goes back by one paragraph.",
    "You will not remember that one.",
  ],
};
