"""The sensors that the daemon is run with: a log that is played, and devices that umockdev makes of recordings.

Each says how to start the daemon on it, and which frames are right.
"""

import math
import os
import re
import shutil

import motion
from fit import PlayedLog, KnownPoses

FIXTURES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "TiltSensorsTests", "Fixtures")
# The library is preloaded into the daemon alone, before umockdev's own, and tells the number of the process.
INSIDE = 'echo $$ >pid; LD_PRELOAD="$TILTSHADOW_FAULTS_LIBRARY${LD_PRELOAD:+:$LD_PRELOAD}" exec "$@"'

# Longer than a run takes that waits for all that it may wait for.
EVENT_SECONDS = 90


class Log:
    """A log of `motion.py`, of which every row and every frame is known."""

    name = "log"

    def __init__(self, scratch):
        self.path = os.path.join(scratch, "motion.csv")
        motion.write_log(self.path)

    def words(self, command):
        return ["sh", "-c", INSIDE, "sh", *command, "--replay", self.path]

    def frames(self):
        return PlayedLog()

    unjudged = KnownPoses

    def rows(self):
        return motion.rows()


class Device:
    """A recorded device, and the poses that it takes; None where nobody knows."""

    def __init__(self, name, options, arguments, poses):
        self.name, self.options, self.arguments, self.poses = name, options, arguments, poses

    def words(self, command):
        return ["umockdev-run", *self.options, "--", "sh", "-c", INSIDE, "sh", *command, *self.arguments]

    def frames(self):
        return KnownPoses(self.poses)

    unjudged = KnownPoses

    def rows(self):
        return None


def write_events(path, calls):
    """For EVENT_SECONDS, once a second, a turn away from the state in `calls` and back to it 10 ms later.

    umockdev answers EVIOCGABS with that state for ever: if the last event told another one, the daemon would find in time
    that the node moves and sends nothing, and would be right. More events than these would fill umockdev's terminal, which
    holds 170, while the daemon waits before it looks for a sensor again.
    """
    with open(calls) as file:
        answers = re.findall(r"^EVIOCGABS(?:\(\d\))? \d+ ([0-9A-F]{8})", file.read(), re.MULTILINE)
    x, y, z = (int.from_bytes(bytes.fromhex(answer), "little", signed=True) for answer in answers)
    with open(path, "w") as script:
        script.write("# EVEMU 1.2\n# device /dev/input/event1\n")
        for second in range(EVENT_SECONDS):
            for time, step in ((second, 400), (second + 0.01, 0)):
                for kind, code, value in ((3, 0, x + step), (3, 1, y - step), (3, 2, z), (0, 0, 0)):
                    script.write(f"E: {time:.6f} {kind:04x} {code:04x} {value}\n")


def pose(x, y, z):
    return math.atan2(y, math.hypot(x, z)), math.atan2(-x, math.hypot(y, z))


def all_sensors(scratch, has_devices=True):
    """Those that this machine can make; umockdev and valgrind do not go together."""
    yield Log(scratch)
    if not has_devices:
        return
    if not shutil.which("umockdev-run"):
        print("skipped: devices, since umockdev is not installed: apt-get install umockdev")
        return

    def fixture(name):
        return os.path.join(FIXTURES, name)

    script = os.path.join(scratch, "accel.events")
    write_events(script, fixture("accel.ioctl"))
    events = ["-i", "/dev/input/event1=" + fixture("accel.ioctl"), "-e", "/dev/input/event1=" + script]
    # umockdev hands out single events where the kernel hands out closed sets, so poses may be mixed that never were:
    # the guest of Tests/RealKernel tells whether an event node's frames are right.
    yield Device("evdev", ["-d", fixture("evdev.umockdev"), *events], [], None)
    # The hub's axes never change; its matrix 0,1,0;-1,0,0;0,0,1 has the signs of HID.
    with open(fixture("iio.umockdev")) as device:
        raw = dict(re.findall(r"^A: in_accel_([xyz])_raw=(-?\d+)", device.read(), re.MULTILINE))
    x, y, z = (int(raw[axis]) for axis in "xyz")
    polled = "sensor.device=iio-poll:accel_3d:HID-SENSOR-200073"
    yield Device("polled", ["-d", fixture("iio.umockdev")], ["--set", polled], {pose(-y, x, -z)})
