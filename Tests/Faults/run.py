"""One run of the daemon: subscribers come and go, settings are read again, a recording is made, the daemon stops."""

import os
import signal
import socket
import struct
import subprocess
import threading
import time

import state
from subscriber import Subscriber, wait_until

# The daemon has this long to stop, in seconds; it says that it takes one, and a busy machine is slow.
STOPPING_S = 20


class Run:
    """What one run did; `judge.py` says whether that was right.

    `command` starts the daemon; `is_slow` where that takes its time, as under valgrind.
    """

    def __init__(self, directory, command, sensor, library, fault=None, is_slow=False, idle_fds=None):
        self.directory, self.sensor, self.fault, self.is_slow = directory, sensor, fault, is_slow
        # 5 s is how long a daemon waits that found no sensor before it looks again, on a machine that is not busy.
        self.timeout_s = 60 if is_slow else 30
        self.idle_fds_expected = idle_fds
        self.idle_fds = None
        self.subscribers = {}
        self.has_served = False
        # Whether the reader of a page was closed instead of being told why there is none.
        self.was_closed = False
        self.write("daemon.conf", "[shadow]\nblur_px = 16\n")
        self.notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notify.bind(self.path("notify"))
        self.notices = []
        threading.Thread(target=self.listen, daemon=True).start()
        self.process = subprocess.Popen(
            self.words(command),
            env=self.environment(library),
            cwd=directory,
            stdin=subprocess.DEVNULL,
            stdout=open(self.path("output"), "wb"),
            stderr=subprocess.STDOUT,
        )
        self.most_calls_a_second = 0
        threading.Thread(target=self.watch_calls, daemon=True).start()
        try:
            self.live()
        finally:
            self.stop()
            self.end_of_notices()
        self.sites, self.injected = state.read(self.path("state"))
        with open(self.path("output"), errors="replace") as output:
            self.output = output.read()

    def path(self, name):
        return os.path.join(self.directory, name)

    def write(self, name, text):
        with open(self.path(name), "w") as file:
            file.write(text)

    def listen(self):
        """Takes what the daemon tells its service manager: a queue that is full would hold it up."""
        while notice := self.notify.recv(4096):
            self.notices.append(notice.decode())

    def watch_calls(self):
        """Keeps the most calls made in any 0.25 s, as calls a second: from before one look to behind the next."""
        before, began = 0, time.monotonic()
        while self.process.poll() is None:
            time.sleep(0.25)
            now = time.monotonic()
            try:
                count = state.calls(self.path("state"))
            except (OSError, struct.error):
                continue
            self.most_calls_a_second = max(self.most_calls_a_second, (count - before) / (time.monotonic() - began))
            before, began = count, now

    @property
    def was_ready(self):
        return any("READY=1" in notice for notice in self.notices)

    def end_of_notices(self):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
            end.sendto(b"", self.path("notify"))

    def words(self, command):
        settings = ["motion.estimator=raw", "shadow.rate_hz=100", "sensor.hold_s=0.1", f"socket.group={os.getgid()}"]
        words = ["--config", "daemon.conf", "--socket", "socket", "--record", "recording"]
        return self.sensor.words(command + words + [word for setting in settings for word in ("--set", setting)])

    def environment(self, library):
        environment = {
            "PATH": os.environ["PATH"],
            "TILTSHADOW_FAULTS_STATE": self.path("state"),
            "TILTSHADOW_FAULTS_LIBRARY": library,
            "NOTIFY_SOCKET": self.path("notify"),
            "WATCHDOG_USEC": "200000",
            "STATE_DIRECTORY": self.directory,
            "SWIFT_BACKTRACE": "enable=no",
        }
        if self.fault:
            environment["TILTSHADOW_FAULT"] = str(self.fault)
        return environment

    @property
    def pid(self):
        """The daemon's, which is not the process that was started where that is umockdev's."""
        with open(self.path("pid")) as file:
            return int(file.read())

    def signal(self, number):
        try:
            os.kill(self.pid, number)
        except (OSError, ValueError):
            pass

    def recording(self):
        """Its lines, of which the last is empty where the file is whole; None where there is none."""
        try:
            with open(self.path("recording")) as file:
                return file.read().split("\n")
        except OSError:
            return None

    def live(self):
        try:
            first = self.subscribe("first")
        except OSError:
            return
        first.request(type="subscribe", id=1, rate_hz=100, include=["up"])
        time.sleep(0.15)
        self.visit()
        self.look()
        self.stall()
        self.write("daemon.conf", "[shadow]\nblur_px = 17\n")
        self.signal(signal.SIGHUP)
        time.sleep(0.1)
        first.request(type="pause", id=2)
        time.sleep(0.25)
        first.request(type="resume", id=3)
        time.sleep(0.15)
        if self.process.poll() is None:
            self.recover()

    def subscribe(self, name, reads=True):
        end = time.monotonic() + self.timeout_s
        while True:
            try:
                self.subscribers[name] = Subscriber(self.path("socket"), limit_s=0.05, reads=reads)
                return self.subscribers[name]
            except OSError:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise

    def visit(self):
        """A second subscriber that asks for everything, makes a mistake and leaves."""
        try:
            second = self.subscribe("second")
        except OSError:
            return
        second.request(type="subscribe", id=1, rate_hz=50, include=["up"])
        second.request(type="status", id=2)
        second.send("nonsense")
        time.sleep(0.12)
        second.close()

    def look(self):
        """Another one that asks for the page of poses, and has frames where it cannot get it."""
        try:
            fourth = self.subscribe("fourth")
        except OSError:
            return
        fourth.request(type="map", id=1)
        wait_until(1, lambda: fourth.has_ended or fourth.count("page") or fourth.count("error"))
        if fourth.count("error"):
            fourth.wait_for("frame", 1)
        self.was_closed = fourth.has_ended
        fourth.close()

    def stall(self):
        """A third one that reads nothing until the socket is full, and then everything."""
        try:
            third = self.subscribe("third", reads=False)
        except OSError:
            return
        time.sleep(0.15)
        third.thread.start()
        time.sleep(0.05)
        third.close()

    def recover(self):
        """Whatever happened, somebody who comes now is served; then nothing is left over and nothing spins."""
        end = time.monotonic() + self.timeout_s
        while not self.has_served and time.monotonic() < end:
            try:
                last = self.subscribe("last")
            except OSError:
                return
            last.request(type="subscribe", id=1, rate_hz=100, include=["up"])
            time.sleep(0.1)
            wait_until(self.timeout_s, lambda: last.has_ended or last.count("frame", "tracking"))
            self.has_served = last.count("frame", "tracking") > 0
        time.sleep(0.1)
        for subscriber in self.subscribers.values():
            subscriber.close()
        # hold_s later the sensor is closed, and threads that read it have ended.
        self.idle_fds = self.count_fds()

    def count_fds(self):
        """The open descriptors once there are no more of them than `idle_fds_expected`, at the latest after 20 s."""

        def count():
            try:
                return len(os.listdir(f"/proc/{self.pid}/fd"))
            except OSError:
                return 0

        if self.idle_fds_expected is None:
            time.sleep(1)
        else:
            wait_until(20, lambda: count() <= self.idle_fds_expected)
        return count()

    def stop(self):
        """Ends the daemon; -999 stands for one that would not."""
        self.ended_early = self.process.poll() is not None
        try:
            self.parting = Subscriber(self.path("socket"), limit_s=0) if self.has_served else None
        except OSError:
            self.parting = None
        if self.parting:
            # Slow, so that there is room for a goodbye in its socket however busy this machine is.
            self.parting.request(type="subscribe", id=1, rate_hz=5)
            self.parting.wait_for("frame", limit_s=20)
        if not self.ended_early:
            self.signal(signal.SIGTERM)
        try:
            self.status = self.process.wait(self.timeout_s if self.is_slow else STOPPING_S)
        except subprocess.TimeoutExpired:
            self.signal(signal.SIGKILL)
            self.process.kill()
            self.process.wait()
            self.status = -999
        for subscriber in [*self.subscribers.values(), self.parting]:
            if subscriber:
                subscriber.close()
