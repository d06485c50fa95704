"""Where to draw a shadow at a display's vsync: a Resampler for frames of any rate, and a PhaseLock that has the daemon
send its frames at the display's own rate and phase.

    resampler, lock = Resampler(50), PhaseLock(hello["sensor"]["gyro"])
    resampler.take(frame["t_ns"], frame["x"], frame["y"], frame["state"])   # each frame that comes
    answer = lock.vsync(v)                 # each vsync: mostly None, see there
    x, y = resampler.offset(v)             # to be drawn, or the newest frame while locked

Instants are nanoseconds of CLOCK_MONOTONIC. Nothing here does anything but arithmetic. Apache-2.0.
"""

import math
from typing import Any, Dict, List, Optional, Tuple

__all__ = ["PhaseLock", "Resampler"]

DELIVERY = 500_000  #: how long a frame takes to come
LEAD = 1_000_000  #: how long before its vsync a frame is made
GATE = 1_500_000  #: a vsync farther from where it should be is another one


class Resampler:
    """Draws frames of any rate at any vsync, on the way between the last two."""

    def __init__(self, rate_hz: float = 50) -> None:
        self.rate_hz = rate_hz  #: what is subscribed to
        self.forget()

    @staticmethod
    def lookahead_ms(refresh_hz: float, rate_hz: float, gyroscope: bool) -> float:
        """What to subscribe with, so that a picture is true when it lights up.

        0 without a gyroscope: there, looking ahead makes noise visible while the device rests.
        """
        refresh = refresh_hz if refresh_hz > 0 and math.isfinite(refresh_hz) else 60
        return min(max(1000 * (1 / refresh + 1 / rate_hz) + DELIVERY / 1e6, 0), 100) if gyroscope else 0.0

    def forget(self) -> None:
        """Begins anew: after a connection or `recentre` nothing is to be drawn between then and now."""
        self.newest: Optional[Tuple[float, float, float, str]] = None
        self.previous = self.newest

    def take(self, t_ns: int, x: float, y: float, state: str) -> None:
        """Takes a frame; one that is not newer than the last is ignored."""
        if self.newest and not t_ns > self.newest[0] or not math.isfinite(x + y):
            return
        self.previous, self.newest = self.newest, (float(t_ns), x, y, state)

    def offset(self, at: float) -> Optional[Tuple[float, float]]:
        """The offset to draw at a vsync, always on the way between the last two frames; None before the first."""
        if self.newest is None:
            return None
        t1, x1, y1, state = self.newest
        t0, x0, y0, before = self.previous or self.newest
        if self.previous is None or t1 - t0 > 2.5 * (1e9 / self.rate_hz) or before != state:
            return x1, y1
        part = max((float(at) - DELIVERY - t1) / (t1 - t0), 0)
        return (x0 + part * (x1 - x0), y0 + part * (y1 - y0)) if part < 1 else (x1, y1)


class PhaseLock:
    """Finds a display's rate and phase in the instants of its vsyncs, and says what to ask of the daemon."""

    def __init__(self, gyroscope: bool) -> None:
        self.gyroscope = gyroscope
        self.first = self.last = 0.0
        self.gaps: Optional[List[float]] = None  # None before the first vsync
        self.has_fit = False
        self.phase = self.period = 0.0  # where the last vsync was, and how far the next is
        self.count = 1  # vsyncs that the two rest upon: a least-squares line through so many
        self.strikes = 0
        self.square = self.bias = 0.0  # running means of the squared distance from the line, and of the distance
        self.asked: Optional[Dict[str, Any]] = None
        self.asked_at: Optional[float] = None

    @property
    def refresh_hz(self) -> Optional[float]:
        """The display's refresh rate; None before it is known."""
        return 1e9 / self.period if self.has_fit and self.count >= 8 else None

    def vsync(self, at: float) -> Optional[Tuple[str, Dict[str, Any]]]:
        """Takes a vsync's instant; mostly None.

        ("lock", options): subscribe with these; the newest frame is the one to draw from the `ok` that names a
        phase_ns. ("release", {}): subscribe as the resampler wants it, without a phase; it draws again.
        """
        now = float(at)
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
        if not 23.99 <= refresh <= 200.02 or self.asked and self.square > 800_000**2:
            return self._release()
        return self._ask(now, min(refresh, 200.0))

    def _begin(self, now: float) -> Optional[Tuple[str, Dict[str, Any]]]:
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

    def _restart(self, now: float) -> Optional[Tuple[str, Dict[str, Any]]]:
        self.first = self.last = now
        self.gaps, self.has_fit = [], False
        return self._release()

    def _release(self) -> Optional[Tuple[str, Dict[str, Any]]]:
        was, self.asked = self.asked, None
        return ("release", {}) if was else None

    def _ask(self, now: float, refresh: float) -> Optional[Tuple[str, Dict[str, Any]]]:
        if self.count < 8 or now - self.first < 5e8 or self.square > 400_000**2:
            return None
        if self.asked_at is not None and abs(now - self.asked_at) < 2e9:
            return None
        wanted = self.phase - LEAD
        if self.asked:
            rate = self.asked["rate_hz"]
            distance = wanted - self.asked["phase_ns"]
            drift = distance - math.floor(distance / (1e9 / rate) + 0.5) * (1e9 / rate)
            if abs(drift) <= 200_000 and abs(refresh - rate) / rate <= 0.00002:
                return None
        rate = math.floor(refresh * 10_000 + 0.5) / 10_000
        lookahead = 1000 / rate + 1 if self.gyroscope else 0.0
        self.asked = {"rate_hz": rate, "phase_ns": math.floor(wanted + 0.5), "lookahead_ms": lookahead}
        self.asked_at = now
        return "lock", self.asked
