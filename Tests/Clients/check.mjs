// check.mjs frames|stall|abort|refused|misspelt|rows SOCKET: uses the JavaScript client as a program would, and prints what came.
import { setTimeout as sleep } from "node:timers/promises";
import { times } from "../../Sources/Clients/JavaScript/socket.mjs";
import { frames } from "../../Sources/Clients/JavaScript/tiltshadow.mjs";

const [mode, path] = process.argv.slice(2);
const options = { frames: { include: ["up"] }, stall: { strict: true }, refused: { rate_hz: 900 }, misspelt: { gian: 5 } }[mode];
const wait = mode === "rows";
if (wait) for (const name in times) times[name] /= 10; // nobody waits for real ones
const ending = new AbortController();
let count = 0;
try {
  for await (const frame of frames({ path, options, wait, signal: ending.signal })) {
    console.log(frame.seq, frame.x, frame.y, frame.state);
    count += 1;
    if (mode === "misspelt") break;
    if (mode === "stall" && count === 3) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
    if (mode === "stall" && count === 6) break;
    if (mode === "abort" && count === 3) sleep(1).then(() => ending.abort());
  }
} catch (error) {
  console.log(`${error.message}; ${error.hint}`);
  process.exitCode = 3;
}
