"""Where to draw a shadow at a display's vsync: a Resampler for frames of any rate, and a PhaseLock that has the daemon
send its frames at the display's own rate and phase.

    resampler, lock = Resampler(50), PhaseLock(hello.get("sensor", {}).get("gyro", False))
    resampler.take(frame.t_ns, frame.x, frame.y, frame.state)   # each frame of tiltshadow.py that comes
    answer = lock.vsync(v)                 # each vsync: mostly None, see there
    answer = lock.ok(message)              # each `ok` to what was asked so: likewise
    if resampler.newest:                   # there was a frame
        x, y = resampler.newest[1:3] if lock.is_locked else resampler.offset(v)

Instants are nanoseconds of CLOCK_MONOTONIC. Nothing here does anything but arithmetic. Apache-2.0.
"""

import math
from typing import Any, Dict, List, Optional, Tuple

__all__ = ["PhaseLock", "Resampler"]

DELIVERY = 500_000  #: how long a frame takes to come
LEAD = 1_000_000  #: how long before its vsync a frame is made
GATE = 1_500_000  #: a vsync farther from where it should be is another one

Answer = Optional[Tuple[str, Dict[str, Any]]]


def _number(value: object) -> float:
    """A number of JSON as a float; NaN for what is none, and for whole numbers that are too large."""
    try:
        return float(value) if isinstance(value, (int, float)) else math.nan
    except OverflowError:
        return math.nan


def _rate(value: object, usual: float) -> float:
    rate = _number(value)
    return rate if rate > 0 and math.isfinite(rate) else usual


class Resampler:
    """Draws frames of any rate at any vsync, on the way between the last two."""

    def __init__(self, rate_hz: float = 50) -> None:
        self.rate_hz = rate_hz  #: what is subscribed to; 50 where it is no rate
        self.forget()

    @staticmethod
    def lookahead_ms(refresh_hz: float, rate_hz: float, gyroscope: bool) -> float:
        """What to subscribe with, so that a picture is true when it lights up.

        0 without a gyroscope: there, looking ahead makes noise visible while the device rests. A refresh that is no
        rate counts as 60 Hz, such a rate as 50.
        """
        late = 1000 * (1 / _rate(refresh_hz, 60) + 1 / _rate(rate_hz, 50)) + DELIVERY / 1e6
        return min(max(late, 0), 100) if gyroscope else 0.0

    def forget(self) -> None:
        """Begins anew: after a connection or `recentre` nothing is to be drawn between then and now."""
        self.newest: Optional[Tuple[float, float, float, str]] = None
        self.previous = self.newest

    def take(self, t_ns: int, x: float, y: float, state: str) -> None:
        """Takes a frame; one that is not newer than the last is ignored, as is one whose numbers cannot be."""
        t, x, y = _number(t_ns), _number(x), _number(y)
        if not (abs(t) < 4e18 and abs(x) < 1e9 and abs(y) < 1e9) or self.newest and t <= self.newest[0]:
            return
        self.previous, self.newest = self.newest, (t, x, y, state)

    def offset(self, at: float) -> Optional[Tuple[float, float]]:
        """The offset to draw at a vsync, always on the way between the last two frames; None before the first."""
        if self.newest is None:
            return None
        t1, x1, y1, state = self.newest
        t0, x0, y0, before = self.previous or self.newest
        if self.previous is None or t1 - t0 > 2.5 * (1e9 / _rate(self.rate_hz, 50)) or before != state:
            return x1, y1
        part = max((_number(at) - DELIVERY - t1) / (t1 - t0), 0)
        return (x0 + part * (x1 - x0), y0 + part * (y1 - y0)) if part < 1 else (x1, y1)


class PhaseLock:
    """Finds a display's rate and phase in the instants of its vsyncs, and says what to ask of the daemon.

    Begin anew with each connection and each sensor. Outside of 23.9 to 200.02 Hz nothing is asked for.
    """

    def __init__(self, gyroscope: bool) -> None:
        self.gyroscope = gyroscope  #: without one nothing is asked for: the resampler is smoother
        self.is_locked = False  #: while true the newest frame is the one to draw, as it is
        self.first = self.last = 0.0
        self.gaps: Optional[List[float]] = None  # None before the first vsync
        self.has_fit = False
        self.phase = self.period = 0.0  # where the last vsync was, and how far the next is
        self.count = 1  # vsyncs that the two rest upon: a least-squares line through so many
        self.strikes = 0
        self.square = self.bias = 0.0  # running means of the squared distance from the line, and of the distance
        self.asked: Optional[Dict[str, Any]] = None
        self.asked_at: Optional[float] = None
        self.is_answered = False
        self.given = (0.0, 0.0)  # rate in Hz and phase, while locked
        self.wait = 2e9  # from asking until asking again

    @property
    def refresh_hz(self) -> Optional[float]:
        """The display's refresh rate; None before it is known, and above about 222 Hz."""
        return 1e9 / self.period if self.has_fit and self.count >= 8 else None

    def ok(self, message: Dict[str, Any]) -> Answer:
        """Takes the `ok` to a request of the lock, which may name another phase or none; as `vsync`."""
        if self.asked is None:
            return None
        rate, phase = _rate(message.get("rate_hz"), 0), _number(message.get("phase_ns"))
        asked = self.asked["rate_hz"]
        is_near = abs(rate - asked) <= 2e-4 * asked and abs(phase) < 4e18
        if not (is_near and abs(_off_grid(self.asked["phase_ns"], rate, phase)) <= 250_000):
            return self._refuse()
        self.given, self.wait = (rate, phase), 2e9
        self.is_answered = self.is_locked = True
        return None

    def vsync(self, at: float) -> Answer:
        """Takes a vsync's instant; mostly None.

        ("lock", options): subscribe with these, and give the `ok` to `ok`. ("release", {}): subscribe as the
        resampler wants it, without a phase; it draws again.
        """
        now = _number(at)
        if not abs(now) < 4e18:
            return None
        if not self.has_fit:
            return self._begin(now)
        distance = now - self.phase
        periods = math.floor(distance / self.period + 0.5)
        if abs(periods) > 8:
            return self._restart(now)
        if periods < 1 and distance <= GATE:
            return None
        predicted = self.phase + periods * self.period
        error = now - predicted
        if abs(error) > GATE:
            self.strikes += 2
            return self._restart(now) if self.strikes >= 8 else None
        self.strikes = self.strikes + 1 if periods > 1 else max(self.strikes - 1, 0)
        self.count = min(self.count + 1, 512)
        weight = self.count * (self.count + 1)
        self.phase = predicted + 2 * (2 * self.count - 1) / weight * error
        self.period += 6 / weight * error / periods
        if self.count > 3:
            self.square += (error * error - self.square) / min(self.count - 3, 32)
            self.bias += (error - self.bias) / 16
        if abs(self.bias) > 250_000:
            self.count = min(self.count, 64)
        if self.strikes >= 8 or abs(self.bias) > 500_000 or not 4e6 < self.period < 50e6:
            return self._restart(now)
        refresh = 1e9 / self.period
        is_display = self.gyroscope and 23.9 <= refresh <= 200.02
        if not is_display or self.asked and self.square > 800_000**2:
            return self._release()
        if self.asked and not self.is_answered and not 0 <= now - self.asked_at < 1e9:
            return self._refuse()
        return self._ask(now, min(refresh, 200.0))

    def _begin(self, now: float) -> Answer:
        gap = now - self.last
        if self.gaps is None or 3 * abs(gap) > 1e9:
            return self._restart(now)
        if gap < 1e6:
            return None
        self.last = now
        self.gaps = [*self.gaps, gap][-5:]
        median = sorted(self.gaps)[len(self.gaps) // 2]
        if len(self.gaps) == 5 and 4.5e6 <= median <= 45e6:
            self.has_fit, self.phase, self.period = True, now, median
            self.count, self.strikes, self.square, self.bias = 1, 0, 0.0, 0.0
        return None

    def _restart(self, now: float) -> Answer:
        self.first = self.last = now
        self.gaps, self.has_fit = [], False
        return self._release()

    def _release(self) -> Answer:
        was, self.asked, self.is_locked = self.asked, None, False
        return ("release", {}) if was else None

    def _refuse(self) -> Answer:
        self.wait = min(2 * self.wait, 64e9)
        return self._release()

    def _ask(self, now: float, refresh: float) -> Answer:
        if self.count < 8 or now - self.first < 5e8 or self.square > 400_000**2:
            return None
        if self.asked_at is not None and abs(now - self.asked_at) < self.wait:
            return None
        wanted = self.phase - LEAD
        if self.asked:
            rate = self.asked["rate_hz"]
            if abs(_off_grid(wanted, *self.given)) <= 200_000 and abs(refresh - rate) / rate <= 0.00002:
                return None
        rate = math.floor(refresh * 10_000 + 0.5) / 10_000
        self.asked = {"rate_hz": rate, "phase_ns": math.floor(wanted + 0.5), "lookahead_ms": 1000 / rate + 1}
        self.asked_at, self.is_answered = now, False
        return "lock", self.asked


def _off_grid(instant: float, rate: float, phase: float) -> float:
    """How far an instant lies from the nearest of phase + n/rate, in nanoseconds."""
    distance, period = instant - phase, 1e9 / rate
    return distance - math.floor(distance / period + 0.5) * period
