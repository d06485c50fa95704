/** @file The daemon's socket, for tiltshadow.mjs in Node: connects, reads, connects again. Apache-2.0. */

import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { checkGreeting, defaultPath, parseMessage, TiltshadowError } from "./tiltshadow.mjs";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;
const HELLO_PATIENCE_MS = 5000;
const LONGEST_LINE = 4096; // bytes, line feed included

/** Reads the daemon's socket, and connects again when it ends; throws where that makes no sense. */
export async function readSocket(path, subscription, signal, mailbox) {
  path ??= await defaultPath();
  let pause = FIRST_PAUSE_MS;
  let wasConnected = false;
  let socket;
  // One for all sockets: each socket's own would stay, and hold it.
  signal.addEventListener("abort", () => socket.destroy());
  while (!signal.aborted) {
    socket = connect({ path });
    socket.setTimeout(HELLO_PATIENCE_MS, () => socket.destroy(Object.assign(new Error(), { code: "ETIMEDOUT" })));
    let greeted = false;
    let subscribing = false; // until the daemon has taken the options, frames are made by its defaults
    try {
      for await (const lines of wholeLines(socket, path)) {
        // Without a pause: what came at once is old but for its newest frame.
        for (const line of lines) {
          const message = parseMessage(line);
          if (!greeted) {
            checkGreeting(message, path);
            socket.setTimeout(0);
            greeted = wasConnected = true;
            pause = FIRST_PAUSE_MS;
            // Not before: where the daemon has refused us and closed, Node would drop what it said for the write that failed.
            subscribing = subscription.begin(socket);
          }
          if (message?.type === "error" && message.id === "options") {
            return mailbox.end(new TiltshadowError(message.message, message.hint, message.code));
          }
          if (message?.type === "ok" && message.id === "options") subscribing = false;
          if (message) subscription.hear(message);
          if (!subscribing || message?.type !== "frame") mailbox.put(message);
        }
      }
      if (!wasConnected) throw new TiltshadowError("the daemon ended the connection");
    } catch (error) {
      const isAway = wasConnected && !greeted && error.code === "not-permitted"; // another user sits in front
      if (error !== socket.errored && !isAway) throw error;
      if (!wasConnected) throw explain(error, path);
    }
    subscription.end();
    await sleep(pause, undefined, { signal });
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  }
}

/** The lines of a socket, in groups as they came. */
async function* wholeLines(socket, path) {
  let rest = "";
  for await (const text of socket.setEncoding("utf8")) {
    const lines = (rest + text).split("\n");
    rest = lines.pop();
    if ([...lines, rest].some((line) => line.length >= LONGEST_LINE)) throw new TiltshadowError(`${path} sent a line of more than ${LONGEST_LINE} bytes`);
    yield lines;
  }
}

function explain(error, path) {
  const start = "start it (systemctl start tiltshadow.socket), name another socket, or try tiltshadow demo";
  const [what, hint] = {
    ENOENT: [`no daemon at ${path}: there is no such socket`, start],
    ECONNREFUSED: [`no daemon at ${path}: nobody listens on the socket`, start],
    EACCES: [`permission denied connecting to ${path}`, "add the user to the group tiltshadow and log in again"],
    ETIMEDOUT: [`${path} accepted the connection and says nothing`, "see why: systemctl status tiltshadow"],
  }[error.code] ?? [`${path}: ${error.message}`];
  return new TiltshadowError(what, hint, error.code);
}
