/**
 * Where to draw at a display's vsync: the Resampler for frames of any rate, a PhaseLock that has the daemon send its frames at
 * the display's own rate and phase, and the daemon's clock, which a browser's is not. A program whose windows are drawn by a
 * browser's engine, and which may open sockets, has all it needs for a shadow in
 *
 *     const clock = new DaemonClock(), resampler = new Resampler(50);
 *     let lock = new PhaseLock(false), asked = null, refresh = 60;
 *     const shadow = frames({
 *       onMessage(message) {
 *         if (message.type === "hello" || (message.type === "sensor" && message.event === "found")) {
 *           lock = new PhaseLock(message.sensor?.gyro === true);
 *           resampler.forget();
 *           follow({ release: true });
 *         }
 *         if (message.type === "ok" && message.id === asked) follow(lock.ok(message));
 *       },
 *     });
 *
 *     function follow(answer) {
 *       if (answer?.lock) asked = shadow.subscribe(answer.lock);
 *       if (!answer?.release) return;
 *       asked = null;
 *       refresh = lock.refreshHz ?? refresh;
 *       shadow.subscribe({ rate_hz: 50, lookahead_ms: Resampler.lookaheadMs(refresh, 50, lock.gyroscope) });
 *     }
 *
 *     requestAnimationFrame(function draw(now) {
 *       const vsync = (now - clock.ahead) * 1e6;
 *       follow(lock.vsync(vsync));
 *       const isOther = Math.abs((lock.refreshHz ?? refresh) - refresh) > 5; // such as 144 Hz, before the lock or without
 *       if (isOther && asked === null) follow({ release: true });
 *       const at = lock.isLocked ? resampler.newest : resampler.offset(vsync);
 *       if (at) card.style.boxShadow = `${at.x}px ${at.y}px 16px`;
 *       requestAnimationFrame(draw);
 *     });
 *
 *     for await (const frame of shadow) {
 *       if (clock.hear(performance.now(), frame.t_ns / 1e6)) resampler.forget();
 *       resampler.take(frame);
 *     }
 *
 * Pure; instants are nanoseconds of CLOCK_MONOTONIC. Apache-2.0.
 */

export { DaemonClock } from "./daemon-clock.mjs";
export { Resampler } from "./resampler.mjs";

const LEAD = 1_000_000; // how long before a vsync a frame is made
const GATE = 1_500_000; // a vsync farther from the grid belongs to another one

/**
 * Tells the daemon how the picture is turned, as far as `screen.orientation` knows: at once where it is, and whenever that
 * changes. Until it is turned nothing is said, and what the daemon's settings say of the panel holds.
 *
 *     const stop = followScreen(shadow.subscribe);
 *
 * @param {(options: {display_rotation: number}) => void} subscribe
 * @param {EventTarget & {angle: number}} [orientation] by default the screen's; without one nothing is told
 * @returns {() => void} ends it
 */
export function followScreen(subscribe, orientation = globalThis.screen?.orientation) {
  let last = 0;
  const tell = () => {
    const { angle } = orientation;
    if (angle === last) return;
    if (![0, 90, 180, 270].includes(angle)) {
      console.warn(`tiltshadow: the screen is turned by "${angle}": expected 0, 90, 180 or 270; taken to be at ${last} still`);
      return;
    }
    last = angle;
    subscribe({ display_rotation: angle });
  };
  if (!orientation) return () => {};
  orientation.addEventListener("change", tell);
  tell();
  return () => orientation.removeEventListener("change", tell);
}

/** How far an instant lies from the nearest of phase + n/rate, in nanoseconds. */
function offGrid(instant, { rate_hz, phase_ns }) {
  const period = 1e9 / rate_hz, distance = instant - phase_ns;
  return distance - Math.floor(distance / period + 0.5) * period;
}

/**
 * Finds a display's rate and phase in the instants of its vsyncs, and says what to ask of the daemon. Begin anew with each
 * connection and each sensor. While `isLocked` the newest frame is the one to draw, as it is. Without a `gyroscope` nothing
 * is asked for, as the resampler is smoother, nor outside of 23.9 to 200.02 Hz.
 */
export class PhaseLock {
  constructor(gyroscope) {
    Object.assign(this, { gyroscope, isLocked: false, first: null, last: null, gaps: [], fit: null });
    Object.assign(this, { asked: null, askedAt: null, isAnswered: false, given: null, wait: 2e9 });
  }

  /** The display's refresh rate in Hz; null before it is known, and above about 222 Hz. */
  get refreshHz() {
    return this.fit?.k >= 8 ? 1e9 / this.fit.period : null;
  }

  /** Takes the `ok` to a request of the lock, which may name another phase or none; answers as `vsync`. */
  ok({ rate_hz, phase_ns }) {
    if (!this.asked) return null;
    const isNear = Math.abs(rate_hz - this.asked.rate_hz) <= 2e-4 * this.asked.rate_hz && Math.abs(phase_ns) < 4e18;
    const given = { rate_hz, phase_ns };
    if (!(isNear && Math.abs(offGrid(this.asked.phase_ns, given)) <= 250_000)) return this.#refuse();
    Object.assign(this, { given, isAnswered: true, isLocked: true, wait: 2e9 });
    return null;
  }

  /**
   * Takes a vsync's instant. Mostly null; `{ lock: { rate_hz, phase_ns, lookahead_ms } }` to subscribe with, its `ok` being for
   * `ok`; `{ release: true }` to subscribe as the resampler wants it, without a phase.
   */
  vsync(at) {
    if (!(Math.abs(at) < 4e18)) return null;
    if (!this.fit) return this.#begin(at);
    const fit = this.fit, distance = at - fit.phase, count = Math.floor(distance / fit.period + 0.5);
    if (Math.abs(count) > 8) return this.#restart(at);
    if (count < 1 && distance <= GATE) return null;
    const predicted = fit.phase + count * fit.period, error = at - predicted;
    if (Math.abs(error) > GATE) return (fit.strikes += 2) >= 8 ? this.#restart(at) : null;
    fit.strikes = count > 1 ? fit.strikes + 1 : Math.max(fit.strikes - 1, 0);
    fit.k = Math.min(fit.k + 1, 512);
    const weight = fit.k * (fit.k + 1);
    fit.phase = predicted + ((2 * (2 * fit.k - 1)) / weight) * error;
    fit.period += ((6 / weight) * error) / count;
    if (fit.k > 3) {
      fit.square += (error * error - fit.square) / Math.min(fit.k - 3, 32);
      fit.bias += (error - fit.bias) / 16;
    }
    const bias = Math.abs(fit.bias);
    if (bias > 250_000) fit.k = Math.min(fit.k, 64);
    if (fit.strikes >= 8 || bias > 500_000 || !(fit.period > 4_000_000 && fit.period < 50_000_000)) return this.#restart(at);
    const refresh = 1e9 / fit.period;
    const isDisplay = this.gyroscope && refresh >= 23.9 && refresh <= 200.02;
    if (!isDisplay || (this.asked && fit.square > 800_000 ** 2)) return this.#release();
    const isWaiting = at - this.askedAt >= 0 && at - this.askedAt < 1e9;
    if (this.asked && !this.isAnswered && !isWaiting) return this.#refuse();
    return this.#ask(at, Math.min(refresh, 200));
  }

  #begin(at) {
    if (this.last === null || 3 * Math.abs(at - this.last) > 1e9) return this.#restart(at);
    const gap = at - this.last;
    if (gap < 1_000_000) return null;
    this.last = at;
    this.gaps = [...this.gaps, gap].slice(-5);
    const period = [...this.gaps].sort((one, other) => one - other)[2]; // the median
    const isDisplay = this.gaps.length === 5 && period >= 4_500_000 && period <= 45_000_000;
    if (isDisplay) this.fit = { phase: at, period, k: 1, strikes: 0, square: 0, bias: 0 };
    return null;
  }

  #restart(at) {
    Object.assign(this, { first: at, last: at, gaps: [], fit: null });
    return this.#release();
  }

  #release() {
    if (!this.asked) return null;
    Object.assign(this, { asked: null, isLocked: false });
    return { release: true };
  }

  #refuse() {
    this.wait = Math.min(2 * this.wait, 64e9);
    return this.#release();
  }

  #ask(at, refresh) {
    const { phase, k, square } = this.fit, wanted = phase - LEAD;
    if (k < 8 || at - this.first < 500_000_000 || square > 400_000 ** 2) return null;
    if (this.askedAt !== null && Math.abs(at - this.askedAt) < this.wait) return null;
    if (this.asked) {
      const change = Math.abs(refresh - this.asked.rate_hz) / this.asked.rate_hz;
      if (Math.abs(offGrid(wanted, this.given)) <= 200_000 && change <= 0.00002) return null;
    }
    const rate_hz = Math.floor(refresh * 10_000 + 0.5) / 10_000;
    this.asked = { rate_hz, phase_ns: Math.floor(wanted + 0.5), lookahead_ms: 1000 / rate_hz + 1 };
    Object.assign(this, { askedAt: at, isAnswered: false });
    return { lock: this.asked };
  }
}
