/** @file What socket.mjs needs of GJS, for tiltshadow.mjs: a socket with as much of Node's as is used. Apache-2.0. */

import Gio from "gi://Gio";
import GLib from "gi://GLib";

Gio._promisify(Gio.SocketClient.prototype, "connect_async", "connect_finish");
Gio._promisify(Gio.InputStream.prototype, "read_bytes_async", "read_bytes_finish");
Gio._promisify(Gio.OutputStream.prototype, "write_all_async", "write_all_finish");

export const existsSync = (path) => GLib.file_test(path, GLib.FileTest.EXISTS);

export const environment = new Proxy({}, { get: (_, name) => GLib.getenv(name) });

/** CLOCK_MONOTONIC in nanoseconds, as a frame's t_ns. */
export const now = () => GLib.get_monotonic_time() * 1000;

export const connect = (path) => new Socket(path);

/** Ends the reading of frames, as an AbortSignal would, which GJS has not: `frames({ signal })`. */
export class Ending {
  aborted = false;
  #actions = new Set();

  addEventListener(_, action) { this.#actions.add(action); }

  removeEventListener(_, action) { this.#actions.delete(action); }

  come() {
    this.aborted = true;
    for (const action of this.#actions) action();
  }
}

/** False of any other file; what is not there may be one. */
export function isSocket(path) {
  try {
    const file = Gio.File.new_for_path(path).query_info(Gio.FILE_ATTRIBUTE_UNIX_MODE, Gio.FileQueryInfoFlags.NONE, null);
    return (file.get_attribute_uint32(Gio.FILE_ATTRIBUTE_UNIX_MODE) & 0o170000) === 0o140000;
  } catch {
    return true;
  }
}

/** Node's words for what keeps a socket from being there. */
const CODES = [
  ["NOT_FOUND", "ENOENT"], ["NOT_DIRECTORY", "ENOTDIR"], ["PERMISSION_DENIED", "EACCES"], ["CONNECTION_REFUSED", "ECONNREFUSED"],
  ["WOULD_BLOCK", "EAGAIN"], ["TIMED_OUT", "ETIMEDOUT"], ["CONNECTION_CLOSED", "ECONNRESET"], ["BROKEN_PIPE", "EPIPE"],
].map(([name, code]) => [Gio.IOErrorEnum[name], code]);
const MOST_BYTES = 65536;

class Socket {
  /** Milliseconds without a word that makes sense after which the action of setTimeout is called; 0 for never. */
  timeout = 0;
  /** Why it ended, where it did not end well. */
  errored = null;
  #path;
  #connection = null;
  #isOver = false;
  #cancellable = new Gio.Cancellable();
  #written = Promise.resolve();
  #timer = 0;
  #action = () => {};
  #heard = GLib.get_monotonic_time();

  constructor(path) { this.#path = path; }

  get writable() { return this.#connection !== null && !this.#isOver; }

  setTimeout(milliseconds, action = this.#action) {
    [this.timeout, this.#action, this.#heard] = [milliseconds, action, GLib.get_monotonic_time()];
    this.#watch(milliseconds);
  }

  /** Something has come that makes sense. */
  hear() { this.#heard = GLib.get_monotonic_time(); }

  /** What cannot be written any more is noticed by who reads, behind what was said before. */
  write(text) {
    const bytes = new TextEncoder().encode(text), stream = this.#connection.get_output_stream();
    this.#written = this.#written
      .then(() => this.#isOver || stream.write_all_async(bytes, GLib.PRIORITY_DEFAULT, this.#cancellable))
      .catch(() => {});
  }

  destroy(error = null) {
    if (this.#isOver) return;
    [this.#isOver, this.errored] = [true, error];
    this.#watch(0);
    this.#cancellable.cancel();
    this.#connection?.close(null);
  }

  /** Its bytes as they come. */
  async *[Symbol.asyncIterator]() {
    try {
      const address = Gio.UnixSocketAddress.new(this.#path);
      this.#connection = await new Gio.SocketClient().connect_async(address, this.#cancellable);
      if (this.#isOver) this.#connection.close(null);
      const stream = this.#isOver ? null : this.#connection.get_input_stream();
      while (!this.#isOver) {
        const read = await stream.read_bytes_async(MOST_BYTES, GLib.PRIORITY_DEFAULT, this.#cancellable);
        if (read.get_size() === 0) break;
        yield read.toArray();
      }
    } catch (error) {
      const [, code = ""] = CODES.find(([one]) => error.matches?.(Gio.IOErrorEnum, one)) ?? [];
      if (!this.#isOver) this.destroy(Object.assign(new Error(error.message), { code }));
    } finally {
      this.destroy(); // also where its reader has left
    }
    if (this.errored) throw this.errored;
  }

  /** Calls the action when nothing was heard for as long; looks again where something was. */
  #watch(milliseconds) {
    if (this.#timer) GLib.source_remove(this.#timer);
    this.#timer = 0;
    if (milliseconds <= 0) return;
    this.#timer = GLib.timeout_add(GLib.PRIORITY_DEFAULT, milliseconds, () => {
      this.#timer = 0;
      const left = this.timeout - (GLib.get_monotonic_time() - this.#heard) / 1000;
      if (left > 0) this.#watch(Math.ceil(left));
      else this.#action();
      return GLib.SOURCE_REMOVE;
    });
  }
}
