/**
 * Offsets for drop shadows from a device's motion sensor: a client of the tiltshadow daemon.
 *
 *     import { frames } from "./tiltshadow.mjs";
 *
 *     for await (const frame of frames({ options: { rate_hz: 60 } })) {
 *       card.style.boxShadow = `${frame.x}px ${frame.y}px 16px`;
 *     }
 *
 * In Node and in GJS it connects to the daemon's Unix socket. A browser cannot: there it reads the same messages as Server-Sent
 * Events from `url`, which `tiltshadow preview` serves to pages at its own address alone. Either way the newest frame is
 * handed out, never a queue of old ones, and a restart of the daemon is survived. Options can be changed meanwhile (not in a
 * browser):
 *
 *     const shadow = frames();
 *     shadow.subscribe({ gain: 20 });
 *     followScreen(shadow.subscribe); // of display.mjs: the picture may be turned
 *
 * Who draws at a display's rate does so by display.mjs, beside this file, which needs resampler.mjs and daemon-clock.mjs.
 * Needs a browser with modules, or socket.mjs beside this file and either Node 18 with node.mjs or GJS 1.72 with gio.mjs, as
 * in extensions of GNOME Shell and in AGS; and nothing else. Apache-2.0.
 */

export const PROTOCOL = 1;
/** Bytes of the longest line, its line feed included. */
export const LONGEST_LINE = 4096;
/** Milliseconds from a change of options to the next: 50 within a second are one too many for a daemon. */
const REQUEST_PAUSE = 30;
/** A server of events says something every 5 s: at this many looks in a row, so many ms apart, without anything it has gone. */
const LOOKS = 5, LOOK = 3000;

const STATES = ["tracking", "stale", "none"];
/** What no daemon's numbers are beyond, whatever their unit: its instants, its counts, and all others. */
const FARTHEST_INSTANT = 2 ** 62, LARGEST_COUNT = 2 ** 53, LARGEST_NUMBER = 1e9;

/** What is not shown but changes what is: C0, DEL, C1, line and paragraph separators, controls of direction. */
const HIDDEN = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A stranger's text as a terminal may show it. */
const visible = (text) =>
  typeof text === "string" ? text.replace(HIDDEN, (hidden) => `\\u{${hidden.charCodeAt(0).toString(16)}}`) : "";

/** No frames, and why; `hint` says what to try, `code` is the protocol's or the system's. All can be shown. */
export class TiltshadowError extends Error {
  constructor(message, hint = "", code = "") {
    super(visible(message));
    Object.assign(this, { name: "TiltshadowError", hint: visible(hint), code: visible(code) });
  }
}

/** The socket of this user's daemon: TILTSHADOW_SOCKET, else one in XDG_RUNTIME_DIR, else the system's. */
export async function defaultPath() {
  const { environment, existsSync } = await runtime();
  if (environment.TILTSHADOW_SOCKET) return environment.TILTSHADOW_SOCKET;
  const directory = environment.XDG_RUNTIME_DIR;
  // The second is its place in early builds: a bare file, which a sandbox cannot be shown for good.
  const own = directory ? [`${directory}/tiltshadow/tiltshadow.sock`, `${directory}/tiltshadow.sock`] : [];
  return own.find((path) => existsSync(path)) ?? "/run/tiltshadow/tiltshadow.sock";
}

/**
 * The newest frames, as the protocol writes them, for ever.
 *
 * @param {object} [where]
 * @param {string} [where.path] the daemon's socket (not in a browser); by default what defaultPath() finds
 * @param {string} [where.url] a stream of Server-Sent Events instead (browser)
 * @param {boolean} [where.wait] waits for a daemon that is not there yet, or refuses us, as a widget wants (not in a browser)
 * @param {object} [where.options] those of the protocol's `subscribe` request as they are now (not in a browser); what is
 *   undefined is not named
 * @param {AbortSignal} [where.signal] ends the connection at once, and the loop
 * @param {(message: {type: string}) => void} [where.onMessage] is told everything else: the protocol's hello, sensor,
 *   ok, error and goodbye, and in a browser the preview's own events (page, daemon) and { type: "stream", state:
 *   "lost" } where its server does not answer, or hangs
 * @yields {{x: number, y: number, state: string, seq: number, t_ns: number, for_ns?: number, pitch_rad?: number,
 *   roll_rad?: number, up?: number[], dropped?: number, still?: boolean}} x and y in points, to the right and down
 * @returns {AsyncGenerator & {subscribe: (options: object) => number}} `subscribe` changes options, now and for every later
 *   connection (not in a browser), and gives the id that the daemon's `ok` or `error` will have, which onMessage is told of; call
 *   it as often as you like: while the daemon is away, has not answered the last change, or was asked within 30 ms, what later
 *   calls name anew is not asked for, and not answered
 * @throws {TiltshadowError} where no daemon answers at first, or it refuses the options; and at once, as `subscribe` does, where no
 *   request can say them, such as NaN or a BigInt
 */
export function frames(where = {}) {
  const subscription = new Subscription(where.options);
  return Object.assign(generate(where, subscription), {
    subscribe(options) {
      if (where.url) throw new TiltshadowError("a stream of events takes no requests", "ask its server");
      return subscription.change(options);
    },
  });
}

async function* generate({ path, url, wait, signal, onMessage = () => {} }, subscription) {
  if (signal?.aborted) return;
  const mailbox = new Mailbox(onMessage);
  const ending = new Ending();
  const abort = () => {
    mailbox.end();
    ending.come();
  };
  signal?.addEventListener("abort", abort);
  try {
    if (url) readEvents(url, ending, mailbox);
    else readSocket({ path, wait }, subscription, ending, mailbox);
    for (let frame; (frame = await mailbox.take()); ) yield frame;
  } finally {
    signal?.removeEventListener("abort", abort);
    ending.come();
  }
}

/** One message of the protocol from one line, or from a Server-Sent Event's; null where it makes no sense. */
export function parseMessage(line, event = "message") {
  try {
    const message = JSON.parse(line);
    if (event !== "message") message.type = event;
    return typeof message?.type === "string" ? message : null;
  } catch {
    return null;
  }
}

const isNumber = (value) => Number.isFinite(value) && Math.abs(value) <= LARGEST_NUMBER;
const isInstant = (value) => Number.isInteger(value) && Math.abs(value) < FARTHEST_INSTANT;
const isCount = (value) => Number.isInteger(value) && value >= 0 && value <= LARGEST_COUNT;

/** What a frame may lack, and how it is known. */
const OPTIONAL = {
  for_ns: isInstant, pitch_rad: isNumber, roll_rad: isNumber, dropped: isCount, still: (value) => typeof value === "boolean",
  up: (value) => Array.isArray(value) && value.length === 3 && value.every(isNumber),
};

/** Whether it is a frame: 1e999 is JSON, too. An optional field that cannot be is taken from it. */
function isFrame(message) {
  for (const [key, isSound] of Object.entries(OPTIONAL)) if (key in message && !isSound(message[key])) delete message[key];
  const { seq, t_ns, state, x, y } = message;
  return isCount(seq) && isInstant(t_ns) && STATES.includes(state) && isNumber(x) && isNumber(y);
}

/** What hello must say before anything else is believed. */
export function checkGreeting(message, where) {
  if (message?.type === "error") throw new TiltshadowError(message.message, message.hint, message.code);
  if (message?.type !== "hello") throw new TiltshadowError(`${where} is no tiltshadow socket`, "name another one");
  if (message.protocol !== PROTOCOL) {
    throw new TiltshadowError(
      `${message.server ?? "the daemon"} speaks protocol ${message.protocol}, this module ${PROTOCOL}`,
      "install the same version of both");
  }
}

/** Options as JSON says them, which leaves out what is undefined, in an object that is nobody else's. */
function said(options) {
  if (options != null && (typeof options !== "object" || Array.isArray(options))) {
    throw new TiltshadowError(`the options ${String(options).slice(0, 80)}: expected an object`, "such as { gain: 20 }");
  }
  const json = JSON.stringify(options, (name, value) => {
    if (typeof value !== "bigint" && (typeof value !== "number" || Number.isFinite(value))) return value;
    const given = typeof value === "bigint" ? `${value}n` : value;
    throw new TiltshadowError(`${name} ${given}: expected a finite number`, "leave it out, or give one (Number() of a BigInt)");
  });
  return { ...JSON.parse(json ?? null) };
}

/** A request as a line; throws where it is too long. */
function request(id, options) {
  const line = JSON.stringify({ ...options, type: "subscribe", id }) + "\n", { length } = new TextEncoder().encode(line);
  if (length > LONGEST_LINE) {
    throw new TiltshadowError(`${line.slice(0, 80)}… has ${length} bytes: expected ${LONGEST_LINE} at most`);
  }
  return line;
}

/** The options of a program: what the daemon has taken, and has not answered yet. */
class Subscription {
  #taken;
  #asked = new Map();
  #sent = new Set(); // of those, what this connection has been asked for
  #last = 0;
  #socket;
  #timer; // until more may be asked for

  constructor(options) {
    if (options != null) this.#taken = said(options);
    request("options", this.#taken);
  }

  /** Asks a new connection for the options, then each change; whether there are any. */
  begin(socket) {
    this.#socket = socket;
    this.#sent = new Set(this.#asked.keys());
    for (const [id, options] of [["options", this.#taken], ...this.#asked]) if (options) this.#send(id, options);
    return !!this.#taken;
  }

  end() {
    this.#socket = null;
    this.#sent.clear();
    this.#forgetReplaced();
  }

  /** Leaves what was asked for, what later changes do not name anew, and the last that names nothing: it asks what holds. */
  #forgetReplaced() {
    const last = {};
    for (const [id, options] of this.#asked) {
      const keys = Object.keys(options);
      for (const key of keys.length > 0 ? keys : [""]) last[key] = id;
    }
    const kept = new Set([...this.#sent, ...Object.values(last)]);
    for (const id of this.#asked.keys()) if (!kept.has(id)) this.#asked.delete(id);
  }

  change(given) {
    const options = said(given);
    request("options", { ...this.#taken, ...options }); // for the next connection
    this.#asked.set((this.#last += 1), options);
    this.#forgetReplaced();
    this.#ask();
    return this.#last;
  }

  /** Asks for the next change, once the last is answered and a while ago. */
  #ask() {
    if (!this.#socket || this.#timer || this.#sent.size > 0) return;
    const [next] = this.#asked;
    if (!next) return;
    this.#sent.add(next[0]);
    this.#send(...next);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#ask();
    }, REQUEST_PAUSE);
  }

  /** Whether a change was taken. */
  hear({ type, id, code, ignored }) {
    if (code === "not-json" && id === undefined) [id] = this.#sent; // it could not be read, such as half a character, nor its id
    if (Array.isArray(ignored)) console.warn(`tiltshadow: the daemon does not know ${ignored.map(visible).join(", ")}`);
    const options = this.#asked.get(id);
    if (!this.#asked.delete(id)) return false;
    this.#sent.delete(id);
    if (type === "ok") {
      // As the daemon does: a rate without a phase gives the phase up.
      const { phase_ns, ...others } = this.#taken ?? {};
      this.#taken = { ...("rate_hz" in options ? others : this.#taken), ...options };
    }
    this.#ask();
    return type === "ok";
  }

  #send(id, options) {
    if (this.#socket.writable) this.#socket.write(request(id, options));
  }
}

/** Nobody reads frames any more: what an AbortController is where there is one, which GJS has not. */
class Ending {
  hasCome = false;
  #actions = new Set();

  come() {
    this.hasCome = true;
    for (const action of this.#actions) action();
    this.#actions.clear();
  }

  onEnd(action) { this.#actions.add(action); }

  /** Waits for so many milliseconds, or for the end. */
  sleep(milliseconds) {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#actions.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      this.onEnd(wake);
    });
  }
}

/** Holds the newest frame until somebody takes it, and tells everything else at once. */
class Mailbox {
  /** Whether a frame is so late that a newer one must wait behind those that came; no browser knows the daemon's clock. */
  isLate = () => false;
  /** Milliseconds to wait for that one. */
  lagTimeout = 0;
  #onMessage;
  #frame = null;
  #queued = 0;
  #end = null;
  #wake = () => {};

  constructor(onMessage) { this.#onMessage = onMessage; }

  put(message) {
    if (this.#end) return;
    if (message?.type !== "frame") return message && this.#onMessage(message);
    if (!isFrame(message)) return;
    const missed = this.#frame ? (this.#frame.dropped ?? 0) + 1 : 0;
    this.#frame = missed ? { ...message, dropped: missed + (message.dropped ?? 0) } : message;
    this.#queued += 1;
    this.#wake();
  }

  /** Nothing comes any more; the first reason holds. */
  end(error = null) {
    this.#end ??= { error };
    this.#wake();
  }

  /** The newest frame, as soon as there is one; undefined at the end. */
  async take() {
    while (!this.#frame && !this.#end) await this.#news();
    // Where old frames had queued: the newest comes as soon as there is room for it.
    if (this.#queued > 2 && !this.#end && this.isLate(this.#frame)) await this.#news(this.lagTimeout);
    if (this.#end?.error) throw this.#end.error;
    if (this.#end) return undefined;
    const frame = this.#frame;
    [this.#frame, this.#queued] = [null, 0];
    return frame;
  }

  /** Waits for the next frame or the end, for so many milliseconds at most. */
  async #news(milliseconds) {
    let timer;
    await new Promise((resolve) => {
      this.#wake = resolve;
      if (milliseconds !== undefined) timer = setTimeout(resolve, milliseconds);
    });
    clearTimeout(timer);
  }
}

/** What only Node or only GJS has, and loads. */
const runtime = () => import(globalThis.imports?.gi ? "./gio.mjs" : "./node.mjs");

/** Reads the daemon's socket. */
async function readSocket(...where) {
  const mailbox = where.at(-1);
  try {
    await (await import("./socket.mjs")).readSocket(await runtime(), ...where);
  } catch (error) {
    mailbox.end(error);
  }
}

/**
 * Reads Server-Sent Events, which the browser itself connects to again, but for a server that hangs. Looks are counted, and no
 * time: a page that was frozen or busy finds what came meanwhile before it has looked often enough.
 */
function readEvents(url, ending, mailbox) {
  let events, silent;
  const lose = () => mailbox.put({ type: "stream", state: "lost" });
  const hear = ({ type, data }) => {
    silent = 0;
    if (type !== "alive") mailbox.put(parseMessage(data, type));
  };
  const open = () => {
    silent = 0;
    events = new EventSource(url);
    for (const name of ["message", "page", "daemon", "alive"]) events.addEventListener(name, hear);
    events.onerror = () => {
      if (events.readyState === EventSource.CLOSED) mailbox.end(new TiltshadowError(`${url} is no stream of events`));
      else lose();
    };
  };
  open();
  const looking = setInterval(() => {
    if ((silent += 1) < LOOKS) return;
    events.close();
    lose();
    open();
  }, LOOK);
  ending.onEnd(() => {
    clearInterval(looking);
    events.close();
  });
}
