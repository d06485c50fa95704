/** @file What socket.mjs needs of Node, for tiltshadow.mjs. Apache-2.0. */

import { statSync } from "node:fs";
import { Socket } from "node:net";

export { existsSync } from "node:fs";

export const environment = process.env;

/** CLOCK_MONOTONIC in nanoseconds, as a frame's t_ns. */
export const now = () => Number(process.hrtime.bigint());

/** False of any other file; what is not there may be one. */
export const isSocket = (path) => statSync(path, { throwIfNoEntry: false })?.isSocket() ?? true;

/** A socket whose bytes come as they are read. */
export const connect = (path) => new HeardSocket().connect({ path });

/** Its time-out counts what its reader calls heard: to Node's own, what is written and half a line are signs of life, too. */
export class HeardSocket extends Socket {
  timeout = 0;
  #action = () => {};
  #heard = 0;
  #timer;

  setTimeout(milliseconds, action = this.#action) {
    [this.timeout, this.#action, this.#heard] = [milliseconds, action, performance.now()];
    this.#watch(milliseconds);
    return this;
  }

  /** Something has come that makes sense. */
  hear() { this.#heard = performance.now(); }

  _destroy(...how) {
    clearTimeout(this.#timer);
    super._destroy(...how);
  }

  /** Calls the action when nothing was heard for as long; what has come is read before: the program itself may have slept. */
  #watch(milliseconds) {
    clearTimeout(this.#timer);
    if (milliseconds > 0) this.#timer = setTimeout(() => setImmediate(() => this.#judge()), milliseconds).unref();
  }

  #judge() {
    if (this.destroyed || this.timeout <= 0) return;
    const left = this.timeout - (performance.now() - this.#heard);
    if (left > 0) this.#watch(Math.ceil(left));
    else this.#action();
  }
}
