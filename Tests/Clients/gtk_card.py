"""gtk_card.py SOCKET: the GTK card against a daemon of its own, on a display; prints "pass N" where all of it holds.

Nothing waits for a time: each step waits for what must come of it, a minute each.
"""

import atexit
import os
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Sources/Adapters/GTK4"))
os.environ["TILTSHADOW_SOCKET"] = sys.argv[1]
import card  # noqa: E402
from gi.repository import Gio, GLib, Gtk  # noqa: E402
from moving_daemon import Daemon  # noqa: E402


STATE = "(ua((ssss)a(siiddada{sv})a{sv})a(iiduba(ssss)a{sv})a{sv})"


class Mutter:
    """What mutter says of monitors, on a bus of this program's own: `turn` has a connector's transform each."""

    XML = f"""<node><interface name='{card.Mutter.NAME}'><method name='GetCurrentState'>
        <arg type='u' direction='out'/><arg type='a((ssss)a(siiddada{{sv}})a{{sv}})' direction='out'/>
        <arg type='a(iiduba(ssss)a{{sv}})' direction='out'/><arg type='a{{sv}}' direction='out'/>
        </method><signal name='MonitorsChanged'/></interface></node>"""

    def __init__(self) -> None:
        bus = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--print-address"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        atexit.register(bus.kill)
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        self.connection = Gio.DBusConnection.new_for_address_sync(
            os.environ["DBUS_SESSION_BUS_ADDRESS"],
            Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)
        self.turns, self.asked = {"eDP-1": 0}, 0
        interface = Gio.DBusNodeInfo.new_for_xml(self.XML).interfaces[0]
        self.connection.register_object(card.Mutter.PATH, interface, self.answer, None, None)
        Gio.bus_own_name_on_connection(self.connection, card.Mutter.NAME, Gio.BusNameOwnerFlags.NONE, None, None)

    def answer(self, *call: object) -> None:
        self.asked += 1
        places = [(0, 0, 1.0, turn, True, [(name, "v", "p", "s")], {}) for name, turn in self.turns.items()]
        call[-1].return_value(GLib.Variant(STATE, (1, [], places, {})))

    def turn(self, **turns: int) -> None:
        self.turns = {name.replace("_", "-"): turn for name, turn in turns.items()}
        self.connection.emit_signal(None, card.Mutter.PATH, card.Mutter.NAME, "MonitorsChanged", None)


def turning(widget: card.ShadowCard, daemon: Daemon, mutter: Mutter):
    """The picture is turned, and the daemon is told: at once, of the next connection, and of nothing that makes no sense."""
    yield lambda: mutter.asked, "a question to mutter"
    assert "display_rotation" not in daemon.last("subscribe"), "nothing is said of a picture that is not turned"
    for transform, rotation in ((3, 90), (2, 180), (1, 270)):
        mutter.turn(eDP_1=transform)
        yield lambda: daemon.last("subscribe").get("display_rotation") == rotation, f"{rotation} degrees"
        assert "id" not in daemon.last("subscribe") and "rate_hz" not in daemon.last("subscribe"), "all else stays"
    asked, count = mutter.asked, len(daemon.heard)
    mutter.turn(eDP_1=99)
    yield lambda: mutter.asked > asked, "another question"
    mutter.turn(eDP_1=5)
    yield lambda: mutter.asked > asked + 1, "another question"
    widget.mutter.connector = lambda: "HDMI-1"
    mutter.turn(eDP_1=1, HDMI_1=0)
    yield lambda: daemon.last("subscribe").get("moves") is False, "an external monitor"
    assert [message.get("display_rotation") for message in daemon.heard[count:]] == [0], daemon.heard[count:]
    for told in ({"display_rotation": 45}, {"display_rotation": "90"}, {"moves": None}, {"rotation": 90}):
        try:
            widget.place(**told)
        except ValueError:
            continue
        raise AssertionError(told)
    assert widget.told == {"display_rotation": 0, "moves": False}
    widget.follow()
    yield lambda: "lookahead_ms" in daemon.last("subscribe"), "a connection that is made anew"
    assert daemon.last("subscribe")["moves"] is False and daemon.last("subscribe")["display_rotation"] == 0
    widget.mutter.connector = lambda: "eDP-1"
    mutter.turn(eDP_1=0, HDMI_1=0)
    yield lambda: daemon.last("subscribe").get("moves") is True, "the device's own panel again"


def steps(widget: card.ShadowCard, daemon: Daemon, mutter):
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
    widget.hear({"type": "sensor", "event": "found", "sensor": {"gyro": True}})
    assert widget.is_paused, "a sensor that is found meanwhile ends no pause"
    widget.hear({"type": "error", "code": "not-permitted"})
    widget.tick(widget, widget.get_frame_clock())
    assert not widget.is_paused and widget.silent_by is None, "no frame is due while another user sits in front"
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
    if mutter:
        yield from turning(widget, daemon, mutter)


def phases(daemon: Daemon) -> list:
    return [request for request in daemon.heard if "phase_ns" in request]


def watch(state: dict) -> bool:
    try:
        condition, what = state["now"]
        if condition():
            state["passed"] += 1
            state["now"] = next(state["steps"])
            state["until"] = time.monotonic() + 60
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


def begin(application: Gtk.Application, daemon: Daemon, mutter) -> None:
    card.show(application)
    todo = steps(application.get_windows()[0].get_child(), daemon, mutter)
    state = {"steps": todo, "now": next(todo), "passed": 0, "application": application, "until": time.monotonic() + 60}
    GLib.timeout_add(5, watch, state)


signal.alarm(500)
daemon = Daemon(sys.argv[1])
daemon.taken = [8_000_000]
daemon.start()
# Before anything here looks for a session bus: there may be one already.
mutter = Mutter() if shutil.which("dbus-daemon") else None
if not mutter:
    print("skipped: a picture that is turned: dbus-daemon is not installed")
application = Gtk.Application(application_id="org.tiltshadow.Card")
application.connect("activate", begin, daemon, mutter)
application.run(None)
