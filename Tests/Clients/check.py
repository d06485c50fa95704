"""check.py frames|stall|asyncio|refused|misspelt|rows|rows-asyncio SOCKET: uses the Python client as a program would, and prints what came."""

import asyncio
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../Sources/Clients/Python"))
import tiltshadow  # noqa: E402


def show(frame: tiltshadow.Frame) -> None:
    print(frame.seq, frame.x, frame.y, frame.state, flush=True)


def endless(path: str) -> None:
    for frame in tiltshadow.frames(path, rate_hz=50, include=["up"]):
        assert frame.up is None or abs(sum(part * part for part in frame.up) - 1) < 1e-3
        show(frame)


def stall(path: str) -> None:
    for count, frame in enumerate(tiltshadow.frames(path, strict=True)):
        show(frame)
        if count == 2:
            time.sleep(1)
        if count == 5:
            return


async def cooperative(path: str, **options: object) -> None:
    async for frame in tiltshadow.aframes(path, **options):
        show(frame)


def hurry() -> None:
    """A tenth of all times: nobody waits for real ones."""
    for name in ("HELLO_TIMEOUT", "SILENCE_TIMEOUT", "FIRST_PAUSE", "LONGEST_PAUSE"):
        setattr(tiltshadow, name, getattr(tiltshadow, name) / 10)


mode, socket = sys.argv[1:]
try:
    if mode == "frames":
        endless(socket)
    elif mode == "stall":
        stall(socket)
    elif mode == "asyncio":
        asyncio.run(cooperative(socket))
    elif mode == "rows":
        hurry()
        for frame in tiltshadow.frames(socket, wait=True):
            show(frame)
    elif mode == "rows-asyncio":
        hurry()
        asyncio.run(cooperative(socket, wait=True))
    elif mode == "misspelt":
        next(tiltshadow.frames(socket, gian=5))
    else:
        for frame in tiltshadow.frames(socket, rate_hz=900):
            show(frame)
except tiltshadow.Error as error:
    print(f"{error}; {error.hint}")
    sys.exit(3)
