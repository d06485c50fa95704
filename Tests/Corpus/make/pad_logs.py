"""The logs of pads with accelerometer and gyroscope, and of what happens to their timestamps.

Where a pad begins as somebody saw it, that reading stands in `quoted`, and the motion goes on from there. Axes, ranges, fuzz, resolutions and rates are read from the driver that is named; Linux 6.12.
"""
import math

from evdev import Axis, Node, RX, RY, RZ, X, Y, Z
from motion import DEGREE, Held, Noise, Tilt, force, nintendo, rate_degrees, settled, sony

USB, BLUETOOTH = 0x03, 0x05
PEAK = 30 * 1.5 / 0.6  # °/s at 0.5 s, the middle of the motion


def seen(x, y, z, pitch=30, begin=0.2, ramp=0.6):
    """Lies as these counts in Sony's axes say, then is turned by `pitch` degrees more."""
    up = (x, -z, y)
    length = math.sqrt(sum(value * value for value in up))
    first, roll = math.asin(up[1] / length) / DEGREE, -math.asin(up[0] / length) / DEGREE
    return Tilt(first + pitch, roll, begin, ramp, start_pitch=first, start_roll=roll)


LEVEL = Tilt(30, 0, begin=0.2, ramp=0.6)
MOTION = seen(200, 7961, 1295)
DUALSENSE = ("https://github.com/libsdl-org/SDL/issues/8931: \"lay my PS5 gamepad flat on the table … accelerometer: 0.24, "
             "9.53, 1.55\", in m/s², which are 200, 7961, 1295 of 8192 a g")


def pad(name, identity, accel, gyro, hz=250, seconds=1.0, motion=MOTION, axes=sony, stamps=None, times=None,
        noise=0.003, seed=3):
    """A pad's motion sensors; stamps(index) is MSC_TIMESTAMP in µs, times(index) when the kernel had the report."""
    kinds = {code: accel for code in (X, Y, Z)} | {code: gyro for code in (RX, RY, RZ)}
    node = Node(name, identity, kinds, True, stamps is not None)
    random = Noise(seed)
    for index in range(round(seconds * hz)):
        t = index / hz
        felt = axes(force(motion, t, random, noise))
        values = {code: round(a * accel.resolution) for code, a in zip((X, Y, Z), felt)}
        rates = axes(rate_degrees(motion, t, random))
        values |= {code: round(w * gyro.resolution) for code, w in zip((RX, RY, RZ), rates)}
        node.report(times(index) if times else t, values, stamps(index) if stamps else None)
    return node


def dualsense(hz=250, **options):
    return pad("Sony Interactive Entertainment DualSense Wireless Controller Motion Sensors",
               (USB, 0x054c, 0x0ce6, 0x8111), Axis(-32768, 32768, 16, 0, 8192), Axis(-2097152, 2097152, 16, 0, 1024),
               hz=hz, **options)


def turning(at=0.9, peak=PEAK, motion=MOTION):
    """What must come of a motion: its angle at the end, and its rate in the middle."""
    return settled(motion, at) + [f"gx {peak:g} ± 3 deg/s at 0.5 s", "gy 0 ± 1 deg/s at 0.5 s", "no fault"]


def counter(start, step):
    return lambda index: (start + step * index) & 0xffffffff


def all_logs():
    """Name, header and node of each."""
    playstation = "drivers/hid/hid-playstation.c"
    yield "evdev-dualsense", {
        "device": "Sony DualSense by USB", "driver": playstation,
        "odd": "fuzz 16 on every axis: the input core defuzzes what the driver reports, and small changes never come; y "
               "points out of the face and z towards the player; it lies on its grips, so that its face leans by 9°",
        "quoted": DUALSENSE, "expect": turning() + ["pitch -9 ± 1 deg at 0.1 s", "spacing 4 ± 0.01 ms"]}, dualsense(stamps=counter(1000, 4000))
    yield "evdev-dualsense-at-rest", {
        "device": "Sony DualSense by USB, on a table", "driver": playstation,
        "odd": "at rest, defuzzing freezes axes halfway to their value: a filter driven by events would never settle",
        "quoted": DUALSENSE,
        "expect": ["pitch -9 ± 1 deg at 1 s", "roll 0 ± 5 deg at 1 s", "steady within 0.1 deg after 0.8 s",
                   "state tracking at 1.1 s", "no fault"]}, \
        dualsense(motion=seen(200, 7961, 1295, pitch=0), noise=0.0005, seconds=1.2, hz=100, stamps=counter(1000, 10_000))
    lying = seen(-223, 8300, 1393)
    yield "evdev-dualshock4", {
        "device": "Sony DualShock 4 by Bluetooth", "driver": playstation,
        "odd": "MSC_TIMESTAMP counts units of 5.33 µs, cut to whole microseconds, so it falls behind the clock",
        "quoted": "https://github.com/ricardoquesada/bluepad32/issues/52: \"Controller placed on the table … accel x: -223 y: "
                  "8300 z: 1393\"",
        "expect": turning(motion=lying) + ["pitch -9 ± 1 deg at 0.1 s", "spacing 8 ± 0.01 ms"]}, \
        pad("Sony Interactive Entertainment Wireless Controller Motion Sensors", (BLUETOOTH, 0x054c, 0x09cc, 0x8100),
            Axis(-32768, 32768, 16, 0, 8192), Axis(-2097152, 2097152, 16, 0, 1024),
            hz=125, motion=lying, stamps=lambda index: 1500 * index * 16 // 3)

    yield "evdev-nintendo", {
        "device": "Nintendo Switch Pro Controller", "driver": "drivers/hid/hid-nintendo.c",
        "odd": "rates 1000 times too large, and so is their resolution (14247 counts per °/s); three samples a report, "
               "which the kernel stamps at one time, so that two of three events come 1 ns after another; x points to the "
               "triggers, y left, z out of the face, as the driver says",
        "expect": turning(motion=LEVEL) + ["longest-gap 15 ± 0.1 ms"]}, \
        pad("Nintendo Switch Pro Controller IMU", (BLUETOOTH, 0x057e, 0x2009, 0x8001),
            Axis(-32767, 32767, 10, 0, 4096), Axis(-32767000, 32767000, 10, 0, 14247), hz=200, axes=nintendo, motion=LEVEL,
            stamps=counter(0, 5000), times=lambda index: index // 3 * 0.015)
    steam = (USB, 0x28de, 0x1205, 0x111)
    force_axis, rate_axis = Axis(-32768, 32768, 32, 0, 16384), Axis(-32768, 32768, 1, 0, 16)
    lying = seen(193, 16510, -857)
    report = ("https://github.com/mmmaisel/SDL, src/joystick/hidapi/SDL_hidapi_steamdeck.c: the report of one that lies on "
              "its back, \"c100 5903 7e40 0100 ffff\": 193, 857, 16510, and rates 1, -1, which the driver makes x, -z, y of")
    jitter = Noise(5)
    late = [0.004 * jitter.uniform() for _ in range(300)]
    yield "evdev-steam-deck", {
        "device": "Steam Deck", "driver": "drivers/hid/hid-steam.c",
        "odd": "MSC_TIMESTAMP is no time but a counter, 4000 a report; reports come 4 ms apart, give or take 4; y points "
               "out of the screen and z to the bottom edge, as a pad's do",
        "quoted": report,
        "expect": ["pitch 0 ± 5 deg at 0.1 s", "roll 0 ± 5 deg at 0.1 s"] + turning(motion=lying)
        + ["spacing 4 ± 1 ms"]}, \
        pad("Steam Deck Motion Sensors", steam, force_axis, rate_axis, stamps=counter(4000, 4000), motion=lying,
            seconds=0.95, times=lambda index: 0.004 * index + late[index])
    deck = pad("Steam Deck Motion Sensors", steam, force_axis, rate_axis, hz=250, seconds=0.5,
               motion=seen(193, 16510, -857, pitch=0), stamps=counter(4000, 4000))
    deck.reports += [(t + 1.5, events) for t, events in deck.reports[:50]]
    yield "evdev-steam-deck-lizard", {
        "device": "Steam Deck", "driver": "drivers/hid/hid-steam.c",
        "odd": "in lizard mode the open node is silent, here from 0.5 to 1.5 s, as a node is that another has grabbed",
        "quoted": report,
        "expect": ["longest-gap 1004 ± 1 ms", "state tracking at 1.4 s", "pitch 0 ± 5 deg at 1.4 s",
                   "roll 0 ± 5 deg at 1.65 s"]}, deck

    yield "evdev-msc-timestamp-wraps", {
        "device": "Sony DualSense by USB, after 71.6 minutes", "driver": playstation,
        "odd": "MSC_TIMESTAMP, 32 bits of microseconds, wraps at 0.5 s; at 2³¹ it had turned negative",
        "expect": turning() + ["longest-gap 10 ± 0.01 ms"]}, \
        dualsense(hz=100, stamps=counter(2**32 - 500_000, 10_000))
    yield "evdev-msc-timestamp-negative", {
        "device": "Sony DualSense by USB, after 35.8 minutes", "driver": playstation,
        "odd": "MSC_TIMESTAMP passes 2³¹ at 0.5 s: unsigned in the kernel, it reads as negative from there",
        "expect": turning() + ["longest-gap 10 ± 0.01 ms"]}, \
        dualsense(hz=100, stamps=counter(2**31 - 500_000, 10_000))
    yield "evdev-msc-timestamp-resets", {
        "device": "Sony DualSense by USB", "driver": playstation,
        "odd": "MSC_TIMESTAMP starts again from 0 in the middle, as after a reconnection: an unknown gap",
        "expect": turning() + ["longest-gap 10 ± 0.01 ms"]}, \
        dualsense(hz=100, stamps=lambda index: 10_000 * (index if index < 50 else index - 50))


def dropped():
    """The logs that only a kernel can make: name, header, node, and the comment that steers the player's reader."""
    yield "evdev-syn-dropped", {
        "device": "Sony DualSense by USB", "driver": "drivers/hid/hid-playstation.c, drivers/input/evdev.c",
        "odd": "the reader slept for 180 ms and the queue ran over: SYN_DROPPED, half a frame that must not be "
               "believed, and then whole ones again",
        "expect": ["lost 1", "longest-gap 140 ± 8 ms", "pitch 30 ± 1 deg at 1.1 s", "gx 0 ± 1 deg/s at 1.1 s"]}, \
        dualsense(seconds=1.2, motion=LEVEL, stamps=counter(1000, 4000)), "# stall: 0.42 0.6"
    yield "evdev-syn-dropped-first", {
        "device": "Sony DualSense by USB", "driver": "drivers/input/evdev.c",
        "odd": "EVIOCSCLOCKID empties the queue and leaves a SYN_DROPPED in it: what follows up to SYN_REPORT is no "
               "event frame",
        "expect": ["lost 1", "pitch -15 ± 0.7 deg at 0.3 s", "roll 10 ± 0.7 deg at 0.3 s", "no fault"]}, \
        dualsense(seconds=0.5, motion=Held(-15, 10), stamps=counter(1000, 4000)), "# late-clock: 0.03"
