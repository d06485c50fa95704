"""The IIO devices as somebody saw them: each holds a reading that was published, and what must come of its pose.

Names, scales and scan types are those that were quoted, or the driver's; a reading is read three times, and its times are
made up.
"""
from iio import MS, Channel, Device, read_line, scan, text
from iio_logs import I2C, START

G = 9.80665  # m/s² per g
CROS = {"ACCEL_MOUNT_MATRIX": "-1, 0, 0; 0, -1, 0; 0, 0, -1"}
RAW = {f"in_accel_{axis}_raw": "0" for axis in "xyz"}


class Machine:
    """DMI's names of a machine."""

    def __init__(self, vendor, product):
        self.vendor, self.product = vendor, product

    def lines(self):
        return ["P: /class/dmi/id", f"A: product_name={self.product}\\n", f"A: sys_vendor={self.vendor}\\n", ""]


def polled(values, times=3):
    return [f"S: {START + index * 50 * MS} " + " ".join(str(value) for value in values) for index in range(times)]


def counts(force, per_g):
    return [round(value * per_g) for value in force]


def all_logs(made):
    for name, about, devices, lines in [*framework(), *handhelds(), *tablets(), *hubs()]:
        yield f"{name}.iio", text({"made": made.replace(", from a formula", ": the reading as it was published")} | about,
                                  devices, lines)


def framework():
    """The lid's angle to the base is measured by both: what the embedded controller says is an expectation of its own."""
    thread = "https://github.com/samhenrigold/LidAngleSensor/issues/59: framework_tool, \"Lid Angle: {} Deg\", \"Lid Sensor: {}\""
    for angle, words, force in [(76, "X=-0.03G Y=+0.99G, Z=-0.25G", (-.03, .99, -.25)),
                                (118, "X=-0.03G Y=+0.89G, Z=+0.47G", (-.03, .89, .47))]:
        lid = Device(1, "cros-ec-accel", I2C.format("GOOG0004"), [],
                     {"label": "accel-display", "in_accel_scale": "0.000598550"} | RAW, properties=CROS)
        base = Device(0, "cros-ec-accel", I2C.format("GOOG0005"), [],
                      {"label": "accel-base", "in_accel_scale": "0.000598550"} | RAW,
                      properties={"ACCEL_MOUNT_MATRIX": "-1, 0, 0; 0, 1, 0; 0, 0, 1"})
        yield f"seen-framework-12-{angle}", {
            "device": "Framework Laptop 12, its base on a table and its lid open by " + f"{angle}°",
            "driver": "drivers/iio/accel/cros_ec_accel_legacy.c, systemd's 60-sensor.hwdb",
            "odd": f"two accelerometers; the lid's leans {'over the keyboard' if angle < 90 else 'back'}, so that its pitch is "
                   "the angle of the lid less what it leans; its values have been turned already, and their sign is Android's, "
                   "which is what systemd's matrix is for",
            "quoted": thread.format(angle, words),
            "expect": [f"pitch {min(angle, 180 - angle)} ± 5 deg at 0.1 s", "roll 0 ± 5 deg at 0.1 s",
                       f"az {'-2.4' if angle < 90 else '4.6'} ± 0.8 m/s² at 0.1 s"]}, \
            [base, lid], polled(counts(force, 16384))


def handhelds():
    thread = ("https://github.com/systemd/systemd/pull/41819: \"Verified on a real G1618-05: raw acceleration {}\"")
    chip = {"in_accel_scale": "0.000598550"} | RAW
    gpd = Machine("GPD", "G1618-05")
    matrix = {"ACCEL_MOUNT_MATRIX": "0, -1, 0; -1, 0, 0; 0, 0, 1"}
    upright = ((1, 0, 0), "(+1g, 0, 0) ↔ matrix ↔ panel normal", ["pitch 90 ± 5 deg at 0.1 s"])
    left = ((0, -1, -.4), "(0, -1g, ~-0.4g) ↔ matrix ↔ left-up (landscape, left up)",
            ["roll 68 ± 5 deg at 0.1 s", "az 3.9 ± 0.5 m/s² at 0.1 s"])
    for name, (force, words, expect), properties, odd in [
            ("upright", upright, matrix, "udev's matrix for its panel"),
            ("left-up", left, matrix, "udev's matrix; held with the left edge up and the screen a little up"),
            ("upright-no-hwdb", upright, None, "no matrix anywhere: the table of known devices has the same"),
            ("left-up-no-hwdb", left, None, "no matrix anywhere: the table of known devices has the same")]:
        device = Device(0, "bmi160", I2C.format("BMI0160"), [], chip, properties=properties)
        yield f"seen-gpd-win-5-{name}", {
            "device": "GPD Win 5, a handheld", "driver": "drivers/iio/imu/bmi160", "odd": odd,
            "quoted": thread.format(words),
            "expect": expect + [f"note from {'udev' if properties else 'the table of known devices (GPD Win 5)'}"]}, \
            [gpd, device], polled(counts(force, 16384))


def tablets():
    yield "seen-minibook-x", {
        "device": "Chuwi MiniBook X, one of its two accelerometers", "driver": "drivers/iio/accel/mxc4005.c",
        "odd": "its scale is 2 % from that of its data sheet and gravity 7 % too small; which of the two it is, and how it lay, "
               "nobody said",
        "quoted": "https://github.com/rhalkyard/minibook-dual-accelerometer/issues/3: iio_info, \"mxc4005\", \"raw value: "
                  "-940\", \"-21\", \"155\", \"scale value: 0.009582\", \"be:s12/16>>4\"",
        "expect": ["gravity 9.13 ± 0.05 m/s² at 0.1 s", "note from nowhere"]}, \
        [Device(0, "mxc4005", I2C.format("MDA6655"), [], {"in_accel_scale": "0.009582"} | RAW)], polled((-940, -21, 155))


def hubs():
    """Of the same thread, on two kernels, with the scan's order as iio-sensor-proxy tells it."""
    thread = "https://github.com/hadess/iio-sensor-proxy/issues/100: \"{}\", \"Read from IIO on 'iio:device0': {}\""
    for name, order, odd, words, readings in [
            ("z-first", "zyx", "z comes first and x last: indices 0, 1 and 2 for z, y and x",
             "channel_index: 2, chan_name: in_accel_x … location: 8 … channel_index: 0, chan_name: in_accel_z … location: 0",
             [(222, 882, -125), (171, 910, -105)]),
            ("y-first", "yxz", "y comes first: indices 0, 1 and 2 for y, x and z",
             "channel_index: 1, chan_name: in_accel_x … location: 4 … channel_index: 0, chan_name: in_accel_y … location: 0",
             [(-1007, 66, -441), (-886, -54, -308), (-906, 11, -414)])]:
        channels = [Channel(f"in_accel_{axis}", index, "le:s32/32>>0") for index, axis in enumerate(order)]
        device = Device(0, "accel_3d", "/devices/pci0000:00/0000:00:14.0/0003:048D:8350.0001/HID-SENSOR-200073.5.auto",
                        channels, {"in_accel_scale": "0.009806", "trigger/current_trigger": "accel_3d-dev0"},
                        driver="hid_sensor_accel_3d")
        reads = [read_line(device.node, START + (700 * index + 1) * MS, scan(
            channels, {f"in_accel_{axis}": value for axis, value in zip("xyz", reading)}))
            for index, reading in enumerate(readings)]
        first = "{}, {}, {}".format(*readings[0])
        length = sum(value * value for value in readings[0]) ** .5 * 0.009806
        yield f"seen-hid-hub-{name}", {
            "device": "HID sensor hub of a ThinkPad Yoga", "driver": "drivers/iio/accel/hid-sensor-accel-3d.c",
            "odd": odd + "; in hand, and how it was held nobody said; no timestamp was enabled",
            "quoted": thread.format(words, first),
            "expect": [f"gravity {length:.2f} ± 0.1 m/s² at 0 s", "note raw sign -1"]}, [device], reads
