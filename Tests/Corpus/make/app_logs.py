"""The logs that phones' programs and evtest write, as their users have them: columns, units and signs of each format.

The motion, its noise and what must come of it are those of table_logs.py.
"""
import evdev
import pad_logs
from motion import DEGREE, G, header, settled
from table_logs import MOTION, TILTED, rows

STAMP = 1_767_620_467_350_470_700  # ns since 1970
TURN = settled(MOTION, 1.4) + ["gx 75 ± 8 deg/s at 0.6 s", "no fault"]


def table(names, values, delimiter=",", digits=6):
    """A line of names, then one for each row of numbers or texts."""
    return [delimiter.join(names)] + [
        delimiter.join(value if isinstance(value, str) else f"{value:.{digits}f}" for value in row) for row in values]


def text(about, body, after=0):
    return "\n".join(body[:after] + header(about) + body[after:]) + "\n"


def all_logs(made):
    """File name and text of each."""
    yield from phones(made)
    yield from sensor_loggers(made)
    yield from strangers(made)


def phones(made):
    forces = [f"ACCELEROMETER {a} (m/s²)" for a in "XYZ"] + [f"GRAVITY {a} (m/s²)" for a in "XYZ"]
    forces += [f"GYROSCOPE {a} (rad/s)" for a in "XYZ"]
    yield "androsensor.csv", text({
        "device": "an Android phone, exported by AndroSensor", "driver": "Android's", "made": made,
        "odd": "everything in one table, by semicolons; gravity stands beside the acceleration; milliseconds, with a space "
               "behind the name",
        "expect": TURN + ["readings 150"]}, table(
            forces + ["Time since start in ms ", "YYYY-MO-DD HH-MI-SS_SSS"],
            [[*felt, 0.0, 0.0, G, *turn, f"{t * 1000:.0f}", "2026-01-05 13:41:07:350"] for t, felt, turn in rows()], ";"), 1)
    yield "physics-toolbox.csv", text({
        "device": "an Android phone, exported by Physics Toolbox Sensor Suite", "driver": "Android's", "made": made,
        "odd": "in g; each sensor has rows of its own, in which the other's fields are empty",
        "expect": TURN}, table(
            ["time", "gFx", "gFy", "gFz", "TgF", "wx", "wy", "wz"],
            [row for t, felt, turn in rows() for row in (
                [t, *(value / G for value in felt), 1.0, "", "", ""], [t + 0.001, "", "", "", "", *turn])]), 1)
    folder = "phyphox-own-experiment/"
    yield folder + "about", text({
        "device": "a phone, an experiment of its user's own in phyphox", "driver": "Android's", "made": made,
        "odd": "columns without the quantity, X (m/s^2): the unit and the name of the file tell it, and which has gravity in it",
        "expect": TURN}, [])
    for name, unit, pick in [("Accelerometer", "m/s^2", lambda felt, turn: felt), ("Gyroscope", "rad/s", lambda felt, turn: turn),
                             ("Linear Accelerometer", "m/s^2", lambda felt, turn: [0.0, 0.0, 0.0])]:
        names = [f'"{name}"' for name in ["Time (s)"] + [f"{a} ({unit})" for a in "XYZ"]]
        yield folder + name + ".csv", "\n".join(table(
            names, [[t, *pick(felt, turn)] for t, felt, turn in rows()], digits=9)) + "\n"
    yield folder + "meta/device.csv", '"property","value"\n"deviceModel","a phone"\n'


def sensor_loggers(made):
    """Sets without Metadata.csv, as most that are passed on."""
    def sensor(sign=1, pick=lambda felt, turn: felt, shift=0):
        return "\n".join(["time,seconds_elapsed,z,y,x"] + [
            f"{STAMP + round(t * 1e9) + shift},{t:.6f}," + ",".join(f"{sign * value:.6f}" for value in reversed(pick(felt, turn)))
            for t, felt, turn in rows()]) + "\n"

    def turning(felt, turn):
        return turn

    def nothing(felt, turn):
        return [0.0, 0.0, 0.0]

    folder = "sensor-logger-stamps-tell-ios/"
    yield folder + "about", text({
        "device": "an iPhone, exported by Sensor Logger, without Metadata.csv", "driver": "CoreMotion", "made": made,
        "odd": "all files have the same stamps to the nanosecond, as on iOS alone: so its signs are taken, and that is said",
        "expect": TURN}, [])
    yield folder + "Gravity.csv", sensor(-1)
    yield folder + "Accelerometer.csv", sensor(pick=nothing)
    yield folder + "Gyroscope.csv", sensor(pick=turning)
    folder = "sensor-logger-uncalibrated/"
    yield folder + "about", text({
        "device": "an iPhone, exported by Sensor Logger, its uncalibrated accelerometer", "driver": "CoreMotion", "made": made,
        "odd": "in g with the signs of iOS, which its length tells; the others have stamps of their own",
        "expect": TURN + ["gravity 9.81 ± 0.15 m/s² at 1.4 s"]}, [])
    yield folder + "AccelerometerUncalibrated.csv", sensor(-1 / G)
    yield folder + "GyroscopeUncalibrated.csv", sensor(pick=turning, shift=1_234_567)


def strangers(made):
    yield "tum-rgbd-accelerometer.txt", text({
        "device": "the accelerometer of a depth camera", "driver": "TUM RGB-D's accelerometer.txt", "made": made,
        "odd": "spaces between the numbers, the names in a remark; seconds since 1970",
        "expect": TILTED}, ["# accelerometer data", "# file: 'rgbd_dataset.bag'", "# timestamp ax ay az"] + table(
            [], [[f"{1305031098.5 + t:.6f}", *felt] for t, felt, _ in rows()], " ")[1:], 2)
    yield "csv-in-milli-g.csv", text({
        "device": "a board that writes what it likes", "driver": "made up", "made": made,
        "odd": "of no format that is known: times in ms, milli-g and °/s by the names of the columns, and another one first",
        "expect": TURN}, table(
            ["n", "time_ms", "acc_x_mg", "acc_y_mg", "acc_z_mg", "gyro_x_dps", "gyro_y_dps", "gyro_z_dps"],
            [[str(index), f"{t * 1000:.0f}", *(f"{1000 * value / G:.1f}" for value in felt), *(value / DEGREE for value in turn)]
             for index, (t, felt, turn) in enumerate(rows())]))
    yield "csv-nameless.csv", text({
        "device": "a board that names no columns", "driver": "made up", "made": made,
        "odd": "four numbers a row: what rises is the time, and the length of the others is gravity's in m/s²",
        "expect": settled(MOTION, 1.4)}, table([], [[t, *felt] for t, felt, _ in rows()])[1:])
    node = pad_logs.dualsense(hz=100)
    lines = ["Input driver version is 1.0.1", "Input device ID: bus 0x{:x} vendor 0x{:x} product 0x{:x} version 0x{:x}".format(
        *node.identity), f'Input device name: "{node.name}"', "Supported events:", "  Event type 0 (EV_SYN)", "  Event type 3 (EV_ABS)"]
    start = node.start()
    for code, axis in sorted(node.axes.items()):
        lines += [f"    Event code {code} ({evdev.ABS_NAMES[code]})", f"      Value {start[code]:6}", f"      Min   {axis.low:6}",
                  f"      Max   {axis.high:6}", f"      Fuzz  {axis.fuzz:6}", f"      Resolution {axis.resolution:6}"]
    lines += ["Properties:", "  Property type 6 (INPUT_PROP_ACCELEROMETER)", "Testing ... (interrupt to exit)"]
    for t, kind, code, value in node.events():
        time = f"Event: time {1_490_000_000 + t:.6f}, "
        lines.append(time + (f"type {kind} (EV_ABS), code {code} ({evdev.ABS_NAMES[code]}), value {value}" if kind == evdev.EV_ABS
                             else "-------------- SYN_REPORT ------------"))
    yield "evtest-dualsense.txt", text({
        "device": "Sony DualSense by USB", "driver": "drivers/hid/hid-playstation.c", "made": made,
        "odd": "as evtest prints it, which most reports of bugs have", "expect": pad_logs.turning()}, lines, 1)
