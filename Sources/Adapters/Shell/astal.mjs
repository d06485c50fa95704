// A shadow that follows the device, for what runs in GJS: AGS 2 and 3, Astal, extensions of GNOME Shell from 45 on.
// tiltshadow.mjs, socket.mjs and gio.mjs of Sources/Clients/JavaScript lie beside it.
//
// AGS 3:  const [css, setCss] = createState("");  onCleanup(follow(setCss));  <box css={css}> …
// AGS 2:  const css = Variable("");  const end = follow((style) => css.set(style));  <box css={css()}> … onDestroy={end}
// Shell:  enable() { this.end = follow((style) => card.set_style(style)); }  disable() { this.end(); }
import { Ending } from "./gio.mjs";
import { frames } from "./tiltshadow.mjs";

/**
 * Calls `draw` with the style of a card whenever that is another one; what it gives ends that.
 *
 * Where the picture is turned, `tiltshadow rotate` tells it, or `options` has display_rotation 90, 180 or 270; on a monitor that
 * does not tilt, `options` has moves false.
 */
export function follow(draw, options = {}) {
  const ending = new Ending();
  const shadow = frames({ wait: true, signal: ending, options: { rate_hz: 30, when: "changed", rotation: "follow", ...options } });
  (async () => {
    for await (const { x, y } of shadow) {
      if (ending.aborted) break;
      draw(`box-shadow: ${x}px ${y}px 16px rgba(0, 0, 0, 0.35);`);
    }
  })().catch((error) => console.error(`${error.message}; ${error.hint}`));
  return () => ending.come();
}
