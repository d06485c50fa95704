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

    events = ["-i", "/dev/input/event1=" + fixture("accel.ioctl"), "-e", "/dev/input/event1=" + fixture("accel.events")]
    # umockdev hands out single events where the kernel hands out closed sets, so poses may be mixed that never were:
    # the guest of Tests/RealKernel tells whether an event node's frames are right.
    yield Device("evdev", ["-d", fixture("evdev.umockdev"), *events], [], None)
    # The hub's axes never change; its matrix 0,1,0;-1,0,0;0,0,1 has the signs of HID.
    with open(fixture("iio.umockdev")) as device:
        raw = dict(re.findall(r"^A: in_accel_([xyz])_raw=(-?\d+)", device.read(), re.MULTILINE))
    x, y, z = (int(raw[axis]) for axis in "xyz")
    polled = "sensor.device=iio-poll:accel_3d:HID-SENSOR-200073"
    yield Device("polled", ["-d", fixture("iio.umockdev")], ["--set", polled], {pose(-y, x, -z)})
