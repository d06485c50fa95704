"""IIO devices: their sysfs as umockdev writes it, and scans packed as drivers/iio/industrialio-buffer.c packs them.

The log's own lines: `R: node t_ns hex` is what read(2) gave at t_ns of CLOCK_MONOTONIC, `S: t_ns x y z` what the three
raw attributes held.
"""
import re

from motion import header

MS = 1_000_000  # ns


class Channel:
    """A scan element: its name, its index and its scan type, such as `le:s12/16>>4`."""

    def __init__(self, name, index, kind):
        self.name, self.index, self.kind = name, index, kind
        match = re.fullmatch(r"(le|be):([su])(\d+)/(\d+)(?:X(\d+))?(?:>>(\d+))?", kind)
        self.order = "little" if match[1] == "le" else "big"
        self.is_signed = match[2] == "s"
        self.bits, self.storage = int(match[3]), int(match[4])
        self.repeat, self.shift = int(match[5] or 1), int(match[6] or 0)
        self.size = self.storage // 8 * self.repeat

    def pack(self, value, garbage=0):
        """The bytes of a value; bits of the storage that are not its own come from `garbage`."""
        mask = (1 << self.bits) - 1
        word = (garbage & ~(mask << self.shift) & (1 << self.storage) - 1) | (value & mask) << self.shift
        return word.to_bytes(self.storage // 8, self.order) * self.repeat


def scan(channels, values, garbage=0):
    """One scan: channels by index, each aligned to its own size, the whole to the largest."""
    data = bytearray()
    for channel in sorted(channels, key=lambda channel: channel.index):
        data += bytes([0xee] * (-len(data) % channel.size)) + channel.pack(values[channel.name], garbage)
    return bytes(data + bytes([0xdd] * (-len(data) % max(channel.size for channel in channels))))


def elements(kind, prefix="in_accel", first=0, stamp=True):
    """Three axes and a timestamp."""
    kinds = [kind] * 3 if isinstance(kind, str) else kind
    found = [Channel(f"{prefix}_{axis}", first + index, kinds[index]) for index, axis in enumerate("xyz")]
    return found + ([Channel("in_timestamp", first + 3, "le:s64/64>>0")] if stamp else [])


class Device:
    """An IIO device below `parent`, with its attributes."""

    def __init__(self, number, name, parent, channels, attributes, parent_attributes=None, properties=None,
                 driver=None):
        self.node, self.parent, self.channels = f"iio:device{number}", parent, channels
        self.attributes = {"name": name} | attributes
        self.parent_attributes = parent_attributes or {}
        self.properties = {"SUBSYSTEM": "iio"} | (properties or {})
        self.driver = driver
        if channels:
            self.attributes |= {"buffer/enable": "0", "buffer/length": "2", "buffer/watermark": "1",
                                "current_timestamp_clock": "realtime"}
        for channel in channels:
            base = f"scan_elements/{channel.name}"
            self.attributes |= {base + "_en": "0", base + "_index": str(channel.index), base + "_type": channel.kind}

    def lines(self):
        found = [f"P: {self.parent}/{self.node}"]
        if self.channels:
            found.append(f"N: {self.node}")
        found += [f"E: {key}={value}" for key, value in self.properties.items()]
        found += [f"A: {key}={value}\\n" for key, value in sorted(self.attributes.items())]
        found += ["", f"P: {self.parent}", "E: SUBSYSTEM=platform"]
        if self.driver:
            found.append(f"L: driver=../../bus/drivers/{self.driver}")
        return found + [f"A: {key}={value}\\n" for key, value in self.parent_attributes.items()] + [""]


class Trigger:
    """A trigger of some device."""

    def __init__(self, number, name, parent, *attributes):
        self.number, self.name, self.parent, self.attributes = number, name, parent, attributes

    def lines(self):
        return [f"P: {self.parent}/trigger{self.number}", "E: SUBSYSTEM=iio", f"A: name={self.name}\\n",
                *(f"A: {attribute}\\n" for attribute in self.attributes), ""]


def text(about, devices, lines):
    """The text of a log."""
    body = header(about)
    for device in devices:
        body += device.lines()
    return "\n".join(body + lines) + "\n"


def read_line(node, now, data):
    return f"R: {node} {now} {data.hex()}"
