"""More IIO devices as somebody saw them: a reading that was published, and what must come of its pose.

A reading whose pose nobody told must be read as it stands: up is where the quoted numbers say, by the driver's sign.
"""
import math

from iio import MS, Channel, Device, read_line
from iio_logs import I2C, START
from motion import DEGREE
from quoted_iio_logs import RAW, Machine, polled

HUB = "/devices/pci0000:00/0000:00:14.0/0003:{}.0001/HID-SENSOR-200073.1.auto"
DOCS = "https://docs.kernel.org/iio/{}.html: \"in_accel_x_raw {}\", \"in_accel_y_raw {}\", \"in_accel_z_raw {}\"{}"


def pose(up):
    """Pitch and roll of a direction, worked out from the numbers alone."""
    length = math.sqrt(sum(value * value for value in up))
    return (f"pitch {math.asin(up[1] / length) / DEGREE:.1f} ± 5 deg at 0.1 s",
            f"roll {-math.asin(up[0] / length) / DEGREE:.1f} ± 5 deg at 0.1 s")


def chip(name, values, scale, sign=1, parent=None, properties=None, attributes=None, bound=None):
    """A device that is polled, and its readings; the direction that the quoted numbers have."""
    device = Device(0, name, parent or I2C.format("CHIP0001"), [], {"in_accel_scale": scale} | RAW | (attributes or {}),
                    properties=properties, driver=bound)
    return [device], polled(values), [sign * value for value in values]


def gravity(values, scale):
    return f"gravity {math.sqrt(sum(value * value for value in values)) * float(scale):.2f} ± 0.2 m/s² at 0.1 s"


def log(name, device, driver, odd, quoted, values, scale, expect=None, more=(), machine=None, **options):
    devices, lines, up = chip(options.pop("chip", device), values, scale, **options)
    about = {"device": device, "driver": driver, "odd": odd, "quoted": quoted,
             "expect": [*(expect or pose(up)), *(more or [gravity(values, scale)])]}
    return f"seen-{name}", about, ([machine] if machine else []) + devices, lines


def all_logs(made):
    from iio import text
    for name, about, devices, lines in [*phones(), *boards(), *buffered(), *laptops(), *broken()]:
        yield f"{name}.iio", text({"made": made.replace(", from a formula", ": the reading as it was published")} | about,
                                  devices, lines)


def phones():
    expressatt = "https://lore.kernel.org/r/20251121-expressatt_nfc_accel_magn_light-v2-0-54ce493cc6cf@gmail.com"
    third = expressatt + " (and its third version): "
    driver, device = ACCEL + "bmc150-accel-core.c", "Samsung Galaxy Express, an old phone"
    scale = "0.019154"
    for name, words, values, expect in [
            ("upright", "phone is vertical with charger port closest to the ground … result: +y", (4, 488, -47),
             ["pitch 86 ± 5 deg at 0.1 s", "az -0.9 ± 0.3 m/s² at 0.1 s"]),
            ("flat", "phone is flat on the ground with the back of the phone closest to the ground … result: +z", (-4, 2, 496),
             ["pitch 0 ± 5 deg at 0.1 s", "roll 0 ± 5 deg at 0.1 s", "az 9.5 ± 0.3 m/s² at 0.1 s"]),
            ("left-edge", "tilt the phone onto it's left edge … result: +x", (499, -5, 8),
             ["roll -90 ± 5 deg at 0.1 s"])]:
        yield log(f"expressatt-{name}", device, driver, "a phone that its owner held in this pose, for its device tree",
                  f"{third}\"{words}\", \"{values[0]} {values[1]} {values[2]}\"", values, scale, expect, chip="bma254")
    for name, values in [("second-upright", (16, 484, -48)), ("second-tilted", (433, 106, 48))]:
        yield log(f"expressatt-{name}", device, driver, "the same phone in a hand, whose pose nobody told",
                  f"{expressatt}: \"cat in_accel_x_raw && cat in_accel_y_raw && cat in_accel_z_raw\", "
                  f"\"{values[0]} {values[1]} {values[2]}\"", values, scale,
                  more=["gravity 9.2 ± 1 m/s² at 0.1 s"], chip="bma254")
    nexus = "https://github.com/masneyb/nexus-5-upstream, {}: \"mpu6515\", \"{}\""
    yield log("nexus-5-face-down", "LG Nexus 5, a phone", "drivers/iio/imu/inv_mpu6050", "it lies on its screen; a large bias of z",
              nexus.format("libiio_info.md", "raw value: -858 … 452 … -15791, scale value: 0.000598"), (-858, 452, -15791),
              "0.000598", more=["az -9.4 ± 0.2 m/s² at 0.1 s"], chip="mpu6515")
    yield log("nexus-5-turned", "LG Nexus 5, a phone", "drivers/iio/imu/inv_mpu6050", "in a pose that nobody told",
              nexus.format("iio_info.py", "in_accel_x_raw = -10029, in_accel_y_raw = 4843, in_accel_z_raw = -11650"),
              (-10029, 4843, -11650), "0.000598", chip="mpu6515")


ACCEL = "drivers/iio/accel/"


FIFO = "https://lore.kernel.org/r/20241203205241.48077-1-l.rubusch@gmail.com: "


def buffered():
    """The bytes that iio_readdev had of a real buffer, 21 scans of it."""
    z = [248, 235, 248, 248, 247, 249, 249, 248, 248, 250, 249, 248, 248, 248, 250, 248, 248, 247, 248, 248, 250]
    x = [65523, 65523, 65522, 65522, 65521, 65522, 65523, 65521, 65522, 65522, 65522, 65522, 65523, 65521, 65521, 65522, 65521,
         65522, 65522, 65522, 65521]
    y = [6, 5, 6, 6, 5, 7, 5, 6, 6, 6, 6, 5, 5, 7, 6, 5, 6, 6, 6, 6, 4]
    channels = [Channel(f"in_accel_{axis}", index, "le:s13/16>>0") for index, axis in enumerate("xyz")]
    device = Device(0, "adxl345", I2C.format("CHIP0001"), channels,
                    {"in_accel_scale": "0.038300", "in_accel_sampling_frequency": "200",
                     "in_accel_sampling_frequency_available": "12.5 25 50 100 200 400 800 1600 3200"})
    lines = []
    for start in range(0, 21, 3):
        data = b"".join(value.to_bytes(2, "little") for i in range(start, start + 3) for value in (x[i], y[i], z[i]))
        lines.append(read_line(device.node, START + (start + 3) * 5 * MS, data))
    yield "seen-adxl345-buffer", {
        "device": "ADXL345 on a board", "driver": ACCEL + "adxl345_core.c",
        "odd": "13 bits at the bottom of 16 from the chip's FIFO, no timestamps; the second scan is 5 % off; flat",
        "quoted": FIFO + "iio_readdev, hexdump, \"0000000 65523 00006 00248 65523 00005 00235 65522 00006\" and 55 numbers more",
        "expect": ["pitch 1.4 ± 5 deg at 0.09 s", "roll 3 ± 5 deg at 0.09 s", "az 9.5 ± 0.2 m/s² at 0.09 s", "readings 21"]}, \
        [device], lines


def boards():
    yield log("adxl345-face-down", "ADXL345 on a board", ACCEL + "adxl345_core.c", "as the kernel's own document has it: turned over",
              DOCS.format("adxl345", -1, 2, -253, ""), (-1, 2, -253), "0.038300", chip="adxl345",
              more=["az -9.69 ± 0.1 m/s² at 0.1 s"])
    yield log("adxl382", "ADXL382 on a board", ACCEL + "adxl380.c", "as the kernel's own document has it: on its edge, 17 % too long",
              DOCS.format("adxl380", -1771, 282, -1523, ", \"in_accel_scale 0.004903325\""), (-1771, 282, -1523), "0.004903325",
              chip="adxl382")
    yield log("adis16505-2", "ADIS16505-2, an industrial IMU", "drivers/iio/imu/adis16475.c",
              "as the kernel's own document has it: 32 bits an axis, and a scale that is printed with two digits",
              DOCS.format("adis16475", -275924, -30142222, 261265769, ", \"in_accel_scale 0.000000037\""),
              (-275924, -30142222, 261265769), "0.000000037", chip="adis16505-2")
    yield log("adis16545-1", "ADIS16545-1, an industrial IMU", "drivers/iio/imu/adis16480.c",
              "as the kernel's own document has it: flat",
              DOCS.format("adis16480", 1376728, 4487621, 262773792, ", \"in_accel_scale 0.000000037\""),
              (1376728, 4487621, 262773792), "0.000000037", chip="adis16545-1",
              expect=["pitch 0 ± 5 deg at 0.1 s", "roll 0 ± 5 deg at 0.1 s"])
    yield log("adxl345-iio-info", "ADXL345 on a board", ACCEL + "adxl345_core.c", "flat, by the author of its FIFO's driver",
              FIFO + "iio_info, \"accel_x … raw value: -14\", "
              "\"accel_y … raw value: 6\", \"accel_z … raw value: 247\", \"scale value: 0.038300\"", (-14, 6, 247), "0.038300",
              chip="adxl345", expect=["pitch 0 ± 5 deg at 0.1 s", "roll 0 ± 5 deg at 0.1 s"])
    yield log("lsm6dsox", "LSM6DSOX on a LubanCat board", "drivers/iio/imu/st_lsm6dsx", "nearly flat",
              "https://github.com/halashao-gj/lsm6dsox-iio-ros2: \"in_accel_x_raw=3231\", \"in_accel_y_raw=-646\", "
              "\"in_accel_z_raw=16324\", \"in_accel_scale=0.000598205\"", (3231, -646, 16324), "0.000598205", chip="lsm6dsox",
              more=["gravity 9.97 ± 0.1 m/s² at 0.1 s"])


def laptops():
    yield log("gpd-pocket-3", "GPD Pocket 3, a small laptop", ACCEL + "mxc4005.c",
              "its panel stands upright in a wide case: x of the chip is up while it is open",
              "https://github.com/defencore/gpd-pocket-3-linux, README.md: \"X-axis: 1011 Y-axis: 2 Z-axis: -157\"",
              (1011, 2, -157), "0.009582", chip="mxc4005", machine=Machine("GPD", "G1621-02"))
    spectre = "https://github.com/ppenguin/2in1screen, caltest/caltest.py: \"hp spectre x360 convertible\", \"{}\""
    for name, words, values, expect in [
            ("flat", "screen flat: (0,0,-70)", (0, 0, -70), ["pitch 0 ± 5 deg at 0.1 s", "roll 0 ± 5 deg at 0.1 s"]),
            ("straight", "screen straight (landscape) (4,-70,-7)", (4, -70, -7), ["pitch 84 ± 5 deg at 0.1 s"]),
            ("portrait-left", "screen portrait left (-70,-6,-4)", (-70, -6, -4), ["roll -85 ± 5 deg at 0.1 s"]),
            ("portrait-right", "screen portrait rigth (70, 5 -8)", (70, 5, -8), ["roll 82 ± 5 deg at 0.1 s"])]:
        yield log(f"spectre-x360-{name}", "HP Spectre x360, a convertible", ACCEL + "hid-sensor-accel-3d.c",
                  "a hub's sign: flat is z below zero; its owner saw 70 for a g, whatever the scale was, so that it is chosen here",
                  spectre.format(words), values, "0.140095", expect, sign=-1, parent=HUB.format("8087:0AC2"), chip="accel_3d",
                  bound="hid_sensor_accel_3d")


def broken():
    hub = dict(sign=-1, parent=HUB.format("048D:8350"), chip="accel_3d", bound="hid_sensor_accel_3d")
    yield log("envy-x360-tenth", "HP ENVY x360 with AMD's sensor hub", ACCEL + "hid-sensor-accel-3d.c",
              "its scale is a tenth of what it counts in, so that gravity is 1 m/s²: a direction does not mind",
              "https://bugzilla.kernel.org/show_bug.cgi?id=199715, comment 48: \"in_accel_scale: 0.098066500\", \"in_accel_x_raw: 0\", "
              "\"in_accel_y_raw: -9\", \"in_accel_z_raw: -5\"", (0, -9, -5), "0.098066500",
              sign=-1, parent=HUB.format("1022:0001"), chip="accel_3d", bound="hid_sensor_accel_3d")
    thread = "https://github.com/hadess/iio-sensor-proxy/issues/220: \"Accel read from IIO on 'iio:device4': {}\", \"{}\""
    for name, values, words in [("right-up", (-22381, -4821, -1607), "from normal to right-up"),
                                ("bottom-up", (0, 20774, 0), "from right-up to bottom-up")]:
        yield log(f"yoga-garbage-{name}", "a ThinkPad Yoga whose hub sends 20 g at rest", ACCEL + "hid-sensor-accel-3d.c",
                  "bits that are no acceleration; what they point to is read as it stands, 220 m/s² long",
                  thread.format(", ".join(map(str, values)), words), values, "0.009807",
                  expect=["state tracking at 0.1 s"], more=[gravity(values, "0.009807")], **hub)
