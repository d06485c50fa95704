#!/usr/bin/env python3
"""What the relay adds on one machine: a real daemon, a real broker, `publish` and `serve`.

    Tests/Relay/loopback.py [--bin .build/release] [--seconds 30] [--log Sources/tiltshadow/Resources/demo.tiltlog]

Tells how much later than to a local subscriber frames of 50 Hz come to a remote reader of the broker and to a subscriber of
`serve`, how much later than the local one that subscriber has the same motion, and the memory, the wake-ups and the processor's
time of both relays, beside those of the daemon.

How much later the motion is: where it turns by more than 0.2 rad/s, the way of the local pose at the moment at which a served one
comes is followed back to where that is nearest, by the local pose's speed then. It is negative where what was carried ahead
was carried too far. By the instants that both daemons tell, on the one clock of this machine, it is the part of that which no
subscriber could know of.
"""
import argparse
import bisect
import json
import os
import select
import socket
import subprocess
import tempfile
import time

from mqtt import Broker, Client, percentile, private_memory, processor_seconds, wakeups


class Lines:
    """A subscriber of a socket of the protocol."""

    def __init__(self, path):
        end = time.monotonic() + 30
        while True:
            self.socket = socket.socket(socket.AF_UNIX)
            try:
                self.socket.connect(path)
                break
            except OSError:
                self.socket.close()
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)
        self.rest = b""

    def subscribe(self, **options):
        self.socket.sendall(json.dumps({"type": "subscribe", "id": 1, **options}).encode() + b"\n")

    def read(self):
        *lines, self.rest = (self.rest + self.socket.recv(1 << 16)).split(b"\n")
        return [json.loads(line) for line in lines]


class Motion:
    """Up as a subscriber has it, by when it came or by what it is true for."""

    # What is slower is not judged, in rad/s: there a last digit of up would be more than half a millisecond.
    SLOWEST = 0.2

    def __init__(self):
        self.times, self.ups = [], []

    def take(self, up, instant):
        self.times.append(instant)
        self.ups.append(up)

    def at(self, instant):
        """Up and its speed at an instant; nothing where frames are missing around it."""
        after = bisect.bisect(self.times, instant)
        if not 1 < after < len(self.times) - 1 or self.times[after + 1] - self.times[after - 2] > 0.09:
            return None
        share = (instant - self.times[after - 1]) / (self.times[after] - self.times[after - 1])
        up = [a + (b - a) * share for a, b in zip(self.ups[after - 1], self.ups[after])]
        speed = [(b - a) / (self.times[after + 1] - self.times[after - 2])
                 for a, b in zip(self.ups[after - 2], self.ups[after + 1])]
        return up, speed

    def lags(self, other):
        """By how many ms later than `other` each pose is, where that moves."""
        found = []
        for instant, up in zip(self.times, self.ups):
            then = other.at(instant)
            if not then:
                continue
            square = sum(v * v for v in then[1])
            if square > self.SLOWEST ** 2:
                found.append(sum((b - a) * v for a, b, v in zip(up, *then)) / square * 1e3)
        return found


def tell(name, values):
    print(f"{name}: p50 {percentile(values, 0.5):.2f} ms, p90 {percentile(values, 0.9):.2f} ms, "
          f"p99 {percentile(values, 0.99):.2f} ms, of {len(values)}")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--bin", default=".build/release")
    options.add_argument("--seconds", type=float, default=30)
    options.add_argument("--settle", type=float, default=5, help="seconds before that")
    options.add_argument("--log", default="Sources/tiltshadow/Resources/demo.tiltlog")
    asked = options.parse_args()
    with Broker() as broker, tempfile.TemporaryDirectory() as directory:
        near, far = directory + "/near", directory + "/far"
        address = f"mqtt://127.0.0.1:{broker.port}/desk"
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        relay = [asked.bin + "/tiltshadow-relay"]
        programs = [
            subprocess.Popen([asked.bin + "/tiltshadowd", "--replay", asked.log, "--loop", "--socket", near,
                              "--config", "/dev/null"], **quiet),
            subprocess.Popen(relay + ["publish", "--to", address, "--socket", near, "--config", "/dev/null"], **quiet),
            subprocess.Popen(relay + ["serve", "--from", address, "--socket", far, "--settings", "/dev/null",
                                      "--config", "/dev/null"], **quiet)]
        try:
            watch(asked, Lines(near), Lines(far), Client(broker.port, "bench", ["desk/frame"]), programs)
        finally:
            for program in programs:
                program.kill()
                program.wait()


def watch(asked, near, far, reader, programs):
    local, late, ages, newest = {}, [], [], None
    by_arrival, by_instant = (Motion(), Motion()), (Motion(), Motion())
    for subscriber in (near, far):
        subscriber.subscribe(include=["up"])
    # The reader learns how evenly frames come, and comes to follow them.
    begin = time.monotonic() + asked.settle
    used = None
    while time.monotonic() < begin + asked.seconds:
        ready, _, _ = select.select([near.socket, far.socket, reader.socket], [], [], 1)
        now = time.monotonic()
        if used is None and now >= begin:
            used = [(processor_seconds(program.pid), wakeups(program.pid)) for program in programs]
        if near.socket in ready:
            for line in near.read():
                if line["type"] == "frame":
                    local[line["t_ns"]] = newest = now
                    note(line, now, by_arrival[0], by_instant[0])
        if reader.socket in ready:
            for _, payload in reader.messages():
                instant = json.loads(payload)["t_ns"]
                if instant in local and now > begin:
                    late.append((now - local[instant]) * 1e3)
        if far.socket in ready:
            for line in far.read():
                if line["type"] == "frame" and now > begin and newest:
                    ages.append((now - newest) * 1e3)
                    note(line, now, by_arrival[1], by_instant[1])
    took = time.monotonic() - begin
    tell("a frame to a reader of the broker, over the local subscriber", late)
    tell("the same to a subscriber of serve, as old as the newest is there", ages)
    tell("the served motion behind the local one", by_arrival[1].lags(by_arrival[0]))
    tell("the same by the instants that are told", by_instant[1].lags(by_instant[0]))
    for name, program, (seconds, waits) in zip(["daemon", "publish", "serve"], programs, used):
        share = (processor_seconds(program.pid) - seconds) / took
        private, resident = private_memory(program.pid)
        print(f"{name}: {100 * share:.2f} % of a core, {(wakeups(program.pid) - waits) / took:.0f} wake-ups a second, "
              f"{private / 1024:.1f} MB private, {resident / 1024:.1f} MB resident")


def note(line, now, arrivals, instants):
    if line["state"] == "tracking" and "up" in line:
        arrivals.take(line["up"], now)
        instants.take(line["up"], line.get("for_ns", line["t_ns"]) * 1e-9)


if __name__ == "__main__":
    main()
