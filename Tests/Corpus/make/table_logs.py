"""The logs that other programs write: tables with the axes, signs, units and decimal marks of each; and two of ours."""
import math

import evdev
import pad_logs
from motion import DEGREE, G, Held, Noise, Tilt, force, header, settled

MOTION = Tilt(begin=0.3, ramp=0.6)
TILTED = settled(MOTION, 1.4) + ["gravity 9.81 ± 0.15 m/s² at 1.4 s", "no fault"]


def rows(hz=100, seconds=1.5, motion=MOTION, seed=51, deviation=0.003):
    """Seconds, m/s² and rad/s."""
    random = Noise(seed)
    for index in range(round(seconds * hz)):
        t = index / hz
        yield t, [G * value for value in force(motion, t, random, deviation)], motion.rate(t)


def phyphox(delimiter, mark, seed):
    lines = [delimiter.join(f'"{name}"' for name in ["Time (s)"] + [f"Acceleration {a} (m/s^2)" for a in "xyz"])]
    for t, felt, _ in rows(seed=seed):
        lines.append(delimiter.join(f"{value:.9E}".replace("E+0", "E").replace("E-0", "E-").replace(".", mark)
                                    for value in [t, *felt]))
    return lines


def sensor_logger(sign):
    lines = ["time,seconds_elapsed,z,y,x"]
    for t, (x, y, z), _ in rows():
        stamp = 1_767_620_467_350_470_700 + round(t * 1e9)
        lines.append(f"{stamp},{t:.6f},{sign * z:.6f},{sign * y:.6f},{sign * x:.6f}")
    return "\n".join(lines) + "\n"


def all_logs(made):
    """File name and text of each."""
    def lines(about, body, after=0):
        """Header and rows; where the format wants its own line first, the header stands after it."""
        return "\n".join(body[:after] + header({"made": made} | about) + body[after:]) + "\n"

    for name, delimiter, words in [("semicolon", ";", "semicolons"), ("tab", "\t", "tabs")]:
        yield f"phyphox-{name}-comma.csv", lines({
            "device": "a phone, exported by phyphox", "driver": "Android's",
            "odd": f"the locale's decimal comma in every number, and {words} between them",
            "expect": TILTED + ["readings 150", "spacing 10 ± 0.01 ms"]}, phyphox(delimiter, ",", 52), 1)

    folder = "sensor-logger-ios/"
    yield folder + "about", "\n".join(header({
        "device": "an iPhone, exported by Sensor Logger", "driver": "CoreMotion", "made": made,
        "odd": "columns z, y, x; signs of iOS, which reports gravity (flat is z = -1 g), as Metadata.csv tells; "
               "acceleration and gravity in two files",
        "expect": TILTED})) + "\n"
    yield folder + "Metadata.csv", "version,device name,platform,standardisation\n3,iPhone,ios,false\n"
    yield folder + "Gravity.csv", sensor_logger(-1)
    yield folder + "Accelerometer.csv", "\n".join(
        ["time,seconds_elapsed,z,y,x"] + [f"{1_767_620_467_350_470_700 + index * 10_000_000},{index / 100:.6f},0,0,0"
                                          for index in range(150)]) + "\n"
    folder = "sensor-logger-android/"
    yield folder + "about", "\n".join(header({
        "device": "an Android phone, exported by Sensor Logger", "driver": "Android's", "made": made,
        "odd": "columns z, y, x; signs of Android, which are ours", "expect": TILTED})) + "\n"
    yield folder + "TotalAcceleration.csv", sensor_logger(1)

    body = ["#timestamp [ns]," + ",".join(f"w_RS_S_{a} [rad s^-1]" for a in "xyz") + ","
            + ",".join(f"a_RS_S_{a} [m s^-2]" for a in "xyz")]
    turning = Tilt(40, 0, begin=0.3, ramp=0.6)
    for t, felt, rates in rows(motion=turning):
        body.append(f"{1403636579758555392 + round(t * 1e9)}," + ",".join(f"{value:.7f}" for value in [*rates, *felt]))
    yield "euroc-gyroscope-first.csv", lines({
        "device": "the IMU of a drone", "driver": "EuRoC's data.csv",
        "odd": "the gyroscope stands before the accelerometer; nanoseconds since 1970",
        "expect": settled(turning, 1.4) + ["gx 100 ± 1 deg/s at 0.6 s", "no fault"]}, body)

    yield "libinput-dualsense.yml", evdev.libinput({
        "device": "Sony DualSense by USB", "driver": "drivers/hid/hid-playstation.c", "made": made,
        "odd": "as `libinput record` writes it down; at 100 Hz",
        "expect": pad_logs.turning() + ["spacing 10 ± 0.01 ms"]},
        pad_logs.dualsense(hz=100, stamps=pad_logs.counter(1000, 10000)))

    def neutral(unit=1.0, rate_unit=1.0, motion=MOTION, seconds=1.5, rates=False, hz=100, change=lambda i, row: row):
        body = ["t,ax,ay,az" + (",gx,gy,gz" if rates else "")]
        for index, (t, felt, turn) in enumerate(rows(motion=motion, seconds=seconds, hz=hz)):
            values = [value / unit for value in felt] + ([value / rate_unit for value in turn] if rates else [])
            body.append(change(index, ",".join([f"{t:.4f}"] + [f"{value:.5f}" for value in values])))
        return body

    yield "csv-in-g.csv", lines({
        "device": "a chip whose scale says g where m/s² is meant", "driver": "made up",
        "odd": "gravity is 1 and not 9.81: the direction is right, the length is not, and that is said",
        "expect": ["fault gravity-length", "gravity 1 ± 0.02 m/s² at 2.8 s", "longest-gap 10 ± 0.1 ms"]},
        neutral(unit=G, seconds=3, motion=Held(30, -20)), 1)
    swinging = Swing()
    yield "csv-rates-in-degrees.csv", lines({
        "device": "a gyroscope in °/s where rad/s is meant", "driver": "made up",
        "odd": "gravity turns by the rates in °/s, so that they are converted, and that is said",
        "expect": [f"gx {swinging.angles(1e-3)[0] / 1e-3:.1f} ± 1 deg/s at 0.02 s", "no fault"]},
        neutral(rate_unit=DEGREE, rates=True, seconds=8, motion=swinging, hz=50), 1)
    counts = ["#tiltlog=1", "#clock=monotonic", "#source=iio-buffer", "#id=iio-buffer:demo", "#name=demo",
              "#accel_scale=0.001", "#gyro_scale=0.001", "t_ns,ax,ay,az,gx,gy,gz"]
    for t, felt, rates in rows(motion=swinging, seconds=4, hz=50):
        values = [round(v / 0.001) for v in felt] + [round(v / DEGREE / 0.001) for v in rates]
        counts.append(",".join(map(str, [81234567890123 + round(t * 1e9), *values])))
    yield "tiltlog-rates-in-degrees.tiltlog", lines({
        "device": "a gyroscope whose scale is for °/s where rad/s is meant", "driver": "made up",
        "odd": "rates are 57 times as fast as gravity turns: seen within seconds, and from then on not used",
        "expect": ["fault rate-scale"]},
        counts + [f"#end samples={len(counts) - 8} dropped=0"], 8)
    yield "csv-rates-mirrored.csv", lines({
        "device": "a gyroscope whose x axis points the other way", "driver": "made up",
        "odd": "gravity turns against the rates about x",
        "expect": ["fault rate-axes"]},
        mirrored(neutral(rates=True, seconds=8, motion=swinging, hz=50)), 1)
    yield "csv-times-go-back.csv", lines({
        "device": "a recording whose clock was set back", "driver": "made up",
        "odd": "three rows have the time 0 and one a time before; they are left out, and the rest goes on",
        "expect": TILTED + ["skipped 4", "readings 146"]},
        neutral(change=lambda index, row: "0" + row[row.index(","):] if index in (40, 41, 42)
                else "0.1" + row[row.index(","):] if index == 90 else row), 1)
    body = ["#tiltlog=1", "#clock=monotonic", "#source=iio-buffer", "#id=iio-buffer:demo", "#name=demo",
            "#accel_scale=0.0098,0.0098,0.0098", "#mount_matrix=0,1,0;-1,0,0;0,0,1", "#mount_source=sysfs",
            "t_ns,ax,ay,az"]
    for t, (x, y, z), _ in rows():
        body.append(f"{81234567890123 + round(t * 1e9)},{round(-y / 0.0098)},{round(x / 0.0098)},{round(z / 0.0098)}")
    body[-1] = body[-1][:len(body[-1]) // 2]
    yield "tiltlog-cut-off.tiltlog", lines({
        "device": "an IIO accelerometer, recorded by tiltshadow", "driver": "any",
        "odd": "the recorder was killed in the middle of a row: no #end, and half a number that must not be read",
        "expect": settled(MOTION, 1.4) + ["readings 149", "skipped 1"]}, body, 8)[:-1]


class Swing(Tilt):
    """To and fro about x and y, far and slowly: nothing but a turn moves gravity so."""

    def angles(self, t):
        return 60 * math.sin(2 * math.pi * 0.2 * t), 20 * math.sin(2 * math.pi * 0.13 * t)

    def up(self, t):
        pitch, roll = self.angles(t)
        x, y = -math.sin(roll * DEGREE), math.sin(pitch * DEGREE)
        return x, y, math.sqrt(1 - x * x - y * y)


def mirrored(body):
    """The sign of gx changed."""
    def row(line):
        fields = line.split(",")
        fields[4] = fields[4][1:] if fields[4].startswith("-") else "-" + fields[4]
        return ",".join(fields)
    return body[:1] + [row(line) for line in body[1:]]
