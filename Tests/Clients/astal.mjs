// astal.mjs: the adapter for what runs in GJS, as a shell would use it: prints three styles and ends.
import GLib from "gi://GLib";
import { follow } from "./adapter.mjs";

const loop = new GLib.MainLoop(null, false);
let count = 0;
const end = follow((style) => {
  print(style);
  count += 1;
  if (count < 3) return;
  end();
  setTimeout(() => loop.quit(), 0);
});
loop.run();
