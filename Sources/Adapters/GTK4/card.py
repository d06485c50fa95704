#!/usr/bin/env python3
"""A GTK 4 card whose drop shadow follows the device: `append_outset_shadow` in `snapshot`, moved by tiltshadow.

    ./card.py                       # a window with one card
    TILTSHADOW_SOCKET=/path ./card.py

`ShadowCard` is the part to take over: a widget with one child. It draws at the display's rate, by the frame clock: each
picture has the offset for the instant when it lights up. It costs nothing while it is not on screen or the device rests,
and follows the desktop's wish for fewer animations.

GTK does not tell how a monitor's picture is turned. GNOME's mutter does, on the session bus, and the card follows that, also to
an external monitor, which does not tilt. Under any other compositor call `ShadowCard.place(display_rotation=90)` when yours
turns the picture (its wl_output's transform or xrandr: normal 0, 90 or left 270, 180 or inverted 180, 270 or right 90).

To take it over, copy this file, and tiltshadow.py and tiltshadow_display.py of Sources/Clients/Python beside it. Needs
python3-gi and gir1.2-gtk-4.0. Apache-2.0.
"""

import contextlib
import os
import sys
import time

import gi

for module, version in (("Gtk", "4.0"), ("Gdk", "4.0"), ("Gsk", "4.0"), ("Graphene", "1.0")):
    gi.require_version(module, version)
from gi.repository import Gdk, Gio, GLib, Graphene, Gsk, Gtk  # noqa: E402

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../Clients/Python"))
import tiltshadow  # noqa: E402
from tiltshadow_display import PhaseLock, Resampler  # noqa: E402

RATE_HZ = 50.0  # until the display's own is known
ASLEEP_NS = 2_000_000_000  # a display that has drawn nothing for so long, while there is motion, sleeps
CORNER = 14.0
REST = (0.0, 4.0)  # the shadow's offset without a daemon


PLACE = {"display_rotation": (0, 90, 180, 270), "moves": (True, False)}  # what a card may be told; first what goes unsaid
BUILT_IN = ("eDP", "LVDS", "DSI")  # how the connectors of a device's own panel begin


class Mutter:
    """Calls `tell` with what mutter knows of the monitor that `connector` names: where its picture is, at first and when that
    changes. Where mutter does not run, nothing is ever told."""

    NAME, PATH = "org.gnome.Mutter.DisplayConfig", "/org/gnome/Mutter/DisplayConfig"

    def __init__(self, tell, connector) -> None:
        self.tell, self.connector = tell, connector
        self.bus, self.signal = None, 0
        self.watch = Gio.bus_watch_name(Gio.BusType.SESSION, self.NAME, Gio.BusNameWatcherFlags.NONE, self.appeared, None)

    def close(self) -> None:
        Gio.bus_unwatch_name(self.watch)
        if self.signal:
            self.bus.signal_unsubscribe(self.signal)
        self.tell, self.signal = None, 0

    def appeared(self, bus: Gio.DBusConnection, _: str, owner: str) -> None:
        if self.signal:
            self.bus.signal_unsubscribe(self.signal)
        self.bus = bus
        self.signal = bus.signal_subscribe(
            owner, self.NAME, "MonitorsChanged", self.PATH, None, Gio.DBusSignalFlags.NONE, lambda *_: self.ask())
        self.ask()

    def ask(self) -> None:
        if self.bus is not None:
            self.bus.call(
                self.NAME, self.PATH, self.NAME, "GetCurrentState", None, None, Gio.DBusCallFlags.NO_AUTO_START, -1, None,
                self.answered)

    def answered(self, bus: Gio.DBusConnection, result: Gio.AsyncResult) -> None:
        if self.tell is None:
            return
        try:
            state = bus.call_finish(result).unpack()
            # x, y, scale, transform, is the primary one, and (connector, vendor, product, serial) of each; what is off is no part.
            found = [(monitor[0], place[3]) for place in state[2] for monitor in place[5]]
            mine = self.connector()
            mine = mine if mine in dict(found) else found[0][0] if len(found) == 1 else None
            transform = dict(found).get(mine)
        except (GLib.Error, IndexError, KeyError, TypeError, ValueError):
            return
        has_own = any(name.startswith(BUILT_IN) for name, _ in found)
        moves = not mine or not has_own or mine.startswith(BUILT_IN)
        if transform in (0, 1, 2, 3):  # quarters counterclockwise, as wl_output's; from 4 on the picture is a mirror's
            self.tell(display_rotation=-90 * transform % 360, moves=moves)


class ShadowCard(Gtk.Widget):
    """A rounded card around one child; its shadow is where the device's tilt puts it when the picture lights up."""

    __gtype_name__ = "ShadowCard"

    def __init__(self, child: Gtk.Widget) -> None:
        super().__init__()
        self.offset = REST
        self.blur, self.opacity = 16.0, 0.35
        self.connection = None
        self.source = self.ticking = self.timeout = 0
        self.pause = tiltshadow.FIRST_PAUSE  # seconds before the next attempt
        self.silent_by = None  # when the daemon must have said something; None while no frames are due
        self.has_taken = False  # some daemon has taken what it was asked for: a refusal later is waited out
        self.told = {}  # of where the picture is
        self.mutter = None
        self.set_layout_manager(Gtk.BinLayout())
        child.set_parent(self)
        self.child = child
        self.settings = self.get_settings()
        self.watched = [
            self.settings.connect(f"notify::gtk-{name}", lambda *_: self.follow())
            for name in ("enable-animations", "interface-reduced-motion")]

    def do_map(self) -> None:
        Gtk.Widget.do_map(self)
        surface = self.get_native().get_surface()
        self.entered = [(surface, surface.connect(f"{what}-monitor", lambda *_: self.mutter.ask())) for what in ("enter", "leave")]
        self.mutter = Mutter(self.place, self.connector)
        self.follow()

    def do_unmap(self) -> None:
        self.leave()
        for surface, handler in self.entered:
            surface.disconnect(handler)
        self.mutter.close()
        Gtk.Widget.do_unmap(self)

    def do_dispose(self) -> None:
        self.leave()
        while self.watched:
            self.settings.disconnect(self.watched.pop())
        self.child.unparent()
        Gtk.Widget.do_dispose(self)

    def follow(self) -> bool:
        """Connects, and again later where no daemon is; while animations are off the shadow rests."""
        self.leave()
        if not self.get_mapped() or not self.wants_motion():
            self.draw(REST)
            return GLib.SOURCE_REMOVE
        self.request = 0  # the newest subscribe's id
        self.is_subscribed = self.is_paused = self.is_away = False
        try:
            self.connection = tiltshadow.Connection()
            self.source = GLib.unix_fd_add_full(
                GLib.PRIORITY_DEFAULT, self.connection.fileno(), GLib.IOCondition.IN, self.readable)
            self.silent_by = time.monotonic() + tiltshadow.HELLO_TIMEOUT
            self.timeout = GLib.timeout_add(round(1000 * tiltshadow.HELLO_TIMEOUT), self.judge)
        except OSError:
            self.come_back()
        return GLib.SOURCE_REMOVE

    def come_back(self) -> None:
        """The next attempt is made by itself, each one after twice the time."""
        self.leave()
        self.source = GLib.timeout_add(round(1000 * self.pause), self.follow)
        self.pause = min(2 * self.pause, tiltshadow.LONGEST_PAUSE)

    def give_up(self, error: tiltshadow.Error) -> None:
        """No attempt would cure this: the shadow stays where it is."""
        print(f"tiltshadow: {error}; {error.hint}", file=sys.stderr)
        self.leave()

    def judge(self) -> bool:
        """Ends a connection on which nothing comes that is due."""
        self.timeout = 0
        if not self.readable():  # first: the program itself may have slept
            return GLib.SOURCE_REMOVE
        left = tiltshadow.SILENCE_TIMEOUT if self.silent_by is None else self.silent_by - time.monotonic()
        if left <= 0:
            self.come_back()
        else:
            self.timeout = GLib.timeout_add(max(round(1000 * left), 1), self.judge)
        return GLib.SOURCE_REMOVE

    def connector(self):
        """The connector of the monitor that shows the card, such as "eDP-1"; None where GTK does not know."""
        monitor = self.get_display().get_monitor_at_surface(self.get_native().get_surface())
        return monitor.get_connector() if monitor else None

    def place(self, **told: object) -> None:
        """Tells where the picture is, now and for every later connection: how it is turned, display_rotation=90 (0, 90, 180 or
        270), and whether it moves with the device, moves=False. Until it is anywhere else nothing is said, and what the daemon's
        settings say of the panel holds. Raises ValueError, and changes nothing, for anything else."""
        for name, value in told.items():
            if name not in PLACE or value not in PLACE[name]:
                expected = ", ".join(map(str, PLACE.get(name, ())))
                raise ValueError(f"{name} {value!r}: expected {expected or 'display_rotation or moves'}")
        news = {name: value for name, value in told.items() if self.told.get(name, PLACE[name][0]) != value}
        self.told.update(news)
        if news and self.connection is not None and self.request > 0:
            with contextlib.suppress(OSError):  # `readable` hears of it, too
                self.connection.send("subscribe", **news)

    def wants_motion(self) -> bool:
        reduced = self.settings.find_property("gtk-interface-reduced-motion")  # GTK 4.22
        if reduced and int(self.settings.get_property(reduced.name)) != 0:
            return False
        return self.settings.get_property("gtk-enable-animations")

    def leave(self) -> None:
        """Ends the connection, or the waiting for one."""
        if self.ticking:
            self.remove_tick_callback(self.ticking)
        for source in (self.source, self.timeout):
            if source:
                GLib.source_remove(source)
        if self.connection is not None:
            self.connection.close()
        self.source, self.timeout, self.connection, self.ticking = 0, 0, None, 0

    def readable(self, *_: object) -> bool:
        """Takes what has come; the frame clock draws."""
        try:
            for message in self.connection.receive():
                self.hear(message)
            if self.ticking and not self.is_paused and GLib.get_monotonic_time() * 1000 - self.ticked > ASLEEP_NS:
                self.connection.send("pause")
                self.is_paused, self.silent_by = True, None
        except tiltshadow.NotTiltshadow as error:
            self.give_up(error)
        except tiltshadow.Refused as error:  # in place of hello another user sits in front, or there is no room
            self.come_back() if self.has_taken or self.request == 0 else self.give_up(error)
        except (EOFError, OSError):
            self.come_back()
        return GLib.SOURCE_CONTINUE if self.connection is not None else GLib.SOURCE_REMOVE

    def hear(self, message: dict) -> None:
        kind = message.get("type")
        if kind == "frame" and tiltshadow.as_frame(message) is None:
            return
        if kind == "frame":
            self.is_away = False
        if self.silent_by is not None or kind == "frame" and not self.is_paused:
            self.silent_by = time.monotonic() + tiltshadow.SILENCE_TIMEOUT
        if kind == "frame" and self.is_subscribed:
            self.pause = tiltshadow.FIRST_PAUSE  # not by hello: who greets and ends is not to be asked so often
            self.resampler.take(message.get("t_ns"), message.get("x"), message.get("y"), message.get("state"))
            self.rests = message.get("still") is True or message.get("state") == "none"
            if not self.ticking and self.resampler.newest and self.resampler.newest[1:3] != self.offset:
                self.ticked = GLib.get_monotonic_time() * 1000
                self.ticking = self.add_tick_callback(self.tick)
        elif kind == "hello" or kind == "sensor" and message.get("event") == "found":
            shadow, sensor = (value if isinstance(value, dict) else {} for value in map(message.get, ("shadow", "sensor")))
            self.blur, self.opacity = shadow.get("blur_px", self.blur), shadow.get("opacity", self.opacity)
            gyroscope = sensor.get("gyro") is True
            self.resampler, self.lock = Resampler(RATE_HZ), PhaseLock(gyroscope)
            self.is_subscribed = self.rests = False  # one that is found ends no pause
            self.subscribe()
        elif kind == "ok" and message.get("id") == self.request:
            self.is_subscribed = self.has_taken = True
            self.ask(self.lock.ok(message))
        elif kind == "error" and message.get("id") == self.request:
            raise tiltshadow.Refused(message.get("message", ""), message.get("hint", ""), message.get("code", ""))
        elif kind == "error" and message.get("code") == "not-permitted" and "id" not in message:
            self.is_away, self.silent_by = True, None  # another user sits in front, until the next frame

    def ask(self, answer: tuple) -> None:
        """Does what the lock wants."""
        if answer is not None:
            self.subscribe(answer[1])

    def subscribe(self, options: dict = {}) -> None:
        """Asks for frames at the display's phase, or without options for such as the resampler wants."""
        lookahead = Resampler.lookahead_ms(self.refresh_hz(), RATE_HZ, self.lock.gyroscope)
        self.request += 1
        self.connection.send(
            "subscribe", id=self.request, when="changed", **self.told, **(options or {"rate_hz": RATE_HZ, "lookahead_ms": lookahead}))

    def refresh_hz(self) -> float:
        clock = self.get_frame_clock()
        interval, _ = clock.get_refresh_info(clock.get_frame_time()) if clock else (0, 0)
        return 1e6 / interval if interval > 0 else 60.0

    def tick(self, _: Gtk.Widget, clock: Gdk.FrameClock) -> bool:
        """Before each picture, while there is motion."""
        vsync = clock.get_frame_time() * 1000
        self.ticked = vsync
        if not self.is_paused and not self.readable():  # a frame may have come since the loop last looked
            return GLib.SOURCE_REMOVE
        try:
            if self.is_paused:
                self.connection.send("resume")
                self.is_paused = False
                self.silent_by = None if self.is_away else time.monotonic() + tiltshadow.SILENCE_TIMEOUT
                self.resampler.forget()
            self.ask(self.lock.vsync(vsync))
        except OSError:
            pass  # `readable` hears of it, too
        t_ns, *newest = self.resampler.newest[:3] if self.resampler.newest else (vsync, *self.offset)
        self.draw(tuple(newest) if self.lock.is_locked else self.resampler.offset(vsync) or self.offset)
        if self.offset != tuple(newest) or not self.rests and vsync - t_ns < ASLEEP_NS:
            return GLib.SOURCE_CONTINUE
        self.ticking = 0
        return GLib.SOURCE_REMOVE

    def draw(self, offset: tuple) -> None:
        if offset != self.offset:
            self.offset = offset
            self.queue_draw()

    def do_snapshot(self, snapshot: Gtk.Snapshot) -> None:
        outline = Gsk.RoundedRect()
        outline.init_from_rect(Graphene.Rect().init(0, 0, self.get_width(), self.get_height()), CORNER)
        shade, paper = Gdk.RGBA(), Gdk.RGBA()
        shade.red = shade.green = shade.blue = 0.0
        shade.alpha = self.opacity
        paper.parse("#ffffff")
        snapshot.append_outset_shadow(outline, shade, self.offset[0], self.offset[1], 0, self.blur)
        snapshot.push_rounded_clip(outline)
        snapshot.append_color(paper, outline.bounds)
        self.snapshot_child(self.child, snapshot)
        snapshot.pop()


def show(application: Gtk.Application) -> None:
    label = Gtk.Label(label="Tilt the device")
    card = ShadowCard(label)
    card.set_size_request(260, 160)
    card.set_halign(Gtk.Align.CENTER)
    card.set_valign(Gtk.Align.CENTER)
    window = Gtk.ApplicationWindow(application=application, title="tiltshadow", default_width=420, default_height=320)
    window.set_child(card)
    window.present()


if __name__ == "__main__":
    if Gdk.Display.get_default() is None:  # an application without a display would crash later on
        shown = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY") or ""
        sys.exit(f"card.py: cannot open display '{shown}'; start it in a graphical session, or set WAYLAND_DISPLAY or DISPLAY")
    application = Gtk.Application(application_id="org.tiltshadow.Card")
    application.connect("activate", show)
    sys.exit(application.run(None))
