// Where to draw at a display's vsync: the Resampler for frames of any rate, and a PhaseLock that has the daemon send its
// frames at the display's own rate and phase. Pure; instants are nanoseconds of CLOCK_MONOTONIC. Apache-2.0.

export { Resampler } from "./resampler.mjs";

const LEAD = 1_000_000; // how long before a vsync a frame is made
const GATE = 1_500_000; // a vsync farther from the grid belongs to another one

/** Finds a display's rate and phase in the instants of its vsyncs, and says what to ask of the daemon. */
export class PhaseLock {
  constructor(gyroscope) {
    Object.assign(this, { gyroscope, first: null, last: null, gaps: [], fit: null, asked: null, askedAt: null });
  }

  /** The display's refresh rate in Hz; null before it is known. */
  get refreshHz() {
    return this.fit?.k >= 8 ? 1e9 / this.fit.period : null;
  }

  /**
   * Takes a vsync's instant. Mostly null; `{ lock: { rate_hz, phase_ns, lookahead_ms } }` to subscribe with, the newest frame
   * being the one to draw from the `ok` that names a `phase_ns`; `{ release: true }` to subscribe as the resampler wants it.
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
    if (refresh < 23.99 || refresh > 200.02 || (this.asked && fit.square > 800_000 ** 2)) return this.#release();
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
    this.asked = null;
    return { release: true };
  }

  #ask(at, refresh) {
    const { phase, k, square } = this.fit, wanted = phase - LEAD;
    if (k < 8 || at - this.first < 500_000_000 || square > 400_000 ** 2) return null;
    if (this.askedAt !== null && Math.abs(at - this.askedAt) < 2_000_000_000) return null;
    if (this.asked) {
      const period = 1e9 / this.asked.rate_hz, distance = wanted - this.asked.phase_ns;
      const drift = distance - Math.floor(distance / period + 0.5) * period;
      const change = Math.abs(refresh - this.asked.rate_hz) / this.asked.rate_hz;
      if (Math.abs(drift) <= 200_000 && change <= 0.00002) return null;
    }
    const rate_hz = Math.floor(refresh * 10_000 + 0.5) / 10_000;
    this.asked = { rate_hz, phase_ns: Math.floor(wanted + 0.5), lookahead_ms: this.gyroscope ? 1000 / rate_hz + 1 : 0 };
    this.askedAt = at;
    return { lock: this.asked };
  }
}
