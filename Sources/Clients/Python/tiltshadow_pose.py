"""The newest pose from a page of memory that the tiltshadow daemon writes, for whoever draws at every refresh of a display.

    poses = tiltshadow_pose.Poses(rate_hz=100)
    while True:
        poses.receive()                     # when its fileno() is readable, or now and then; never blocks
        pose = poses.pose_at(time.monotonic_ns() + 8_000_000)       # when the picture lights up; no system call
        if pose is not None:
            card.set_shadow(pose.x, pose.y)

It needs tiltshadow.py beside it, survives a restart of the daemon, and gives None while there is no page. `hello`, the first of
what receive() gives, has the gain of the daemon's settings; their limit and mapping stand in the `ok` of a Connection of
tiltshadow.py that has asked for nothing: send("subscribe"). Apache-2.0.
"""

import fcntl
import math
import mmap
import os
import socket
import struct
import time
from typing import List, NamedTuple, Optional, Sequence, Tuple

import tiltshadow

__all__ = ["Page", "Pose", "Poses", "pose_of"]

SIZE = 128
_PAGE = struct.Struct("=8sIIQII2q10d")  # see PAGES of tiltshadow-protocol(7)
assert _PAGE.size == SIZE
_SEQUENCE = slice(16, 24)
_F_GET_SEALS, _F_SEAL_SHRINK = 1034, 2  # of Linux: in fcntl from Python 3.8 on, where the C library has them
_ENDED, _HAS_POSE, _STILL, _GYROSCOPE = 1, 2, 4, 8
_TRIES = 100
_OLD, _EASE, _FARTHEST = 3_000_000_000, 1e9, 100_000_000  # nanoseconds
_LARGEST = 1e6
_STATES = ("none", "stale", "tracking")
_RATES, _WHEN, _MAPPINGS = (1, 200), ("always", "changed"), ("tilt", "projection", "euler")  # that a daemon takes

Vector = Tuple[float, float, float]


class Pose(NamedTuple):
    """Where to draw the shadow at an instant, and the pose it comes from."""

    x: float  #: points to the right, to be added to the shadow at rest
    y: float  #: points down
    state: str  #: "tracking", "stale" or "none"
    t_ns: int  #: CLOCK_MONOTONIC when the page was written, in nanoseconds
    for_ns: int  #: the instant that the page's pose is true for
    up: Optional[Vector]  #: away from the ground at the instant, screen axes; None without a pose
    pitch_rad: float
    roll_rad: float
    fade: float  #: how much of the motion shows, from 0 (the fallback) to 1
    rate_hz: float  #: how often the page is written
    still: bool  #: nothing has moved for a second
    gyroscope: bool  #: looking far ahead pays
    is_old: bool  #: not written for 3 s: the daemon hangs or has died; it eases to the fallback
    has_ended: bool  #: not written any more; Poses asks for another


class Page:
    """A page that is mapped; `descriptor` may be closed then."""

    def __init__(self, descriptor: int) -> None:
        if not _is_sealed(descriptor):  # cut short later, it would end this program by SIGBUS
            raise ValueError("it is not sealed against shrinking")
        if os.fstat(descriptor).st_size < SIZE:
            raise ValueError(f"it is shorter than {SIZE} bytes")
        self._memory = mmap.mmap(descriptor, SIZE, mmap.MAP_SHARED, mmap.PROT_READ)
        magic, version, size = struct.unpack("=8sII", self._memory[:16])
        if (magic, version) != (b"TILTPOSE", 1) or size < SIZE:  # a longer one says more behind it
            raise ValueError("it is no page of version 1")

    def read(self) -> Optional[bytes]:
        """A copy of the page; None where the daemon was writing each time it was tried.

        Python has no barriers. What lies between two of these slices is thousands of instructions, though, more than any processor
        has in flight, so that each is read when the next is begun.
        """
        for _ in range(_TRIES):
            sequence = self._memory[_SEQUENCE]
            copy = self._memory[:SIZE]
            if not sequence[0 if _IS_LITTLE else 7] & 1 and copy[_SEQUENCE] == sequence == self._memory[_SEQUENCE]:
                return copy
        return None

    def pose_at(self, instant_ns: int, **options: object) -> Optional[Pose]:
        """The pose, carried to an instant of CLOCK_MONOTONIC by its own velocity, up to 0.1 s and 20 degrees, and its offset by the
        options of `pose_of`. None where it could not be read: draw what was drawn last."""
        copy = self.read()
        return None if copy is None else pose_of(copy, instant_ns, **options)


def _is_sealed(descriptor: int) -> bool:
    try:
        return bool(fcntl.fcntl(descriptor, _F_GET_SEALS) & _F_SEAL_SHRINK)
    except OSError:  # a file that knows no seals
        return False


_IS_LITTLE = struct.pack("=H", 1) == b"\1\0"


def pose_of(
    copy: bytes, instant_ns: int, *, gain: float = 10, limit: float = 16, mapping: str = "tilt",
    display_rotation: Optional[int] = 0, yaw_assist: bool = False, base: Tuple[float, float] = (0, 0),
    fallback: Tuple[float, float] = (0, 4), neutral: Optional[Sequence[float]] = None,
) -> Pose:
    """What a copy says of an instant: options as `subscribe` has them; `display_rotation` is None for what `rotate` of this user
    says, and otherwise turned on (-90 is 270); `neutral` the `up` of a pose at which the shadow lies at its base. Raises
    tiltshadow.Error for a `mapping` that is none of "tilt", "projection" and "euler"; with that a daemon's own limit is 1000."""
    if mapping not in _MAPPINGS:
        raise tiltshadow.Error(f"mapping {mapping!r:.80}: expected 'tilt', 'projection' or 'euler'", "leave it out for 'tilt'")
    (_, _, _, _, state, flags, t_ns, for_ns, *numbers) = _PAGE.unpack(copy)
    strength, fade, yaw, rate_hz = numbers[6:]
    gain, limit = _within(gain), limit if limit > 0 else 0
    rate_hz = rate_hz if 0 <= rate_hz <= _LARGEST else 0.0
    has_pose = bool(flags & _HAS_POSE) and _is_sound(numbers)
    age = (instant_ns - t_ns - _OLD) / _EASE
    left = 1 if age <= 0 else 0 if age >= 1 else 1 - age * age * (3 - 2 * age)
    x, y, up, pitch, roll, shown = (*fallback, None, 0.0, 0.0, 0.0)
    if has_pose:
        ahead = max(-_FARTHEST, min(_FARTHEST, instant_ns - for_ns)) * 1e-9
        display = flags >> 10 if display_rotation is None else display_rotation // 90
        up = _rotated(_carried(tuple(numbers[:3]), tuple(numbers[3:6]), ahead), (flags >> 8) + display)
        pitch, roll = _tilt(up)
        steered = up if neutral is None else _referred(up, neutral)
        down, right = _mapped(steered, mapping)
        turn = gain * _turn(tuple(numbers[:3]), tuple(numbers[3:6]), yaw, ahead) if yaw_assist else 0
        right, down = strength * gain * right + turn * up[1], strength * gain * down + turn * up[0]
        length = math.hypot(right, down)
        cut = limit / length if length > limit else 1
        shown = fade * left
        x = shown * (base[0] + cut * right) + (1 - shown) * fallback[0]
        y = shown * (base[1] + cut * down) + (1 - shown) * fallback[1]
    return Pose(
        x, y, _STATES[state] if state < 3 else "none", t_ns, for_ns, up, pitch, roll, shown, rate_hz,
        bool(flags & _STILL), bool(flags & _GYROSCOPE), age > 0, bool(flags & _ENDED))


def _is_sound(numbers: Sequence[float]) -> bool:
    """Whether they can be those of a pose: whatever else stands there must become neither NaN nor an offset beyond the limit."""
    up, rate, (strength, fade, yaw) = numbers[:3], numbers[3:6], numbers[6:9]
    is_up = 0.25 <= sum(part * part for part in up) <= 4
    # An older daemon's ease may end a last bit beyond.
    are_shares = all(-1e-6 <= share <= 1 + 1e-6 for share in (strength, fade))
    return is_up and are_shares and all(abs(part) <= _LARGEST for part in (*rate, yaw))


def _within(number: float) -> float:
    """The same of a program's own: none counts for 0, and one that is too large for the largest."""
    return 0.0 if math.isnan(number) else max(-_LARGEST, min(_LARGEST, number))


def _tilt(up: Vector) -> Tuple[float, float]:
    return math.atan2(up[1], math.hypot(up[0], up[2])), math.atan2(-up[0], math.hypot(up[1], up[2]))


def _mapped(up: Vector, mapping: str) -> Tuple[float, float]:
    if mapping == "tilt":
        return _tilt(up)
    return (up[1], -up[0]) if mapping == "projection" else (math.asin(max(-1, min(1, up[1]))), math.atan2(-up[0], up[2]))


def _turned(v: Sequence[float], axis: Sequence[float], angle: float) -> Vector:
    """Rodrigues' rotation."""
    s, c = math.sin(angle), math.cos(angle)
    along = (1 - c) * sum(a * b for a, b in zip(axis, v))
    side = (axis[1] * v[2] - axis[2] * v[1], axis[2] * v[0] - axis[0] * v[2], axis[0] * v[1] - axis[1] * v[0])
    return tuple(c * v[i] + s * side[i] + along * axis[i] for i in range(3))


def _carried(up: Vector, rate: Vector, seconds: float) -> Vector:
    """Where up is so much later, where the device turns on as it did: 20 degrees farther at most. Of up the direction counts."""
    up = _unit(up)
    speed = math.sqrt(sum(part * part for part in rate))
    if seconds == 0 or not speed > 1e-6:
        return up
    most = math.radians(20)
    return _unit(_turned(up, [-part / speed for part in rate], max(-most, min(most, speed * seconds))))


def _turn(up: Vector, rate: Vector, yaw: float, seconds: float) -> float:
    """What the turn about the vertical is so much later: it leaks with 2 s, and is 20 degrees at most."""
    speed, most = sum(part * way for part, way in zip(rate, _unit(up))), math.radians(20)
    return max(-most, min(most, yaw + seconds * (speed - yaw / 2)))


def _unit(up: Vector) -> Vector:
    length = math.sqrt(sum(part * part for part in up))
    return tuple(part / length for part in up)


def _rotated(up: Vector, quarters: int) -> Vector:
    x, y, z = up
    return ((x, y, z), (-y, x, z), (-x, -y, z), (y, -x, z))[quarters & 3]


def _referred(up: Vector, neutral: Sequence[float]) -> Vector:
    """As the frame that turns the neutral pose to face up sees it; as it is where that is none."""
    side = math.hypot(neutral[0], neutral[1])
    if not math.isfinite(math.hypot(side, neutral[2])):
        return up
    if side <= 1e-9:
        sign = -1 if neutral[2] < 0 else 1
        return (up[0], sign * up[1], sign * up[2])
    return _turned(up, (neutral[1] / side, -neutral[0] / side, 0), math.atan2(side, neutral[2]))


class Poses:
    """The newest page of whichever daemon is there; made again when it ends. What goes wrong is `trouble`, in words."""

    def __init__(self, path: Optional[str] = None, rate_hz: float = 50, when: str = "always") -> None:
        """`when` "changed": slow ticks will do while the device lies still, which spares the machine most wake-ups.

        Raises tiltshadow.Error for a rate that is not from 1 to 200, and for another word.
        """
        tiltshadow._request("map", rate_hz=rate_hz, when=when)
        if isinstance(rate_hz, bool) or not isinstance(rate_hz, (int, float)) or not _RATES[0] <= rate_hz <= _RATES[1]:
            raise tiltshadow.Error(f"rate_hz {rate_hz!r:.80}: expected 1 to 200", "ask for 50, or the display's rate")
        if when not in _WHEN:
            raise tiltshadow.Error(f"when {when!r:.80}: expected 'always' or 'changed'", "leave it out")
        self.path, self.rate_hz, self.when, self.trouble = path, rate_hz, when, ""
        self.page: Optional[Page] = None
        self._last: Optional[bytes] = None  #: a copy of the last page that had a pose
        self._connection: Optional[tiltshadow.Connection] = None
        self._asks = True  #: for a page, with the next frame that comes
        self._pause, self._retry_at = tiltshadow.FIRST_PAUSE, 0.0
        self._silent_by: Optional[float] = None  #: when it must have said something; None while nothing is due

    def fileno(self) -> int:
        """The descriptor to watch, another one for each connection; -1 while there is none: call receive() now and then."""
        return -1 if self._connection is None else self._connection.fileno()

    def pose_at(self, instant_ns: int, **options: object) -> Optional[Pose]:
        """The pose at an instant of CLOCK_MONOTONIC, as `Page.pose_at`; None before the first page, too.

        Where the page has ended, or has no pose yet, it is that of the last one that had one: it stays where it was and grows old
        as one that is not written does, for 3 s after it was written and eased to the fallback within 1 s, while another is
        awaited. Its `state` and `has_ended` are those of the newest page.
        """
        copy = None if self.page is None else self.page.read()
        if copy is None:
            return None
        pose = pose_of(copy, instant_ns, **options)
        if pose.up is not None:
            self._last = copy
        if pose.up is not None or self._last is None:
            return pose
        last = pose_of(self._last, instant_ns, **options)
        return last._replace(state=pose.state, has_ended=pose.has_ended, still=False)  # it is still to ease

    def close(self) -> None:
        """Ends the connection; the daemon closes the sensor where nobody else listens."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def receive(self) -> List[dict]:
        """Connects where it is time to, and takes what has come: the protocol's messages, but for frames.

        Call it once a second, too, where nothing comes: a daemon that hangs before its page is there is noticed by that.
        Raises NotTiltshadow where no further attempt would be better.
        """
        now = time.monotonic()
        if self._connection is None and now < self._retry_at:
            return []
        try:
            if self._connection is None:
                self._silent_by = now + tiltshadow.HELLO_TIMEOUT
                self._connection = tiltshadow.Connection(self.path)
                self._ask()
            messages = self._connection.receive()
            if messages and self._silent_by is not None:
                self._silent_by = now + tiltshadow.SILENCE_TIMEOUT
            for message in messages:
                self._take(message, now)
            if self._silent_by is not None and now >= self._silent_by:
                raise TimeoutError("the daemon hangs" if self._connection.hello else "it accepted the connection and says nothing")
            return [message for message in messages if message.get("type") != "frame"]
        except (OSError, EOFError, tiltshadow.Error) as error:
            self.close()
            self.trouble = str(error)
            if isinstance(error, tiltshadow.NotTiltshadow):
                raise
            self._retry_at, self._pause = now + self._pause, min(2 * self._pause, tiltshadow.LONGEST_PAUSE)
            return []

    def _ask(self) -> None:
        self._connection.send("map", id="page", rate_hz=self.rate_hz, when=self.when)
        self._asks = False

    def _take(self, message: dict, now: float) -> None:
        kind = message.get("type")
        if kind == "page":
            descriptor = self._connection.take_descriptor()
            if descriptor is None and self._asks:
                return
            try:
                if descriptor is None:
                    raise ValueError("its descriptor has not come along")
                self.page = Page(descriptor)
                self._asks, self._pause = True, tiltshadow.FIRST_PAUSE  # with a frame it is over: that comes to who reads none
                self._silent_by = None
            except (OSError, ValueError) as error:  # another one of this daemon would be no better
                self.page, self.trouble = None, f"cannot read the daemon's page: {error}"
                self._connection.send("pause")  # so that it is not written for nobody
                self._connection.send("resume")  # and frames tell that the daemon is there
            finally:
                if descriptor is not None:
                    os.close(descriptor)
        elif kind == "error":
            self.trouble = tiltshadow._visible(message.get("message"))
            is_away = message.get("code") == "not-permitted"  # another user sits in front
            if message.get("id") == "page":
                self._asks = is_away
            if is_away and message.get("id", "page") == "page":
                self._silent_by = None
        elif kind == "frame":
            self._silent_by = now + tiltshadow.SILENCE_TIMEOUT
            if self._asks:
                self._ask()
