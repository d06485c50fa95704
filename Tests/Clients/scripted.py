"""scripted.py DIRECTORY: the Python client against a daemon that does what this file wants; prints "pass N"."""

import asyncio
import fcntl
import os
import resource
import signal
import socket
import sys
import termios
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../Sources/Clients/Python"))
import tiltshadow  # noqa: E402


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

    tiltshadow.HELLO_PATIENCE = 0.01
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
    tiltshadow.HELLO_PATIENCE, tiltshadow.LAG_PATIENCE = 10.0, 60.0
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


signal.alarm(30)  # ends this program where something blocks for good
checks = [not_even_connecting_blocks, any_descriptor_will_do, a_queue_of_old_frames_is_not_the_newest]
for check in checks:
    check()
print(f"pass {len(checks)}")
