#!/usr/bin/env python3
"""What it costs that somebody is away for long: three pairs of `publish` and `serve`, each with a daemon and a broker of its own.

    Tests/Relay/absence.py [--bin .build/release] [--seconds 3600] [--log Sources/tiltshadow/Resources/demo.tiltlog]

Of the first pair the broker is killed, of the second it hangs, of the third `publish` is killed. Tells for each relay what it used
of a processor meanwhile, its memory before and after, what it logged and how often the brokers were tried; for each daemon the
longest wait of a local subscriber; and how long after the return a subscriber of `serve` has frames. Runs in a network of its own,
for the kernel counts attempts there: needs root.
"""
import argparse
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import time

from loopback import Lines
from mqtt import Broker, percentile, private_memory, processor_seconds

# What a relay may cost while somebody is away: a thousandth of a core, and seconds of one for what was under way, lines of its
# log, and kB of memory.
MOST_SHARE, MOST_SECONDS, MOST_LINES, MOST_GROWTH = 0.001, 0.5, 6, 512
# The longest wait between two attempts, and what a login and the first frame take.
LONGEST_RETURN = 30 + 5


class Watcher:
    """A subscriber: when its lines come, and what the last frame says."""

    def __init__(self, path):
        self.lines = Lines(path)
        self.socket = self.lines.socket
        self.state, self.changes, self.at, self.waits = "", [], None, []

    def read(self, now):
        for line in self.lines.read():
            if line["type"] != "frame":
                continue
            if self.at:
                self.waits.append(now - self.at)
            self.at = now
            if line["state"] != self.state:
                self.state = line["state"]
                self.changes.append((now, self.state))


class Scene:
    def __init__(self, asked, name, directory):
        self.name, self.asked, self.broker = name, asked, Broker()
        self.place = f"{directory}/{name.replace(' ', '-')}"
        os.mkdir(self.place)
        self.near, self.far = self.place + "/near", self.place + "/far"
        self.address = f"mqtt://127.0.0.1:{self.broker.port}/desk"
        self.log = {}
        self.daemon = self.start("daemon", "tiltshadowd", "--replay", asked.log, "--loop", "--socket", self.near,
                                 "--config", "/dev/null")
        self.serve = self.start("serve", "tiltshadow-relay", "serve", "--from", self.address, "--socket", self.far,
                                "--settings", "/dev/null", "--config", "/dev/null")
        self.publish = self.start_publish()
        self.watchers = {"near": Watcher(self.near), "far": Watcher(self.far)}

    def start(self, name, program, *words):
        self.log[name] = open(f"{self.place}/{name}.log", "ab")
        return subprocess.Popen([f"{self.asked.bin}/{program}", *words], stdout=subprocess.DEVNULL,
                                stderr=self.log[name])

    def start_publish(self):
        return self.start("publish", "tiltshadow-relay", "publish", "--to", self.address, "--socket", self.near,
                          "--config", "/dev/null")

    def said(self, name):
        return open(f"{self.place}/{name}.log").read().splitlines()

    def relays(self):
        return {"publish": self.publish, "serve": self.serve}

    def go_away(self):
        if self.name == "broker killed":
            self.broker.process.kill()
            self.broker.process.wait()
        elif self.name == "broker hangs":
            self.broker.process.send_signal(signal.SIGSTOP)
        else:
            self.publish.kill()
            self.publish.wait()

    def come_back(self):
        if self.name == "broker killed":
            self.broker.start()
        elif self.name == "broker hangs":
            self.broker.process.send_signal(signal.SIGCONT)
        else:
            self.publish = self.start_publish()

    def end(self):
        for program in (self.publish, self.serve, self.daemon):
            program.kill()
            program.wait()
        self.broker.process.send_signal(signal.SIGCONT)
        self.broker.process.kill()
        self.broker.process.wait()


def attempts():
    """Connections that were begun in this network, and those that were refused."""
    names, values = [line.split()[1:] for line in open("/proc/net/snmp") if line.startswith("Tcp:")]
    counted = dict(zip(names, values))
    return int(counted["ActiveOpens"]), int(counted["AttemptFails"])


def pass_time(scenes, seconds, until=lambda: False):
    sockets = {watcher.socket: watcher for scene in scenes for watcher in scene.watchers.values()}
    end = time.monotonic() + seconds
    while time.monotonic() < end and not until():
        ready, _, _ = select.select(list(sockets), [], [], 0.5)
        now = time.monotonic()
        for each in ready:
            sockets[each].read(now)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--bin", default=".build/release")
    options.add_argument("--seconds", type=float, default=3600)
    options.add_argument("--log", default="Sources/tiltshadow/Resources/demo.tiltlog")
    options.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    asked = options.parse_args()
    if not asked.inside:
        os.execvp("unshare", ["unshare", "--net", sys.executable, __file__, *sys.argv[1:], "--inside"])
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    with tempfile.TemporaryDirectory() as directory:
        scenes = []
        try:
            for name in ("broker killed", "broker hangs", "publisher killed"):
                scenes.append(Scene(asked, name, directory))
            sys.exit(watch(asked, scenes))
        finally:
            for scene in scenes:
                scene.end()


def measure(scene):
    programs = {**scene.relays(), "daemon": scene.daemon}
    return {name: (processor_seconds(each.pid), private_memory(each.pid)[0], len(scene.said(name)))
            for name, each in programs.items() if each.poll() is None}


def watch(asked, scenes):
    faults = []
    # As long as a connection must last to be more than an attempt.
    pass_time(scenes, 15)
    pass_time(scenes, 30, lambda: all(scene.watchers["far"].state == "tracking" for scene in scenes))
    before = {}
    for scene in scenes:
        before[scene.name] = measure(scene)
        scene.go_away()
        scene.left = time.monotonic()
        for watcher in scene.watchers.values():
            watcher.waits = []
    opened, refused = attempts()
    pass_time(scenes, asked.seconds)
    more_opened, more_refused = attempts()
    refused = more_refused - refused
    print(f"away for {asked.seconds:.0f} s")
    print(f"attempts of both relays: {refused} refused, {more_opened - opened - refused} without an answer")
    # Two relays, 30 s from one to the next at least once they have grown.
    most = 2 * (asked.seconds / 24 + 10)
    if refused > most or more_opened - opened - refused > most:
        faults.append("too many attempts")
    for scene in scenes:
        states = [f"{state} after {at - scene.left:.1f} s" for at, state in scene.watchers["far"].changes
                  if at > scene.left]
        print(f"\n{scene.name}: served was {', '.join(states)}")
        for name, (used, private, lines) in measure(scene).items():
            then = before[scene.name][name]
            share, growth, said = (used - then[0]) / asked.seconds, private - then[1], lines - then[2]
            print(f"  {name}: {100 * share:.3f} % of a core, private {then[1]} to {private} kB, {said} lines")
            for line in scene.said(name)[then[2]:][:10]:
                print(f"    {line}")
            if name == "daemon":
                if said:
                    faults.append(f"{scene.name}: the daemon noticed")
            elif used - then[0] > MOST_SHARE * asked.seconds + MOST_SECONDS or growth > MOST_GROWTH or said > MOST_LINES:
                faults.append(f"{scene.name}: {name} costs too much")
        waits = scene.watchers["near"].waits
        print(f"  a local subscriber: {len(waits)} frames, p99 {1e3 * percentile(waits, 0.99):.0f} ms, longest wait "
              f"{1e3 * max(waits):.0f} ms")
    for scene in scenes:
        far = scene.watchers["far"]
        scene.come_back()
        begin = time.monotonic()
        pass_time(scenes, 120, lambda far=far: far.state == "tracking")
        took = time.monotonic() - begin
        print(f"\n{scene.name}: frames {took:.3f} s after the return")
        for name in ("publish", "serve"):
            for line in scene.said(name)[-2:]:
                print(f"    {name}: {line}")
        if far.state != "tracking" or took > LONGEST_RETURN:
            faults.append(f"{scene.name}: too late")
    for fault in faults:
        print("fault:", fault)
    return 1 if faults else 0


if __name__ == "__main__":
    main()
