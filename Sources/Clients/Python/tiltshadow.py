"""Offsets for drop shadows from a device's motion sensor: a client of the tiltshadow daemon in one file.

    import tiltshadow

    shadow = tiltshadow.frames(rate_hz=60)
    for frame in shadow:                    # in a thread of its own; with asyncio: async for frame in shadow
        card.set_shadow(frame.x, frame.y)
    shadow.subscribe(gain=20)               # meanwhile, from anywhere

It hands out the newest frame, never a queue of old ones, and survives a restart of the daemon. A program with a loop of
its own uses `Connection`: it watches `fileno()` and calls `receive()`. Options are those of the protocol's `subscribe`
request (rate_hz, phase_ns, gain, limit, mapping, reference, display_rotation, rotation, moves, include, when,
lookahead_ms, yaw_assist, strict). Where the desktop turns the picture, say so whenever it does:
shadow.subscribe(display_rotation=90), or leave it to `tiltshadow rotate`: shadow.subscribe(rotation="follow"); and where it is on a monitor that does not tilt, shadow.subscribe(moves=False). Who draws at a display's rate does so by tiltshadow_display.py, beside this file. Needs Python 3.9 and nothing
else. Apache-2.0.
"""

import asyncio
import contextlib
import errno
import json
import math
import os
import re
import selectors
import socket
import stat
import sys
import threading
import time
import warnings
from typing import AsyncIterator, Callable, Dict, Iterator, List, NamedTuple, Optional, Set, Tuple, Type

__all__ = ["Connection", "Error", "Frame", "Frames", "NotTiltshadow", "Refused", "aframes", "default_path", "frames"]

PROTOCOL = 1
LONGEST_LINE = 4096  # bytes, line feed included
# See CLIENTS of tiltshadow-protocol(7).
HELLO_TIMEOUT = 5.0  # seconds that a connection may be silent at first: a daemon that a socket unit starts takes a moment
SILENCE_TIMEOUT = 3.0  # seconds that it may be silent later: it sends a frame a second at least
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds before the next attempt, doubled each time
MOST_BYTES = 65536  # that one call of receive() reads: a daemon's socket holds less, and one that floods must not hold us
REQUEST_PAUSE = 0.03  # seconds from a change of options to the next: 50 within a second are one too many for a daemon
STATES = ("tracking", "stale", "none")
FARTHEST_INSTANT, LARGEST_COUNT, LARGEST_NUMBER = (1 << 62) - 1, 1 << 53, 1e9  # that any daemon says, whatever the unit
LAG_TIMEOUT = 0.04  # seconds; a daemon sends the newest frame with its next tick

#: What is not shown but changes what is: C0, DEL, C1, line and paragraph separators, controls of direction; and halves
#: of characters, which cannot be printed.
_HIDDEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def _visible(text: object) -> str:
    """A stranger's text as a terminal may show it."""
    return _HIDDEN.sub(lambda hidden: "\\u{%x}" % ord(hidden[0]), text if isinstance(text, str) else "")


def _above() -> int:
    """The `stacklevel` by which a warning names the line that called this file, however deep in it one is."""
    frame, level = sys._getframe(1), 1
    while frame.f_back and frame.f_code.co_filename == __file__:
        frame, level = frame.f_back, level + 1
    return level


class Error(Exception):
    """No frames, and why; `hint` says what to try, which a traceback shows from Python 3.11 on. Both can be shown: a daemon's
    words are made visible."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(_visible(message))
        self.hint = _visible(hint)
        if self.hint and hasattr(self, "add_note"):
            self.add_note("try: " + self.hint)


class Refused(Error):
    """The daemon refused a request; `code` is the protocol's, such as "out-of-range"."""

    def __init__(self, message: str, hint: str = "", code: str = "") -> None:
        super().__init__(message, hint)
        self.code = _visible(code)


def _refusal(message: dict) -> Refused:
    return Refused(message.get("message", ""), message.get("hint", ""), message.get("code", ""))


class NotTiltshadow(Error):
    """The other end speaks something else, or another version of the protocol."""


class Frame(NamedTuple):
    """One frame: where to draw the shadow, and the pose it comes from."""

    x: float  #: points to the right, to be added to the shadow at rest
    y: float  #: points down
    state: str  #: "tracking", "stale" or "none"
    seq: int  #: counts the frames that were due to this subscriber: a gap is a loss
    t_ns: int  #: nanoseconds of CLOCK_MONOTONIC
    pitch_rad: Optional[float]  #: None before the first reading
    roll_rad: Optional[float]
    up: Optional[Tuple[float, float, float]]  #: with include=["up"]
    dropped: int  #: frames missed just before this one
    for_ns: int  #: the instant that it is true for: t_ns, and where the daemon looked ahead, later
    still: bool = False  #: the offset has not moved for a second


def default_path() -> str:
    """The socket of this user's daemon: TILTSHADOW_SOCKET, else one in XDG_RUNTIME_DIR, else the system's."""
    path = os.environ.get("TILTSHADOW_SOCKET")
    if path:
        return path
    directory = os.environ.get("XDG_RUNTIME_DIR")
    # The second is its place in early builds: a bare file, which a sandbox cannot be shown for good.
    for name in ("/tiltshadow/tiltshadow.sock", "/tiltshadow.sock") if directory else ():
        if os.path.exists(directory + name):
            return directory + name
    return "/run/tiltshadow/tiltshadow.sock"


def _number(value: object) -> Optional[float]:
    """A number of the protocol; None for anything else, such as 1e999, which is JSON, or true, which is a number to Python."""
    is_one = isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= LARGEST_NUMBER
    return float(value) if is_one else None


def _whole(value: object, least: int, most: int) -> Optional[int]:
    """A whole number of such a size; None for anything else."""
    is_one = isinstance(value, (int, float)) and not isinstance(value, bool) and least <= value <= most and value % 1 == 0
    return int(value) if is_one else None


def _object(line: bytes) -> Optional[dict]:
    """The JSON object of a line; None for anything else."""
    with contextlib.suppress(ValueError, RecursionError):
        message = json.loads(line)
        return message if isinstance(message, dict) else None
    return None


def _request(type: str, **fields: object) -> bytes:
    """A request as one line; raises Error for what a daemon could not read, whose refusal would be nobody's."""
    for name, value in fields.items():
        try:
            json.dumps(value, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise Error(f"{name} {value!r:.80} cannot be asked for", "give a finite number, a word or a list") from error
    line = json.dumps({"type": type, **fields}, separators=(",", ":")).encode() + b"\n"
    if len(line) > LONGEST_LINE:
        raise Error(f"{line[:80].decode()}… has {len(line)} bytes: expected {LONGEST_LINE} at most", "ask for less")
    return line


class Connection(contextlib.AbstractContextManager):
    """One connection that never blocks: watch `fileno()` for reading, then call `receive()`.

    Connecting raises OSError where no daemon listens.
    """

    def __init__(self, path: Optional[str] = None) -> None:
        self.path = path or default_path()
        self.hello: Optional[dict] = None
        self._input, self._ended = bytearray(), False
        self._descriptor: Optional[int] = None  #: that came last and was not taken
        self._process = os.getpid()  #: that connected it
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.setblocking(False)  # first: connecting waits where the daemon's backlog is full
            self._socket.connect(self.path)
        except OSError as error:
            self._socket.close()
            if isinstance(error, ConnectionRefusedError) and _is_no_socket(self.path):  # the kernel says the same of any file
                raise OSError(errno.ENOTSOCK, "this is no socket") from error
            raise

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection, from any thread: whoever waits for it is woken."""
        descriptor = self.take_descriptor()
        if descriptor is not None:
            os.close(descriptor)
        self._hang_up()
        self._socket.close()

    def _hang_up(self) -> None:
        """Ends the connection, but not its descriptor, which a loop may watch still.

        A child of `os.fork` that ends, or closes what it has, must not end its parent's.
        """
        if self._process != os.getpid():
            return
        with contextlib.suppress(OSError):  # it was never connected, or the daemon has gone
            self._socket.shutdown(socket.SHUT_RDWR)

    def fileno(self) -> int:
        """The descriptor to watch."""
        return self._socket.fileno()

    def send(self, type: str, **fields: object) -> None:
        """Sends a request: send("subscribe", rate_hz=60), send("recentre"), send("pause"), send("status", id=1)."""
        line = _request(type, **fields)
        if self._socket.send(line) != len(line):
            raise ConnectionError("the daemon does not read what it is asked")

    def receive(self) -> List[dict]:
        """What has come since the last call, as the protocol's messages; raises EOFError at the end.

        It reads no more than MOST_BYTES; where there is more, `fileno()` is readable at once.
        """
        room = MOST_BYTES
        while room > 0 and not self._ended:
            try:
                piece = self._receive(room)
            except BlockingIOError:
                break
            except ConnectionResetError:
                piece = b""
            self._ended = not piece
            self._input += piece
            room -= len(piece)
        *lines, rest = bytes(self._input).split(b"\n")
        self._input = bytearray(rest)
        if not lines and self._ended:
            raise EOFError("the daemon ended the connection")
        if any(len(line) >= LONGEST_LINE for line in (*lines, rest)):
            raise NotTiltshadow(f"{self.path} sent a line of more than {LONGEST_LINE} bytes")
        return [message for message in map(self._message, lines) if message is not None]

    def take_descriptor(self) -> Optional[int]:
        """The descriptor that came with the answer to `map`, for whoever closes it; None where there is none. See tiltshadow_pose.py."""
        descriptor, self._descriptor = self._descriptor, None
        return descriptor

    def _receive(self, room: int) -> bytes:
        piece, descriptors, _, _ = socket.recv_fds(self._socket, room, 1, socket.MSG_CMSG_CLOEXEC)
        for descriptor in descriptors:
            old, self._descriptor = self._descriptor, descriptor
            if old is not None:
                os.close(old)
        return piece

    def _message(self, line: bytes) -> Optional[dict]:
        if self.hello is None:
            self.hello = self._greeting(line)
            return self.hello
        message = _object(line)
        # One broken line is no reason to stop.
        return message if message is not None and isinstance(message.get("type"), str) else None

    def _greeting(self, line: bytes) -> dict:
        hello = _object(line) or {}
        if hello.get("type") == "error":
            raise _refusal(hello)
        if hello.get("type") != "hello":
            shown = line[:80].decode(errors="replace")
            raise NotTiltshadow(f'{self.path} is no tiltshadow socket: it says "{shown}"', "name another socket")
        if hello.get("protocol") != PROTOCOL:
            other = f"{hello.get('server', 'the daemon')} speaks protocol {hello.get('protocol')}"
            raise NotTiltshadow(f"{other}, this file {PROTOCOL}", "install the same version of both")
        return hello


class Frames(Iterator[Frame], AsyncIterator[Frame]):
    """The newest frames, as `frames` and `aframes` give them."""

    def __init__(
        self, path: Optional[str], on_message: Optional[Callable[[dict], None]], options: dict, wait: bool = False,
    ) -> None:
        self._feed = _Feed(path, options, on_message, wait)

    def subscribe(self, **options: object) -> int:
        """Changes options, now and for every later connection; the id that the daemon's `ok` or `error` will have.

        From any thread, as often as you like, and from `on_message`, which is told of the answer. What the daemon refuses is
        not kept. While it is away, has not answered the last change, or was asked within 0.03 seconds, what later calls name
        anew is not asked for, and not answered. Raises Error for what no request can say, such as NaN.
        """
        return self._feed.subscribe(options)

    def close(self) -> None:
        """Ends the connection, and the loop, from any thread; so does letting go of this."""
        self._feed.end()

    __del__ = close

    async def aclose(self) -> None:
        self.close()

    def __next__(self) -> Frame:
        while True:
            frame, connection, wait = self._feed.next(StopIteration)
            if frame is not None:
                return frame
            if connection is None:
                self._feed.sleep(wait)
                continue
            with selectors.PollSelector() as selector:  # select takes no descriptor from 1024 on
                with contextlib.suppress(ValueError):  # another thread has just closed it
                    selector.register(connection, selectors.EVENT_READ)
                    selector.select(wait)

    async def __anext__(self) -> Frame:
        while True:
            frame, connection, wait = self._feed.next(StopAsyncIteration)
            if frame is not None:
                return frame
            await self._feed.wait(connection, wait)


def frames(
    path: Optional[str] = None, *, on_message: Optional[Callable] = None, wait: bool = False, **options: object,
) -> Frames:
    """The newest frames, for ever: `for` blocks until there is one, `async for` does not block asyncio's loop.

    Raises Error for options that no request can say, at once, and where no daemon answers at first or it refuses them;
    with `wait`, which a widget wants that may be there before the daemon is, one that answers and greets is waited for from the
    start. Later, a daemon that went away, hangs, or refuses what it took before, is waited for. Close it, or let go of it, to end the
    connection. `on_message` is told everything else that the daemon says, as the protocol's messages: hello, sensor, ok, error
    and goodbye.
    """
    _request("subscribe", **{**options, "id": "options"})
    return Frames(path, on_message, options, wait)

aframes = frames  #: The same, named for `async for`.


class _Feed:
    """A connection that is made again when it ends, and the newest frame that came."""

    def __init__(
        self, path: Optional[str], options: dict, on_message: Optional[Callable[[dict], None]], waits: bool,
    ) -> None:
        self.path, self.on_message, self.waits = path, on_message, waits
        self.options = options  #: of the beginning, and what the daemon has taken since
        self.asked: Dict[int, dict] = {}  #: what it has not answered yet
        self.sent: Set[int] = set()  #: of those, what this connection has been asked for
        self.ask_at = 0.0  #: when it may be asked for more
        self.last_id = self.queued = 0  # of requests; frames that came since the last was taken
        self.lock = threading.RLock()  #: of the options and of sending
        self.newest: Optional[Frame] = None
        self.connection: Optional[Connection] = None
        self.has_ended = self.was_connected = self.is_subscribing = False
        self.has_taken = False  #: of some connection the daemon has taken the options: refused later, they are asked again
        self.going = threading.Lock()  #: held until the end, which so wakes who sleeps; a handler of signals may release it
        self.going.acquire()
        self.waiting: Optional[Tuple[asyncio.AbstractEventLoop, asyncio.Event]] = None  #: whom the end wakes
        self.pause, self.retry_at = FIRST_PAUSE, 0.0
        self.silent_by: Optional[float] = None  #: when it must have said something; None while another user sits in front

    def close(self) -> None:
        with self.lock:
            if self.connection is not None:
                self.connection.close()
                self.connection = None

    def end(self) -> None:
        self.has_ended, self.newest = True, None
        with contextlib.suppress(RuntimeError):  # it has ended before
            self.going.release()
        waiting, connection = self.waiting, self.connection  # not sooner: who has not seen the end is waiting by now
        if waiting is None:
            return self.close()
        if connection is not None:
            connection._hang_up()  # the loop watches its descriptor, which is closed there
        try:
            waiting[0].call_soon_threadsafe(waiting[1].set)
        except RuntimeError:  # the loop is closed
            self.close()

    def sleep(self, seconds: Optional[float]) -> None:
        """Waits for so long, or for the end."""
        if self.going.acquire(timeout=-1 if seconds is None else seconds):
            with contextlib.suppress(RuntimeError):  # it was ended twice
                self.going.release()

    async def wait(self, connection: Optional[Connection], seconds: Optional[float]) -> None:
        """Waits until something has come, for so long, or for the end."""
        loop, woken = asyncio.get_running_loop(), asyncio.Event()
        self.waiting = loop, woken
        if self.has_ended:  # meanwhile, and its descriptor may be another's
            self.waiting = None
            return
        try:
            if connection is not None:
                loop.add_reader(connection, woken.set)
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(woken.wait(), seconds)
        finally:
            if connection is not None:
                loop.remove_reader(connection)
            self.waiting = None
            if self.has_ended:
                self.close()

    def subscribe(self, options: dict) -> int:
        with self.lock:
            _request("subscribe", **{**self.options, **options, "id": "options"})  # as the next connection is asked
            self.last_id += 1
            self.asked[self.last_id] = options
            self._forget_replaced()
            if self.connection is not None:
                self._ask(self.connection, time.monotonic())
            return self.last_id

    def _ask(self, connection: Connection, now: float) -> float:
        """Asks for the next change, where the last is answered and a while ago; how long to wait for that while."""
        with self.lock:
            if now < self.ask_at:
                return self.ask_at - now
            if self.asked and not self.sent:
                id, options = next(iter(self.asked.items()))
                self.sent, self.ask_at = {id}, now + REQUEST_PAUSE
                with contextlib.suppress(OSError):  # the next read hears of it, too, and the next connection asks again
                    connection.send("subscribe", **{**options, "id": id})
            return math.inf

    def _forget_replaced(self) -> None:
        """Leaves what was asked for, what later requests do not name anew, and the last that names nothing, which asks what
        holds: a daemon ends connections that ask for too much at once."""
        last = {name: id for id, options in self.asked.items() for name in options or ("",)}
        self.asked = {id: options for id, options in self.asked.items() if id in self.sent or id in last.values()}

    def next(self, end: Type[BaseException]) -> Tuple[Optional[Frame], Optional[Connection], Optional[float]]:
        """The newest frame; or what to watch, and how long (None: for ever); raises `end` after the last."""
        if self.has_ended:
            raise end
        try:
            connection, wait = self.advance()
        except BaseException:
            self.end()
            raise
        if self.newest is None or self._lags(self.newest):
            if self.newest and connection:
                wait = LAG_TIMEOUT if wait is None else min(wait, LAG_TIMEOUT)
            return None, connection, wait
        frame, self.newest, self.queued = self.newest, None, 0
        return frame, None, None

    def _lags(self, newest: Frame) -> bool:
        """True once where old frames had queued: the newest comes as soon as there is room for it."""
        if self.queued < 3 or time.monotonic_ns() - newest.t_ns < 100_000_000:
            return False
        self.queued = 0
        return True

    def advance(self) -> Tuple[Optional[Connection], Optional[float]]:
        """Connects where it is time to and reads what has come; what to watch, and how long (None: for ever)."""
        now = time.monotonic()
        connection = self.connection  # which another thread may end meanwhile
        try:
            if connection is None:
                if now < self.retry_at:
                    return None, self.retry_at - now
                self.silent_by = now + HELLO_TIMEOUT
                connection = self._connect()
            self._read(connection, now)  # first: this program itself may have been stopped
            if self.has_ended or connection.hello is not None:
                self.was_connected = True
            if self.has_ended:
                return connection, 0.0
            wait, silent_by = self._ask(connection, now), self.silent_by
            if silent_by is not None:
                if now >= silent_by:
                    raise TimeoutError("the daemon hangs" if connection.hello else "it accepted the connection and says nothing")
                wait = min(wait, silent_by - now)
            return connection, wait if wait < math.inf else None
        except (OSError, EOFError, Refused) as error:
            if self.has_ended:
                return None, 0.0
            has_greeted = connection is not None and connection.hello is not None
            if isinstance(error, Refused) and not (self.has_taken if has_greeted else self.was_connected or self.waits):
                raise
            self.close()
            if not self.was_connected and not (self.waits and _may_come(error)):
                raise Error(*_explain(error, self.path or default_path())) from error
            if isinstance(error, Refused) and not has_greeted and self.on_message:  # another user sits in front, or there is no room
                self.on_message({"type": "error", "code": error.code, "message": str(error), "hint": error.hint})
            wait, self.retry_at, self.pause = self.pause, now + self.pause, min(2 * self.pause, LONGEST_PAUSE)
            return None, wait

    def _connect(self) -> Connection:
        with self.lock:
            connection = self.connection = Connection(self.path)
            self.is_subscribing = bool(self.options)  # until it has taken them, frames are made by its defaults
            self.sent = set()
            self._forget_replaced()
            self.sent = set(self.asked)
            with contextlib.suppress(BrokenPipeError):  # who has refused us and closed has said why
                for id, options in [("options", self.options)] * self.is_subscribing + [*self.asked.items()]:
                    connection.send("subscribe", **{**options, "id": id})
        if self.has_ended:  # meanwhile
            self.close()
        return connection

    def _read(self, connection: Connection, now: float) -> None:
        messages = connection.receive()
        if self.silent_by is not None and messages or any(message.get("type") == "frame" for message in messages):
            self.silent_by = now + SILENCE_TIMEOUT
        for message in messages:
            kind = message.get("type")
            if kind == "error" and message.get("code") == "not-permitted" and "id" not in message:
                self.silent_by = None
            id = message.get("id")
            if message.get("code") == "not-json" and "id" not in message:  # such as half a character: it is of what was asked first
                id = "options" if self.is_subscribing else min(self.sent, default=None)
            if kind in ("ok", "error"):
                self._answered(kind == "ok", id)
                if isinstance(message.get("ignored"), list):
                    names = ", ".join(map(_visible, message["ignored"]))
                    warnings.warn(f"the daemon does not know {names}", RuntimeWarning, stacklevel=_above())
            if kind == "frame" and not self.is_subscribing:
                frame = _frame(message, self.newest.dropped + 1 if self.newest else 0)
                if frame is None:
                    continue
                self.newest = frame
                self.queued += 1
                self.pause = FIRST_PAUSE  # not by hello: who greets and ends, again and again, is not to be asked so often
            elif kind == "error" and id == "options":
                if self.has_taken and self.on_message:
                    self.on_message(message)
                raise _refusal(message)
            elif kind != "frame" and self.on_message:
                self.on_message(message)
            if self.has_ended:  # by on_message
                return

    def _answered(self, is_ok: bool, id: object) -> None:
        if is_ok and id == "options":
            self.is_subscribing, self.has_taken = False, True
        with self.lock:
            is_ours = isinstance(id, int) and id in self.asked  # of another type it may have no hash
            self.has_taken = self.has_taken or (is_ok and is_ours)
            options = self.asked.pop(id) if is_ours else {}
            self.sent &= set(self.asked)
            if is_ok and "rate_hz" in options:  # without a phase it gives that up, as with the daemon
                self.options.pop("phase_ns", None)
            self.options.update(options if is_ok else {})


def as_frame(message: dict) -> Optional[Frame]:
    """The frame that a message of `Connection.receive` is; None where it is none, or says what no daemon does."""
    return _frame(message, 0) if message.get("type") == "frame" else None


def _frame(message: dict, missed: int) -> Optional[Frame]:
    """None where it is no frame; an optional field that cannot be is as if it were absent."""
    x, y, state = _number(message.get("x")), _number(message.get("y")), message.get("state")
    seq, t_ns = _whole(message.get("seq"), 0, LARGEST_COUNT), _instant(message.get("t_ns"))
    if x is None or y is None or seq is None or t_ns is None or state not in STATES:
        return None
    up, for_ns = message.get("up"), _instant(message.get("for_ns"))
    axes = tuple(map(_number, up)) if isinstance(up, list) and len(up) == 3 else (None,)
    return Frame(
        x=x, y=y, state=state, seq=seq, t_ns=t_ns, pitch_rad=_number(message.get("pitch_rad")),
        roll_rad=_number(message.get("roll_rad")), up=None if None in axes else axes,
        dropped=missed + (_whole(message.get("dropped"), 0, LARGEST_COUNT) or 0), for_ns=t_ns if for_ns is None else for_ns,
        still=message.get("still") is True)


def _instant(value: object) -> Optional[int]:
    return _whole(value, -FARTHEST_INSTANT, FARTHEST_INSTANT)


def _may_come(error: BaseException) -> bool:
    """True where the same attempt can succeed later without anybody doing something about it."""
    return isinstance(error, (FileNotFoundError, ConnectionError, TimeoutError, EOFError, BlockingIOError, Refused))


def _is_no_socket(path: str) -> bool:
    with contextlib.suppress(OSError):
        return not stat.S_ISSOCK(os.stat(path).st_mode)
    return False


def _explain(error: BaseException, path: str) -> Tuple[str, str]:
    start = (
        "start it (systemctl start tiltshadow.socket; tiltshadow doctor knows how other inits do), name another "
        "socket, or try tiltshadow demo"
    )
    if isinstance(error, PermissionError):
        return f"permission denied connecting to {path}", "join the socket's group (the system's daemon has tiltshadow) and log in again"
    if isinstance(error, OSError) and error.errno == errno.ENOTSOCK:
        return f"no daemon at {path}: this is no socket", "name tiltshadow's socket"
    why = {FileNotFoundError: "there is no such socket", ConnectionRefusedError: "nobody listens on the socket"}
    return f"no daemon at {path}: {why[type(error)]}" if type(error) in why else f"{path}: {error}", start
