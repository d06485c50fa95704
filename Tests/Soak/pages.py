#!/usr/bin/env python3
"""pages.py DIRECTORY [COUNT [SECONDS]]: opens and closes COUNT pages of the preview in DIRECTORY, then measures one.

Ends with 1 where a descriptor or a subscriber is left over, where memory grew, or where the 99th percentile from the
daemon's frame to the page is more than 10 ms above that of a subscriber of the socket itself.
"""

import json
import os
import select
import socket
import struct
import subprocess
import sys
import tempfile
import time

LOG = "Sources/tiltshadow/Resources/demo.tiltlog"


def lines(connection, state):
    """The whole lines that have come; what is left waits in `state`."""
    state["rest"] = state.get("rest", b"") + connection.recv(65536)
    *whole, state["rest"] = state["rest"].split(b"\n")
    return whole


class Preview:
    def __init__(self, directory, scratch):
        self.path = f"{scratch}/s"
        self.daemon = subprocess.Popen(
            [f"{directory}/tiltshadowd", "--replay", LOG, "--loop", "--socket", self.path, "--config", "/dev/null"],
            stderr=subprocess.DEVNULL)
        while not os.path.exists(self.path):
            time.sleep(0.01)
        self.process = subprocess.Popen(
            [f"{directory}/tiltshadow", "preview", "--port", "0", "--socket", self.path], stdout=subprocess.PIPE)
        self.port = int(self.process.stdout.readline().split(b":")[2].strip(b"/\n"))
        self.request = f"GET /stream HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode()

    def open(self):
        page = socket.create_connection(("127.0.0.1", self.port))
        page.sendall(self.request)
        return page

    def direct(self):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(self.path)
        return connection

    def subscribers(self):
        with self.direct() as connection:
            connection.sendall(b'{"type":"status"}\n')
            for line in connection.makefile():
                message = json.loads(line)
                if message["type"] == "status":
                    return message["subscribers"] - 1

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def status(self, key):
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith(key + ":"))

    def cpu_seconds(self):
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        for process in (self.process, self.daemon):
            process.kill()
            process.wait()


def churn(preview, count):
    """Opens and closes pages in every way; what is left over."""
    # What is made once and kept, such as buffers, is made before memory is looked at.
    for index in range(100):
        preview.open().close()
    while preview.subscribers():
        time.sleep(0.1)
    time.sleep(1)
    before = (preview.descriptors(), preview.status("VmRSS"))
    start = time.monotonic()
    for index in range(count):
        page = preview.open()
        if index % 3 == 0:
            page.recv(65536)
        if index % 5 == 0:
            page.shutdown(socket.SHUT_WR)
        if index % 7 == 0:  # RST instead of FIN
            page.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        page.close()
    taken = time.monotonic() - start
    for _ in range(200):
        left = (preview.descriptors() - before[0], preview.subscribers())
        if left == (0, 0):
            break
        time.sleep(0.1)
    grown = preview.status("VmRSS") - before[1]
    print(f"{count} pages in {taken:.1f} s; left over: {left[0]} descriptors, {left[1]} subscribers, {grown} kB")
    return left == (0, 0) and grown < 2048


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] / 1000


def latency(preview, seconds):
    """Milliseconds from the tick that a frame is of to its arrival, at a page and beside it at the socket."""
    ends = {preview.direct(): "socket", preview.open(): "page"}
    states, ages, came = {name: {} for name in ends.values()}, {"socket": [], "page": []}, {}
    deltas = []
    # The first second is the sensor being opened.
    begin = time.monotonic() + 1
    cpu = None
    while time.monotonic() < begin + seconds:
        if cpu is None and time.monotonic() >= begin:
            cpu = preview.cpu_seconds()
        for end in select.select(list(ends), [], [], 1)[0]:
            name = ends[end]
            for line in lines(end, states[name]):
                now = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
                line = line.strip().removeprefix(b"data: ")
                if not line.startswith(b'{"type":"frame"') or cpu is None:
                    continue
                frame = json.loads(line)
                ages[name].append((now - frame["t_ns"]) // 1000)
                other = came.pop(frame["t_ns"], None)
                if other is None:
                    came[frame["t_ns"]] = (name, now)
                else:
                    deltas.append(((now - other[1]) if name == "page" else (other[1] - now)) // 1000)
    used = (preview.cpu_seconds() - cpu) / seconds
    for name, values in ages.items():
        print(f"{name}: {len(values)} frames, p50 {percentile(values, .5):.2f} ms, p99 {percentile(values, .99):.2f} ms")
    print(f"page after socket: p50 {percentile(deltas, .5):.2f} ms, p99 {percentile(deltas, .99):.2f} ms")
    print(f"preview: {used * 1000:.1f} ms of CPU a second, {preview.status('VmRSS')} kB, {preview.status('Threads')} threads")
    return percentile(deltas, 0.99) <= 10


def main():
    directory = sys.argv[1]
    count, seconds = (int(word) for word in (sys.argv[2:] + ["10000", "30"][len(sys.argv) - 2:])[:2])
    with tempfile.TemporaryDirectory(dir="/tmp") as scratch:
        preview = Preview(directory, scratch)
        try:
            fine = [latency(preview, seconds), churn(preview, count)]
        finally:
            preview.stop()
    sys.exit(0 if all(fine) else 1)


main()
