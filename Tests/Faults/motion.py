"""The motion that the daemon is given as a log, and what its frames must therefore show."""

import math

GRAVITY = 9.81
RATE_HZ = 200
SECONDS = 40


def up(t):
    """The direction of up at log time t, in seconds: it never rests and repeats nothing within SECONDS."""
    roll = 0.5 * math.sin(2 * math.pi * 0.31 * t)
    pitch = 0.3 * math.sin(2 * math.pi * 0.47 * t + 1)
    x, y = -math.sin(roll), math.cos(roll) * math.sin(pitch)
    return x, y, math.sqrt(1 - x * x - y * y)


def tilt(t):
    """Pitch and roll at log time t, in radians (Analog Devices AN-1057, equations 11 and 12)."""
    x, y, z = up(t)
    return math.atan2(y, math.hypot(x, z)), math.atan2(-x, math.hypot(y, z))


def rows():
    """The rows of the log as text: m/s², one every 1/RATE_HZ seconds."""
    for row in range(RATE_HZ * SECONDS):
        yield ",".join(f"{GRAVITY * axis:.5f}" for axis in up(row / RATE_HZ))


def write_log(path):
    with open(path, "w") as log:
        log.write("t,ax,ay,az\n")
        for row, axes in enumerate(rows()):
            log.write(f"{row / RATE_HZ:.3f},{axes}\n")
