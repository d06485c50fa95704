"""The logs of IIO devices that hold accelerometer and gyroscope in one scan, and of rates that stand at a trigger."""
from iio import MS, Device, Trigger, elements, read_line, scan
from iio_device_logs import SCALE, expecting
from iio_logs import I2C, MORE, START, scans
from motion import G, Noise, Tilt, force, rate_degrees

KIND = "be:s16/16>>0"
TURNING = Tilt(40, 0, begin=0.3, ramp=0.6)
PEAK = 40 * 1.5 / 0.6  # °/s at 0.6 s


def imu(attributes=None):
    """Six axes and a timestamp, as the chip's registers have them; 16384 counts a g, 16.4 a °/s."""
    channels = elements(KIND, stamp=False) + elements(KIND, "in_anglvel", 3)
    return Device(0, "mpu6500", I2C.format("CHIP0001"), channels,
                  {"in_accel_scale": f"{G / 16384:.9f}", "in_anglvel_scale": "0.001064225",
                   "sampling_frequency": "100", "sampling_frequency_available": "10 20 50 100"} | (attributes or {}))


def imu_reads(device, without=None, seed=61):
    """The reads of a buffer that has all channels on, or those `without` a prefix."""
    channels = [c for c in device.channels if not (without and c.name.startswith(without))]
    random, lines, data = Noise(seed), [], b""
    for index in range(150):
        t, now = index / 100, START + index * 10 * MS
        values = {f"in_accel_{axis}": round(16384 * value) for axis, value in zip("xyz", force(TURNING, t, random))}
        values |= {f"in_anglvel_{axis}": round(16.4 * value)
                   for axis, value in zip("xyz", rate_degrees(TURNING, t, random))}
        data += scan(channels, values | {"in_timestamp": now})
        if index % 2:
            lines.append(read_line(device.node, now + MS, data))
            data = b""
    return lines


def devices():
    """Name, header, devices and reads of each."""
    driver = "drivers/iio/imu/inv_mpu6050"
    device = imu()
    yield "iio-imu-one-scan", {
        "device": "InvenSense MPU-6500", "driver": driver,
        "odd": "accelerometer and gyroscope in one scan, big-endian: 12 bytes, 4 of padding, the timestamp",
        "expect": expecting(f"gx {PEAK:g} ± 2 deg/s at 0.6 s", "readings 150", *MORE, motion=TURNING)}, \
        [device], imu_reads(device)
    device = imu({"in_accel_mount_matrix": "1, 0, 0; 0, 1, 0; 0, 0, 1",
                  "in_anglvel_mount_matrix": "0, 1, 0; -1, 0, 0; 0, 0, 1"})
    yield "iio-gyroscope-mounted-apart", {
        "device": "an IMU whose gyroscope is turned against its accelerometer", "driver": driver,
        "odd": "in_anglvel_mount_matrix is another than in_accel_mount_matrix, which one mounting cannot express: the "
               "gyroscope is left off, so that a scan holds 6 bytes, 2 of padding and the timestamp",
        "expect": expecting("readings 150", *MORE, motion=TURNING)}, [device], imu_reads(device, "in_anglvel")

    parent = I2C.format("CHIP0001")
    device = Device(0, "hrtimed", parent, elements("le:s16/16>>0", stamp=False),
                    SCALE | {"trigger/current_trigger": "hrtimed-dev0"})
    trigger = Trigger(0, "hrtimed-dev0", parent, "sampling_frequency=100.000")
    yield "iio-rate-at-trigger", {
        "device": "an accelerometer with an hrtimer trigger and no timestamp", "driver": "iio-trig-hrtimer",
        "odd": "sampling_frequency stands at the trigger, where it is set to the 200 Hz that are wanted",
        "expect": expecting("spacing 5 ± 0.1 ms", *MORE)}, [device, trigger], scans(device, 1000, hz=200, batch=4)
