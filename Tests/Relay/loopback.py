#!/usr/bin/env python3
"""What the relay adds on one machine: a real daemon, a real broker, `publish` and `serve`.

    Tests/Relay/loopback.py [--bin .build/release] [--seconds 30] [--log Sources/tiltshadow/Resources/demo.tiltlog]

Tells how much later than a local subscriber's a frame of 50 Hz comes to a remote reader of the broker, how old it is at the
ticks of a subscriber of `serve`, how much later than the local one that subscriber has the same motion, for its ticks are of their
own instants, and the memory and the processor's time of both relays.
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

from mqtt import Broker, Client, percentile, private_memory, processor_seconds


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
    """Up as a subscriber has it, by when it came."""

    def __init__(self):
        self.times, self.ups = [], []

    def take(self, line, now):
        if line["state"] == "tracking" and "up" in line:
            self.times.append(now)
            self.ups.append(line["up"])

    def at(self, instant):
        after = bisect.bisect(self.times, instant)
        if not 0 < after < len(self.times) or self.times[after] - self.times[after - 1] > 0.03:
            return None
        share = (instant - self.times[after - 1]) / (self.times[after] - self.times[after - 1])
        return [a + (b - a) * share for a, b in zip(self.ups[after - 1], self.ups[after])]

    def lags(self, other):
        """For each piece of 100 frames that moves, by how many ms later than `other` it is most like it."""
        found = []
        for begin in range(0, len(self.times) - 99, 100):
            piece = list(zip(self.times, self.ups))[begin:begin + 100]
            if max(abs(a - b) for _, up in piece for a, b in zip(up, piece[0][1])) > 0.02:
                found.append(min(range(-40, 121), key=lambda half: other.distance(piece, half / 2e3)) / 2)
        return found

    def distance(self, piece, lag):
        pairs = [(up, self.at(instant - lag)) for instant, up in piece]
        squares = [sum((a - b) ** 2 for a, b in zip(up, then)) for up, then in pairs if then]
        return sum(squares) / len(squares) if squares else float("inf")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--bin", default=".build/release")
    options.add_argument("--seconds", type=float, default=30)
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
    local, late, ticks, heard = {}, [], [], 0
    ours, theirs = Motion(), Motion()
    for subscriber in (near, far):
        subscriber.subscribe(include=["up"])
    time.sleep(3)
    relays = programs[1:]
    used = [processor_seconds(program.pid) for program in relays]
    begin = time.monotonic()
    while time.monotonic() < begin + asked.seconds:
        ready, _, _ = select.select([near.socket, far.socket, reader.socket], [], [], 1)
        now = time.monotonic()
        if near.socket in ready:
            for line in near.read():
                if line["type"] == "frame":
                    local[line["t_ns"]] = now
                    ours.take(line, now)
        if reader.socket in ready:
            for _, payload in reader.messages():
                instant = json.loads(payload)["t_ns"]
                heard = now
                if instant in local:
                    late.append((now - local[instant]) * 1e3)
        if far.socket in ready and heard:
            for line in far.read():
                if line["type"] == "frame" and line["state"] == "tracking":
                    ticks.append((now - heard) * 1e3)
                    theirs.take(line, now)
    took = time.monotonic() - begin
    print(f"socket to remote reader, over the local one: p50 {percentile(late, 0.5):.2f} ms, "
          f"p99 {percentile(late, 0.99):.2f} ms, of {len(late)} frames")
    print(f"newest frame's age at a served tick: p50 {percentile(ticks, 0.5):.1f} ms, "
          f"p99 {percentile(ticks, 0.99):.1f} ms, of {len(ticks)}")
    lags = theirs.lags(ours)
    print(f"the served motion behind the local one: p50 {percentile(lags, 0.5):.1f} ms, "
          f"p90 {percentile(lags, 0.9):.1f} ms, of {len(lags)} pieces of 2 s that move")
    for name, program, before in zip(["publish", "serve"], relays, used):
        share = (processor_seconds(program.pid) - before) / took
        private, resident = private_memory(program.pid)
        print(f"{name}: {100 * share:.2f} % of a core, {private / 1024:.1f} MB private, {resident / 1024:.1f} MB resident")


if __name__ == "__main__":
    main()
