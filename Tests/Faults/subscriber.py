"""A subscriber: a thread that reads, and notes when each message came."""

import json
import socket
import threading
import time


class Subscriber:
    def __init__(self, path, limit_s=6, reads=True):
        """Connects as soon as somebody listens; raises OSError after limit_s. Without `reads` it stalls for now."""
        end = time.monotonic() + limit_s
        while True:
            self.socket = socket.socket(socket.AF_UNIX)
            try:
                self.socket.connect(path)
                break
            except OSError:
                self.socket.close()
                if time.monotonic() > end:
                    raise
                time.sleep(0.02)
        self.messages = []  # (arrival in seconds of CLOCK_MONOTONIC, message)
        self.broken = []  # lines that are no JSON
        self.has_ended = False
        self.thread = threading.Thread(target=self.read, daemon=True)
        if reads:
            self.thread.start()

    def read(self):
        rest = b""
        while True:
            try:
                chunk = self.socket.recv(65536)
            except OSError:
                chunk = b""
            if not chunk:
                self.has_ended = True
                return
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                try:
                    self.messages.append((time.monotonic(), json.loads(line)))
                except ValueError:
                    self.broken.append(line)

    def request(self, **words):
        self.send(json.dumps(words))

    def send(self, line):
        try:
            self.socket.sendall(line.encode() + b"\n")
        except OSError:
            self.has_ended = True

    def count(self, kind, state=None):
        return sum(
            message["type"] == kind and state in (None, message.get("state")) for _, message in list(self.messages)
        )

    def wait_for(self, kind, limit_s=6, state=None):
        """Whether one more message of a type comes in time."""
        return wait_until(limit_s, lambda before=self.count(kind, state): self.count(kind, state) > before)

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.thread.join(2)
        self.socket.close()


def wait_until(limit_s, condition):
    end = time.monotonic() + limit_s
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True
