"""The logs of HID sensor hubs, of odd timestamps, and of mount matrices."""
from iio import MS, Device, elements, read_line
from iio_logs import END, I2C, MORE, MOTION, RATE, START, scans
from motion import G, Noise, Tilt, force, rate_degrees, settled

HUB = "/devices/pci0000:00/0000:00:13.0/usb1/1-1/1-1:1.0/0003:1209:0A12.0001"
PLAIN = "le:s16/16>>0"
SCALE = {"in_accel_scale": f"{G / 1000:.9f}"}


def chip(name, attributes=None, channels=None, parent="CHIP0001", number=0, **options):
    return Device(number, name, I2C.format(parent), elements(PLAIN) if channels is None else channels,
                  SCALE | RATE | (attributes or {}), **options)


def hub(attributes=None, properties=None):
    """A HID sensor hub's accelerometer; as every one of them, it reports gravity."""
    return Device(0, "accel_3d", HUB + "/HID-SENSOR-200073.2.auto", elements("le:s16/32>>0"),
                  {"in_accel_scale": "0.009806650", "in_accel_offset": "0", "in_accel_hysteresis": "0.000000",
                   "in_accel_sampling_frequency": "100.000000", "trigger/current_trigger": "accel_3d-dev0"}
                  | (attributes or {}), properties=properties, driver="hid_sensor_accel_3d")


def hub_gyroscope(attributes=None):
    return Device(1, "gyro_3d", HUB + "/HID-SENSOR-200076.3.auto", elements("le:s16/32>>0", "in_anglvel"),
                  {"in_anglvel_scale": "0.000174532", "in_anglvel_sampling_frequency": "100.000000",
                   "trigger/current_trigger": "gyro_3d-dev1"} | (attributes or {}), driver="hid_sensor_gyro_3d")


def hub_scan(device, felt, stamp):
    """16 of 32 bits a value, the next one's bytes in the upper half."""
    prefix = device.channels[0].name[:-2]
    following = felt[1:] + [0x55aa]
    data = b"".join((value & 0xffff).to_bytes(2, "little") + (next & 0xffff).to_bytes(2, "little")
                    for value, next in zip(felt, following))
    return data + bytes(4) + stamp.to_bytes(8, "little")


def hub_reads(device, counts, motion=MOTION, hz=100, seconds=1.5, seed=21, turn=lambda v: v, shift=0, rates=False):
    random, lines, data = Noise(seed), [], b""
    for index in range(round(seconds * hz)):
        t, now = index / hz, START + shift + index * round(1e9 / hz)
        felt = turn(rate_degrees(motion, t, random) if rates else force(motion, t, random))
        data += hub_scan(device, [round(value * counts) for value in felt], now)
        if index % 2:
            lines.append((START + index * round(1e9 / hz) + 5 * MS, device.node, data))
            data = b""
    return lines


def merged(*reads):
    return [read_line(node, now, data) for now, node, data in sorted(line for lines in reads for line in lines)]


def expecting(*more, motion=MOTION, at=END, tolerance=0.7):
    return settled(motion, at, tolerance) + list(more)


def devices():
    """Name, header, devices and reads of each."""
    yield from hubs()
    yield from times()
    yield from mountings()


def hubs():
    device = hub()
    yield "iio-hid-hub", {
        "device": "HID sensor hub, accelerometer", "driver": "drivers/iio/accel/hid-sensor-accel-3d.c",
        "odd": "gravity instead of the reaction (flat is z = -1 g), and le:s16/32 with the next axis in the upper half",
        "expect": expecting("note raw sign -1", *MORE)}, [device], merged(hub_reads(device, -1000))
    device, gyroscope = hub(), hub_gyroscope()
    turning = Tilt(45, 0, begin=0.3, ramp=0.6)
    yield "iio-hid-hub-gyroscope", {
        "device": "HID sensor hub, accelerometer and gyrometer", "driver": "hid-sensor-accel-3d.c, hid-sensor-gyro-3d.c",
        "odd": "two devices, two buffers, 3 ms apart; gravity has the sign of HID, rates have not",
        "expect": expecting("gx 112.5 ± 2 deg/s at 0.6 s", "readings 300", "no fault", motion=turning)}, \
        [device, gyroscope], merged(
            hub_reads(device, -1000, motion=turning),
            hub_reads(gyroscope, 100, motion=turning, rates=True, shift=3 * MS, seed=22))
    device = hub({"in_accel_hysteresis": "0.500000"})
    lines = hub_reads(device, -1000, motion=Tilt(35, 0, begin=0.1, ramp=0.2), seconds=0.4)
    late = [(now + 2_000_000_000, node, hub_scan(device, [0, -574, -819], now + 1_999_000_000))
            for now, node, _ in lines[-1:]]
    yield "iio-hysteresis", {
        "device": "HID sensor hub with hysteresis", "driver": "drivers/iio/accel/hid-sensor-accel-3d.c",
        "odd": "in_accel_hysteresis is not 0: the firmware sends nothing while the device lies still, here for 2 s",
        "expect": ["state tracking at 2.3 s", "pitch 35 ± 1 deg at 2.3 s", "longest-gap 2000 ± 15 ms"]}, \
        [device], merged(lines, late)


def times():
    def log(name, odd, expect, device=None, driver="made up", device_text="an accelerometer", **options):
        device = device or chip("timed")
        return name, {"device": device_text, "driver": driver, "odd": odd,
                      "expect": expecting(*MORE, *expect)}, [device], scans(device, 1000, **options)
    yield log("iio-timestamp-zero", "with a trigger that is not its own, in_timestamp is always 0",
              ["spacing 10 ± 0.2 ms", "state tracking at 1.4 s"], driver="drivers/iio/accel/kxcjk-1013.c",
              device_text="Kionix KXCJ9-1008 with an hrtimer trigger", stamp=lambda index, now: 0)
    yield log("iio-timestamp-realtime", "timestamps on CLOCK_REALTIME, as the kernel has them unless asked",
              ["spacing 10 ± 0.1 ms", "longest-gap 10 ± 2 ms"],
              stamp=lambda index, now: now + 1_763_000_000_000_000_000)
    yield log("iio-timestamp-future", "every timestamp lies 5 s in the future",
              ["spacing 10 ± 0.1 ms", "longest-gap 10 ± 2 ms"], stamp=lambda index, now: now + 5_000_000_000)
    yield log("iio-timestamp-one-in-future", "a single timestamp lies 600 ms ahead; those after it are right again",
              ["longest-gap 20 ± 15 ms", "spacing 10 ± 1 ms"],
              stamp=lambda index, now: now + (600 * MS if index == 50 else 0))
    yield log("iio-timestamp-repeated", "each timestamp stands in two scans", ["spacing 10 ± 10 ms"],
              stamp=lambda index, now: now - index % 2 * 10 * MS)
    yield log("iio-hwfifo-batches", "the chip's FIFO hands out 15 scans at once, every 150 ms; each has its own time",
              ["spacing 10 ± 0.1 ms", "longest-gap 10 ± 0.1 ms"], driver="drivers/iio/accel/bmc150-accel-core.c",
              device_text="Bosch BMC150 with a hardware FIFO", batch=15)
    device = chip("split")
    whole = scans(device, 1000)
    lines = []
    for line in whole:
        mark, node, now, data = line.split(" ")
        lines += [f"{mark} {node} {now} {data[:20]}", f"{mark} {node} {int(now) + 2 * MS} {data[20:]}"]
    yield "iio-split-reads", {
        "device": "an accelerometer", "driver": "made up",
        "odd": "reads end in the middle of a scan, whose other half comes 2 ms later",
        "expect": expecting(*MORE, "readings 150", "spacing 10 ± 0.1 ms")}, [device], lines


def mountings():
    def turned(rows):
        """Sensor axes from device axes."""
        return lambda v: [sum(a * b for a, b in zip(row, v)) for row in rows]

    device = chip("kernelmatrix", {"in_mount_matrix": "0, 1, 0; -1, 0, 0; 0, 0, 1"},
                  parent_attributes={"of_node/name": "accelerometer"})
    yield "iio-mount-matrix", {
        "device": "a phone's chip that is turned by 90°", "driver": "any, with a device tree",
        "odd": "in_mount_matrix, a rotation by the kernel's document; the sensor's y is the device's x",
        "expect": expecting("note kernel signs", "note determinant 1", *MORE)}, [device], \
        scans(device, 1000, order=turned([[0, -1, 0], [1, 0, 0], [0, 0, 1]]))
    device = chip("starlite", {}, properties={"ACCEL_MOUNT_MATRIX": "1, 0, 0; 0, -1, 0; 0, 0, 1"})
    yield "iio-mount-hwdb-reflecting", {
        "device": "StarLabs StarLite 5 (StarLabsLtd/firmware #449)", "driver": "drivers/iio/accel/kxcjk-1013.c",
        "odd": "a matrix of determinant -1, right for screen rotation and wrong for face up: its z row is not believed",
        "expect": expecting("note determinant -1, hid signs", *MORE)}, [device], \
        scans(device, 1000, order=turned([[-1, 0, 0], [0, 1, 0], [0, 0, -1]]))
    device = chip("KIOX000A", {"in_mount_matrix": "0, -1, 0; -1, 0, 0; 0, 0, -1"},
                  parent_attributes={"firmware_node/path": "\\_SB_.I2C0.ACC0"})
    yield "iio-mount-acpi", {
        "device": "a tablet whose ACPI has ROTM", "driver": "drivers/iio/accel/kxcjk-1013.c",
        "odd": "the same attribute, but ACPI's: written for Windows, whose signs are HID's",
        "expect": expecting("note written by ACPI", "note hid signs", *MORE)}, [device], \
        scans(device, 1000, order=turned([[0, 1, 0], [1, 0, 0], [0, 0, -1]]))
    device = chip("rowthree", {"in_mount_matrix": "-1, 0, 0; 0, -1, 0; 0, 0, 1"},
                  properties={"ACCEL_MOUNT_MATRIX": "1, 0, 0; 0, -1, 0; 1, 0, 0"})
    yield "iio-mount-row-3", {
        "device": "Bush Windows tablet, one of the two singular entries of systemd's hwdb", "driver": "any",
        "odd": "rows 1 and 3 of udev's matrix are the same; of HID's signs only rows 1 and 2 count, so that it is used",
        "expect": expecting("note from udev, determinant 0, hid signs", *MORE)}, [device], \
        scans(device, 1000, order=turned([[-1, 0, 0], [0, 1, 0], [0, 0, -1]]))
    device = chip("singular", {"in_mount_matrix": "-1, 0, 0; 0, -1, 0; 0, 0, 1"},
                  properties={"ACCEL_MOUNT_MATRIX": "1, 0, 0; -1, 0, 0; 0, 0, 1"})
    yield "iio-mount-singular", {
        "device": "an accelerometer with a slip of the pen in its hwdb entry", "driver": "any",
        "odd": "rows 1 and 2 of udev's matrix are parallel: no direction can be told by it; the driver's is used",
        "expect": expecting("note rows 1 and 2", "note from in_mount_matrix", *MORE)}, [device], \
        scans(device, 1000, order=turned([[-1, 0, 0], [0, -1, 0], [0, 0, 1]]))
