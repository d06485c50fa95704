#!/usr/bin/env python3
"""Makes every system call site of tiltshadowd fail in turn, in each way its manual page knows, and judges each run.

    sweep.py [--quick] [--valgrind] [--jobs N] [--sensor log|evdev|polled] [--only TEXT] DAEMON

Ends with 0 where every run was right, 1 where one was not, 77 where it cannot run here, with the reason.
"""

import argparse
import concurrent.futures
import os
import shutil
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

from judge import LEAK, judge
from run import Run
from sensors import all_sensors

HERE = os.path.dirname(os.path.abspath(__file__))
# Errors that may last: a full disk, no descriptors, no memory, a broken device.
LASTING = {"ENOSPC", "EMFILE", "ENFILE", "ENOMEM", "ENOBUFS", "EIO"}
LASTING_MS = 600
VALGRIND = ["valgrind", "-q", "--leak-check=full", "--show-leak-kinds=definite", "--errors-for-leak-kinds=definite"]
VALGRIND += [f"--error-exitcode={LEAK}"]


class Fault(NamedTuple):
    """The failure of one call of a site, or of all calls of a function for a while."""

    site: object
    function: str
    number: int
    kind: str
    milliseconds: int

    @property
    def place(self):
        return f"{self.site.hash:016x}" if self.site else self.function

    def __str__(self):
        return f"{self.place} {self.number} {self.kind} {self.milliseconds}"

    @property
    def name(self):
        if self.site:
            return f"{self.kind} at call {self.number} of {self.site}"
        return f"{self.kind} for {self.milliseconds} ms from call {self.number} of any {self.function}"


def main():
    options = parse()
    for program in ["gcc"] + ["valgrind"] * options.valgrind:
        if not shutil.which(program):
            print(f"skipped: faults, since {program} is not installed: apt-get install {program}")
            return 77
    if not os.access(options.daemon, os.X_OK):
        print(f"faults: {options.daemon} is no program that is there: build it (Sources/build.sh), or name another")
        return 2
    with tempfile.TemporaryDirectory(prefix="tiltshadow-faults-") as scratch:
        build(scratch)
        sensors = [sensor for sensor in all_sensors(scratch, not options.valgrind) if options.sensor in (None, sensor.name)]
        tried = set()
        return 1 if sum(Sweep(options, scratch, sensor, tried).run() for sensor in sensors) else 0


def build(directory):
    command = ["gcc", "-std=gnu11", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-fno-optimize-sibling-calls"]
    sources = [os.path.join(HERE, name) for name in ("faults.c", "calls.c")]
    subprocess.run([*command, "-shared", "-fPIC", "-o", os.path.join(directory, "faults.so"), *sources], check=True)


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="one kind at each site")
    parser.add_argument("--jobs", type=int, default=12, help="runs at a time; they mostly wait")
    parser.add_argument("--valgrind", action="store_true", help="under valgrind, which must find no memory lost")
    parser.add_argument("--sensor", help="only this one: log, evdev, polled")
    parser.add_argument("--only", help="faults whose description contains this")
    parser.add_argument("daemon")
    return parser.parse_args()


class Sweep:
    """All runs on one sensor."""

    def __init__(self, options, scratch, sensor, tried):
        self.options, self.scratch, self.sensor = options, scratch, sensor
        # Sites and functions that a quick sweep need not try again.
        self.tried = tried if options.quick else set()
        self.library = os.path.join(scratch, "faults.so")

    def run(self):
        began = time.monotonic()
        self.idle_fds = None
        faultless = self.one("faultless", None)
        self.idle_fds = faultless.idle_fds
        for problem in judge(faultless, None):
            print(f"FAIL {self.sensor.name}, without a fault: {problem}\n{faultless.output}")
            return 1
        print(
            f"{self.sensor.name}: {len(faultless.sites)} call sites, {sum(site.calls for site in faultless.sites)} calls, "
            f"{faultless.most_calls_a_second:.0f} a second at most, {faultless.idle_fds} descriptors when idle",
            flush=True,
        )
        plan = [fault for fault in self.plan(faultless.sites) if fault.place not in self.tried]
        plan = [fault for fault in plan if (self.options.only or "") in fault.name]
        self.tried.update(fault.place for fault in plan)
        failed = self.all(plan, faultless)
        print(f"{self.sensor.name}: {failed} runs went wrong, {time.monotonic() - began:.0f} s", flush=True)
        return failed

    def plan(self, sites):
        """One call of every site, and lasting trouble of every function; of a quick sweep one kind each, in turn."""
        for index, site in enumerate(sites):
            kinds = [site.kinds[index % len(site.kinds)]] if self.options.quick else site.kinds
            numbers = {1} if self.options.quick else {1, min(2, site.calls), max(1, site.calls // 2)}
            yield from (Fault(site, site.function, n, kind, 0) for n in sorted(numbers) for kind in kinds)
        for index, function in enumerate(sorted({site.function for site in sites})):
            of_it = [site for site in sites if site.function == function]
            kinds = [kind for kind in of_it[0].kinds if kind in LASTING]
            total = sum(site.calls for site in of_it)
            kinds = kinds[index % len(kinds) :][:1] if self.options.quick and kinds else kinds
            numbers = {total // 2} if self.options.quick else {1, total // 4, total // 2}
            yield from (Fault(None, function, max(1, n), kind, LASTING_MS) for n in sorted(numbers) for kind in kinds)

    def all(self, plan, faultless):
        failed = injected = 0
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            for fault, problems, run in pool.map(lambda item: self.try_one(*item, faultless), enumerate(plan)):
                injected += run.injected > 0
                if problems:
                    failed += 1
                    print(f"FAIL {self.sensor.name}, {fault.name}: " + "; ".join(problems))
                    print("  " + run.output.replace("\n", "\n  ").rstrip(), flush=True)
        print(f"{self.sensor.name}: {len(plan)} faults, {injected} of them came about")
        return failed

    def try_one(self, index, fault, faultless):
        run = self.one(str(index), fault)
        problems = judge(run, faultless) if run.injected else []
        shutil.rmtree(run.directory)
        return fault, problems, run

    def one(self, name, fault):
        directory = os.path.join(self.scratch, f"{self.sensor.name}-{name}")
        os.mkdir(directory)
        command = VALGRIND if self.options.valgrind else []
        command = [*command, os.path.abspath(self.options.daemon)]
        return Run(directory, command, self.sensor, self.library, fault, self.options.valgrind, self.idle_fds)


if __name__ == "__main__":
    sys.exit(main())
