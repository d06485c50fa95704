// @ts-check
/** @file Frames on their way from the worker that reads them to the page, in memory that both see. */

/** So many wait at most: 0.6 s of the protocol's fastest rate. */
const ROOM = 128;

const STATES = ["tracking", "stale", "none"];

/** A frame's numbers as they lie there; NaN for what it lacks. Before them lies when it came and how much had been told. */
const NUMBERS = /** @type {const} */ (["seq", "t_ns", "for_ns", "x", "y", "pitch_rad", "roll_rad", "dropped"]);
const WIDTH = 2 + NUMBERS.length + 5;

/** Where they are in the counts: frames put and taken since the beginning, and whether the page sleeps. */
const PUT = 0, TAKEN = 1, ASLEEP = 2;

/** @typedef {Record<string, any>} Frame of the protocol */

/** One puts, and one takes: each only ever writes its own count, behind what that tells of. */
export class FrameRing {
  memory;
  #counts;
  #rows;
  /** Frames since the last one put that there was no room for. */
  #missed = 0;

  /** @param {SharedArrayBuffer} memory of the other's ring; one of its own without */
  constructor(memory = new SharedArrayBuffer(16 + ROOM * WIDTH * 8)) {
    this.memory = memory;
    this.#counts = new Int32Array(memory, 0, 3);
    this.#rows = new Float64Array(memory, 16);
  }

  /**
   * Puts a frame there; one that finds no room is counted with the next one's `dropped`.
   * @param {Frame} frame @param {number} arrived in ms of the page's performance.now() @param {number} told how much else was told before it
   * @returns {boolean} whether the page sleeps and is to be woken
   */
  put(frame, arrived, told) {
    const put = this.#counts[PUT], dropped = this.#missed + (frame.dropped ?? 0);
    this.#missed = dropped + 1;
    if (((put - Atomics.load(this.#counts, TAKEN)) | 0) < ROOM) {
      this.#missed = 0;
      const [right = NaN, top = NaN, out = NaN] = frame.up ?? [];
      const numbers = NUMBERS.map((name) => frame[name] ?? NaN);
      numbers[NUMBERS.indexOf("dropped")] = dropped || NaN;
      this.#row(put).set([arrived, told, ...numbers, STATES.indexOf(frame.state), right, top, out, Number(frame.still ?? NaN)]);
      Atomics.store(this.#counts, PUT, (put + 1) | 0);
    }
    return Atomics.exchange(this.#counts, ASLEEP, 0) === 1;
  }

  /**
   * Takes the next frame; null where there is none, or something that was told before it has not been heard yet.
   * @param {number} heard @returns {{frame: Frame, arrived: number} | null} `arrived` in ms of performance.now()
   */
  take(heard) {
    const taken = this.#counts[TAKEN];
    if (Atomics.load(this.#counts, PUT) === taken) return null;
    const [arrived, told, ...values] = this.#row(taken);
    if (told > heard) return null;
    Atomics.store(this.#counts, TAKEN, (taken + 1) | 0);
    const [state, right, top, out, still] = values.slice(NUMBERS.length);
    /** @type {Frame} */
    const frame = { type: "frame", state: STATES[state] };
    NUMBERS.forEach((name, index) => { if (!Number.isNaN(values[index])) frame[name] = values[index]; });
    if (!Number.isNaN(out)) frame.up = [right, top, out];
    if (!Number.isNaN(still)) frame.still = still === 1;
    return { frame, arrived };
  }

  /** Asks to be woken by the next frame. @returns {boolean} false where one lies there already */
  sleep() {
    Atomics.store(this.#counts, ASLEEP, 1);
    return Atomics.load(this.#counts, PUT) === this.#counts[TAKEN];
  }

  #row(/** @type {number} */ count) {
    const from = ((count >>> 0) % ROOM) * WIDTH;
    return this.#rows.subarray(from, from + WIDTH);
  }
}
