// Where to draw at a display's vsync, from frames of any rate. Pure; instants are nanoseconds of CLOCK_MONOTONIC. Apache-2.0.

const DELIVERY = 5e5; // how long a frame takes to come; without separators, which QML does not read

/** A rate in Hz, or the usual one where it is none. */
const rate = (value, usual) => (value > 0 && Number.isFinite(value) ? value : usual);

/** Draws frames of any rate at any vsync, between the last two. */
export class Resampler {
  /** @param {number} rateHz what is subscribed to; 50 where it is no rate */
  constructor(rateHz) {
    Object.assign(this, { period: 1e9 / rate(rateHz, 50), newest: null, previous: null });
  }

  /** `lookahead_ms` to subscribe with: a picture is true when it lights up. 0 without a gyroscope: noise would be seen. */
  static lookaheadMs(refreshHz, rateHz, gyroscope) {
    const late = 1000 * (1 / rate(refreshHz, 60) + 1 / rate(rateHz, 50)) + DELIVERY / 1e6;
    return gyroscope ? Math.min(Math.max(late, 0), 100) : 0;
  }

  /** Begins anew: after a connection or `recentre` nothing is to be drawn between then and now. */
  forget() {
    this.newest = this.previous = null;
  }

  /** Takes a frame of the protocol; one that is not newer than the last is ignored, as is one whose numbers cannot be. */
  take({ t_ns, x, y, state }) {
    if (![t_ns, x, y].every((value) => typeof value === "number") || !(t_ns > (this.newest?.t_ns ?? -4e18))) return;
    if (!(t_ns < 4e18 && Math.abs(x) < 1e9 && Math.abs(y) < 1e9)) return;
    this.previous = this.newest;
    this.newest = { t_ns, x, y, state };
  }

  /** The offset to draw at the vsync `at`, always on the way between the last two frames; null before the first. */
  offset(at) {
    const { previous, newest } = this, span = newest?.t_ns - previous?.t_ns;
    const isBroken = !(span <= 2.5 * this.period) || newest.state !== previous.state;
    const part = isBroken ? 1 : Math.max((at - DELIVERY - newest.t_ns) / span, 0);
    if (!(part < 1)) return newest && { x: newest.x, y: newest.y };
    return { x: previous.x + part * (newest.x - previous.x), y: previous.y + part * (newest.y - previous.y) };
  }
}
