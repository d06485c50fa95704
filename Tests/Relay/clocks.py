#!/usr/bin/env python3
"""Clocks that step and machines that sleep, on either side of a real broker: frames go on, and nothing false is said.

    Tests/Relay/clocks.py [--bin .build/release]

The clock on the wall is set an hour ahead and an hour back for `publish`, for `serve` and for both, and so is the one that goes on
in a machine's sleep, by a library that is loaded before the system's own; a relay is halted for some seconds as a sleep halts it;
and a publisher that was killed begins anew after its clock was set back. Ends with 1 where frames stayed out for longer than is
told here, or where a line came in the log that does not belong there. Needs a C compiler.
"""
import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time

from absence import Watcher, pass_time
from mqtt import Broker

# Adds the seconds that two files name to the clock on the wall and to the one that counts sleep.
LIBRARY = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
static long ahead(const char *variable) {
    char text[32] = "";
    FILE *file = fopen(getenv(variable), "r");
    if (!file) return 0;
    if (!fgets(text, sizeof text, file)) text[0] = 0;
    fclose(file);
    return atol(text);
}
int clock_gettime(clockid_t id, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(id, time);
    if (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE) time->tv_sec += ahead("WALL");
    if (id == CLOCK_BOOTTIME) time->tv_sec += ahead("SLEPT");
    return result;
}
time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}
int gettimeofday(struct timeval *result, void *zone) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    result->tv_sec = now.tv_sec;
    result->tv_usec = now.tv_nsec / 1000;
    return 0;
}
"""
HOUR = 3600
# How long frames may stay out while a clock is set, and after a connection was lost, in seconds.
AT_ONCE, AFTER_LOSS = 0.5, 5
# What may be said where a connection is lost and comes back.
AWAY = ["waiting for the broker", "hearing mqtt", "publishing to", "vanished, says the broker", 'following "desk"',
        "reading desk", "lost desk: nothing is heard of", "no motion sensor found"]


class Scene:
    def __init__(self, asked, directory, broker):
        self.directory, self.asked, self.faults = directory, asked, []
        self.near, self.far = directory + "/near", directory + "/far"
        self.address = f"mqtt://127.0.0.1:{broker.port}/desk"
        with open(directory + "/clocks.c", "w") as file:
            file.write(LIBRARY)
        subprocess.run(["cc", "-Wall", "-Werror", "-shared", "-fPIC", "-o", directory + "/clocks.so",
                        directory + "/clocks.c", "-ldl"], check=True)
        self.daemon = subprocess.Popen(
            [asked.bin + "/tiltshadowd", "--replay", asked.log, "--loop", "--socket", self.near, "--config", "/dev/null"],
            stderr=subprocess.DEVNULL)
        self.programs, self.read = {}, {}
        self.start("serve", "--from", self.address, "--socket", self.far, "--settings", "/dev/null")
        self.start_publish()
        self.watcher = Watcher(self.far)

    def start_publish(self):
        self.start("publish", "--to", self.address, "--socket", self.near)

    def start(self, name, *words):
        self.programs[name] = subprocess.Popen(
            [self.asked.bin + "/tiltshadow-relay", name, *words, "--config", "/dev/null"],
            stderr=open(f"{self.directory}/{name}.log", "ab"),
            env={**os.environ, "LD_PRELOAD": self.directory + "/clocks.so", "WALL": f"{self.directory}/{name}.wall",
                 "SLEPT": f"{self.directory}/{name}.slept"})

    def set(self, name, clock, seconds):
        path = f"{self.directory}/{name}.{clock}"
        with open(path + ".new", "w") as file:
            file.write(str(seconds))
        os.rename(path + ".new", path)

    def said(self):
        """What both logs say since the last call."""
        lines = []
        for name in ("publish", "serve"):
            with open(f"{self.directory}/{name}.log") as file:
                file.seek(self.read.get(name, 0))
                lines += [f"{name}: {line.removeprefix('tiltshadow-relay: ').rstrip()}" for line in file]
                self.read[name] = file.tell()
        return lines

    def run(self, title, change, longest, expected=(), seconds=6):
        """Changes something: frames may stay out for `longest`, and each new line of a log must have one of `expected`."""
        self.watcher.waits, self.watcher.changes = [], []
        change()
        begin = time.monotonic()
        pass_time([self], seconds)
        pass_time([self], 30, lambda: self.watcher.state == "tracking")
        out = max(self.watcher.waits + [time.monotonic() - (self.watcher.at or begin)])
        away = sum(self.lengths(begin))
        print(f"{title}: longest wait {1e3 * out:.0f} ms, not tracking for {away:.1f} s", flush=True)
        for line in self.said():
            print(f"    {line[:120]}")
            if not any(words in line for words in expected):
                self.faults.append(f"{title}: said {line}")
        if max(out if longest == AT_ONCE else 0, away) > longest or self.watcher.state != "tracking":
            self.faults.append(f"{title}: frames stayed out")

    def lengths(self, begin):
        """How long each time was in which no pose was told."""
        changes = self.watcher.changes + [(time.monotonic(), "")]
        return [after - at for (at, state), (after, _) in zip(changes, changes[1:]) if state != "tracking"]

    @property
    def watchers(self):
        return {"far": self.watcher}

    def halt(self, name, seconds):
        self.programs[name].send_signal(signal.SIGSTOP)
        pass_time([self], seconds)
        self.set(name, "slept", 8 * HOUR)
        self.programs[name].send_signal(signal.SIGCONT)

    def begin_anew(self):
        self.programs["publish"].kill()
        self.programs["publish"].wait()
        self.set("publish", "wall", -HOUR)
        self.start_publish()

    def end(self):
        for program in [*self.programs.values(), self.daemon]:
            program.kill()
            program.wait()


def walk(scene):
    pass_time([scene], 30, lambda: scene.watcher.state == "tracking")
    scene.run("nothing happens", lambda: None, AT_ONCE, AWAY + ["serving on", "ready"], 8)
    for names in (["publish"], ["serve"], ["publish", "serve"]):
        for seconds in (HOUR, -HOUR, 0):
            scene.run(f"the wall's clock of {' and '.join(names)} at {seconds:+} s",
                      lambda: [scene.set(name, "wall", seconds) for name in names], AT_ONCE, seconds=3)
    for name in ("publish", "serve"):
        scene.run(f"the machine of {name} slept for 8 h", lambda: scene.set(name, "slept", 8 * HOUR), AFTER_LOSS, AWAY, 12)
    # Halted, one gives no sign, and a broker counts that for one and a half times the 10 s of a keep-alive.
    scene.run("serve is halted for 20 s and slept", lambda: scene.halt("serve", 20), AFTER_LOSS, AWAY)
    scene.run("publish is halted for 4 s and slept", lambda: scene.halt("publish", 4), 5 + AFTER_LOSS, AWAY)
    scene.run("publish is halted for 20 s and slept", lambda: scene.halt("publish", 20), 20 + AFTER_LOSS,
              AWAY + ["has said nothing for 10 s"])
    scene.run("publish is killed and begins anew, its clock set back", scene.begin_anew, AFTER_LOSS,
              AWAY + ["another publisher has desk: following that one"])


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--bin", default=".build/release")
    options.add_argument("--log", default="Sources/tiltshadow/Resources/demo.tiltlog")
    asked = options.parse_args()
    with Broker() as broker, tempfile.TemporaryDirectory() as directory:
        scene = Scene(asked, directory, broker)
        try:
            walk(scene)
        finally:
            scene.end()
        for fault in scene.faults:
            print("fault:", fault)
        sys.exit(1 if scene.faults else 0)


if __name__ == "__main__":
    main()
