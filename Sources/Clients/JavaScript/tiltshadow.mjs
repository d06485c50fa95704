/**
 * Offsets for drop shadows from a device's motion sensor: a client of the tiltshadow daemon in one module.
 *
 *     import { frames } from "./tiltshadow.mjs";
 *
 *     for await (const frame of frames({ options: { rate_hz: 60 } })) {
 *       card.style.boxShadow = `${frame.x}px ${frame.y}px 16px`;
 *     }
 *
 * In Node it connects to the daemon's Unix socket. A browser cannot: there it reads the same messages as Server-Sent
 * Events from `url`, which `tiltshadow preview` serves. Either way the newest frame is handed out, never a queue of
 * old ones, and a restart of the daemon is survived. Options are those of the protocol's `subscribe` request.
 * Needs Node 18 or a browser with modules, and nothing else. Apache-2.0.
 */

export const PROTOCOL = 1;

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;
const LONGEST_LINE = 4096;

/** No frames, and why; `hint` says what to try, `code` is the protocol's or the system's. */
export class TiltshadowError extends Error {
  constructor(message, hint = "", code = "") {
    super(message);
    this.name = "TiltshadowError";
    this.hint = hint;
    this.code = code;
  }
}

/** The socket of this user's daemon: TILTSHADOW_SOCKET, else one in XDG_RUNTIME_DIR, else the system's. */
export async function defaultPath() {
  const { existsSync } = await import("node:fs");
  if (process.env.TILTSHADOW_SOCKET) return process.env.TILTSHADOW_SOCKET;
  const own = process.env.XDG_RUNTIME_DIR && `${process.env.XDG_RUNTIME_DIR}/tiltshadow.sock`;
  return own && existsSync(own) ? own : "/run/tiltshadow/tiltshadow.sock";
}

/**
 * The newest frames, as the protocol writes them, for ever.
 *
 * @param {object} [where]
 * @param {string} [where.path] the daemon's socket (Node); by default what defaultPath() finds
 * @param {string} [where.url] a stream of Server-Sent Events instead (browser)
 * @param {object} [where.options] what differs from the daemon's defaults, such as { rate_hz: 60 } (Node)
 * @param {AbortSignal} [where.signal] ends the loop
 * @param {(message: {type: string}) => void} [where.onMessage] is told everything else: the protocol's hello, sensor,
 *   ok, error and goodbye, and in a browser the preview's own events (page, daemon) and { type: "stream", state:
 *   "lost" } where its server does not answer
 * @yields {{x: number, y: number, state: string, seq: number, t_ns: number, pitch_rad?: number, roll_rad?: number,
 *   up?: number[], dropped?: number}} x and y in points, to the right and down
 * @throws {TiltshadowError} where no daemon answers at first, or it refuses the options
 */
export async function* frames({ path, url, options, signal, onMessage = () => {} } = {}) {
  if (signal?.aborted) return;
  const mailbox = new Mailbox();
  const abort = () => mailbox.end();
  signal?.addEventListener("abort", abort);
  const source = url
    ? new EventFeed(url, mailbox, onMessage)
    : new SocketFeed(path ?? (await defaultPath()), options, mailbox, onMessage);
  source.open();
  try {
    for (let frame; (frame = await mailbox.take()); ) yield frame;
  } finally {
    signal?.removeEventListener("abort", abort);
    source.close();
  }
}

/** One message of the protocol from one line; null where the line makes no sense. */
export function parseMessage(line) {
  try {
    const message = JSON.parse(line);
    return typeof message?.type === "string" ? message : null;
  } catch {
    return null;
  }
}

/** What hello must say before anything else is believed. */
export function checkGreeting(message, where) {
  if (message?.type === "error") throw new TiltshadowError(message.message, message.hint, message.code);
  if (message?.type !== "hello") throw new TiltshadowError(`${where} is no tiltshadow socket`, "name another one");
  if (message.protocol !== PROTOCOL) {
    const server = message.server ?? "the daemon";
    throw new TiltshadowError(
      `${server} speaks protocol ${message.protocol}, this module ${PROTOCOL}`, "install the same version of both");
  }
}

/** Holds the newest frame until somebody takes it. */
class Mailbox {
  #frame = null;
  #error = null;
  #ended = false;
  #wake = () => {};

  put(frame) {
    const missed = this.#frame?.dropped ?? 0;
    this.#frame = missed ? { ...frame, dropped: missed + (frame.dropped ?? 0) } : frame;
    this.#wake();
  }

  end(error = null) {
    this.#ended = true;
    this.#error = error;
    this.#wake();
  }

  /** The newest frame, as soon as there is one; undefined at the end. */
  async take() {
    while (!this.#frame && !this.#ended) await new Promise((resolve) => { this.#wake = resolve; });
    if (this.#error) throw this.#error;
    if (this.#ended) return undefined;
    const frame = this.#frame;
    this.#frame = null;
    return frame;
  }
}

/** The daemon's socket, connected to again when it ends. */
class SocketFeed {
  #path; #options; #mailbox; #onMessage; #socket; #timer;
  #pause = FIRST_PAUSE_MS;
  #wasConnected = false;
  #closed = false;

  constructor(path, options, mailbox, onMessage) {
    this.#path = path;
    this.#options = options;
    this.#mailbox = mailbox;
    this.#onMessage = onMessage;
  }

  async open() {
    const { connect } = await import("node:net");
    if (this.#closed) return;
    let greeted = false;
    let rest = "";
    let reason = new TiltshadowError("the daemon ended the connection");
    this.#socket = connect(this.#path).setEncoding("utf8");
    if (this.#options) this.send({ type: "subscribe", id: "options", ...this.#options });
    this.#socket.on("error", (error) => { reason = explain(error, this.#path); });
    this.#socket.on("close", () => this.#lost(reason));
    this.#socket.on("data", (text) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop();
      try {
        if (rest.length > LONGEST_LINE) throw new TiltshadowError(`${this.#path} sent a line that never ends`);
        for (const line of lines) {
          const message = parseMessage(line);
          if (!greeted) {
            checkGreeting(message, this.#path);
            greeted = this.#wasConnected = true;
            this.#pause = FIRST_PAUSE_MS;
          }
          if (message) this.#deliver(message);
        }
      } catch (error) {
        this.close();
        this.#mailbox.end(error);
      }
    });
  }

  send(request) { this.#socket?.write(JSON.stringify(request) + "\n"); }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.destroy();
  }

  #deliver(message) {
    if (message.type === "frame") this.#mailbox.put(message);
    else if (message.type === "error" && message.id === "options") {
      throw new TiltshadowError(message.message, message.hint, message.code);
    } else this.#onMessage(message);
  }

  #lost(reason) {
    if (this.#closed) return;
    if (!this.#wasConnected) return this.#mailbox.end(reason);
    this.#timer = setTimeout(() => this.open(), this.#pause);
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE_MS);
  }
}

/** Server-Sent Events, which the browser itself connects to again. */
class EventFeed {
  #url; #mailbox; #onMessage; #events;

  constructor(url, mailbox, onMessage) {
    this.#url = url;
    this.#mailbox = mailbox;
    this.#onMessage = onMessage;
  }

  open() {
    this.#events = new EventSource(this.#url);
    this.#events.onmessage = ({ data }) => {
      const message = parseMessage(data);
      if (message?.type === "frame") this.#mailbox.put(message);
      else if (message) this.#onMessage(message);
    };
    for (const type of ["page", "daemon"]) {
      this.#events.addEventListener(type, ({ data }) => {
        try {
          this.#onMessage({ ...JSON.parse(data), type });
        } catch {
          // Nothing of ours; the next event may be.
        }
      });
    }
    this.#events.onerror = () => {
      if (this.#events.readyState === EventSource.CLOSED) {
        this.#mailbox.end(new TiltshadowError(`${this.#url} is no stream of events`));
      } else this.#onMessage({ type: "stream", state: "lost" });
    };
  }

  close() { this.#events?.close(); }
}

function explain(error, path) {
  const start = "start it (systemctl start tiltshadow.socket), name another socket, or try tiltshadow demo";
  const [what, hint] = {
    ENOENT: [`no daemon at ${path}: there is no such socket`, start],
    ECONNREFUSED: [`no daemon at ${path}: nobody listens on the socket`, start],
    EACCES: [`permission denied connecting to ${path}`, "add the user to the group tiltshadow and log in again"],
  }[error.code] ?? [`${path}: ${error.message}`, ""];
  return new TiltshadowError(what, hint, error.code);
}
