"""moving_daemon.py SOCKET: a daemon whose device moves for ever, for what draws it; prints each request that it hears."""

import json
import math
import socket
import sys
import threading
import time


class Daemon(threading.Thread):
    """Says hello, answers every request, and sends a frame each 16 ms, in motion or at rest."""

    def __init__(self, path: str) -> None:
        super().__init__(daemon=True)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen()
        self.heard = []
        self.is_still = False
        self.gyroscope = True
        self.taken = []  # phases that others have, in ns from those asked for: given once each

    def run(self) -> None:
        while True:
            stream, _ = self.listener.accept()
            try:
                self.serve(stream)
            except OSError:
                self.heard.append({"type": "left"})

    def serve(self, stream: socket.socket) -> None:
        def say(**message: object) -> None:
            stream.sendall(json.dumps(message).encode() + b"\n")

        say(type="hello", protocol=1, server="x", rate_hz=50, gain=10, sensor={"id": "a", "gyro": self.gyroscope})
        stream.settimeout(0.016)
        rest = b""
        for seq in range(1, 1 << 30):
            try:
                piece = stream.recv(65536)
                if not piece:
                    raise ConnectionResetError
                *lines, rest = (rest + piece).split(b"\n")
                for line in lines:
                    request = json.loads(line)
                    self.heard.append(request)
                    print(json.dumps(request), flush=True)
                    if "phase_ns" in request and self.taken:
                        say(**{**request, "type": "ok", "phase_ns": request["phase_ns"] + self.taken.pop()})
                    else:
                        say(**{**request, "type": "ok"})
            except socket.timeout:
                pass
            x = 0.0 if self.is_still else 9 * math.sin(time.monotonic() * 3)
            still = {"still": True} if self.is_still else {}
            say(type="frame", seq=seq, t_ns=time.monotonic_ns(), state="tracking", x=round(x, 2), y=2.0, **still)

    def last(self, kind: str) -> dict:
        return next((message for message in reversed(self.heard) if message["type"] == kind), {})


if __name__ == "__main__":
    Daemon(sys.argv[1]).run()
