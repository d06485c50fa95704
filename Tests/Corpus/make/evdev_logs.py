"""The logs of event nodes that a driver does not fully describe, and of those that are described well.

Axes, ranges, fuzz, resolutions and rates are read from the driver that is named; Linux 6.12.
"""
from evdev import Axis, Node, RX, RY, RZ, X, Y, Z
from motion import Held, Noise, Tilt, force, settled, sony

HOST, USB, BLUETOOTH, I2C, VIRTUAL = 0x19, 0x03, 0x05, 0x18, 0x06


def accelerometer(name, low, high, counts_per_g, fuzz=0, resolution=0, has_property=False, hz=50, seconds=2.0,
                  motion=None, codes=(X, Y, Z), bus=I2C, seed=1, noise=0.003, identity=None, axes=tuple):
    """An accelerometer of three axes in the motion, tilted to 30° and -20° unless another is given."""
    node = Node(name, identity or (bus, 0, 0, 0), {code: Axis(low, high, fuzz, 0, resolution) for code in codes},
                has_property)
    random, motion = Noise(seed), motion or Tilt()
    for index in range(round(seconds * hz)):
        t = index / hz
        values = axes(force(motion, t, random, noise))
        node.report(t, {code: round(value * counts_per_g) for code, value in zip(codes, values)})
    return node


TILTED = settled(Tilt(), 1.9)
GRAVITY = ["gravity 9.81 ± 0.15 m/s² at 1.9 s"]


def tabled(name, driver, counts_per_g, low, high, hz=50, tolerance=0.7, **options):
    """A node of a driver that tells neither property nor resolution, known by its name."""
    node = accelerometer(name, low, high, counts_per_g, hz=hz, **options)
    about = {
        "driver": driver,
        "odd": f"no INPUT_PROP_ACCELEROMETER and resolution 0: that 1 g is {counts_per_g} counts is known only by "
               "reading the driver",
        "expect": settled(Tilt(), 1.9, tolerance) + GRAVITY + ["no fault", f"spacing {1000 / hz:g} ± 0.1 ms"]}
    return about, node


def refused(name, codes, reason, driver, odd, low=-512, high=511, bus=HOST):
    node = Node(name, (bus, 0, 0, 0), {code: Axis(low, high) for code in codes}, has_property=False)
    random = Noise(2)
    for index in range(10):
        node.report(index / 20, {code: round(20 * random.gauss()) for code in codes})
    return {"driver": driver, "odd": odd, "expect": ["refused " + reason, "readings 0", "frames 0"]}, node


def all_logs():
    """Name, header and node of each."""
    def log(name, device, made):
        about, node = made
        return name, {"device": device} | about, node

    yield log("evdev-lis3lv02d", "the free-fall sensor of HP laptops, STMicroelectronics LIS3LV02DL",
              tabled("ST LIS3LV02DL Accelerometer", "drivers/misc/lis3lv02d/lis3lv02d.c, its own poll of 50 ms", 1000,
                     -2048, 2048, hz=20, fuzz=3, bus=HOST))
    yield log("evdev-adxl34x", "Analog Devices ADXL345 on I2C, full resolution",
              tabled("ADXL34x accelerometer", "drivers/input/misc/adxl34x.c", 256, -4096, 4096, fuzz=3))
    yield log("evdev-bma150", "Bosch BMA150, ±2 g in 10 bits",
              tabled("bma150", "drivers/input/misc/bma150.c", 256, -512, 511, fuzz=0))
    yield log("evdev-cma3000", "VTI CMA3000-D01, which reports mg",
              tabled("cma3000-accelerometer", "drivers/input/misc/cma3000_d0x.c", 1000, -2000, 2000, fuzz=0))
    yield log("evdev-kxtj9", "Kionix KXTJ9, 1024 counts a g in every range",
              tabled("kxtj9_accel", "drivers/input/misc/kxtj9.c", 1024, -8192, 8191, fuzz=3))
    yield log("evdev-mma8450", "NXP MMA8450Q, ±2 g in 12 bits",
              tabled("mma8450", "drivers/input/misc/mma8450.c, its own poll of 100 ms", 1024, -2048, 2047, hz=10,
                     fuzz=32, seconds=2.5, tolerance=1.5))
    yield log("evdev-acer-wmi", "Acer Iconia Tab W500, a BMA150 behind ACPI",
              tabled("Acer BMA150 accelerometer", "drivers/platform/x86/acer-wmi.c: 10 bits at the top of 16", 16384,
                     -16384, 16384, bus=HOST))
    about, node = tabled("THQ uDraw Game Tablet for PS3 Accelerometer", "drivers/hid/hid-udraw-ps3.c", 256, -512, 512,
                         has_property=True, bus=USB, fuzz=0)
    about["odd"] = "INPUT_PROP_ACCELEROMETER with resolution 0: dividing by it is infinite"
    yield log("evdev-resolution-0", "uDraw Game Tablet for the PlayStation 3", (about, node))

    yield log("evdev-wii-motion-plus", "Wii Motion Plus",
              refused("Nintendo Wii Remote Motion Plus", (RX, RY, RZ), "no axes of acceleration",
                      "drivers/hid/hid-wiimote-modules.c",
                      "the same codes as the Wii Remote's acceleration, and they are rates", -16000, 16000, BLUETOOTH))
    yield log("evdev-hdaps", "ThinkPad's Active Protection System",
              refused("hdaps", (X, Y), "only two axes", "drivers/platform/x86/hdaps.c",
                      "x and y alone: udev does not tag it, and two axes cannot tell a tilt from a push"))
    yield log("evdev-applesmc", "the sudden motion sensor of Intel MacBooks",
              refused("applesmc", (X, Y), "only two axes", "drivers/hwmon/applesmc.c", "x and y alone", -256, 256))
    yield log("evdev-apple-motion", "the sudden motion sensor of PowerBooks",
              refused("Apple Motion Sensor", (X, Y, Z), "gravity is lost", "drivers/macintosh/ams/ams-input.c",
                      "three axes, but the pose at module load is subtracted", -50, 50))
    yield "evdev-classmate-unknown-scale", {
        "device": "Intel Classmate PC, fourth generation", "driver": "drivers/platform/x86/classmate-laptop.c",
        "odd": "the range is an attribute in the firmware's own steps, so a count may be anything, here 1/67 g; where gravity "
               "points needs no scale, and its length is taken for 1 g",
        "expect": settled(Tilt(), 1.9, 1.5) + ["gravity 9.81 ± 0.2 m/s² at 1.9 s", "no fault"]}, \
        accelerometer("cmpc_accel_v4", -255, 255, 67, bus=HOST, hz=20, noise=0.002)
    node = accelerometer("cmpc_accel_v4", -255, 255, 128, bus=HOST, hz=20, noise=0.002)
    yield "evdev-classmate-scale-set", {
        "device": "Intel Classmate PC, fourth generation", "driver": "drivers/platform/x86/classmate-laptop.c",
        "odd": "a count may be anything; the settings say that it is 1/128 g",
        "set": "sensor.accel_scale=0.07661445312", "expect": settled(Tilt(), 1.9, 1) + GRAVITY}, node

    node = accelerometer("Wacom Cintiq 27QHD touch Pad", -2048, 2048, 1024, resolution=1024, has_property=True,
                         bus=USB, identity=(USB, 0x056a, 0x032b, 0x100), hz=50)
    yield "evdev-wacom", {
        "device": "Wacom Cintiq 27QHD touch", "driver": "drivers/hid/wacom_wac.c",
        "odd": "nothing: property and resolution are there, in the driver's own 1024 counts a g",
        "expect": TILTED + GRAVITY + ["no fault"]}, node
    node = accelerometer("Sony PLAYSTATION(R)3 Controller Motion Sensors", -512, 511, 113, fuzz=4, resolution=113,
                         has_property=True, bus=USB, identity=(USB, 0x054c, 0x0268, 0x111), hz=100, noise=0.009, axes=sony)
    yield "evdev-sixaxis", {
        "device": "Sony Sixaxis (PlayStation 3)", "driver": "drivers/hid/hid-sony.c",
        "odd": "113 counts a g with fuzz 4: the input core holds back changes below 2 counts, a whole degree",
        "expect": settled(Tilt(), 1.9, 2) + ["gravity 9.81 ± 0.4 m/s² at 1.9 s", "no fault"]}, node

    node = accelerometer("uaccel test accelerometer", -32768, 32768, 16384, resolution=16384, has_property=True,
                         bus=VIRTUAL, motion=Held(25, -15), noise=0, seconds=1.0)
    node.reports = [(t, [e for e in events if e[1] == (X, Y, Z)[index % 3]] if index else events)
                    for index, (t, events) in enumerate(node.reports)]
    for index, (t, events) in enumerate(node.reports):  # the axis whose turn it is moves by one count
        node.reports[index] = (t, [(kind, code, value + index % 2) for kind, code, value in events])
    yield "evdev-one-axis-at-a-time", {
        "device": "an accelerometer at rest", "driver": "any driver without noise",
        "odd": "an axis that has not changed is not sent: each event frame holds one axis, and the others stand",
        "expect": ["pitch 25 ± 0.1 deg at 0.9 s", "roll -15 ± 0.1 deg at 0.9 s", "steady within 0.05 deg after 0 s"]
    }, node
    node = accelerometer("uaccel test accelerometer", -32768, 32768, 16384, resolution=16384, has_property=True,
                         bus=VIRTUAL, motion=Tilt(40, 0, begin=0.2, ramp=0.1), noise=0, seconds=0.32, hz=100)
    node.report(3.0, {X: 1, Y: node.reports[-1][1][1][2], Z: node.reports[-1][1][2][2]})
    yield "evdev-silent-at-rest", {
        "device": "an accelerometer that is tilted fast and then lies still", "driver": "any driver without noise",
        "odd": "after the tilt nothing is sent for 2.7 s, with the filter still on its way",
        "expect": ["longest-gap 2700 ± 1 ms", "state tracking at 2.9 s", "pitch 40 ± 0.3 deg at 1 s",
                   "steady within 0.1 deg after 1.5 s"]}, node
    node = accelerometer("uaccel test accelerometer", -32768, 32768, 16384, resolution=16384, has_property=True,
                         bus=VIRTUAL, motion=Held(80, 0), hz=100, seconds=1.5)
    for index in range(70, 76):  # a push of 1.6 g beyond gravity, on a range of 2 g
        t, events = node.reports[index]
        node.reports[index] = (t, [(kind, code, value + (26214 if code == Y else 0)) for kind, code, value in events])
    yield "evdev-beyond-its-range", {
        "device": "an accelerometer of ±2 g, knocked", "driver": "any: \"input core does not clamp reported values\"",
        "odd": "values beyond the minimum and maximum that the node tells",
        "expect": ["fault accelerometer-clipping", "pitch 80 ± 1.5 deg at 0.6 s", "pitch 80 ± 1.5 deg at 1.4 s"]
    }, node
