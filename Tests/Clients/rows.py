"""rows.py SOCKET PROGRAM...: a daemon that behaves badly, row by row of CLIENTS in tiltshadow-protocol(7); prints "pass N".

PROGRAM is started for each row with the socket as its last word and prints the number of each frame first in a line, or in
JSON. It has a tenth of all times, unless ROWS_TENTHS says how many; nothing here holds how quickly something comes, only that
it comes, and that nothing comes too soon. ROWS_WITHOUT names rows to leave out. With ROWS_ASKED the program asks for options
once it is greeted, as cards do: its request, the first whose id is a number, is answered before anything else is said.

A program counts from when it looked at its clock, and hears of us later where it had to wait for a processor between the two:
what it says it waited for one (the kernel counts it) is time that it has rightly counted and we have not.
"""

import glob
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time

PATH, PROGRAM = sys.argv[1], sys.argv[2:]
TENTHS = int(os.environ.get("ROWS_TENTHS", "1"))
IS_ASKED = "ROWS_ASKED" in os.environ
LEFT_OUT = os.environ.get("ROWS_WITHOUT", "").split()
HELLO = b'{"type":"hello","protocol":1,"server":"x","rate_hz":50,"gain":10}\n'
AWAY = b'{"type":"error","code":"not-permitted","message":"not now","hint":"wait"}\n'


def frame(seq: int) -> bytes:
    # Its number is its offset, too, for what knows no other.
    return b'{"type":"frame","seq":%d,"t_ns":%d,"state":"tracking","x":%d,"y":2}\n' % (seq, time.monotonic_ns(), seq)


class Stream:
    """A connection of the program; what it asks for once it is greeted is answered."""

    def __init__(self, stream: socket.socket) -> None:
        self.stream, self.ungreeted = stream, len(HELLO) if IS_ASKED else 0
        self.recv, self.close = stream.recv, stream.close

    def sendall(self, words: bytes) -> None:
        if self.ungreeted and HELLO.startswith(words[:self.ungreeted], len(HELLO) - self.ungreeted):
            greeting, words = words[:self.ungreeted], words[self.ungreeted:]
            self.stream.sendall(greeting)
            self.ungreeted -= len(greeting)
            if not self.ungreeted:
                self.answer()
        self.stream.sendall(words)

    def answer(self) -> None:
        ids = [None]
        for line in self.stream.makefile("rb", buffering=0):
            ids.append(json.loads(line).get("id"))
            self.stream.sendall(json.dumps({"type": "ok", "id": ids[-1]}).encode() + b"\n")
            if isinstance(ids[-1], int):
                return
        raise AssertionError(f"it asked for nothing: {ids}")


class Row:
    """One program with a daemon of its own."""

    def __init__(self) -> None:
        self.listener, self.lines, self.wait = None, [], threading.Condition()

    def listen(self) -> None:
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(PATH)
        self.listener.listen()

    def start(self) -> None:
        self.began = time.monotonic()
        self.program = subprocess.Popen([*PROGRAM, PATH], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        for line in self.program.stdout:
            with self.wait:
                self.lines.append(line.decode())
                self.wait.notify()

    def accept(self) -> Stream:
        stream, _ = self.listener.accept()
        return Stream(stream)

    def delayed(self) -> float:
        """Seconds that the program was ready to run and did not, all its threads together."""
        total = 0
        for path in glob.glob(f"/proc/{self.program.pid}/task/*/schedstat"):
            try:
                with open(path, encoding="ascii") as file:
                    total += int(file.read().split()[1])
            except OSError:
                pass  # the thread has ended
        return total / 1e9

    def seen(self) -> list:
        found = [re.match(r'(\d+) |.*"seq": ?(\d+)', line) for line in self.lines]
        return [int(match[1] or match[2]) for match in found if match]

    def comes(self, seq: int) -> None:
        """Waits until the program has shown this frame."""
        with self.wait:
            assert self.wait.wait_for(lambda: seq in self.seen(), 60), f"frame {seq} never came: {self.lines}"

    def ends(self) -> None:
        """Waits until the program has given up, for good."""
        try:
            assert self.program.wait(60) != 0, self.lines
        except subprocess.TimeoutExpired as error:
            raise AssertionError("it goes on") from error

    def end(self) -> None:
        self.program.kill()
        self.program.wait()
        self.listener.close()
        os.unlink(PATH)


def is_due(row: Row, least: float, began: float) -> None:
    """What the client has done it must not do before so many seconds since `began`. A virtual machine may be halted, too."""
    waited, delayed = time.monotonic() - began, row.delayed()
    assert waited + delayed >= 0.7 * least, f"too soon: {waited:.3f} s, {delayed:.3f} s without a processor"


def is_left(row: Row, stream: Stream, least: float, began: float) -> None:
    """Waits until the client has hung up, which it must not do before so many seconds since `began`."""
    stream.stream.settimeout(60)
    try:
        while stream.recv(4096):
            pass
    except socket.timeout as error:
        raise AssertionError("it stays") from error
    is_due(row, least, began)


def mute(row: Row) -> None:
    is_left(row, row.accept(), 0.5 * TENTHS, row.began)
    row.accept().sendall(HELLO + frame(1))
    row.comes(1)


def hangs(row: Row) -> None:
    first, began = row.accept(), time.monotonic()
    first.sendall(HELLO + frame(1))
    row.comes(1)
    is_left(row, first, 0.3 * TENTHS, began)
    row.accept().sendall(HELLO + frame(2))
    row.comes(2)


def resumes(row: Row) -> None:
    """A program that can pauses by frame 77, and goes on a little later, of which the daemon takes no notice any more."""
    first, began = row.accept(), time.monotonic()
    first.sendall(HELLO + frame(77))
    row.comes(77)
    first.sendall(b'{"type":"ok","rate_hz":50,"paused":true}\n')
    is_left(row, first, 0.3 * TENTHS, began)
    row.accept().sendall(HELLO + frame(2))
    row.comes(2)


def away(row: Row) -> None:
    """Another user sits in front for longer than a daemon may be silent: the connection stays."""
    stream = row.accept()
    stream.sendall(HELLO + frame(1))
    row.comes(1)
    stream.sendall(AWAY)
    time.sleep(0.45 * TENTHS)
    stream.sendall(frame(2))
    row.comes(2)
    row.listener.setblocking(False)
    try:
        row.accept()
    except BlockingIOError:
        return
    raise AssertionError("it connected again")


def flaps(row: Row) -> None:
    """Each wait is twice the last, from the first of .01 s on; a frame begins anew."""
    stream = row.accept()
    began = time.monotonic()
    for _ in range(5):
        stream.sendall(HELLO)
        stream.close()
        stream = row.accept()
    is_due(row, (0.01 + 0.02 + 0.04 + 0.08 + 0.16) * TENTHS, began)
    stream.sendall(HELLO + frame(1))
    row.comes(1)
    stream.close()
    row.accept().sendall(HELLO + frame(2))
    row.comes(2)


def late(row: Row) -> None:
    row.accept().sendall(HELLO + frame(1))
    row.comes(1)


def version(row: Row) -> None:
    row.accept().sendall(b'{"type":"hello","protocol":2,"server":"later"}\n')
    row.ends()


def lies(row: Row) -> None:
    row.accept().sendall(b"SSH-2.0-OpenSSH_9.2\n")
    row.ends()


def long(row: Row) -> None:
    row.accept().sendall(HELLO + b"x" * 5000)
    row.ends()


def garbage(row: Row) -> None:
    row.accept().sendall(HELLO + b"}{\n[]\nnull\n\xff\xfe\n" + b'{"type":"frame"}\n{"seq":1}\n' + frame(1))
    row.comes(1)


def half(row: Row) -> None:
    stream, line = row.accept(), frame(1)
    stream.sendall(HELLO[:20])
    time.sleep(0.02)
    stream.sendall(HELLO[20:] + line[:30])
    time.sleep(0.02)
    stream.sendall(line[30:] + frame(2)[:-1])
    row.comes(1)
    assert 2 not in row.seen(), "half a line"
    stream.sendall(b"\n")
    row.comes(2)


def flood(row: Row) -> None:
    stream = row.accept()
    stream.sendall(HELLO)
    for start in range(0, 20000, 100):
        stream.sendall(b"".join(frame(seq) for seq in range(start, start + 100)))
    stream.sendall(frame(20000))
    row.comes(20000)


def goodbye(row: Row) -> None:
    stream = row.accept()
    stream.sendall(HELLO + frame(1) + b'{"type":"goodbye","reason":"stopping"}\n')
    stream.close()
    row.accept().sendall(HELLO + frame(2))
    row.comes(2)


passed = 0
for play in (mute, hangs, resumes, away, flaps, late, version, lies, long, garbage, half, flood, goodbye):
    if play.__name__ in LEFT_OUT:
        continue
    row = Row()
    if play is not late:
        row.listen()
    row.start()
    if play is late:
        time.sleep(0.15)
        row.listen()
    try:
        play(row)
        passed += 1
    except AssertionError as error:
        print(f"{play.__name__}: {error}")
    row.end()
print(f"pass {passed}")
