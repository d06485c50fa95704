"""Holds frames against the motion of the log."""

import motion

# The newest sample is up to 5 ms older than the tick, and a late tick's is newer.
STEP_S = 0.0025
EARLIEST_S, LATEST_S = -0.010, 0.004
# Where all processors are busy the daemon reads so long after its tick's time, at most.
LATEST_TICK_S = 2
# Offsets are rounded to 0.01 points, angles to 0.0001 rad; the motion turns by 0.005 rad between two samples.
LIMIT_RAD = 0.006
LONGEST_S = 12
# A sensor's first pose is held for half a second, in case it rests, and then caught up with.
HELD_NS = 1_000_000_000


class Frames:
    """The frames between two changes of the sensor."""

    def __init__(self):
        self.frames = []

    def add(self, arrival, frame):
        self.frames.append((arrival, frame))

    def end(self):
        """Says what is wrong with the frames so far, and begins anew."""
        frames, self.frames = self.frames, []
        tracking = [(arrival, frame) for arrival, frame in frames if frame["state"] == "tracking"]
        yield from offsets(frames)
        if tracking:
            yield from self.poses(tracking)


class KnownPoses(Frames):
    """Frames of which each must show one of some poses, given as pitch and roll; any where there are none."""

    def __init__(self, known=None):
        super().__init__()
        self.known = known

    def poses(self, tracking):
        for _, frame in tracking if self.known else []:
            pitch, roll = frame["pitch_rad"], frame["roll_rad"]
            if not any(abs(pitch - p) < 0.0002 and abs(roll - r) < 0.0002 for p, r in self.known):
                yield f"frame {frame['seq']} shows a pose that never was: pitch {pitch}, roll {roll}"
                return


class PlayedLog(Frames):
    """Frames that must all show one playing of the log.

    When the log began is not told, so it is found: there must be one beginning with which every frame is right.
    """

    def poses(self, tracking):
        first = tracking[0][1]["t_ns"]
        tracking = [(arrival, frame) for arrival, frame in tracking if frame["t_ns"] - first > HELD_NS]
        if tracking and self.beginning(tracking) is None:
            yield f"{len(tracking)} frames from {tracking[0][1]['seq']} on show no part of the motion"

    def beginning(self, tracking):
        """When the log's first row was due, in seconds; None where no beginning explains all frames."""
        newest = tracking[0][1]["t_ns"] / 1e9
        for step in range(int(LONGEST_S / STEP_S)):
            beginning = newest + 0.01 - step * STEP_S
            if all(self.explains(beginning, arrival, frame) for arrival, frame in tracking):
                return beginning
        return None

    def explains(self, beginning, arrival, frame):
        tick = frame["t_ns"] / 1e9
        latest = max(tick, min(arrival, tick + LATEST_TICK_S)) + LATEST_S
        t = tick + EARLIEST_S
        while t <= latest:
            pitch, roll = motion.tilt(max(0, t - beginning))
            if abs(pitch - frame["pitch_rad"]) < LIMIT_RAD and abs(roll - frame["roll_rad"]) < LIMIT_RAD:
                return True
            t += STEP_S
        return False


def offsets(frames):
    """Offsets lie between the fallback (0, 4) and gain (10) times the tilt, and are the latter without an ease."""
    for _, frame in frames:
        x, y = 10 * frame.get("roll_rad", 0), 10 * frame.get("pitch_rad", 0)
        if frame["state"] != "none" and not agrees(frame, x, y):
            yield f"frame {frame['seq']} ({frame['state']}) is at {frame['x']}, {frame['y']}, the tilt at {x:.2f}, {y:.2f}"
            return


def agrees(frame, x, y):
    """Whether there is a share of the motion, from 0 to 1, with which both x and y are right."""
    if max(abs(x), abs(y - 4)) < 0.1:
        return True
    share = frame["x"] / x if abs(x) > abs(y - 4) else (frame["y"] - 4) / (y - 4)
    share = min(1, max(0, share))
    return abs(share * x - frame["x"]) < 0.05 and abs(4 + share * (y - 4) - frame["y"]) < 0.05
