"""The two algorithms of README.md in numpy, apart from every client: what they are held against."""

import numpy as np

DELIVERY = 500_000  # ns
GATE = 1_500_000  # ns
HAIR = 1e-7  # how near to a limit, as a part of it, no row of the table may come


def a_rate(value, usual):
    return value if np.isfinite(value) and value > 0 else usual


def resampled(frames, rate, vsync):
    """The offset at `vsync` by formula D, from an array of frames (t, x, y, state) in the order of their coming."""
    kept = []
    for frame in frames:
        if abs(frame[0]) < 4e18 and abs(frame[1]) < 1e9 and abs(frame[2]) < 1e9 and (not kept or frame[0] > kept[-1][0]):
            kept.append(frame)
    if not kept:
        return None
    if len(kept) == 1:
        return kept[-1][1:3]
    (t0, x0, y0, s0), (t1, x1, y1, s1) = kept[-2:]
    if np.float64(t1) - np.float64(t0) > 2.5e9 / a_rate(rate, 50) or s0 != s1:
        return x1, y1
    place = np.float64(vsync) - DELIVERY
    return tuple(float(np.interp(place, [t1, 2 * np.float64(t1) - np.float64(t0)], ends)) for ends in ((x0, x1), (y0, y1)))


def lookahead(refresh, rate, gyroscope):
    """`lookahead_ms` to subscribe with where offsets are resampled."""
    late = 1000 * (1 / a_rate(refresh, 60) + 1 / a_rate(rate, 50)) + DELIVERY / 1e6
    return float(np.clip(late, 0, 100)) if gyroscope else 0.0


class PhaseLock:
    """README.md's lock, step by step; `margin` is the nearest that any decision came to its limit."""

    def __init__(self, gyroscope):
        self.gyroscope = gyroscope
        self.margin = np.inf
        self.asked = self.asked_at = self.given = None
        self.is_answered, self.wait = False, 2_000_000_000
        self.last = self.first = None
        self.gaps, self.fit = [], None

    def above(self, value, limit):
        if limit:
            self.margin = min(self.margin, abs(value / limit - 1))
        return value > limit

    def restart(self, v):
        self.last = self.first = v
        self.gaps, self.fit = [], None
        return self.release()

    def release(self):
        was, self.asked, self.given = self.asked, None, None
        return ("release",) if was else None

    def refuse(self):
        self.wait = min(2 * self.wait, 64_000_000_000)
        return self.release()

    def ok(self, rate=None, phase=None):
        if self.asked is None:
            return None
        if phase is None or not abs(np.float64(phase)) < 4e18 or self.above(abs(rate - self.asked[0]), 2e-4 * self.asked[0]):
            return self.refuse()
        if self.above(abs(off_grid(self.asked[1], rate, phase)), 250_000):
            return self.refuse()
        self.given, self.is_answered, self.wait = (rate, phase), True, 2_000_000_000
        return None

    def vsync(self, at):
        v = np.float64(at)
        if not abs(v) < 4e18:
            return None
        if self.fit is None:
            return self.begin(v)
        phase, period, k, strikes, square, bias = self.fit
        d = v - phase
        n = np.floor(d / period + 0.5)
        if abs(n) > 8:
            return self.restart(v)
        if n < 1 and d <= GATE:
            return None
        predicted = phase + n * period
        r = v - predicted
        if self.above(abs(r), GATE):
            strikes += 2
            self.fit = phase, period, k, strikes, square, bias
            return self.restart(v) if strikes >= 8 else None
        strikes = strikes + 1 if n > 1 else max(strikes - 1, 0)
        k = min(k + 1, 512)
        phase = predicted + 2 * (2 * k - 1) / (k * (k + 1)) * r
        period = period + 6 / (k * (k + 1)) * r / n
        if k > 3:
            square = square + (r * r - square) / min(k - 3, 32)
            bias = bias + (r - bias) / 16
        if self.above(abs(bias), 250_000):
            k = min(k, 64)
        self.fit = phase, period, k, strikes, square, bias
        if strikes >= 8 or self.above(abs(bias), 500_000) or not 4_000_000 < period < 50_000_000:
            return self.restart(v)
        refresh = 1e9 / period
        if not (self.gyroscope and 23.9 <= refresh <= 200.02) or self.asked and self.above(square, 800_000.0**2):
            return self.release()
        if self.asked and not self.is_answered and not 0 <= v - self.asked_at < 1_000_000_000:
            return self.refuse()
        return self.ask(v, phase, min(refresh, 200.0), k, square)

    def begin(self, v):
        if self.last is None:
            return self.restart(v)
        d = v - self.last
        if abs(d) * 3 > 1e9:
            return self.restart(v)
        if d < 1_000_000:
            return None
        self.last = v
        self.gaps = [*self.gaps, d][-5:]
        middle = np.median(self.gaps)
        if len(self.gaps) == 5 and 4_500_000 <= middle <= 45_000_000:
            self.fit = v, middle, 1, 0, 0.0, 0.0
        return None

    def ask(self, v, phase, refresh, k, square):
        if k < 8 or v - self.first < 500_000_000 or self.above(square, 400_000.0**2):
            return None
        if self.asked_at is not None and abs(v - self.asked_at) < self.wait:
            return None
        wanted = phase - 1_000_000
        if self.asked:
            off = self.above(abs(refresh - self.asked[0]) / self.asked[0], 20e-6)
            if not self.above(abs(off_grid(wanted, *self.given)), 200_000) and not off:
                return None
        rate = np.floor(refresh * 10_000 + 0.5) / 10_000
        self.margin = min(self.margin, abs(refresh * 10_000 % 1 - 0.5) * 1e-3, abs(wanted % 1 - 0.5) * 1e-3)
        self.asked, self.asked_at, self.is_answered = (rate, np.floor(wanted + 0.5)), v, False
        return ("lock", float(rate), int(self.asked[1]), float(1000 / rate + 1))


def off_grid(instant, rate, phase):
    """How far an instant lies from the nearest of phase + n/rate, in nanoseconds."""
    d, period = np.float64(instant) - np.float64(phase), 1e9 / rate
    return d - np.floor(d / period + 0.5) * period
