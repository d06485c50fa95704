// A shadow for AGS v1 (https://aylur.github.io/ags-docs) whose offset follows the device; for `css:` of any widget.
// Where the picture is turned, `tiltshadow rotate` tells it, from the script that turns the screen; on a monitor that does
// not tilt, add --no-moves.
const shadow = Variable({ x: 0, y: 4 }, {
  listen: ["tiltshadow watch --json --wait --rate 30 --when changed --rotation follow", (line) => JSON.parse(line)],
});

export const TiltCard = (child) => Widget.Box({
  child,
  css: shadow.bind().as(({ x, y }) => `box-shadow: ${x}px ${y}px 16px rgba(0, 0, 0, 0.35);`),
});
