"""The logs of every scan that a driver of drivers/iio/accel and drivers/iio/imu lays out, one for each layout there is.

Scan types, indices, scales, names and rates are read from the driver that is named, of Linux 6.1, or of the first that
has it (bmi323: 6.7, bmi270 and smi240: 6.13, adis16550: 6.15); what else is in a scan is left off, as it is in what the
program asks for. Numbers and poses are made here by the formula of a data sheet: what a
chip of so many counts a g reads where up is there.
"""
import math

from iio import MS, Channel, Device, Trigger, read_line, scan, text
from iio_logs import I2C, START
from motion import DEGREE, G, Noise, Tilt, force, rate_degrees

ACCEL, IMU = "drivers/iio/accel/", "drivers/iio/imu/"
MOTION = Tilt(30, -20, begin=0.1, ramp=0.3)
WANTED = 200  # Hz, the program's default
SECONDS, END = 0.66, 0.64
STAMP = "le:s64/64>>0"


def micro(value):
    """As IIO_VAL_INT_PLUS_MICRO is printed."""
    return f"{value:.6f}"


def nano(value):
    """As IIO_VAL_INT_PLUS_NANO and fractions are printed."""
    return f"{value:.9f}"


def axes(kind, first=0, prefix="in_accel"):
    return [Channel(f"{prefix}_{axis}", first + index, kind) for index, axis in enumerate("xyz")]


def rates(name, listed, chosen=None):
    """A rate and the rates there are; `chosen` is the lowest that is enough, else the highest."""
    values = sorted(float(rate) for rate in listed.split())
    enough = [value for value in values if value >= WANTED]
    hz = enough[0] if enough else values[-1]
    start = listed.split()[0]
    return {f"{name}sampling_frequency": start, f"{name}sampling_frequency_available": listed}, hz


class Driver:
    """A row: what the driver's file says."""

    def __init__(self, log, chip, driver, odd, kind, per_g, scale, first=0, stamp=3, gyro=None, rate=None, others=(),
                 trigger="own", extra=None, expect=(), twin=False, offset=0, motion=MOTION, mistold=False):
        self.log, self.chip, self.driver, self.odd, self.kind = log, chip, driver, odd, kind
        self.per_g, self.scale, self.first, self.stamp, self.gyro = per_g, scale, first, stamp, gyro
        self.rate, self.others, self.trigger, self.extra = rate, others, trigger, extra or {}
        self.expect, self.twin, self.offset, self.motion = list(expect), twin, offset, motion
        self.mistold = mistold  # the driver is known to tell its scales wrong: what the chip's counts are is used


def counts(value, kind):
    """As the chip's register holds it: rounded, and no more than its bits."""
    bits = int(kind.split("s" if ":s" in kind else "u")[1].split("/")[0])
    limit = 1 << bits - (1 if ":s" in kind else 0)
    low = -limit if ":s" in kind else 0
    return max(low, min(limit - 1, round(value)))


def expectation(row):
    """Pitch and roll of the counts of the last pose, whose size a coarse chip's steps decide, and gravity."""
    read = [round(value * row.per_g) for value in row.motion.up(END)]
    length = math.sqrt(sum(value * value for value in read))
    x, y, _ = (value / length for value in read)
    gravity = length * (G / row.per_g if row.mistold else float(row.scale))
    return [f"pitch {math.asin(y) / DEGREE:.2f} ± 2 deg at {END:g} s", f"roll {-math.asin(x) / DEGREE:.2f} ± 2 deg at {END:g} s",
            f"gravity {gravity:.2f} ± {max(0.2, 0.03 * gravity):.2f} m/s² at {END:g} s"]


def device_of(row):
    """The device, its trigger where that is not its own, and the channels that are asked for."""
    wanted = axes(row.kind, row.first)
    if row.gyro and not row.twin:
        kind, _, _, first = row.gyro
        wanted += axes(kind, first, "in_anglvel")
    if row.stamp is not None:
        wanted.append(Channel("in_timestamp", row.stamp, STAMP))
    other = [Channel(name, index, kind) for name, index, kind in row.others]
    attributes = {"in_accel_scale": row.scale} | row.extra
    if row.offset:
        attributes["in_accel_offset"] = str(row.offset)
    if row.gyro and not row.twin:
        attributes["in_anglvel_scale"] = row.gyro[2]
    hz, triggers, parent = WANTED, [], I2C.format("CHIP0001")
    if row.rate:
        found, hz = row.rate
        attributes |= found
    if row.trigger == "own":
        attributes["trigger/current_trigger"] = f"{row.chip}-dev0"
    elif row.trigger == "hrtimer":
        attributes["trigger/current_trigger"] = "clock"
        triggers = [Trigger(0, "clock", "/devices", "sampling_frequency=100.000")]
        hz = WANTED
    return Device(0, row.chip, parent, wanted + other, attributes, driver=row.chip), triggers, wanted, hz


def twin_of(row, hz):
    """The gyroscope of an IMU whose driver makes two devices of it."""
    kind, _, scale, first = row.gyro
    channels = axes(kind, first, "in_anglvel") + [Channel("in_timestamp", row.stamp, STAMP)]
    rate = {key: value for key, value in (row.rate[0] if row.rate else {}).items()}
    return Device(1, row.chip.replace("accel", "gyro"), I2C.format("CHIP0001"), channels,
                  {"in_anglvel_scale": scale} | rate)


def reads(device, wanted, hz, value, seed, motion, shift=0):
    """What is read every 20 ms; value(name, t, felt, turning) is a channel's."""
    random, found, data = Noise(seed), [], b""
    period, last = round(1e9 / hz), START
    for index in range(round(SECONDS * hz)):
        t, now = index / hz, START + shift + index * period
        felt, turning = force(motion, t, random), rate_degrees(motion, t, random)
        values = {channel.name: value(channel, felt, turning) for channel in wanted}
        data += scan(wanted, values | {"in_timestamp": now}, garbage=index * 0x9e3779b1)
        if now - last >= 20 * MS:
            found.append((now + MS, device.node, data))
            data, last = b"", now
    return found


def log_of(row):
    device, triggers, wanted, hz = device_of(row)

    def value(channel, felt, turning):
        if channel.name == "in_timestamp":
            return 0
        axis = "xyz".index(channel.name[-1])
        if channel.name.startswith("in_anglvel"):
            return counts(turning[axis] * row.gyro[1], channel.kind)
        return counts(felt[axis] * row.per_g - row.offset, channel.kind)

    devices, found = [device, *triggers], reads(device, wanted, hz, value, 101, row.motion)
    if row.twin:
        gyroscope = twin_of(row, hz)
        devices.append(gyroscope)
        found += reads(gyroscope, gyroscope.channels, hz, value, 102, row.motion, MS)
    more = []
    if row.gyro:
        t = round(0.25 * hz) / hz
        # 1, but for the digits that the driver leaves off
        told = 1 if row.mistold else row.gyro[1] * float(row.gyro[2]) / DEGREE
        rate = [value / DEGREE * told for value in row.motion.rate(t)]
        more = [f"g{axis} {rate[index]:.1f} ± 3 deg/s at {t:g} s" for index, axis in enumerate("xy")]
    lines = [read_line(node, now, data) for now, node, data in sorted(found)]
    about = {"device": f"{row.chip}, as its driver makes it", "driver": row.driver, "odd": row.odd,
             "expect": expectation(row) + more + (row.expect or ["no fault"])}
    return about, devices, lines


LISTS = {
    "bmc150": "15.620000 31.260000 62.500000 125.000000 250.000000 500.000000 1000.000000 2000.000000",
    "mma8452": "800.000000 400.000000 200.000000 100.000000 50.000000 12.500000 6.250000 1.560000",
    "adxl355": "4000.000000 2000.000000 1000.000000 500.000000 250.000000 125.000000 62.500000 31.250000",
    "adxl367": "12.500000 25.000000 50.000000 100.000000 200.000000 400.000000",
    "stk8ba50": "14 25 56 112 224 448 896 1792",
    "stk8312": "3.125 6.25 12.5 25 50 100 200 400",
    "st": "1 10 25 50 100 200 400 1600",
    "bmi160": "0.78125 1.5625 3.125 6.25 12.5 25 50 100 200 400 800 1600",
    "mpu": "10 20 50 100 200 500",
    "kmx61": "12.5 25 50 100 200 400 800 1600 0.781 1.563 3.125 6.25",
    "lsm6": "12.500 26.000 52.000 104.000 208.000 416.000 833.000",
    "msa311": "1.000000 1.950000 3.900000 7.810000 15.630000 31.250000 62.500000 125.000000 250.000000 500.000000 1000.000000",
    "kx022a": "0.780000 1.563000 3.125000 6.250000 12.500000 25.000000 50.000000 100.000000 200.000000",
    "bmi323": "0.781250 1.562500 3.125000 6.250000 12.500000 25.000000 50.000000 100.000000 200.000000 400.000000 800.000000",
    "fxls": "3200.000000 1600.000000 800.000000 400.000000 200.000000 100.000000 50.000000 25.000000",
}


def rows():
    bosch = ACCEL + "bmc150-accel-core.c"
    for name, bits, scale, per_g in [("bma222e", 8, 0.153229, 64), ("bma250e", 10, 0.038307, 256),
                                     ("bma255", 12, 0.009577, 1024), ("bma280", 14, 0.002394, 4096)]:
        yield Driver(f"driver-{name}", name, bosch, f"{bits} bits at the top of 16: le:s{bits}/16>>{16 - bits}",
                     f"le:s{bits}/16>>{16 - bits}", per_g, micro(scale), rate=rates("in_accel_", LISTS["bmc150"]))
    old = ACCEL + "bma180.c"
    temperature = [("in_temp", 3, "le:s8/16>>0")]
    yield Driver("driver-bma023", "bma023", old, "no channel has index 3, and the timestamp 4", "le:s10/16>>6", 256,
                 micro(0.038344), stamp=4)
    yield Driver("driver-bma150", "bma150", old, "a temperature of 8 bits stands at index 3 and is not asked for",
                 "le:s10/16>>6", 256, micro(0.038344), stamp=4, others=[("in_temp", 3, "le:u8/16>>0")])
    yield Driver("driver-bma180", "bma180", old, "14 bits at the top of 16, a signed temperature behind them",
                 "le:s14/16>>2", 4000, micro(0.002452), stamp=4, others=temperature)
    yield Driver("driver-bma220", "bma220", ACCEL + "bma220_spi.c",
                 "6 bits at the top of 8, 16 a g: a count is 3.6°; three bytes, then five of padding; its scale is its data "
                 "sheet's, rounded", "le:s6/8>>2", 15.74, micro(0.623), trigger="hrtimer", expect=["state tracking at 0.6 s"])
    yield Driver("driver-bma400", "bma400", ACCEL + "bma400_core.c", "12 bits at the bottom of 16, a temperature of 8 bits",
                 "le:s12/16>>0", 1024, micro(0.009577), stamp=4, others=[("in_temp", 3, "le:s8/8>>0")],
                 rate=rates("in_accel_", "12.5 25 50 100 200 400 800"))
    yield Driver("driver-adxl355", "adxl355", ACCEL + "adxl355_core.c",
                 "20 bits, 4 below the top of 32, as since Linux 5.15: be:s20/32>>4, what is above them is no sign",
                 "be:s20/32>>4", 256410, nano(0.000038245), stamp=4, others=[("in_temp", 3, "be:u12/16>>0")],
                 rate=rates("", LISTS["adxl355"]))
    yield Driver("driver-adxl367", "adxl367", ACCEL + "adxl367.c", "a FIFO without trigger and without timestamps",
                 "be:s14/16>>0", 4095.8, nano(0.002394347), stamp=None, trigger="none",
                 others=[("in_temp", 3, "be:s14/16>>0"), ("in_voltage", 4, "be:s14/16>>0")],
                 rate=rates("", LISTS["adxl367"]))
    yield Driver("driver-adxl372", "adxl372", ACCEL + "adxl372.c",
                 "made for shocks of 200 g: 10.2 counts a g, so that one is 5.6°; no timestamps, and no rate below 400 Hz",
                 "be:s12/16>>4", 10.234, micro(0.958241), stamp=None, rate=rates("", "400 800 1600 3200 6400"),
                 motion=Tilt(30, -25, begin=0.1, ramp=0.3), expect=["state tracking at 0.6 s"])
    yield Driver("driver-fxls8962af", "fxls8962af", ACCEL + "fxls8962af-core.c", "12 bits at the bottom of 16, by a FIFO",
                 "le:s12/16>>0", 1020.4, nano(0.009610517), trigger="none", rate=rates("in_accel_", LISTS["fxls"]))
    yield Driver("driver-kxsd9", "kxsd9", ACCEL + "kxsd9.c",
                 "unsigned, with an offset of -2048; another input at index 3; no trigger of its own", "be:u12/16>>4", 818.7,
                 micro(0.011978), stamp=4, offset=-2048, others=[("in_voltage", 3, "be:u12/16>>4")], trigger="hrtimer")
    yield Driver("driver-mma7455", "mma7455", ACCEL + "mma7455_core.c", "10 bits at the bottom of 16; a count is 0.9°",
                 "le:s10/16>>0", 64, micro(0.153229), trigger="hrtimer",
                 extra={"in_accel_sampling_frequency": "125", "sampling_frequency_available": "125 250"})
    for name, bits, scale, per_g in [("mma8451", 14, 0.002394, 4096), ("mma8452", 12, 0.009577, 1024),
                                     ("mma8453", 10, 0.038307, 256)]:
        yield Driver(f"driver-{name}", name, ACCEL + "mma8452.c", f"big-endian, {bits} bits at the top of 16",
                     f"be:s{bits}/16>>{16 - bits}", per_g, micro(scale), rate=rates("in_accel_", LISTS["mma8452"]))
    yield Driver("driver-sca3000", "sca3000_e01", ACCEL + "sca3000.c", "13 bits at the top of 16, a ring in the chip, no timestamps",
                 "be:s13/16>>3", 1333, micro(0.007357), stamp=None, trigger="none")
    yield Driver("driver-sca3300", "sca3300", ACCEL + "sca3300.c",
                 "the driver's scale is in g and not in m/s², as is known of it; a temperature",
                 "le:s16/16>>0", 2702.7, micro(0.000370), stamp=4, others=[("in_temp", 3, "le:s16/16>>0")], trigger="hrtimer",
                 mistold=True)
    yield Driver("driver-scl3300", "scl3300", ACCEL + "sca3300.c",
                 "inclinations behind the temperature, and the timestamp at 7; the scale is in g",
                 "le:s16/16>>0", 5988, micro(0.000167), stamp=7, trigger="hrtimer",
                 others=[("in_temp", 3, "le:s16/16>>0")] + [(f"in_incli_{a}", 4 + i, "le:s16/16>>0") for i, a in enumerate("xyz")],
                 mistold=True)
    yield Driver("driver-stk8312", "stk8312", ACCEL + "stk8312.c", "8 bits, 21 a g: a count is 2.7°; five bytes of padding",
                 "le:s8/8>>0", 21.245, micro(0.4616), rate=rates("", LISTS["stk8312"]), expect=["state tracking at 0.6 s"])
    yield Driver("driver-lsm330", "lsm330_accel", ACCEL + "st_accel_core.c", "16 bits of 16: le:s16/16, a scale for each axis",
                 "le:s16/16>>0", 16393, nano(0.000598205), rate=rates("", LISTS["st"]))
    yield Driver("driver-msa311", "msa311-13", ACCEL + "msa311.c", "named with its revision; 3.9 Hz where nobody asks for more",
                 "le:s12/16>>4", 1024, micro(0.009580), rate=rates("in_accel_", LISTS["msa311"]))
    yield Driver("driver-stk8ba50", "stk8ba50", ACCEL + "stk8ba50.c",
                 "10 bits at the top of 16; a comma too many in the driver leaves out the attribute of its rate: 1792 Hz, always",
                 "le:s10/16>>6", 255.4, micro(0.0384), rate=({"sampling_frequency_available": LISTS["stk8ba50"]}, 1792))
    yield Driver("driver-kx022a", "kx022-accel", ACCEL + "kionix-kx022a.c", "16 bits of 16, no more than 200 Hz",
                 "le:s16/16>>0", 16384, nano(0.000598550), rate=rates("in_accel_", LISTS["kx022a"]))
    yield Driver("driver-kx022a-in-micro", "kx022-accel", ACCEL + "kionix-kx022a.c",
                 "an older driver prints a scale that is a million times too large: where gravity points needs no scale",
                 "le:s16/16>>0", 16384, "598.550415", rate=rates("in_accel_", LISTS["kx022a"]), expect=["state tracking at 0.6 s"])
    yield from imus()


def imus():
    adis = IMU + "adis16400.c"
    gyro14 = ("be:s14/16>>0", 20, micro(0.000872664), 1)
    gyro16 = ("be:s16/16>>0", 25, micro(0.000698131), 1)
    magnetometer = [(f"in_magn_{axis}", 7 + index, "be:s14/16>>0") for index, axis in enumerate("xyz")]
    supply = [("in_voltage0", 0, "be:u14/16>>0")]
    yield Driver("driver-adis16400", "adis16400", adis, "the gyroscope first, behind a voltage; the counts' upper bits are flags",
                 "be:s14/16>>0", 300.03, micro(0.032685), first=4, gyro=gyro14, stamp=17,
                 others=supply + magnetometer + [("in_temp0", 11, "be:s12/16>>0"), ("in_voltage1", 16, "be:u12/16>>0")])
    yield Driver("driver-adis16445", "adis16445", adis, "the gyroscope first, index 0 is nobody's", "be:s16/16>>0", 4000,
                 micro(0.002452), first=4, gyro=gyro16, stamp=17, others=[("in_temp0", 11, "be:s12/16>>0")])
    yield Driver("driver-adis16448", "adis16448", adis, "the gyroscope first, a magnetometer and a barometer behind", "be:s16/16>>0",
                 1200.5, micro(0.008169), first=4, gyro=gyro16, stamp=17,
                 others=[(name, index, "be:s16/16>>0") for name, index, _ in magnetometer]
                 + [("in_pressure0", 10, "be:s16/16>>0"), ("in_temp0", 11, "be:s12/16>>0")])
    yield Driver("driver-adis16350", "adis16350", adis, "a temperature for each axis; 396 counts a g", "be:s14/16>>0", 396.5,
                 micro(0.024732), first=4, gyro=("be:s14/16>>0", 13.65, micro(0.001278628), 1), stamp=17,
                 others=[("in_voltage0", 0, "be:u12/16>>0")] + magnetometer
                 + [(f"in_temp_{axis}", 12 + index, "be:s12/16>>0") for index, axis in enumerate("xyz")]
                 + [("in_voltage1", 16, "be:u12/16>>0")])
    yield Driver("driver-adis16300", "adis16300", adis, "a gyroscope of one axis, which is not enough for a rotation: it is left off",
                 "be:s14/16>>0", 1666.7, micro(0.005884), first=4, stamp=17, others=[("in_anglvel_x", 1, "be:s14/16>>0")])
    yield Driver("driver-adis16334", "adis16334", adis, "14 bits, the gyroscope first", "be:s14/16>>0", 1000, micro(0.009806),
                 first=4, gyro=gyro14, stamp=17)
    wide = ("be:s32/32>>0", 655360, nano(math.pi / 180 / 655360), 0)
    yield Driver("driver-adis16460", "adis16460", IMU + "adis16460.c",
                 "32 bits an axis, the gyroscope first, a temperature of 16 bits at 6, which is not asked for",
                 "be:s32/32>>0", 262144000, f"{G / 262144000:.12f}", first=3, gyro=wide, stamp=7,
                 others=[("in_temp0", 6, "be:s16/16>>0")])
    yield Driver("driver-adis16480", "adis16480", IMU + "adis16480.c",
                 "32 bits an axis, the gyroscope first, magnetometer, barometer and temperature, the timestamp at 11",
                 "be:s32/32>>0", 52428800, f"{G / 52428800:.12f}", first=3, gyro=wide, stamp=11,
                 others=[(f"in_magn_{axis}", 6 + index, "be:s16/16>>0") for index, axis in enumerate("xyz")]
                 + [("in_pressure0", 9, "be:s32/32>>0"), ("in_temp0", 10, "be:s16/16>>0")])
    yield Driver("driver-adis16550", "adis16550", IMU + "adis16550.c",
                 "32 bits an axis, the gyroscope first; of its scale one digit is printed, which would make rates 10 % too small",
                 "be:s32/32>>0", 102400000, "0.000000095", first=4, gyro=("be:s32/32>>0", 5242880, "0.000000003", 1), stamp=13,
                 others=[("in_temp0", 0, "be:s16/32>>0")] + [
                     (f"in_{kind}_{axis}", first + index, "be:s32/32>>0") for kind, first in [("deltaangl", 7), ("deltavelocity", 10)]
                     for index, axis in enumerate("xyz")], mistold=True)
    yield Driver("driver-smi240", "smi240", IMU + "smi240.c",
                 "the driver's scales are in g and °/s and not in m/s² and rad/s, as is known of it; a temperature first",
                 "le:s16/16>>0", 2000, micro(0.0005), first=1, gyro=("le:s16/16>>0", 100, micro(0.01), 4), stamp=7,
                 others=[("in_temp_object", 0, "le:s16/16>>0")], trigger="hrtimer", mistold=True)
    yield Driver("driver-bmi160", "bmi160", IMU + "bmi160/bmi160_core.c",
                 "indices 4 to 6 are the gyroscope's, 7 to 9 the accelerometer's, the timestamp's 10", "le:s16/16>>0", 16384,
                 micro(0.000598), first=7, stamp=10, gyro=("le:s16/16>>0", 16.384, micro(0.001065), 4),
                 rate=rates("in_accel_", LISTS["bmi160"]))
    extra = ([(f"in_magn_{a}", 3 + i, "le:s16/16>>0") for i, a in enumerate("xyz")]
             + [(f"in_rot_{a}", 9 + i, "le:s16/16>>0") for i, a in enumerate(["yaw", "roll", "pitch"])]
             + [("in_rot_quaternion", 12, "le:s16/16X4>>0")]
             + [(f"in_accel_linear_{a}", 13 + i, "le:s16/16>>0") for i, a in enumerate("xyz")]
             + [(f"in_gravity_{a}", 16 + i, "le:s16/16>>0") for i, a in enumerate("xyz")])
    yield Driver("driver-bno055", "bno055", IMU + "bno055/bno055.c",
                 "accelerometer, magnetometer, gyroscope, angles, a quaternion in one element of four, and two that are computed",
                 "le:s16/16>>0", 980.665, micro(0.01), gyro=("le:s16/16>>0", 16, nano(math.pi / 180 / 16), 6), stamp=19,
                 others=extra, trigger="hrtimer")
    yield Driver("driver-icm42600", "icm42605-accel", IMU + "inv_icm42600/inv_icm42600_accel.c",
                 "two devices, each with a temperature, the gyroscope's beside it", "be:s16/16>>0", 16384, nano(0.000598550),
                 stamp=4, others=[("in_temp", 3, "be:s16/16>>0")], trigger="none", twin=True,
                 gyro=("be:s16/16>>0", 16.4, nano(0.001065264), 0),
                 rate=rates("in_accel_", "12.500000 25.000000 50.000000 100.000000 200.000000 1000.000000 2000.000000"))
    yield Driver("driver-mpu6050", "mpu6050", IMU + "inv_mpu6050/inv_mpu_core.c",
                 "a temperature between the two, at 3, so that the gyroscope begins at 4", "be:s16/16>>0", 16384, micro(0.000598),
                 stamp=7, gyro=("be:s16/16>>0", 16.4, nano(0.001064724), 4), others=[("in_temp", 3, "be:s16/16>>0")],
                 rate=rates("", LISTS["mpu"]))
    for name, bits in [("mpu9150", 13), ("mpu9250", 16)]:
        yield Driver(f"driver-{name}", name, IMU + "inv_mpu6050/inv_mpu_core.c",
                     f"as the MPU-6050, and a magnetometer of {bits} bits before the timestamp", "be:s16/16>>0", 16384,
                     micro(0.000598), stamp=10, gyro=("be:s16/16>>0", 16.4, nano(0.001064724), 4),
                     others=[("in_temp", 3, "be:s16/16>>0")]
                     + [(f"in_magn_{a}", 7 + i, f"be:s{bits}/16>>0") for i, a in enumerate("xyz")],
                     rate=rates("", LISTS["mpu"]))
    yield Driver("driver-kmx61", "kmx61_accel", IMU + "kmx61.c", "12 bits at the top of 16, no timestamps", "le:s12/16>>4", 1024,
                 micro(0.009582), stamp=None, rate=rates("", LISTS["kmx61"]))
    yield Driver("driver-lsm6dsm", "lsm6dsm_accel", IMU + "st_lsm6dsx/st_lsm6dsx_core.c",
                 "two devices of a FIFO, each of three axes and a timestamp", "le:s16/16>>0", 16393, nano(0.000598205),
                 trigger="none", twin=True, gyro=("le:s16/16>>0", 114.29, nano(0.000152716), 0), rate=rates("", LISTS["lsm6"]))


    for name in ["bmi270", "bmi323"]:
        yield Driver(f"driver-{name}", name, IMU + f"{name}/{name}_core.c",
                     "the accelerometer first, the gyroscope behind it, the timestamp at 6; a temperature that no scan can hold",
                     "le:s16/16>>0", 16384, micro(0.000598), stamp=6, gyro=("le:s16/16>>0", 16.384, micro(0.001065), 3),
                     rate=rates("in_accel_", LISTS["bmi323"] + (" 1600.000000" if name == "bmi270" else "")))


RAW = {f"in_accel_{axis}_raw": "0" for axis in "xyz"}


def polled():
    """Drivers without a buffer: name, driver, what is odd, counts a g, scale, attributes, what must come of it."""
    g = ["gravity 9.81 ± 0.25 m/s² at 0.4 s", "no fault"]
    yield "da280", ACCEL + "da280.c", "no buffer and no node: it is polled", 4096, nano(0.002395019), {}, g
    yield "da311", ACCEL + "da311.c", "no buffer and no node: it is polled", 1024, nano(0.009580078), {}, g
    yield "dmard10", ACCEL + "dmard10.c", "128 counts a g", 128, nano(0.076640625), {}, g
    yield "mc3230", ACCEL + "mc3230.c", "8 bits, 85 counts a g", 85, nano(0.115411765), {}, g
    yield "mma7660", ACCEL + "mma7660.c", "6 bits, 21 counts a g: a count is 2.7°", 21, nano(0.467142857), {}, g[:1]
    yield "adxl345", ACCEL + "adxl345_core.c", "256 counts a g, a rate and no buffer until Linux 6.14", 256, nano(0.038300), \
        {"in_accel_sampling_frequency": "100.000000"}, g
    yield "bmi088a", ACCEL + "bmi088-accel-core.c", "the range is 3 g: 10923 counts a g", 10923, micro(0.000897), {}, g
    yield "dmard06", ACCEL + "dmard06.c", "the driver's scale is in g and not in m/s², as is known of it", 32, \
        micro(0.031250), {"in_accel_offset": "0"}, g
    yield "fxos8700", IMU + "fxos8700_core.c", "the driver's scale is in g and not in m/s², as is known of it", 4096, \
        micro(0.000244), {"in_accel_sampling_frequency": "200.000000"}, g
    yield "adxl313", ACCEL + "adxl313_core.c", "1024 counts a g, a rate and no buffer until Linux 6.17", 1024, nano(0.009576806), \
        {"in_accel_sampling_frequency": "100.000000"}, g
    yield "mma9551", ACCEL + "mma9551.c", "a processor of its own, with inclinations; its scale is 2 % too large", 4096, \
        micro(0.002440), {f"in_incli_{axis}_input": "0" for axis in "xyz"}, g
    yield "mma9553", ACCEL + "mma9553.c", "a processor of its own, with steps; its scale is 2 % too large", 4096, \
        micro(0.002440), {"in_steps_input": "0"}, g
    yield "dmard09", ACCEL + "dmard09.c", "the driver tells no scale at all", 64, None, {}, ["refused does not report its scale"]


def all_logs(made):
    for row in rows():
        about, devices, lines = log_of(row)
        yield f"{row.log}.iio", text({"made": made} | about, devices, lines)
    yield from polled_logs(made)
    for name, driver, odd, channels, attributes in refused():
        device = Device(0, name, I2C.format("CHIP0001"), channels, attributes, driver=name)
        yield f"driver-{name}.iio", text({"made": made, "device": f"{name}, as its driver makes it", "driver": driver, "odd": odd,
                                         "expect": ["refused " + ("scale" if len(channels) == 4 else "x, y and z")]},
                                         [device], [])


def refused():
    """Drivers of what tells no tilt: name, driver, why, the channels of its scan, its attributes."""
    two = {axis + "_raw": "0" for axis in ["in_accel_x", "in_accel_y"]}
    yield "mxc6255", ACCEL + "mxc6255.c", "two axes, which cannot tell a tilt from a push", [], two | {"in_accel_scale": micro(0.153829)}
    yield "adis16201", ACCEL + "adis16201.c", "two axes in a scan, and inclinations of no sign", [
        Channel("in_accel_x", 0, "be:s14/16>>0"), Channel("in_accel_y", 1, "be:s14/16>>0"), Channel("in_incli_x", 2, "be:s14/16>>0"),
        Channel("in_voltage0", 4, "be:u12/16>>0"), Channel("in_temp0", 6, "be:u12/16>>0"), Channel("in_timestamp", 7, STAMP)], \
        two | {"in_accel_scale": nano(0.004534595)}
    yield "ssp-accelerometer", ACCEL + "ssp_accel_sensor.c", "Samsung's hub: a scan of three axes, and no scale for them", \
        axes("le:s16/16>>0") + [Channel("in_timestamp", 3, STAMP)], {"in_accel_sampling_frequency": "5.000000"}


def polled_logs(made):
    for name, driver, odd, per_g, scale, extra, expect in polled():
        device = Device(0, name, I2C.format("CHIP0001"), [], RAW | extra | ({"in_accel_scale": scale} if scale else {}), driver=name)
        read = [round(value * per_g) for value in MOTION.up(1)]
        lines = [f"S: {START + index * 20 * MS} " + " ".join(str(value) for value in read) for index in range(25)]
        length = math.sqrt(sum(value * value for value in read))
        pose = [f"pitch {math.asin(read[1] / length) / DEGREE:.2f} ± 2 deg at 0.4 s",
                f"roll {-math.asin(read[0] / length) / DEGREE:.2f} ± 2 deg at 0.4 s"] if scale else []
        yield f"driver-{name}.iio", text({"made": made, "device": f"{name}, as its driver makes it", "driver": driver, "odd": odd,
                                         "expect": pose + expect}, [device], lines)
