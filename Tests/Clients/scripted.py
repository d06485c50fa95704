"""scripted.py DIRECTORY: the Python client against a daemon that does what this file wants; prints "pass N"."""

import asyncio
import fcntl
import json
import math
import os
import resource
import signal
import socket
import struct
import sys
import termios
import threading
import time
import traceback
import unicodedata
import unittest.mock

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../Sources/Clients/Python"))
import tiltshadow  # noqa: E402
import tiltshadow_pose  # noqa: E402
from tiltshadow_display import PhaseLock, Resampler  # noqa: E402


def listen(name: str, backlog: int) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(os.path.join(sys.argv[1], name))
    listener.listen(backlog)
    return listener


def not_even_connecting_blocks() -> None:
    """A daemon that hangs accepts nobody, and its backlog of one fills up."""
    with listen("full", 0) as hung, socket.socket(socket.AF_UNIX) as first:
        first.connect(hung.getsockname())
        try:
            tiltshadow.Connection(hung.getsockname())
        except BlockingIOError:
            pass
        else:
            raise AssertionError("connected all the same")

        async def follow() -> None:
            async for _ in tiltshadow.aframes(hung.getsockname()):
                raise AssertionError("a frame of nobody")

        try:
            asyncio.run(follow())
        except tiltshadow.Error as error:
            assert str(error).startswith(hung.getsockname()), error


def any_descriptor_will_do() -> None:
    """With 1024 others open, as in a browser or a server."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    if limit[1] != resource.RLIM_INFINITY and limit[1] < 1100:
        return
    resource.setrlimit(resource.RLIMIT_NOFILE, (1100, limit[1]))
    others = [os.open(os.devnull, os.O_RDONLY) for _ in range(1024)]

    tiltshadow.HELLO_TIMEOUT = 0.01
    with listen("many", 1) as silent:
        try:
            next(tiltshadow.frames(silent.getsockname()))
        except tiltshadow.Error as error:
            assert str(error).endswith("says nothing"), error
    for other in others:
        os.close(other)


FRAME = '{"type":"frame","seq":%d,"t_ns":1,"state":"tracking","x":1,"y":2}\n'


def a_queue_of_old_frames_is_not_the_newest() -> None:
    """Where the caller has paused, the socket is full of old frames, and the newest waits behind them."""
    tiltshadow.HELLO_TIMEOUT, tiltshadow.LAG_TIMEOUT = 10.0, 60.0
    for give in (first_of_sync, first_of_async):
        with listen(give.__name__, 1) as listener:
            thread = threading.Thread(target=full_then_newest, args=(listener,))
            thread.start()
            frame = give(listener.getsockname())
            thread.join()
            assert (frame.seq, frame.dropped) == (4, 3), frame


def full_then_newest(listener: socket.socket) -> None:
    daemon, _ = listener.accept()
    daemon.sendall(('{"type":"hello","protocol":1}\n' + "".join(FRAME % seq for seq in (1, 2, 3))).encode())
    unread = bytearray(4)
    while fcntl.ioctl(daemon, termios.TIOCOUTQ, unread) == 0 and any(unread):
        time.sleep(0.001)
    daemon.sendall((FRAME % 4).encode())
    daemon.close()


def first_of_sync(path: str) -> tiltshadow.Frame:
    return next(tiltshadow.frames(path))


def first_of_async(path: str) -> tiltshadow.Frame:
    async def first() -> tiltshadow.Frame:
        return await tiltshadow.aframes(path).__anext__()

    return asyncio.run(first())


def frames_count_from_the_ok_on() -> None:
    """Those from before the daemon took the options are made by its defaults."""
    said = "".join((
        '{"type":"hello","protocol":1}\n', FRAME % 1, '{"type":"ok","id":9}\n', FRAME % 2,
        '{"type":"ok","id":"options"}\n', FRAME % 3, (FRAME % 4).replace('"t_ns":1', '"t_ns":1,"for_ns":9')))
    with listen("ok", 1) as listener:
        frames = tiltshadow.frames(listener.getsockname(), gain=20)
        thread = threading.Thread(target=say, args=(listener, said))
        thread.start()
        frame = next(frames)
        thread.join()
        assert (frame.seq, frame.dropped, frame.for_ns) == (4, 1, 9), frame
        frames.close()


def say(listener: socket.socket, words: str) -> None:
    daemon, _ = listener.accept()
    daemon.sendall(words.encode())
    daemon.recv(4096)  # the options: what is unread when it closes would take what was said with it
    daemon.close()


def a_flood_holds_nobody() -> None:
    """A daemon that sends for ever and without a pause: each call returns, and keeps no more than a line."""
    with listen("flood", 1) as listener:
        connection = tiltshadow.Connection(listener.getsockname())
        daemon, _ = listener.accept()
        daemon.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
        said = ('{"type":"hello","protocol":1}\n' + "".join(FRAME % seq for seq in range(1, 10000))).encode()
        thread = threading.Thread(target=flood, args=(daemon, said))
        thread.start()
        read = 0
        while read < len(said):
            messages = connection.receive()
            size = sum(len(FRAME % 1) for _ in messages)
            assert size <= 2 * tiltshadow.MOST_BYTES, size
            assert len(connection._input) < tiltshadow.LONGEST_LINE
            read += sum(len(FRAME % message["seq"]) if message["type"] == "frame" else 30 for message in messages)
        connection.close()
        daemon.close()
        thread.join()


def flood(daemon: socket.socket, said: bytes) -> None:
    try:
        daemon.sendall(said)
    except OSError:
        pass  # the other end has gone


def a_line_has_4096_bytes_at_most() -> None:
    """Its line feed included, and whether or not that has come."""
    hello = b'{"type":"hello","protocol":1}'
    for size, end, fits in ((4096, b"\n", True), (4097, b"\n", False), (4096, b"", False), (4095, b"", True)):
        with listen(f"line-{size}{len(end)}", 1) as listener:
            connection = tiltshadow.Connection(listener.getsockname())
            daemon, _ = listener.accept()
            daemon.sendall(hello.ljust(size - len(end)) + end)
            try:
                connection.receive()
            except tiltshadow.NotTiltshadow as error:
                assert not fits and str(error).endswith("sent a line of more than 4096 bytes"), error
            else:
                assert fits, size
            connection.close()
            daemon.close()


def what_a_stranger_says_can_be_shown() -> None:
    """Every scalar that commands a terminal, breaks a line or turns the direction of text, as Unicode's tables have it."""
    directions = "LRE RLE LRO RLO PDF LRI RLI FSI PDI".split()
    marks = (0x61C, 0x200E, 0x200F)
    for code in range(0x110000):
        text = chr(code)
        is_hidden = code in marks or unicodedata.bidirectional(text) in directions
        is_hidden = is_hidden or unicodedata.category(text) in ("Cc", "Zl", "Zp", "Cs")
        shown = "\\u{%x}" % code if is_hidden else text
        error = tiltshadow.Refused(text, text, text)
        assert str(error) == error.hint == error.code == shown, hex(code)
    assert str(tiltshadow.Error({"no": "text"})) == ""
    if hasattr(tiltshadow.Error, "add_note"):
        shown = "".join(traceback.format_exception_only(tiltshadow.Error("no daemon", "start one")))
        assert shown.endswith("no daemon\ntry: start one\n"), shown
        assert not getattr(tiltshadow.Error("no daemon"), "__notes__", None)


def options_can_be_changed_meanwhile() -> None:
    """From another thread, too; what the daemon took is asked of the next connection, what it refused is not."""
    heard, told = [], []

    def daemon() -> None:
        for number in (1, 2):
            stream, _ = listener.accept()
            stream.sendall(b'{"type":"hello","protocol":1}\n')
            for line in stream.makefile("rb"):
                request = json.loads(line)
                heard.append(request)
                answer = {"type": "error", "message": "no"} if request.get("gain") == 9e9 else {"type": "ok"}
                stream.sendall(json.dumps({**answer, "id": request["id"]}).encode() + b"\n" + (FRAME % len(heard)).encode())
                if request.get("rate_hz") == 50 and number == 1:
                    break
            stream.shutdown(socket.SHUT_RDWR)
            stream.close()

    with listen("changes", 1) as listener:
        thread = threading.Thread(target=daemon, daemon=True)
        thread.start()
        shadow = tiltshadow.frames(listener.getsockname(), on_message=told.append, rate_hz=60, phase_ns=5)
        next(shadow)
        ids = [shadow.subscribe(**options) for options in ({"gain": 20}, {"gain": 9e9}, {"rate_hz": 50})]
        while len(heard) < 5:
            next(shadow)
        shadow.close()
        assert next(shadow, None) is None, "it has ended"
    assert [{**request, "type": 0, "id": 0} for request in heard] == [
        {"type": 0, "id": 0, **options} for options in (
            {"rate_hz": 60, "phase_ns": 5}, {"gain": 20}, {"gain": 9e9}, {"rate_hz": 50}, {"rate_hz": 50, "gain": 20})], heard
    answers = [(message["type"], message["id"]) for message in told if message["type"] != "hello"]
    assert answers[1:4] == [("ok", ids[0]), ("error", ids[1]), ("ok", ids[2])], answers


def first_options_that_are_no_json_end_it() -> None:
    """What is no JSON is refused without an id: it is of what was asked first, and no frame is made by the options."""
    refusal = '{"type":"error","code":"not-json","message":"no"}\n'
    for count, change in enumerate(({}, {"limit": 5})):
        with listen(f"no-json-{count}", 1) as listener:
            told = []
            shadow = tiltshadow.frames(listener.getsockname(), on_message=told.append, mapping="\ud800")
            if change:
                shadow.subscribe(**change)
            feed = shadow._feed
            feed.advance()
            daemon, _ = listener.accept()
            daemon.sendall(('{"type":"hello","protocol":1}\n' + FRAME % 1 + refusal + FRAME % 2).encode())
            try:
                feed.advance()
                raise AssertionError("it goes on")
            except tiltshadow.Refused as error:
                assert (str(error), error.code) == ("no", "not-json"), error
            assert list(feed.asked.values()) == [change] * bool(change) and [message["type"] for message in told] == ["hello"], told
            shadow.close()
            daemon.close()


def what_is_asked_without_a_daemon_is_asked_of_the_next() -> None:
    """Each by its own id, after what was taken, but for what was asked anew since; what is refused is told, and no more."""
    heard, told = [], []

    def daemon() -> None:
        for number in (1, 2, 3):
            stream, _ = listener.accept()
            stream.sendall(b'{"type":"hello","protocol":1}\n')
            for line in stream.makefile("rb"):
                request = json.loads(line)
                heard.append((number, request.pop("id"), request))
                if request.get("gain") == 30 and number == 2:
                    break
                kind = "error" if request.get("rate_hz") == 500 else "ok"
                stream.sendall(json.dumps({"type": kind, "id": heard[-1][1]}).encode() + b"\n")
                stream.sendall((FRAME % len(heard)).encode())
                if number == 1:
                    break
            stream.shutdown(socket.SHUT_RDWR)
            stream.close()

    tiltshadow.LAG_TIMEOUT = 0.0  # all frames here are old
    with listen("away", 1) as listener:
        thread = threading.Thread(target=daemon, daemon=True)
        thread.start()
        shadow = tiltshadow.frames(listener.getsockname(), on_message=told.append, rate_hz=60, phase_ns=5)
        next(shadow)
        while shadow._feed.connection is not None:
            shadow._feed.next(StopIteration)
        changes = ({"rate_hz": 500}, {"gain": 20}, {"limit": 8}, {"gain": 21, "limit": 9}, {"strict": True})
        ids = [shadow.subscribe(**options) for options in changes]
        assert ids == [1, 2, 3, 4, 5]
        while len(heard) < 5:
            next(shadow)
        shadow.subscribe(gain=30)  # neither answered nor refused when the daemon ends
        while len(heard) < 8:
            next(shadow)
        shadow.close()
    taken = {"rate_hz": 60, "phase_ns": 5}
    later = {**taken, "gain": 21, "limit": 9, "strict": True}
    assert heard == [(number, id, {"type": "subscribe", **options}) for number, id, options in (
        (1, "options", taken), (2, "options", taken), (2, 1, changes[0]), (2, 4, changes[3]), (2, 5, changes[4]),
        (2, 6, {"gain": 30}), (3, "options", later), (3, 6, {"gain": 30}))], heard
    assert [message["id"] for message in told if message["type"] == "error"] == [1], told


def changes_are_asked_for_one_after_the_other() -> None:
    """However many come: of those that wait the newest of each option, once the last is answered and a while ago."""
    with listen("many-changes", 1) as listener, unittest.mock.patch("tiltshadow.REQUEST_PAUSE", 1000.0):
        shadow = tiltshadow.frames(listener.getsockname())
        feed = shadow._feed

        def says(words: str, later: float = 0.0) -> list:
            """What the daemon has been asked for when it has said so much, and at an instant that is so much later than allowed."""
            daemon.sendall(words.encode())
            feed.advance()
            feed._ask(feed.connection, feed.ask_at + later)
            try:
                return [{**json.loads(line), "type": 0} for line in daemon.recv(65536).splitlines()]
            except BlockingIOError:
                return []

        feed.advance()
        daemon, _ = listener.accept()
        daemon.setblocking(False)
        assert says('{"type":"hello","protocol":1}\n') == []
        for gain in range(60):
            shadow.subscribe(gain=gain)
        shadow.subscribe(limit=7)
        assert says("") == [{"type": 0, "gain": 0, "id": 1}], "and nothing before it is answered"
        assert says('{"type":"ok","id":1}\n', -0.001) == [], "nor at once"
        assert says("") == [{"type": 0, "gain": 59, "id": 60}]
        assert says('{"type":"error","code":"not-json"}\n') == [{"type": 0, "limit": 7, "id": 61}], "what it cannot read has no id"
        for gain in range(20000):  # which nobody answers meanwhile
            shadow.subscribe(gain=gain, yaw_assist=True)
        assert len(feed.asked) == 2, "no more is kept than will be asked for"
        shadow.subscribe(gain=59)
        shadow.subscribe(yaw_assist=False)
        assert says('{"type":"ok","id":61}\n') == [{"type": 0, "gain": 59, "id": 20062}]
        assert says('{"type":"error","id":20062}\n') == [{"type": 0, "yaw_assist": False, "id": 20063}]
        shadow.subscribe()
        assert says('{"type":"error","id":20063}\n') == [{"type": 0, "id": 20064}], "what asks for nothing is answered, too"
        assert says('{"type":"ok","id":20064}\n') == [] and not feed.asked
        assert feed.options == {"gain": 0, "limit": 7}, feed.options
        shadow.close()
        daemon.close()


def what_no_request_can_say_is_refused_at_once() -> None:
    """A daemon cannot tell whose it was: NaN is no JSON, and a line that is too long is not read."""
    with listen("unsaid", 1) as listener:
        shadow = tiltshadow.frames(listener.getsockname())
        for value in (math.nan, math.inf, -math.inf, [math.nan], object(), {1}, "x" * 5000):
            for ask in (lambda: tiltshadow.frames("/nowhere", lookahead_ms=value), lambda: shadow.subscribe(lookahead_ms=value)):
                try:
                    ask()
                except tiltshadow.Error as error:
                    start = f"lookahead_ms {value!r:.80} cannot" if value != "x" * 5000 else '{"type":"subscribe","lookahead_ms":"xxx'
                    assert str(error).startswith(start) and len(str(error)) < 150 and error.hint, error
                else:
                    raise AssertionError(value)
        assert not shadow._feed.asked
        for options, words in (
            ({"rate_hz": math.nan}, "rate_hz nan cannot be asked for"), ({"rate_hz": 500}, "rate_hz 500: expected 1 to 200"),
            ({"rate_hz": 0}, "rate_hz 0: expected 1 to 200"), ({"rate_hz": True}, "rate_hz True: expected 1 to 200"),
            ({"rate_hz": "50"}, "rate_hz '50': expected 1 to 200"), ({"rate_hz": None}, "rate_hz None: expected 1 to 200"),
            ({"when": "bogus"}, "when 'bogus': expected 'always' or 'changed'"), ({"when": []}, "when []: expected 'always' or 'changed'"),
        ):
            try:
                tiltshadow_pose.Poses("/nowhere", **options)
            except tiltshadow.Error as error:
                assert str(error) == words and error.hint, error
            else:
                raise AssertionError(options)
        for rate_hz in (1, 200, 59.94):
            tiltshadow_pose.Poses("/nowhere", rate_hz=rate_hz, when="changed").close()
        assert shadow.subscribe(note="x" * 4030) == 1, "the longest there may be"


def numbers_that_cannot_be_do_no_harm() -> None:
    """Whole numbers of JSON have no end, and Python's JSON reads Infinity and NaN."""
    odd = (10**400, -(10**400), math.inf, -math.inf, math.nan, 4 * 10**18, None, "5", [])
    resampler = Resampler(50)
    for value in odd:
        resampler.take(value, 1, 2, "tracking")
        for x, y in ((value, 2), (1, value)):
            resampler.take(1, x, y, "tracking")
        assert resampler.newest is None, value
        assert Resampler.lookahead_ms(value, 50, True) == (20.5 if value == 4 * 10**18 else 1000 * (1 / 60 + 1 / 50) + 0.5), value
        assert Resampler.lookahead_ms(60, 0, True) == Resampler.lookahead_ms(60, value if value != odd[5] else 50, True), value
    for t in (0, 20_000_000):
        resampler.take(t, t, -t, "tracking")
    for value in odd:
        resampler.rate_hz = value
        assert resampler.offset(30_500_000) in ((1e7, -1e7), (2e7, -2e7)), value
        resampler.rate_hz = 50
        assert resampler.offset(value) in ((0, 0), (2e7, -2e7)), value
        lock = PhaseLock(True)
        for vsync in range(40):
            assert lock.vsync(value) is None
            asked = lock.vsync(10**12 + vsync * 16_666_667) or ("", {})
            if asked[0] == "lock":
                assert lock.ok({**asked[1], "phase_ns": value}) == ("release", {}) and not lock.is_locked, value
        assert lock.asked is None and lock.wait > 2e9


def what_is_no_frame_is_left_out() -> None:
    """As the other clients have it; and an optional field that cannot be is as if it were absent."""
    def read(members: str):
        return tiltshadow._frame(json.loads((FRAME % 1).strip()[:-1] + "," + members + "}"), 2)

    huge, beyond = "1" + "0" * 400, str(1 << 53 | 1)
    for name, values in {
        "x": ("1e999", "NaN", '"1"', "true", "null", "[]", "1000000001", huge), "y": ("-1e999", "Infinity", "{}", "-1e10", huge),
        "t_ns": (huge, "null", '"1"', "1.5", "true", "1e999", str(1 << 62)), "seq": ("-5", "null", '"1"', "0.5", "false", beyond, huge),
        "state": ('{"a":1}', "null", "[]", "5", '"held"'),
    }.items():
        for value in values:
            assert read(f'"{name}":{value}') is None, (name, value)
    whole = read('"x":1,"seq":9007199254740992,"t_ns":-5,"state":"stale","still":true,"dropped":3,"for_ns":7,"up":[0,0.6,-0.8]')
    assert whole == tiltshadow.Frame(1, 2, "stale", 1 << 53, -5, None, None, (0, 0.6, -0.8), 5, 7, True), whole
    bare = read('"dropped":null')
    assert bare == tiltshadow.Frame(1, 2, "tracking", 1, 1, None, None, None, 2, 1) and bare.still is False
    for name, values in {
        "pitch_rad": ('"a"', "NaN", "1e999", "[1]", "true", huge), "roll_rad": ('"a"', "{}"), "for_ns": ("1e999", "1.5", '"7"', huge),
        "up": ('"abc"', '["a","b","c"]', "[1,2]", "[1,2,3,4]", "[1e999,0,0]", "[NaN,0,0]", "[true,0,0]", '{"a":1,"b":2,"c":3}', "5"),
        "dropped": ("-7", '"5"', "1e300", "0.5", "[]", "true", beyond), "still": ("1", '"true"', "[true]"),
    }.items():
        for value in values:
            assert read(f'"{name}":{value}') == bare, (name, value)
    assert all(type(number) is float for number in (whole.x, whole.y, *whole.up))


def what_is_no_message_is_told_to_nobody() -> None:
    told = []
    said = '{"type":"hello","protocol":1}\n{}\n{"type":1}\n{"type":["frame"]}\n[]\n{"type":"new"}\n' + FRAME % 1
    with listen("no-message", 1) as listener:
        frames = tiltshadow.frames(listener.getsockname(), on_message=told.append)
        frames._feed.advance()
        daemon, _ = listener.accept()
        daemon.sendall(said.encode())
        assert next(frames).seq == 1 and [message["type"] for message in told] == ["hello", "new"], told
        frames.close()
        daemon.close()


F_ADD_SEALS, F_SEAL_SHRINK, F_SEAL_GROW = 1033, 2, 4


def hand_out(daemon: socket.socket, magic: bytes, version: int, size: int, length: int, seals: int = F_SEAL_SHRINK) -> None:
    """Says that there is a page, with a file of so many bytes for one."""
    page = os.memfd_create("page", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    os.write(page, struct.pack("=8sIIQII2q10d", magic, version, size, 2, 2, 2, 1, 1, *[0.0] * 10))
    os.ftruncate(page, length)
    fcntl.fcntl(page, F_ADD_SEALS, seals)
    socket.send_fds(daemon, [b'{"type":"page","id":"page","rate_hz":50}\n'], [page])
    os.close(page)


def what_is_no_page_is_told() -> None:
    """A longer one is read; what cannot be is trouble, told and not asked for again on that connection."""
    good, bad, short, loose = (
        "", "it is no page of version 1", "it is shorter than 128 bytes", "it is not sealed against shrinking")
    rows = (
        (good, b"TILTPOSE", 1, 128, 128), (good, b"TILTPOSE", 1, 192, 192), (good, b"TILTPOSE", 1, 4096, 8192),
        (bad, b"TILTPOSE", 2, 128, 128), (bad, b"XXXXXXXX", 1, 128, 128), (bad, b"TILTPOSE", 1, 127, 128),
        (short, b"TILTPOSE", 1, 128, 0), (short, b"TILTPOSE", 1, 128, 127), (loose, b"TILTPOSE", 1, 128, 128, 0),
        (loose, b"TILTPOSE", 1, 128, 128, F_SEAL_GROW))
    for number, (flaw, *page) in enumerate(rows):
        with listen(f"page-{number}", 1) as listener:
            poses = tiltshadow_pose.Poses(listener.getsockname())
            poses.receive()
            daemon, _ = listener.accept()
            daemon.sendall(b'{"type":"hello","protocol":1}\n')
            assert daemon.recv(4096).startswith(b'{"type":"map"')
            hand_out(daemon, *page)
            assert [message["type"] for message in poses.receive()] == ["hello", "page"], page
            assert poses.trouble == (f"cannot read the daemon's page: {flaw}" if flaw else ""), (page, poses.trouble)
            assert (poses.page is None) == bool(flaw), page
            for said, shown in (("\x1b[2J", "\\u{1b}[2J"), ({}, "")):
                daemon.sendall(json.dumps({"type": "error", "code": "c", "message": said}).encode() + b"\n")
                assert len(poses.receive()) == 1 and poses.trouble == shown, poses.trouble
            daemon.sendall((FRAME % 1).encode())
            poses.receive()
            asked = b'{"type":"pause"}\n{"type":"resume"}\n' if flaw else b'{"type":"map"'
            assert daemon.recv(4096).startswith(asked) and poses.fileno() >= 0, page
            poses.close()
            daemon.close()


class CopiedPage:
    """A page that says so much."""

    def __init__(self, flags: int, t_ns: int, state: int = 2) -> None:
        self.flags, self.copy = flags, struct.pack(
            "=8sIIQII2q10d", b"TILTPOSE", 1, 128, 2, state, flags, t_ns, t_ns, -0.6, 0, 0.8, *[0.0] * 3, 1, 1, 0, 50)

    def read(self) -> bytes:
        return self.copy


def what_was_drawn_is_kept_where_there_is_no_pose() -> None:
    """Where a page has ended, and where another has none yet: it eases to the fallback as that of an old page does."""
    second, poses = 1_000_000_000, tiltshadow_pose.Poses("/nowhere")
    assert poses.pose_at(9 * second) is None
    poses.page = CopiedPage(0, 9 * second, 0)
    first = poses.pose_at(9 * second)
    assert (first.x, first.y, first.up, first.state) == (0, 4, None, "none"), "none is known"
    for page in (CopiedPage(1, 10 * second, 0), CopiedPage(0, 10 * second, 0)):
        poses.page = CopiedPage(6, 9 * second)
        drawn = poses.pose_at(9 * second)
        assert drawn.x > 6 and drawn.still and drawn.state == "tracking", drawn
        poses.page = page
        kept = poses.pose_at(12 * second)
        assert kept == drawn._replace(state="none", has_ended=page.flags == 1, still=False), kept
        half = poses.pose_at(12 * second + second // 2)
        assert abs(half.x - drawn.x / 2) < 1e-9 and abs(half.y - 2) < 1e-9 and half.is_old, half
        old = poses.pose_at(13 * second)
        assert (old.x, old.y, old.has_ended) == (0, 4, page.flags == 1), old
        assert poses.pose_at(9 * second, gain=20).x == 2 * drawn.x, "by the options of now"
    poses.page = CopiedPage(2, 13 * second)
    assert poses.pose_at(13 * second).x == drawn.x


def other_turns_of_the_picture_are_turned_on() -> None:
    copy = CopiedPage(2 | 3 << 8 | 1 << 10, 9).copy
    for degrees, same in ((-90, 270), (450, 90), (-360, 0), (360, 0), (-(1 << 70) * 90 - 90, 270), (-1, 270), (45, 0)):
        assert tiltshadow_pose.pose_of(copy, 9, display_rotation=degrees) == tiltshadow_pose.pose_of(copy, 9, display_rotation=same)


def words_that_are_no_mapping_are_told() -> None:
    """Whether or not there is a pose: a page's may come later."""
    for copy in (CopiedPage(2, 9).copy, CopiedPage(0, 9).copy):
        for word in ("zz", "Tilt", "euler ", "seed", None, ["tilt"], "x" * 500):
            try:
                tiltshadow_pose.pose_of(copy, 9, mapping=word)
            except tiltshadow.Error as error:
                assert str(error) == f"mapping {word!r:.80}: expected 'tilt', 'projection' or 'euler'" and error.hint, error
            else:
                raise AssertionError(word)


def who_never_has_a_page_is_given_up() -> None:
    """A daemon that says nothing is asked again after a while; one of another version, or none at all, is not."""
    with listen("mute-page", 2) as listener, unittest.mock.patch("tiltshadow.HELLO_TIMEOUT", 0):
        poses = tiltshadow_pose.Poses(listener.getsockname())
        assert poses.receive() == [] and poses.fileno() == -1
        assert poses.trouble == "it accepted the connection and says nothing", poses.trouble
    with listen("hung-page", 2) as listener:
        poses = tiltshadow_pose.Poses(listener.getsockname())
        poses.receive()
        daemon, _ = listener.accept()
        daemon.sendall(b'{"type":"hello","protocol":1}\n')
        with unittest.mock.patch("tiltshadow.SILENCE_TIMEOUT", 0):
            assert poses.receive() == [] and poses.trouble == "the daemon hangs", poses.trouble
        daemon.close()
    with listen("old-page", 2) as listener:
        poses = tiltshadow_pose.Poses(listener.getsockname())
        poses.receive()
        daemon, _ = listener.accept()
        daemon.sendall(b'{"type":"hello","protocol":2}\n')
        try:
            poses.receive()
            raise AssertionError("protocol 2 was taken")
        except tiltshadow.NotTiltshadow:
            assert poses.fileno() == -1
        daemon.close()


def another_thread_ends_a_loop_that_waits() -> None:
    """Also where no time ends the wait, as while another user sits in front."""
    for away in (b"", b'{"type":"error","code":"not-permitted","message":"another user sits in front"}\n'):
        with listen(f"ended-{len(away)}", 1) as listener:
            frames = tiltshadow.frames(listener.getsockname())
            reader = threading.Thread(target=lambda: [None for _ in frames])
            reader.start()
            daemon, _ = listener.accept()
            daemon.sendall(b'{"type":"hello","protocol":1}\n' + away)
            frames.close()
            reader.join()
            daemon.close()
    with unittest.mock.patch("tiltshadow.FIRST_PAUSE", 1000.0):
        frames = tiltshadow.frames("/nowhere", wait=True)
        reader = threading.Thread(target=lambda: [None for _ in frames])
        reader.start()
        while frames._feed.retry_at == 0:
            time.sleep(0.001)
        frames.close()
        reader.join()


def another_task_ends_a_loop_that_waits() -> None:
    """And another thread does: where no time ends the wait, and where there is no daemon."""
    async def follow(path: str, how: str) -> None:
        frames = tiltshadow.aframes(path, wait=True)
        reading = asyncio.create_task(read(frames))
        while frames._feed.waiting is None or path != "/nowhere" and frames._feed.silent_by is not None:
            await asyncio.sleep(0)
        if how == "task":
            await frames.aclose()
        else:
            await asyncio.to_thread(frames.close)
        assert await reading == [] and frames._feed.connection is None

    async def read(frames: tiltshadow.Frames) -> list:
        return [frame async for frame in frames]

    with unittest.mock.patch("tiltshadow.FIRST_PAUSE", 1000.0):
        for how in ("task", "thread"):
            asyncio.run(follow("/nowhere", how))
            with listen(f"ended-by-{how}", 1) as listener:
                words = '{"type":"hello","protocol":1}\n{"type":"error","code":"not-permitted"}\n'
                thread = threading.Thread(target=say, args=(listener, words))
                thread.start()
                asyncio.run(follow(listener.getsockname(), how))
                thread.join()  # it has heard of the end


def connecting_again_leaves_nothing_behind() -> None:
    """No descriptor, after a hundred connections that a loop of each kind has made."""
    def daemon() -> None:
        for number in range(200):
            stream, _ = listener.accept()
            stream.sendall(b'{"type":"hello","protocol":1}\n' + (FRAME % number).encode())
            stream.close()

    async def some(path: str) -> None:
        frames, seen = tiltshadow.aframes(path), 0
        async for _ in frames:
            seen += 1
            if seen == 100:
                await frames.aclose()

    with listen("again", 8) as listener, unittest.mock.patch("tiltshadow.FIRST_PAUSE", 0.0):
        thread = threading.Thread(target=daemon)
        thread.start()
        before = len(os.listdir("/proc/self/fd"))
        frames = tiltshadow.frames(listener.getsockname())
        for _ in range(100):
            next(frames)
        frames.close()
        asyncio.run(some(listener.getsockname()))
        thread.join()
        after = len(os.listdir("/proc/self/fd"))
        assert after == before, (before, after)


def a_refusal_in_place_of_hello_is_waited_out() -> None:
    """Whatever its code, and told; from the start where that was asked for, and always after a connection."""
    refusals = [f'{{"type":"error","code":"{code}","message":"no"}}\n' for code in ("too-many", "not-permitted", "later")]

    def daemon(said: list) -> None:
        for words in said:
            stream, _ = listener.accept()
            stream.sendall(words.encode())
            if options and words.startswith(ok):
                stream.recv(4096)
            stream.close()

    ok = '{"type":"hello","protocol":1}\n{"type":"ok","id":"options"}\n'
    later = [ok + FRAME % 1, *refusals, ok + FRAME % 2]
    for options in ({}, {"gain": 20}):
        for wait in (False, True):
            told, said = [], [*refusals, *later] if wait else [refusals[0], *later]
            with listen(f"refused-{len(options)}{wait}", 8) as listener, unittest.mock.patch("tiltshadow.FIRST_PAUSE", 0.0):
                thread = threading.Thread(target=daemon, args=(said,))
                thread.start()
                if not wait:
                    try:
                        next(tiltshadow.frames(listener.getsockname(), **options))
                        raise AssertionError("it goes on")
                    except tiltshadow.Refused as error:
                        assert error.code == "too-many", error
                frames = tiltshadow.frames(listener.getsockname(), on_message=told.append, wait=wait, **options)
                assert [next(frames).seq, next(frames).seq] == [1, 2]
                frames.close()
                thread.join()
            codes = [message["code"] for message in told if message["type"] == "error"]
            assert codes == ["too-many", "not-permitted", "later"] * (2 if wait else 1), told


def a_change_that_was_taken_is_waited_for_where_it_is_refused_later() -> None:
    """As the options of the beginning are."""
    refusal = '{"type":"error","id":"options","code":"not-permitted","message":"no"}\n'
    ok = '{"type":"ok","id":"options"}\n'

    def daemon() -> None:
        for words in ('{"type":"ok","id":1}\n' + FRAME % 1, refusal, ok + FRAME % 2):
            stream, _ = listener.accept()
            stream.sendall(b'{"type":"hello","protocol":1}\n')
            stream.recv(4096)
            stream.sendall(words.encode())
            stream.close()

    with listen("taken", 8) as listener, unittest.mock.patch("tiltshadow.FIRST_PAUSE", 0.0):
        thread = threading.Thread(target=daemon)
        thread.start()
        frames = tiltshadow.frames(listener.getsockname())
        frames.subscribe(gain=3)
        assert [next(frames).seq, next(frames).seq] == [1, 2]
        frames.close()
        thread.join()


def a_child_that_ends_leaves_its_parents_connection() -> None:
    """By `os.fork`: one that lets go of what it has, as every interpreter does at its end, or closes it."""
    with listen("forked", 4) as listener:
        path = listener.getsockname()
        connection, frames, poses = tiltshadow.Connection(path), tiltshadow.frames(path), tiltshadow_pose.Poses(path)
        frames._feed.advance()
        poses.receive()
        daemons = [listener.accept()[0] for _ in range(3)]
        for let_go in (False, True):
            child = os.fork()
            if child == 0:
                try:
                    connection.close()
                    poses.close()
                    if let_go:
                        del frames
                    else:
                        frames.close()
                finally:
                    os._exit(0)
            assert os.waitpid(child, 0)[1] == 0
            for daemon in daemons:
                daemon.setblocking(False)
                try:
                    assert daemon.recv(4096) != b"", "it has ended"
                except BlockingIOError:
                    pass
                daemon.sendall(b'{"type":"hello","protocol":1}\n' if not let_go else (FRAME % 7).encode())
            assert len(connection.receive()) == 1
        assert next(frames).seq == 7
        assert [message["type"] for message in poses.receive()] == ["hello"]
        for ours in (connection, frames, poses):
            ours.close()
        for daemon in daemons:
            daemon.setblocking(True)
            while daemon.recv(4096):
                pass
            daemon.close()


signal.alarm(300)  # ends this program where something blocks for good
checks = [
    not_even_connecting_blocks, any_descriptor_will_do, a_queue_of_old_frames_is_not_the_newest, frames_count_from_the_ok_on,
    a_flood_holds_nobody, a_line_has_4096_bytes_at_most, what_a_stranger_says_can_be_shown,
    options_can_be_changed_meanwhile, first_options_that_are_no_json_end_it, what_was_drawn_is_kept_where_there_is_no_pose,
    other_turns_of_the_picture_are_turned_on, words_that_are_no_mapping_are_told, what_is_asked_without_a_daemon_is_asked_of_the_next,
    changes_are_asked_for_one_after_the_other, what_no_request_can_say_is_refused_at_once, numbers_that_cannot_be_do_no_harm, what_is_no_frame_is_left_out,
    what_is_no_message_is_told_to_nobody, what_is_no_page_is_told,
    who_never_has_a_page_is_given_up, another_thread_ends_a_loop_that_waits,
    another_task_ends_a_loop_that_waits, connecting_again_leaves_nothing_behind, a_refusal_in_place_of_hello_is_waited_out,
    a_change_that_was_taken_is_waited_for_where_it_is_refused_later, a_child_that_ends_leaves_its_parents_connection,
]
for check in checks:
    check()
print(f"pass {len(checks)}")
