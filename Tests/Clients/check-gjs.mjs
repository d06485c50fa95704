// check-gjs.mjs frames|refused|misspelt|rows SOCKET: uses the JavaScript client in GJS as a program would, and prints what came.
import GLib from "gi://GLib";
import System from "system";
import { times } from "../../Sources/Clients/JavaScript/socket.mjs";
import { frames } from "../../Sources/Clients/JavaScript/tiltshadow.mjs";

const [mode, path] = System.programArgs;
const options = { frames: { include: ["up"] }, refused: { rate_hz: 900 }, misspelt: { gian: 5 } }[mode];
const wait = mode === "rows";
if (wait) for (const name in times) times[name] /= 10; // nobody waits for real ones
const loop = new GLib.MainLoop(null, false);
let status = 0;

async function main() {
  try {
    for await (const frame of frames({ path, options, wait })) {
      print(frame.seq, frame.x, frame.y, frame.state);
      if (mode === "misspelt") break;
    }
  } catch (error) {
    print(`${error.message}; ${error.hint}`);
    status = 3;
  }
  loop.quit();
}

main();
loop.run();
System.exit(status);
