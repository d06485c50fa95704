"""gtk_card.py SOCKET: the GTK card against a daemon of its own, on a display; prints "pass N" where all of it holds.

Nothing waits for a time: each step waits for what must come of it, and a minute in all.
"""

import os
import signal
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Sources/Adapters/GTK4"))
os.environ["TILTSHADOW_SOCKET"] = sys.argv[1]
import card  # noqa: E402
from gi.repository import GLib, Gtk  # noqa: E402
from moving_daemon import Daemon  # noqa: E402


def steps(widget: card.ShadowCard, daemon: Daemon):
    """Each yields a condition to wait for, and what it is."""
    yield lambda: daemon.last("subscribe"), "a subscription"
    first = daemon.last("subscribe")
    assert 20 < first["lookahead_ms"] < 100 and "phase_ns" not in first, first
    yield lambda: widget.ticking and widget.offset[0] != 0, "motion, drawn by the frame clock"
    yield lambda: phases(daemon), "a request for the display's phase"
    (asked,) = phases(daemon)
    assert abs(asked["lookahead_ms"] - 1000 / asked["rate_hz"] - 1) < 1e-9, asked
    yield lambda: not daemon.taken and "phase_ns" not in daemon.last("subscribe"), "the phase of others, given up"
    assert daemon.last("subscribe")["lookahead_ms"] == first["lookahead_ms"] and not widget.lock.is_locked
    yield lambda: len(phases(daemon)) > 1, "a second request"
    yield lambda: widget.lock.is_locked, "its frames being drawn as they are"
    daemon.is_still = True
    yield lambda: not widget.ticking and widget.offset == (0.0, 2.0), "no ticks at rest"
    daemon.is_still = False
    yield lambda: widget.ticking, "ticks with the next motion"
    widget.ticked = 0  # as if the display had slept since
    widget.readable()
    yield lambda: daemon.last("pause") and daemon.last("resume"), "a pause while the display sleeps, and its end"
    now = time.monotonic_ns()
    yield lambda: widget.resampler.newest and widget.resampler.newest[0] > now and widget.ticking, "motion after it"
    settings = widget.get_settings()
    settings.set_property("gtk-enable-animations", False)
    yield lambda: daemon.last("left"), "nobody being there while animations are off"
    assert widget.offset == card.REST and widget.connection is None and not widget.ticking
    daemon.gyroscope = False
    count = len(daemon.heard)
    settings.set_property("gtk-enable-animations", True)
    yield lambda: "lookahead_ms" in daemon.last("subscribe") and len(daemon.heard) > count, "the connection again"
    assert daemon.heard[count]["lookahead_ms"] == 0, "without a gyroscope nothing looks ahead"
    yield lambda: widget.lock.refresh_hz, "the display's rate"
    now = time.monotonic()
    yield lambda: widget.ticking and time.monotonic() > now + 1, "motion for longer than a lock takes"
    assert not [request for request in daemon.heard[count:] if "phase_ns" in request], "without one no phase is asked for"


def phases(daemon: Daemon) -> list:
    return [request for request in daemon.heard if "phase_ns" in request]


def watch(state: dict) -> bool:
    try:
        condition, what = state["now"]
        if condition():
            state["passed"] += 1
            state["now"] = next(state["steps"])
        elif time.monotonic() > state["until"]:
            print(f"never came: {what}")
            state["application"].quit()
        return GLib.SOURCE_CONTINUE
    except StopIteration:
        print(f"pass {state['passed']}", flush=True)
    except AssertionError as error:
        print(f"wrong: {error!r} after {state['passed']}", flush=True)
    state["application"].quit()
    return GLib.SOURCE_REMOVE


def begin(application: Gtk.Application, daemon: Daemon) -> None:
    card.show(application)
    todo = steps(application.get_windows()[0].get_child(), daemon)
    state = {"steps": todo, "now": next(todo), "passed": 0, "application": application, "until": time.monotonic() + 60}
    GLib.timeout_add(5, watch, state)


signal.alarm(90)
daemon = Daemon(sys.argv[1])
daemon.taken = [8_000_000]
daemon.start()
application = Gtk.Application(application_id="org.tiltshadow.Card")
application.connect("activate", begin, daemon)
application.run(None)
