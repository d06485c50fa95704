// A shadow for AGS v1 (https://aylur.github.io/ags-docs) whose offset follows the device; for `css:` of any widget.
// Where the picture is turned, add --display-rotation 90, 180 or 270; on a monitor that does not tilt, --no-moves.
const shadow = Variable({ x: 0, y: 4 }, {
  listen: ["tiltshadow watch --json --wait --rate 30 --when changed", (line) => JSON.parse(line)],
});

export const TiltCard = (child) => Widget.Box({
  child,
  css: shadow.bind().as(({ x, y }) => `box-shadow: ${x}px ${y}px 16px rgba(0, 0, 0, 0.35);`),
});
