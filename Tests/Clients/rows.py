"""rows.py SOCKET PROGRAM...: a daemon that behaves badly, row by row of CLIENTS in tiltshadow-protocol(7); prints "pass N".

PROGRAM is started for each row with the socket as its last word and prints the number of each frame first in a line, or in
JSON. It has a tenth of all times, unless ROWS_TENTHS says how many; nothing here holds how quickly something comes, only that
it comes, and that nothing comes too soon. On a busy machine it is this daemon that is too slow for a tenth of all times: a
program that has left before it heard all is told all again. ROWS_WITHOUT names rows to leave out. With ROWS_ASKED the program
asks for options once it is greeted, as cards do: its request, the first whose id is a number, is answered before anything
else is said, and any other later.

A program counts from when it looked at its clock, and hears of us later where it had to wait for a processor between the two:
what it says it waited for one (the kernel counts it) is time that it has rightly counted and we have not.
"""

import contextlib
import glob
import json
import os
import re
import select
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
        self.stream, self.ungreeted, self.asked = stream, len(HELLO) if IS_ASKED else 0, b""
        self.close = stream.close

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
            ids.append(self.take(line))
            if isinstance(ids[-1], int):
                return
        raise ConnectionResetError(f"it left, and asked for nothing but {ids}")

    def take(self, line: bytes):
        """Answers a request; its id."""
        name = json.loads(line).get("id")
        self.stream.sendall(json.dumps({"type": "ok", "id": name}).encode() + b"\n")
        return name

    def is_left(self, seconds: float = 0) -> bool:
        """True where the program has hung up, at the latest after so long; what it asks meanwhile is answered.

        A card whose connection ended before its request was answered asks twice in the next one, and shows nothing before it
        has both answers: never, where the first alone is answered in each.
        """
        until = time.monotonic() + seconds
        while select.select([self.stream], [], [], max(0, until - time.monotonic()))[0]:
            try:
                words = self.stream.recv(4096)
                if not words:
                    return True
                *lines, self.asked = (self.asked + words).split(b"\n")
                for line in lines if IS_ASKED else []:
                    self.take(line)
            except OSError:
                return True
        return False


class Row:
    """One program with a daemon of its own."""

    def __init__(self) -> None:
        self.listener, self.lines, self.wait = None, [], threading.Condition()

    def listen(self) -> None:
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(PATH)
        self.listener.listen()
        self.listener.settimeout(60)

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

    def says(self, *pieces: bytes) -> Stream:
        """Says so much to whoever connects: to the next one, too, where the program has left, since we were slow."""
        until = time.monotonic() + 60
        while True:
            assert time.monotonic() < until, "it leaves each time"
            stream, self.said = self.accept(), time.monotonic()
            try:
                for piece in pieces:
                    stream.sendall(piece)
                    if piece != pieces[-1]:
                        time.sleep(0.02)
                return stream
            except OSError:
                continue

    def gives(self, seq: int, *pieces: bytes) -> Stream:
        """Says so much until the program has shown the frame of this number, which is in it; its connection then."""
        until = time.monotonic() + 60
        while True:
            stream = self.says(*pieces)
            if self.shows(seq, stream):
                return stream
            assert time.monotonic() < until, f"frame {seq} never came: {self.lines}"

    def shows(self, seq: int, stream: Stream) -> bool:
        """Waits until the program has shown this frame; false where it has left before it could hear of it."""
        until = time.monotonic() + 60
        while not self.has_shown(seq, 0.01):
            assert time.monotonic() < until, f"frame {seq} never came: {self.lines}"
            if stream.is_left():
                return self.has_shown(seq, 0.2)
        return True

    def has_shown(self, seq: int, seconds: float) -> bool:
        with self.wait:
            return self.wait.wait_for(lambda: seq in self.seen(), seconds)

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

    def ends(self, words: bytes) -> None:
        """Says so much to whoever connects until the program has given up, for good."""
        until, streams = time.monotonic() + 60, []
        self.listener.settimeout(0.01)
        while self.program.poll() is None:
            assert time.monotonic() < until, "it goes on"
            try:
                streams.append(self.accept())
                streams[-1].sendall(words)
            except OSError:
                continue  # nobody is there, or it has left, since we were slow
        assert self.program.returncode != 0, self.lines

    def end(self) -> None:
        self.program.kill()
        self.program.wait()
        self.listener.close()
        os.unlink(PATH)


def is_due(row: Row, least: float, began: float) -> None:
    """What the client has done it must not do before so many seconds since `began`. A virtual machine may be halted, too."""
    waited, delayed = time.monotonic() - began, row.delayed()
    assert waited + delayed >= 0.7 * least, f"too soon: {waited:.3f} s, {delayed:.3f} s without a processor"


def is_left(row: Row, stream: Stream, least: float, began: float, words: bytes = b"") -> None:
    """Waits until the client has hung up, which it must not do before so many seconds since `began`; says so much meanwhile, again
    and again."""
    until = time.monotonic() + 60
    while not stream.is_left(0.05 if words else 1):
        assert time.monotonic() < until, "it stays"
        with contextlib.suppress(OSError):  # it has left just now
            stream.stream.sendall(words)
    is_due(row, least, began)


def mute(row: Row) -> None:
    is_left(row, row.accept(), 0.5 * TENTHS, row.began)
    row.gives(1, HELLO + frame(1))


def trickles(row: Row) -> None:
    """Bytes that come one by one are no hello."""
    is_left(row, row.accept(), 0.5 * TENTHS, row.began, b" ")
    row.gives(1, HELLO + frame(1))


def sits(row: Row) -> None:
    """A refusal in place of hello ends the connection, whether or not the daemon does."""
    refusal = b'{"type":"error","code":"too-many","message":"no room","hint":"wait"}\n'
    for words in (AWAY, refusal):
        stream = row.says(words)
        is_left(row, stream, 0, row.said, words)
        stream.close()
    row.gives(1, HELLO + frame(1))


def babbles(row: Row) -> None:
    """Broken lines, and pieces of a line, are no signs of life."""
    for seq, words in enumerate((b"}{\n", b'{"no":"type"}\n', b" ")):
        stream = row.gives(seq, HELLO + frame(seq))
        is_left(row, stream, 0.3 * TENTHS, row.said, words)
    row.gives(9, HELLO + frame(9))


def hangs(row: Row) -> None:
    first = row.gives(1, HELLO + frame(1))
    is_left(row, first, 0.3 * TENTHS, row.said)
    row.gives(2, HELLO + frame(2))


def resumes(row: Row) -> None:
    """A program that can pauses by frame 77, and goes on a little later, of which the daemon takes no notice any more."""
    first = row.gives(77, HELLO + frame(77))
    with contextlib.suppress(OSError):  # it has left, since we were slow
        first.sendall(b'{"type":"ok","rate_hz":50,"paused":true}\n')
    is_left(row, first, 0.3 * TENTHS, row.said)
    row.gives(2, HELLO + frame(2))


def away(row: Row) -> None:
    """Another user sits in front for longer than a daemon may be silent: the connection stays."""
    stream = row.gives(1, HELLO + frame(1) + AWAY)
    time.sleep(0.45 * TENTHS)
    assert not stream.is_left(), "it has left"
    stream.sendall(frame(2) + AWAY)
    assert row.shows(2, stream), "it has left"
    assert not stream.is_left(), "it has left"


def flaps(row: Row) -> None:
    """Each wait is twice the last, from the first of .01 s on; a frame begins anew."""
    stream = row.accept()
    began = time.monotonic()
    for _ in range(5):
        with contextlib.suppress(OSError):  # it has left, since we were slow: that is no better
            stream.sendall(HELLO)
        stream.close()
        stream = row.accept()
    is_due(row, (0.01 + 0.02 + 0.04 + 0.08 + 0.16) * TENTHS, began)
    stream.close()
    row.gives(1, HELLO + frame(1)).close()
    row.gives(2, HELLO + frame(2))


def cut(row: Row) -> None:
    """It ends behind the greeting, and may leave a request without an answer."""
    stream = row.accept()
    with contextlib.suppress(OSError):  # it has left, since we were slow
        stream.stream.sendall(HELLO)
    stream.close()
    row.gives(1, HELLO + frame(1))


def late(row: Row) -> None:
    row.gives(1, HELLO + frame(1))


def version(row: Row) -> None:
    row.ends(b'{"type":"hello","protocol":2,"server":"later"}\n')


def lies(row: Row) -> None:
    row.ends(b"SSH-2.0-OpenSSH_9.2\n")


def long(row: Row) -> None:
    row.ends(HELLO + b"x" * 5000)


def garbage(row: Row) -> None:
    first = frame(1)
    bad = b"".join(frame(5).replace(good, word) for good, word in (
        (b'"tracking"', b'"held"'), (b'"tracking"', b'["none"]'), (b'"state":"tracking",', b""), (b'"seq":5', b'"seq":-5'),
        (b'"seq":5', b'"seq":"5"'), (b'"seq":5,', b""), (b'"y":2', b'"y":1e10'), (b'"y":2', b'"y":1e999'), (b'"y":2', b'"y":"2"'),
        (b'"t_ns"', b'"t"'), (b'"t_ns":', b'"t_ns":1e'),
    ))
    row.gives(1, HELLO + b"}{\n[]\nnull\n\xff\xfe\n" + b'{"type":"frame"}\n{"seq":1}\n' + first + bad)
    assert not {5, -5} & {*row.seen()}, row.lines


def half(row: Row) -> None:
    line = frame(1)
    while True:
        stream = row.gives(1, HELLO[:20], HELLO[20:] + line[:30], line[30:] + frame(2)[:-1])
        assert 2 not in row.seen(), "half a line"
        with contextlib.suppress(OSError):  # it has left, since we were slow
            stream.sendall(b"\n")
        if row.shows(2, stream):
            return


def flood(row: Row) -> None:
    row.gives(20000, HELLO + b"".join(frame(seq) for seq in range(20001)))


def goodbye(row: Row) -> None:
    row.says(HELLO + frame(1) + b'{"type":"goodbye","reason":"stopping"}\n').close()
    row.gives(2, HELLO + frame(2))


passed = 0
for play in (
    mute, trickles, sits, babbles, hangs, resumes, away, flaps, cut, late, version, lies, long, garbage, half, flood, goodbye,
):
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
