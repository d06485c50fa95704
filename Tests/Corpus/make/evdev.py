"""Event nodes: what a driver reports, sample by sample, as evemu writes it down.

What the kernel's input core makes of it (defuzzing, leaving out axes that have not changed) is here, too, after
drivers/input/input.c; where the real one did it, the log says so.
"""
from motion import header

X, Y, Z, RX, RY, RZ = range(6)
EV_SYN, EV_ABS, EV_MSC = 0, 3, 4
SYN_REPORT, SYN_DROPPED, MSC_TIMESTAMP = 0, 3, 5
PROP_ACCELEROMETER = 6
ABS_NAMES = {0: "ABS_X", 1: "ABS_Y", 2: "ABS_Z", 3: "ABS_RX", 4: "ABS_RY", 5: "ABS_RZ"}


class Axis:
    """What `struct input_absinfo` tells of an axis."""

    def __init__(self, low, high, fuzz=0, flat=0, resolution=0):
        self.low, self.high, self.fuzz, self.flat, self.resolution = low, high, fuzz, flat, resolution


class Core:
    """input_handle_abs_event(): keeps values, defuzzes, and swallows what has not changed."""

    def __init__(self, axes, start):
        self.axes, self.values = axes, dict(start)

    def report(self, code, value):
        """The value that is sent, or None."""
        old, fuzz = self.values[code], self.axes[code].fuzz
        value = self.defuzz(value, old, fuzz)
        if value == old:
            return None
        self.values[code] = value
        return value

    @staticmethod
    def defuzz(value, old, fuzz):
        def quotient(a, b):  # C's, towards zero
            return int(a / b)
        if fuzz:
            if old - fuzz // 2 < value < old + fuzz // 2:
                return old
            if old - fuzz < value < old + fuzz:
                return quotient(old * 3 + value, 4)
            if old - fuzz * 2 < value < old + fuzz * 2:
                return quotient(old + value, 2)
        return value


class Node:
    """An event node and what its driver reported: a list of (seconds, [(type, code, value)])."""

    def __init__(self, name, identity, axes, has_property=True, has_msc=False):
        self.name, self.identity, self.axes = name, identity, axes
        self.has_property, self.has_msc = has_property, has_msc
        self.reports = []
        self.before = None

    def report(self, t, values, stamp=None):
        """One input_sync() with the axes' values, and MSC_TIMESTAMP where the driver has one."""
        events = [(EV_ABS, code, value) for code, value in sorted(values.items())]
        if stamp is not None:
            events.append((EV_MSC, MSC_TIMESTAMP, stamp))
        self.reports.append((t, events))

    def start(self):
        """The axes' values before the first report: its own, or those of `before`."""
        if self.before is not None:
            return self.before
        return {code: value for kind, code, value in self.reports[0][1] if kind == EV_ABS}

    def events(self):
        """What a reader of the node gets: (seconds, type, code, value)."""
        start = {code: 0 for code in self.axes} | self.start()
        core = Core(self.axes, start)
        for t, report in self.reports:
            sent = []
            for kind, code, value in report:
                if kind == EV_ABS:
                    value = core.report(code, value)
                if value is not None:
                    sent.append((t, kind, code, value))
            if sent:
                yield from sent
                yield t, EV_SYN, SYN_REPORT, 0

    def reported(self):
        """What the driver reports, before the input core."""
        for t, report in self.reports:
            yield from ((t, kind, code, value) for kind, code, value in report)
            yield t, EV_SYN, SYN_REPORT, 0

    def description(self):
        """evemu's lines of the device."""
        lines = ["#   Event type 3 (EV_ABS)"]
        start = self.start()
        for code in sorted(self.axes):
            lines += [f"#     Event code {code} ({ABS_NAMES.get(code, 'ABS')})",
                      f"#       Value {start.get(code, 0):6}"]
        bits = 1 << EV_SYN | 1 << EV_ABS | (1 << EV_MSC if self.has_msc else 0)
        abs_bits = sum(1 << code for code in self.axes)
        properties = 1 << PROP_ACCELEROMETER if self.has_property else 0
        lines += [f"N: {self.name}", "I: " + " ".join(f"{number:04x}" for number in self.identity),
                  "P: " + self.bytes(properties, 8), "B: 00 " + self.bytes(bits, 8),
                  "B: 03 " + self.bytes(abs_bits, 8)]
        if self.has_msc:
            lines.append("B: 04 " + self.bytes(1 << MSC_TIMESTAMP, 8))
        for code, axis in sorted(self.axes.items()):
            lines.append(f"A: {code:02x} {axis.low} {axis.high} {axis.fuzz} {axis.flat} {axis.resolution}")
        return lines

    @staticmethod
    def bytes(number, count):
        return " ".join(f"{byte:02x}" for byte in number.to_bytes(count, "little"))


def event_line(t, kind, code, value):
    micros = round(t * 1e6)
    if value >= 1 << 31:  # the kernel's unsigned counters are signed to user space
        value -= 1 << 32
    return f"E: {micros // 1000000}.{micros % 1000000:06} {kind:04x} {code:04x} {value:04}"


def evemu(about, node, events=None):
    """The text of an evemu recording."""
    lines = ["# EVEMU 1.3"] + header(about) + node.description()
    lines += [event_line(*event) for event in (node.events() if events is None else events)]
    return "\n".join(lines) + "\n"


def libinput(about, node):
    """The text of `libinput record`."""
    lines = ["# libinput record"] + header(about) + ["version: 1", "ndevices: 1", "devices:",
             "- node: /dev/input/event7", "  evdev:", f'    name: "{node.name}"',
             f"    id: [{', '.join(str(number) for number in node.identity)}]", "    codes:",
             f"      3: [{', '.join(str(code) for code in sorted(node.axes))}]", "    absinfo:"]
    for code, axis in sorted(node.axes.items()):
        lines.append(f"      {code}: [{axis.low}, {axis.high}, {axis.fuzz}, {axis.flat}, {axis.resolution}]")
    lines += [f"    properties: [{PROP_ACCELEROMETER if node.has_property else ''}]", "  events:"]
    is_first = True
    for t, kind, code, value in node.events():
        if is_first:
            lines.append("  - evdev:")
        micros = round(t * 1e6)
        lines.append(f"    - [{micros // 1000000:3}, {micros % 1000000:6}, {kind:3}, {code:3}, {value:7}]")
        is_first = kind == EV_SYN
    return "\n".join(lines) + "\n"
