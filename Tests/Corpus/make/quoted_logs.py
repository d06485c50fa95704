"""The event nodes of pads as somebody saw them: each holds a reading that was published, and what must come of its pose.

The counts are the driver's: where a program showed other units, or a report before the driver had it, `quoted` says what was
seen and the code here does what the driver does. Nothing moves, and nothing is added; times are made up.
"""
from evdev import Axis, Node, RX, RY, RZ, X, Y, Z

USB, BLUETOOTH = 0x03, 0x05
G = 9.80665  # m/s² per g
MADE = "Tests/Corpus/make (quoted_logs.py): the reading as it was published, by what the driver does to a report"
HELD = 0.2  # s


def dualshock3(x, y, z):
    """hid-sony: three bytes' worth of a report, 10 bits each with 0 g near 511, none of the pad's own calibration."""
    node = Node("Sony PLAYSTATION(R)3 Controller Motion Sensors", (USB, 0x054c, 0x0268, 0x8111),
                {code: Axis(-512, 511, 4, 0, 113) for code in (X, Y, Z)})
    node.before = {X: 0, Y: 0, Z: 0}
    node.report(0, {X: x, Y: y, Z: z})
    return node


def reported(x, y, z):
    """What hid-sony makes of the report of a DualShock 3."""
    return dualshock3(x - 511, 511 - z, 511 - y)


def pad(name, identity, accel, gyro, readings, spacing=0.02):
    """A pad with a clock: each of `readings` (x, y, z and perhaps the rates) for HELD seconds, or one after another."""
    node = Node(name, identity, {code: accel for code in (X, Y, Z)} | {code: gyro for code in (RX, RY, RZ)}, True, True)
    node.before = {code: 0 for code in node.axes}
    several = len(readings) > 1
    held = readings if several else readings * round(HELD / spacing)
    for index, reading in enumerate(held):
        values = dict(zip((X, Y, Z, RX, RY, RZ), reading))
        node.report(index * spacing, values, round(1e6 * spacing * index))
    return node


def dualsense(*readings, **options):
    return pad("Sony Interactive Entertainment DualSense Wireless Controller Motion Sensors",
               (USB, 0x054c, 0x0ce6, 0x8111), Axis(-32768, 32768, 16, 0, 8192), Axis(-2097152, 2097152, 16, 0, 1024),
               readings, **options)


def by_sdl(*force):
    """What SDL shows in m/s², in counts: SDL_hidapi_ps5.c scales the report and turns nothing."""
    return tuple(round(value / G * 8192) for value in force)


def nintendo(name, product, *readings):
    return pad(name, (BLUETOOTH, 0x057e, product, 0x8001), Axis(-32767, 32767, 10, 0, 4096),
               Axis(-32767000, 32767000, 10, 0, 14247), readings, spacing=0.015)


def joy_con_by_sdl(right, up, back):
    """What SDL shows in m/s² for a Joy-Con of a pair: -y, z, -x of hid-nintendo (SDL_hidapi_switch.c)."""
    return tuple(round(value / G * 4096) for value in (-back, -right, up))


def expecting(pitch, roll, tolerance=5, at=0.1, more=()):
    return [f"pitch {pitch} ± {tolerance} deg at {at:g} s", f"roll {roll} ± {tolerance} deg at {at:g} s", *more]


FACE_UP, FACE_DOWN = "az 9.81 ± 2 m/s² at {} s", "az -9.81 ± 2 m/s² at {} s"
RESTS = "lying on its grips and triggers, its face leans to the player by some 10°"


def all_logs():
    """Name, header and node of each."""
    for name, about, node in [*dualshocks3(), *playstations(), *switches(), *boards()]:
        yield name, {"made": MADE} | about, node


def dualshocks3():
    page = "https://github.com/nefarius/DsHidMini/blob/feat/217-motion-research/docs/MOTION.md: "
    ignores = ("hid-sony subtracts 511 from each axis; this pad's own zeroes are 498, 494 and 496, which is up to 9° of "
               "error that its calibration would take away")
    # Pose, words of the page, what was read, and what the page's own calibrated values say of pitch and roll, with 8° and
    # 7° for the zeroes that the driver leaves out; where one of them is 90°, the other means nothing.
    poses = [
        ("flat", "flat on desk, buttons up", (494, 475, 396), ("pitch -18", "roll 8"), FACE_UP.format(0)),
        ("face-down", "upside down, buttons on desk", (494, 469, 624), ("pitch -20", "roll 8"), FACE_DOWN.format(0)),
        ("left-grip", "standing on the left grip", (607, 511, 512), ("roll -90",), "ax 9.81 ± 2 m/s² at 0 s"),
        ("right-grip", "standing on the right grip", (383, 516, 515), ("roll 90",), "ax -9.81 ± 2 m/s² at 0 s"),
        ("triggers-down", "front edge down (triggers on desk)", (496, 385, 501), ("pitch -82",), "ay -9.81 ± 2 m/s² at 0 s"),
        ("triggers-up", "back edge down (triggers up)", (495, 603, 520), ("pitch 82",), "ay 9.81 ± 2 m/s² at 0 s")]
    for name, words, raw, angles, force in poses:
        yield f"seen-dualshock3-{name}", {
            "device": "Sony DualShock 3, by USB", "driver": "drivers/hid/hid-sony.c",
            "odd": f"{ignores}; a pad at rest sends one event and is silent then",
            "quoted": page + f"\"{words} | {raw[0]} | {raw[1]} | {raw[2]}\"",
            "expect": [f"{angle} ± 5 deg at 0 s" for angle in angles] + [force]}, reported(*raw)
    flat = [("a1b", "DS3-A1b", (508, 488, 397)), ("a2", "DS3-A2", (504, 495, 400)), ("e", "DS3-E", (510, 502, 379)),
            ("obigben", "Obigben aftermarket", (513, 495, 383))]
    for name, words, raw in flat:
        yield f"seen-dualshock3-{name}", {
            "device": f"Sony DualShock 3, by USB ({words})", "driver": "drivers/hid/hid-sony.c",
            "odd": f"another pad, another zero, which the driver does not read; {RESTS}",
            "quoted": page + f"\"{words}, flat … | {raw[0]} | {raw[1]} | {raw[2]}\"",
            "expect": expecting(-7, 0, 6, at=0, more=[FACE_UP.format(0)])}, reported(*raw)
    yield "seen-dualshock3-fake", {
        "device": "a counterfeit DualShock 3", "driver": "drivers/hid/hid-sony.c",
        "odd": "it has no sensor at all: every axis is a constant, that of a pad that lies flat",
        "quoted": page + "\"Fake DS3, flat (WinUSB probe) | 512 | 512 | 384\", \"every axis is a frozen constant\"",
        "expect": expecting(0, 0, at=0, more=[FACE_UP.format(0)])}, reported(512, 512, 384)
    yield "seen-dualshock3-systemd", {
        "device": "Sony DualShock 3, by USB", "driver": "drivers/hid/hid-sony.c",
        "odd": f"no gyroscope, no clock, 113 counts a g; {RESTS}",
        "quoted": "https://github.com/systemd/systemd/issues/17691: libinput record, \"ABS_X … Value 0\", \"ABS_Y … Value "
                  "113\", \"ABS_Z … Value 23\", resolution 113",
        "expect": expecting(-10, 0, at=0, more=[FACE_UP.format(0)])}, dualshock3(0, 113, 23)
    yield "seen-dualshock3-rpcs3", {
        "device": "Sony DualShock 3, by USB", "driver": "drivers/hid/hid-sony.c",
        "odd": "the same as evtest shows it: its user calls it \"not centred\", since y reads 1 g; defuzzed from 0",
        "quoted": "https://github.com/RPCS3/rpcs3/issues/14656: evtest, \"ABS_X Value -5\", \"ABS_Y Value 116\", \"ABS_Z "
                  "Value 18\", resolution 113",
        "expect": expecting(-10, 0, at=0, more=[FACE_UP.format(0)])}, dualshock3(-5, 116, 18)


def playstations():
    driver = "drivers/hid/hid-playstation.c"
    yield "seen-dualsense-face-down", {
        "device": "Sony DualSense, by USB", "driver": driver,
        "odd": "turned over, y reads -1 g: it is y that points out of the face",
        "quoted": "https://github.com/libsdl-org/SDL/issues/8931: \"with the buttons facing down … accelerometer: 0.21, "
                  "-9.61, 2.39\", in m/s²",
        "expect": expecting(-14, 0, more=[FACE_DOWN.format(0.1)])}, dualsense(by_sdl(0.21, -9.61, 2.39))
    yield "seen-dualsense-stationary", {
        "device": "Sony DualSense, by USB", "driver": driver,
        "odd": f"rates of -5, 11 and 2 counts of 16 a °/s, which fuzz swallows; what the program calls gyro is the "
               f"accelerometer; {RESTS}",
        "quoted": "https://github.com/Ohjurot/DualSense-Windows/issues/27: \"controller is 100% stationary\", \"gyro x: -243 "
                  "… y: 8187 … z: 1453 … acc x: -5 … y: 11 … z: 2\"",
        "expect": expecting(-10, 0, more=[FACE_UP.format(0.1), "gx 0 ± 1 deg/s at 0.1 s"])}, \
        dualsense((-243, 8187, 1453, round(-5 / 16.384 * 1024), round(11 / 16.384 * 1024), round(2 / 16.384 * 1024)))
    hand = [(-.22, 9.58, 1.80), (-.22, 9.57, 1.79), (-.23, 9.59, 1.78), (-.25, 9.62, 1.76), (-.26, 9.65, 1.76),
            (-.26, 9.67, 1.77), (-.27, 9.70, 1.78), (-.26, 9.72, 1.78), (-.27, 9.73, 1.79), (-.28, 9.74, 1.80),
            (-.28, 9.75, 1.81), (-.28, 9.75, 1.82), (-.27, 9.75, 1.83), (-.26, 9.75, 1.83), (-.26, 9.74, 1.84),
            (-.24, 9.68, 1.84), (-.25, 9.67, 1.84), (-.24, 9.65, 1.84), (-.23, 9.62, 1.85), (-.24, 9.61, 1.86)]
    yield "seen-dualsense-in-hand", {
        "device": "Sony DualSense", "driver": driver,
        "odd": "a hand lifts it a little: 2 % of a g up and down again, and hardly a degree",
        "quoted": "https://github.com/libsdl-org/SDL/issues/3411: \"a smooth curve as I move the controller\", 20 lines from "
                  "\"accelerometer: -0.22, 9.58, 1.80\" to \"-0.24, 9.61, 1.86\"",
        "expect": expecting(-10, 0, more=["no step over 0.3 pt", "gravity 9.9 ± 0.1 m/s² at 0.1 s"])}, \
        dualsense(*[by_sdl(*force) for force in hand], spacing=0.01)
    table = [(-223, 8300, 1393), (-240, 8301, 1393), (-220, 8257, 1439), (-205, 8269, 1399), (-197, 8288, 1432),
             (-193, 8295, 1415)]
    yield "seen-dualshock4-on-a-table", {
        "device": "Sony DualShock 4", "driver": driver,
        "odd": f"its noise at rest, 20 counts, is more than the fuzz of 16, so that the input core sends halves of it; {RESTS}",
        "quoted": "https://github.com/ricardoquesada/bluepad32/issues/52: \"Controller placed on the table\", six lines from "
                  "\"accel x: -223 y: 8300 z: 1393\" to \"x: -193 y: 8295 z: 1415\", rates 0",
        "expect": expecting(-10, 0, more=[FACE_UP.format(0.1), "steady within 0.5 deg after 0 s", "no fault"])}, \
        pad("Sony Interactive Entertainment Wireless Controller Motion Sensors", (BLUETOOTH, 0x054c, 0x09cc, 0x8100),
            Axis(-32768, 32768, 16, 0, 8192), Axis(-2097152, 2097152, 16, 0, 1024),
            [reading + (0, 0, 0) for reading in table], spacing=0.04)


def switches():
    driver = "drivers/hid/hid-nintendo.c"
    pair = "https://github.com/libsdl-org/SDL/issues/14377: \"Accel [{}]: {}\", in m/s², right, up, back"
    yield "seen-joy-con-left", {
        "device": "Nintendo Joy-Con, the left one", "driver": driver,
        "odd": "on a table it lies on its trigger, which lifts its front by 8°",
        "quoted": pair.format("L", "0.079891, 9.938074, -1.440793"),
        "expect": expecting(8, 0, more=[FACE_UP.format(0.1)])}, \
        nintendo("Nintendo Switch Left Joy-Con IMU", 0x2006, joy_con_by_sdl(0.079891, 9.938074, -1.440793))
    yield "evdev-joy-con-right", {
        "device": "Nintendo Joy-Con, the right one", "driver": driver,
        "odd": "its chip lies turned over, so the driver negates y and z of both sensors: its axes are the left one's",
        "quoted": pair.format("R", "0.030845, 9.649258, -1.322164"),
        "expect": expecting(8, 0, more=[FACE_UP.format(0.1)])}, \
        nintendo("Joy-Con (R) (IMU)", 0x2007, joy_con_by_sdl(0.030845, 9.649258, -1.322164))
    for side, product, force in [("L", 0x2006, (0.19073273, 10.117623, 1.137454)),
                                 ("R", 0x2007, (0.12826635, 9.966133, 1.1899831))]:
        yield f"seen-joy-con-{side.lower()}-by-usb", {
            "device": f"Nintendo Joy-Con ({side}), in its charging grip", "driver": driver,
            "odd": "the same pair in the grip, by cable, which leans its face 7° to the player",
            "quoted": pair.format(side, ", ".join(map(str, force))).replace("Accel", "connected via USB, Accel"),
            "expect": expecting(-7, -1, more=["gravity 10.1 ± 0.2 m/s² at 0.1 s"])}, \
            nintendo(f"Joy-Con ({side}) (IMU)", product, joy_con_by_sdl(*force))
    thread = "https://github.com/dekuNukem/Nintendo_Switch_Reverse_Engineering/pull/34: \"When I {} value goes to 1\", in g"
    yield "seen-joy-con-right-on-camera", {
        "device": "Nintendo Joy-Con, the right one", "driver": driver,
        "odd": "it stands on its infrared camera, triggers up: x of the chip, which the driver leaves as it is, reads 1 g",
        "quoted": thread.format("stand it on the IR sensor the first"),
        "expect": ["pitch 90 ± 5 deg at 0.1 s"]}, nintendo("Joy-Con (R) (IMU)", 0x2007, (4096, 0, 0))
    yield "seen-joy-con-right-on-rail", {
        "device": "Nintendo Joy-Con, the right one", "driver": driver,
        "odd": "it lies on its rail, which is its left edge: y of the chip reads 1 g, and -1 g once the driver has negated it",
        "quoted": thread.format("set the Joy-Con down so the rail is on the table, my second"),
        "expect": ["roll -90 ± 5 deg at 0.1 s"]}, nintendo("Joy-Con (R) (IMU)", 0x2007, (0, -4096, 0))
    node = nintendo("Nintendo Co., Ltd. Pro Controller (IMU)", 0x2009, (0, 0, 0))
    node.identity = (USB, 0x057e, 0x2009, 0x8111)
    node.reports = []
    start = 831_028
    for index, (stamp, values) in enumerate([(786322488, {RX: -6000, RY: 2000, RZ: -4000, Y: 54, Z: 4175}),
                                             (786325154, {RX: -1000, RY: 10000, RZ: -5000, Y: 55, Z: 4177})]):
        node.report((2 * index + start) / 1e6, values, stamp)
    yield "seen-pro-controller-clone", {
        "device": "PXN P5, which says that it is a Switch Pro Controller", "driver": driver,
        "odd": "three samples in 4 µs, as one report has three; x had not changed and was not sent, so that nobody knows the "
               "pitch; its rates at rest are half a °/s",
        "quoted": "https://github.com/C0rn3j/sc-controller/issues/83: evtest, \"ABS_RX), value -6000 … ABS_RY), value 2000 … "
                  "ABS_RZ), value -4000 … ABS_Y), value 54 … ABS_Z), value 4175\", and 2 µs later the next",
        "expect": ["roll 0 ± 5 deg at 0 s", FACE_UP.format(0), "gz 0 ± 1 deg/s at 0 s"]}, node


def boards():
    axes = {code: Axis(-4096, 4096, 3, 3, 0) for code in (X, Y, Z)}
    node = Node("ADXL34x accelerometer", (0x18, 0, 0x159, 0), axes, has_property=False)
    node.before = {X: 43, Y: -9, Z: 52}
    start = 1_345_080_074.937069
    for at, values in [(0, (188, -136, 106)), (1_345_080_074.976850 - start, (197, -134, 112)),
                       (1_345_080_075.016679 - start, (188, -133, 110)), (1_345_080_075.056520 - start, (189, -131, 99))]:
        node.report(round(at, 6), dict(zip((X, Y, Z), values)))
    yield "seen-adxl34x", {
        "device": "ADXL345 on a Raspberry Pi, by the input driver", "driver": "drivers/input/misc/adxl34x.c",
        "odd": "no property and no resolution: known by its name, 256 counts a g; before the first event the axes are old",
        "quoted": "https://wiki.analog.com/resources/tools-software/linux-drivers/input-misc/adxl345: evtest, \"code 0 (ABS_X), "
                  "value 188 … code 1 (ABS_Y), value -136 … code 2 (ABS_Z), value 106\", and three reports more",
        "expect": ["pitch -32 ± 5 deg at 0.11 s", "roll -48 ± 5 deg at 0.11 s", "gravity 9.6 ± 0.4 m/s² at 0.11 s"]}, node
