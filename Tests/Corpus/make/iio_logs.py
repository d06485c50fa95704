"""The logs of IIO buffers whose scans are laid out in every way that drivers lay them out."""
from iio import MS, Channel, Device, elements, read_line, scan, text
from motion import G, Noise, Tilt, force, settled

START = 81_234_567_890_123  # ns, a time of CLOCK_MONOTONIC
I2C = "/devices/pci0000:00/0000:00:15.0/i2c_designware.0/i2c-0/i2c-{}:00"
RATE = {"sampling_frequency": "100", "sampling_frequency_available": "12.5 25 50 100"}
MOTION = Tilt(begin=0.3, ramp=0.6)
END = 1.4
MORE = ["no fault", "gravity 9.81 ± 0.15 m/s² at 1.4 s"]


def scans(device, counts, hz=100, seconds=1.5, motion=MOTION, garbage=lambda index: 0, stamp=None, batch=2,
          order=lambda values: values, seed=11):
    """The reads of a buffer that is drained every 20 ms; counts(axis) gives counts per g and an offset for each axis.

    stamp(index, ns) is the driver's time of a scan; `batch` scans come with one read.
    """
    random, lines, data = Noise(seed), [], b""
    period = round(1e9 / hz)
    for index in range(round(seconds * hz)):
        now = START + index * period
        felt = order(force(motion, index / hz, random))
        values = {"in_timestamp": stamp(index, now) if stamp else now}
        for axis, value in zip("xyz", felt):
            per_g, offset = counts(axis) if callable(counts) else (counts, 0)
            values[f"in_accel_{axis}"] = round(value * per_g) - offset
        data += scan(device.channels, {c.name: 0 for c in device.channels} | values, garbage(index))
        if index % batch == batch - 1:
            lines.append(read_line(device.node, now + MS, data))
            data = b""
    return lines


def layout(name, device_text, driver, odd, chip, kind, per_g, channels=None, extra=None, expect=None, **options):
    """A log of a chip on I2C with a scan type."""
    device = Device(0, chip, I2C.format("CHIP0001"), channels or elements(kind),
                    {"in_accel_scale": f"{G / per_g:.9f}"} | RATE | (extra or {}), driver=chip + "_i2c")
    about = {"device": device_text, "driver": driver, "odd": odd,
             "expect": ["note identity", *settled(MOTION, END, options.pop("tolerance", 0.7)), *MORE, *(expect or [])]}
    return name, about, [device], scans(device, options.pop("counts", per_g), **options)


def layouts():
    accel = "drivers/iio/accel/"
    yield layout("iio-le-s12-shift-4", "Kionix KXCJ9-1008", accel + "kxcjk-1013.c",
                 "12 bits at the top of 16, little-endian: le:s12/16>>4; the 4 lowest bits are not zero", "kxcj91008",
                 "le:s12/16>>4", 1024, garbage=lambda index: index * 7)
    yield layout("iio-be-s12-shift-4", "Memsic MXC4005", accel + "mxc4005.c",
                 "12 bits at the top of 16, big-endian: be:s12/16>>4", "mxc4005", "be:s12/16>>4", 1024,
                 garbage=lambda index: index * 5)
    yield layout("iio-be-s16", "a chip whose registers are big-endian and go into the scan as they are",
                 "drivers/iio/imu/inv_mpu6050", "be:s16/16, no shift", "mpu6500", "be:s16/16>>0", 16384)
    yield layout("iio-le-s16", "Bosch BMA255", accel + "bmc150-accel-core.c", "nothing: le:s12/16>>4's plain sister",
                 "bmc150_accel", "le:s16/16>>0", 1024)
    yield layout("iio-le-s8", "a chip of 8 bits, 64 counts a g", accel + "mma7660.c",
                 "6 bits in 8: le:s6/8>>0, and what stands above them is no sign; a count is 2.7°", "mma7660",
                 "le:s6/8>>0", 21.33, garbage=lambda index: 0xc0 if index % 2 else 0,
                 expect=["steady within 3 deg after 1.2 s"], tolerance=1.5)
    yield layout("iio-be-s20-32-shift-12", "Analog Devices ADXL355", accel + "adxl355_core.c",
                 "20 bits at the top of 32: be:s20/32>>12", "adxl355", "be:s20/32>>12", 256000)
    yield layout("iio-le-s24-32", "a chip of 24 bits in 32", "drivers/iio/accel, made up",
                 "le:s24/32>>0: the uppermost byte is not the sign but whatever stood there", "chip24",
                 "le:s24/32>>0", 4_000_000, garbage=lambda index: 0xa5000000)
    yield layout("iio-unsigned-offset", "an analogue ADXL335 behind an ADC", accel + "adxl335, as an io-channel",
                 "unsigned counts, le:u12/16>>0, and an offset for each axis: value = (raw + offset) · scale",
                 "adxl335", "le:u12/16>>0", 330,
                 extra={"in_accel_x_offset": "-2048", "in_accel_y_offset": "-2040", "in_accel_z_offset": "-2060"},
                 counts=lambda axis: (330, {"x": -2048, "y": -2040, "z": -2060}[axis]))
    yield layout("iio-scale-per-axis", "a MEMS chip whose z axis has another sensitivity", accel + "many",
                 "in_accel_z_scale differs from in_accel_x_scale and in_accel_y_scale", "threescales",
                 "le:s16/16>>0", 1000,
                 extra={"in_accel_x_scale": f"{G / 1000:.9f}", "in_accel_y_scale": f"{G / 500:.9f}",
                        "in_accel_z_scale": f"{G / 800:.9f}"},
                 counts=lambda axis: ({"x": 1000, "y": 500, "z": 800}[axis], 0))
    yield layout("iio-padding", "the worked example of Documentation/iio/iio_devbuf.rst", "made up",
                 "16, 32, 32 and 64 bits: 2 bytes of padding after x, 4 before the timestamp, all of them 0xee",
                 "padded", None, 1000,
                 channels=elements(["le:s16/16>>0", "le:s32/32>>0", "le:s32/32>>0"]))
    yield layout("iio-repeat", "a hub that stores each axis twice, as a quaternion's four are stored", "made up: no "
                 "driver of Linux 6.12 does that with an acceleration",
                 "le:s16/16X2>>0: a repeated element is as large as all its repetitions, and aligned to that",
                 "repeated", "le:s16/16X2>>0", 1000)
    yield layout("iio-index-order", "a chip whose scan begins with z", "made up",
                 "scan_elements lists x, y, z, and the scan holds z, y, x: the index decides; with gaps from 9 to 20",
                 "turned", None, 1000,
                 channels=[Channel("in_accel_x", 20, "le:s16/16>>0"), Channel("in_accel_y", 10, "le:s16/16>>0"),
                           Channel("in_accel_z", 9, "le:s16/16>>0"), Channel("in_timestamp", 30, "le:s64/64>>0")])
    yield layout("iio-no-timestamp", "a chip without in_timestamp", "made up",
                 "no timestamp: the scans of a read are spread over the time since the last one, by the driver's rate",
                 "timeless", None, 1000, channels=elements("le:s16/16>>0", stamp=False),
                 expect=["spacing 10 ± 0.1 ms"])
    yield layout("iio-frequency-range", "a chip whose rates are a range", "drivers/iio/accel, several",
                 "sampling_frequency_available is [min step max], not a list", "ranged", "le:s16/16>>0", 1000,
                 extra={"sampling_frequency": "100", "sampling_frequency_available": "[1.0 0.5 400.0]"})


def all_logs(made):
    """File name and text of each."""
    import iio_device_logs
    import iio_imu_logs
    import iio_place_logs
    for found in [layouts()] + [part.devices() for part in (iio_device_logs, iio_place_logs, iio_imu_logs)]:
        for name, about, devices, lines in found:
            yield name + ".iio", text({"made": made} | about, devices, lines)
