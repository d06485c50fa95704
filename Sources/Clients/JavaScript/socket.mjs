/** @file The daemon's socket, for tiltshadow.mjs in Node and in GJS: connects, reads, connects again. Apache-2.0. */

import { checkGreeting, defaultPath, LONGEST_LINE, parseMessage, TiltshadowError } from "./tiltshadow.mjs";

/** See CLIENTS of tiltshadow-protocol(7); in milliseconds. Tests do not wait for them. */
export const times = { helloTimeout: 5000, silenceTimeout: 3000, firstPause: 100, longestPause: 5000, lagTimeout: 40 };

const LINE_FEED = 10;

/** Why nobody answers, where the same attempt can succeed later without anybody doing something about it. */
const MAY_COME = new Set(["ENOENT", "ENOTDIR", "ECONNREFUSED", "ECONNRESET", "EAGAIN", "EPIPE", "ETIMEDOUT"]);

/**
 * Reads the daemon's socket, and connects again when it ends; throws where that makes no sense.
 *
 * `isSocket` tells of a path whether it is one; `now` is CLOCK_MONOTONIC in nanoseconds; `connect` gives a socket
 * like Node's, of which this uses setTimeout and timeout, write and writable, destroy and errored, and its bytes as they come;
 * and tells it by hear() of each message, without which its time runs on.
 */
export async function readSocket({ connect, isSocket, now }, { path: given, wait = false }, subscription, ending, mailbox) {
  mailbox.isLate = (frame) => now() - frame.t_ns > 1e8;
  mailbox.lagTimeout = times.lagTimeout; // a daemon sends the newest frame with its next tick
  let pause = times.firstPause;
  let wasConnected = false;
  let hasTaken = false; // of some connection the daemon has taken the options: refused later, they are asked for again
  let socket;
  // One for all sockets: each socket's own would stay, and hold it.
  ending.onEnd(() => socket?.destroy());
  while (!ending.hasCome) {
    const path = given || (await defaultPath()); // anew: a user's own daemon may have come
    if (ending.hasCome) break;
    socket = connect(path);
    socket.setTimeout(times.helloTimeout, () => socket.destroy(Object.assign(new Error(), { code: "ETIMEDOUT" })));
    let greeted = false;
    let isRefused = false;
    let isAway = false; // told in place of hello: another user sits in front, or there is no room
    let subscribing = false; // until the daemon has taken the options, frames are made by its defaults
    try {
      for await (const lines of wholeLines(socket, path)) {
        // Without a pause: what came at once is old but for its newest frame.
        for (const line of lines) {
          const message = parseMessage(line);
          if (!greeted) {
            const isRefusal = message?.type === "error" && (wasConnected || wait);
            if (isRefusal) mailbox.put(message); // before: what the program throws at it ends the loop
            isAway = isRefusal;
            checkGreeting(message, path);
            socket.setTimeout(times.silenceTimeout); // it sends a frame a second at least
            greeted = wasConnected = true;
            // Not before: where the daemon has refused us and closed, Node would drop what it said for the write that failed.
            subscribing = subscription.begin(socket);
          }
          if (message) socket.hear();
          // Another user sits in front, and no frames come until that ends.
          if (message?.type === "error" && message.code === "not-permitted" && message.id === undefined) socket.setTimeout(0);
          // What is no JSON, such as half a character, has no id: it is of what was asked first.
          const isUnread = subscribing && message?.code === "not-json" && message.id === undefined;
          if (message?.type === "error" && (isUnread || message.id === "options")) {
            if (hasTaken) mailbox.put(message);
            isRefused = true;
            throw new TiltshadowError(message.message, message.hint, message.code);
          }
          if (message?.type === "ok" && message.id === "options") {
            subscribing = false;
            hasTaken = true;
          }
          if (message?.type === "frame" && !subscribing) {
            pause = times.firstPause; // not by hello: who greets and ends, again and again, is not to be asked so often
            if (!socket.timeout) socket.setTimeout(times.silenceTimeout);
          }
          if (message && subscription.hear(message)) hasTaken = true;
          if (!subscribing || message?.type !== "frame") mailbox.put(message);
        }
      }
      if (!wasConnected && !wait) throw new TiltshadowError("the daemon ended the connection");
    } catch (error) {
      if (error !== socket.errored && !isAway && !(isRefused && hasTaken)) throw error;
      if (error.code === "ECONNREFUSED" && !isSocket(path)) error.code = "ENOTSOCK"; // the kernel says the same of any file
      if (!wasConnected && !isAway && !(wait && MAY_COME.has(error.code))) throw explain(error, path);
    }
    subscription.end();
    await ending.sleep(pause);
    pause = Math.min(2 * pause, times.longestPause);
  }
}

/** The lines of a socket, in groups as they came. Bytes are counted before they are read: a broken one becomes three. */
async function* wholeLines(socket, path) {
  const decoder = new TextDecoder();
  let rest = new Uint8Array();
  for await (const piece of socket) {
    const bytes = new Uint8Array(rest.length + piece.length), lines = [];
    bytes.set(rest);
    bytes.set(piece, rest.length);
    let start = 0;
    for (let end; (end = bytes.indexOf(LINE_FEED, start)) >= 0; start = end + 1) lines.push(bytes.subarray(start, end));
    rest = bytes.subarray(start);
    if ([...lines, rest].some(({ length }) => length >= LONGEST_LINE)) {
      throw new TiltshadowError(`${path} sent a line of more than ${LONGEST_LINE} bytes`);
    }
    yield lines.map((line) => decoder.decode(line));
  }
}

function explain(error, path) {
  const start =
    "start it (systemctl start tiltshadow.socket; tiltshadow doctor knows how other inits do), name another socket, or try tiltshadow demo";
  const [what, hint] = {
    ENOENT: [`no daemon at ${path}: there is no such socket`, start],
    ECONNREFUSED: [`no daemon at ${path}: nobody listens on the socket`, start],
    ENOTSOCK: [`no daemon at ${path}: this is no socket`, "name tiltshadow's socket"],
    EACCES: [`permission denied connecting to ${path}`, "join the socket's group (the system's daemon has tiltshadow) and log in again"],
    ETIMEDOUT: [`${path} accepted the connection and says nothing`, "see why: tiltshadow doctor"],
  }[error.code] ?? [`${path}: ${error.message}`];
  return new TiltshadowError(what, hint, error.code);
}
