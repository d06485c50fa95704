"""The logs of IIO devices in odd places, with odd triggers, with garbage in their scans, and polled."""
from iio import Device, Trigger
from iio_device_logs import HUB, SCALE, chip, expecting, hub, hub_gyroscope, hub_reads, merged
from iio_logs import END, I2C, MORE, MOTION, START, scans
from motion import Held, Noise, Tilt, force


def devices():
    """Name, header, devices and reads of each."""
    yield from places()
    yield from garbage()
    yield from polled()


def places():
    lid = chip("cros-ec-accel", {"label": "accel-display"}, parent="GOOG0004")
    base = chip("cros-ec-accel", {"label": "accel-base"}, parent="GOOG0005", number=1)
    flat = [line.replace("iio:device0", "iio:device1")
            for line in scans(base, 1000, motion=Held(-60, 0), seed=33)]
    yield "iio-lid-and-base", {
        "device": "a convertible with an accelerometer in the lid and one in the base",
        "driver": "drivers/iio/accel/cros_ec_accel", "odd": "two of a kind; the label says which turns with the screen",
        "expect": expecting(*MORE)}, [base, lid], scans(lid, 1000) + flat
    lid = chip("cros-ec-accel", {"location": "lid"}, parent="GOOG0004")
    base = chip("cros-ec-accel", {"location": "base"}, parent="GOOG0005", number=1)
    yield "iio-location", {
        "device": "the same Chromebook before Linux 6.0", "driver": "drivers/iio/accel/cros_ec_accel",
        "odd": "the attribute is location, and its values are lid and base",
        "expect": expecting(*MORE)}, [base, lid], scans(lid, 1000) + flat
    for name, channel, reason in [("linear", "in_accel_linear", "without gravity"), ("gravity", "in_gravity", "late")]:
        device = chip(name, {f"{channel}_{axis}_raw": "0" for axis in "xyz"}, channels=[])
        yield f"iio-{name}-only", {
            "device": "HID sensor hub", "driver": "drivers/iio/accel/hid-sensor-accel-3d.c",
            "odd": f"{channel}_*: " + ("acceleration without gravity, which tells no tilt" if name == "linear" else
                                       "gravity as the hub made it up, which is late"),
            "expect": ["refused " + reason, "frames 0"]}, [device], []
    parent = I2C.format("CHIP0001")
    device = chip("bmc150_accel", {"trigger/current_trigger": "bmc150_accel-any-motion-dev0"})
    triggers = [Trigger(0, "bmc150_accel-any-motion-dev0", parent), Trigger(1, "bmc150_accel-dev0", parent)]
    yield "iio-any-motion-trigger", {
        "device": "Bosch BMC150", "driver": "drivers/iio/accel/bmc150-accel-core.c",
        "odd": "its trigger was set to any-motion, which fires only while it moves; the data-ready one is taken",
        "expect": expecting(*MORE)}, [device, *triggers], scans(device, 1000)
    yield "iio-only-any-motion", {
        "device": "Bosch BMC150 whose data-ready trigger is missing", "driver": "drivers/iio/accel/bmc150-accel-core.c",
        "odd": "the only trigger fires on motion alone: at rest the buffer would be silent for ever",
        "expect": ["refused fires only on motion", "frames 0"]}, [device, triggers[0]], scans(device, 1000, seconds=0.1)


def garbage():
    def spiked(value, at):
        device = chip("spiky")
        def garble(index, felt):
            return [value / 1000] * 3 if index in at else felt
        count = iter(range(10_000))
        return [device], scans(device, 1000, order=lambda felt: garble(next(count), felt), motion=Tilt(
            30, -20, begin=0.3, ramp=0.6))

    rejected = {20, 60, 61, 100, 130}
    yield "iio-spikes-124", {
        "device": "Lenovo Legion Go", "driver": "drivers/iio/accel/hid-sensor-accel-3d.c",
        "odd": "it \"likes to overflow to -124 in both directions\" (hhd): single scans of -124 counts on every axis",
        "expect": expecting("rejected 5", "fault accelerometer-spikes", "no step over 0.6 pt")}, \
        *spiked(-124, rejected)
    yield "iio-spikes-32767", {
        "device": "a Chromebook with MrChromebox firmware (#939)", "driver": "drivers/iio/accel/cros_ec_accel",
        "odd": "negative values read 32767 now and then",
        "expect": expecting("rejected 5", "fault accelerometer-spikes", "no step over 0.6 pt")}, \
        *spiked(32767, rejected)
    device, gyroscope = hub(), hub_gyroscope()
    motion = Tilt(25, 0, begin=0.3, ramp=0.6)
    rates = hub_reads(gyroscope, 100, motion=motion, rates=True, seed=23, seconds=4, hz=50)
    frozen = rates[35][2]
    for index in range(35, len(rates)):
        now, node, data = rates[index]
        rates[index] = (now, node, frozen[:16] + data[16:24] + frozen[:16] + data[40:48])
    yield "iio-gyroscope-stuck", {
        "device": "HID sensor hub whose gyrometer hangs", "driver": "drivers/iio/gyro/hid-sensor-gyro-3d.c",
        "odd": "from 1.4 s on the rates repeat, to the last count; believed, they would turn the picture",
        "expect": ["fault gyroscope-stuck", "pitch 25 ± 1.5 deg at 3.9 s", "no step over 1 pt"]}, \
        [device, gyroscope], merged(hub_reads(device, -1000, motion=motion, seconds=4, hz=50), rates)
    device, gyroscope = hub(), hub_gyroscope()
    motion = Tilt(70, 0, begin=0.3, ramp=3)
    rates = [(now, node, bytes(16) + data[16:24] + bytes(16) + data[40:48])
             for now, node, data in hub_reads(gyroscope, 100, motion=motion, rates=True, seed=29, seconds=5, hz=50)]
    yield "iio-gyroscope-zero", {
        "device": "HID sensor hub whose gyrometer was never woken", "driver": "drivers/iio/gyro/hid-sensor-gyro-3d.c",
        "odd": "every rate is 0 from the first on; believed, they would stop the picture",
        "expect": ["fault gyroscope-stuck", "pitch 70 ± 1.5 deg at 4.9 s"]}, \
        [device, gyroscope], merged(hub_reads(device, -1000, motion=motion, seconds=5, hz=50), rates)


def polled():
    def polls(device, texts, hz=20, seconds=1.5, motion=MOTION):
        random = Noise(41)
        return [f"S: {START + index * round(1e9 / hz)} " + " ".join(texts(index, force(motion, index / hz, random)))
                for index in range(round(seconds * hz))]

    def counts(per_g, offset=0):
        return lambda index, felt: [str(round(value * per_g) - offset) for value in felt]

    raw = {f"in_accel_{axis}_raw": "0" for axis in "xyz"}
    device = chip("da280", raw, channels=[])
    yield "poll-raw", {
        "device": "MiraMEMS DA280", "driver": "drivers/iio/accel/da280.c",
        "odd": "no buffer: three attributes, read one after the other, without a time",
        "expect": expecting(*MORE, "spacing 50 ± 0.1 ms", tolerance=1)}, [device], polls(device, counts(1000))
    device = chip("offset", raw | {"in_accel_offset": "-2048"}, channels=[])
    yield "poll-offset", {
        "device": "an analogue accelerometer behind an ADC", "driver": "drivers/iio/accel, several",
        "odd": "in_accel_offset, which iio-sensor-proxy leaves out when it polls",
        "expect": expecting(*MORE, tolerance=1)}, [device], polls(device, counts(1000, -2048))

    def broken(index, felt):
        good = counts(1000)(index, felt)
        return {7: ["12,5", good[1], good[2]], 15: ["n/a", "n/a", "n/a"]}.get(index, good)
    device = chip("broken", raw, channels=[])
    yield "poll-no-number", {
        "device": "a driver of its own mind", "driver": "made up",
        "odd": "a decimal comma and a word where numbers are expected, once each: no reading, and no error for good",
        "expect": expecting(*MORE, "skipped 2", tolerance=1)}, [device], polls(device, broken)
    device = chip("taken", raw | {"buffer/enable": "1", "buffer/length": "2"}, channels=[])
    yield "poll-busy", {
        "device": "an accelerometer whose buffer another program takes for half a second", "driver": "drivers/iio/accel, most",
        "odd": "a driver in buffer mode answers a read of its attributes with EBUSY, which stands here for a number: no reading, "
               "and the next one counts",
        "expect": expecting(*MORE, "skipped 10", tolerance=1)}, [device], polls(
            device, lambda index, felt: ["EBUSY"] * 3 if 4 <= index < 14 else counts(1000)(index, felt))
    device = Device(0, "accel_3d", HUB + "/HID-SENSOR-200073.2.auto", [],
                    {"in_accel_scale": "0.009806650", "in_accel_offset": "0", "in_accel_hysteresis": "0.000000"} | raw,
                    driver="hid_sensor_accel_3d", properties={"ACCEL_MOUNT_MATRIX": "0, 1, 0; 1, 0, 0; 0, 0, 1"})
    yield "poll-hid-hub", {
        "device": "HID sensor hub whose buffer somebody else holds", "driver": "drivers/iio/accel/hid-sensor-accel-3d.c",
        "odd": "polled, each axis is a transaction of its own; gravity's sign and udev's matrix are as in the buffer",
        "expect": expecting(*MORE, "note raw sign -1", tolerance=1)}, [device], polls(
            device, lambda index, felt: [str(round(1000 * value)) for value in (-felt[1], -felt[0], felt[2])])
