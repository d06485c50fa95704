#!/usr/bin/env python3
"""A GTK 4 card whose drop shadow follows the device: `append_outset_shadow` in `snapshot`, moved by tiltshadow.

    ./card.py                       # a window with one card
    TILTSHADOW_SOCKET=/path ./card.py

`ShadowCard` is the part to take over: a widget with one child. It costs nothing while it is not on screen, since it
pauses its subscription then, and it follows the desktop's wish for fewer animations. Needs python3-gi and
gir1.2-gtk-4.0. Apache-2.0.
"""

import os
import sys

import gi

for module, version in (("Gtk", "4.0"), ("Gdk", "4.0"), ("Gsk", "4.0"), ("Graphene", "1.0")):
    gi.require_version(module, version)
from gi.repository import Gdk, GLib, Graphene, Gsk, Gtk  # noqa: E402

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../Clients/Python"))
import tiltshadow  # noqa: E402

RETRY_MS = 1000
CORNER = 14.0


class ShadowCard(Gtk.Widget):
    """A rounded card around one child; its shadow is where the last frame put it."""

    __gtype_name__ = "ShadowCard"

    def __init__(self, child: Gtk.Widget) -> None:
        super().__init__()
        self.offset = (0.0, 4.0)  # the shadow at rest, until the first frame
        self.blur, self.opacity = 16.0, 0.35
        self.connection = None
        self.source = 0
        self.set_layout_manager(Gtk.BinLayout())
        child.set_parent(self)
        self.child = child

    def do_map(self) -> None:
        Gtk.Widget.do_map(self)
        self.follow()

    def do_unmap(self) -> None:
        self.leave()
        Gtk.Widget.do_unmap(self)

    def do_dispose(self) -> None:
        self.leave()
        self.child.unparent()
        Gtk.Widget.do_dispose(self)

    def follow(self) -> bool:
        """Connects; without a daemon, or while animations are off, it looks again in a second."""
        self.source = 0
        try:
            if not self.get_settings().get_property("gtk-enable-animations"):
                raise OSError("animations are off")
            self.connection = tiltshadow.Connection()
            self.connection.send("subscribe", when="changed")
            self.source = GLib.unix_fd_add_full(
                GLib.PRIORITY_DEFAULT, self.connection.fileno(), GLib.IOCondition.IN, self.readable)
        except OSError:
            self.connection = None
            self.source = GLib.timeout_add(RETRY_MS, self.follow)
        return GLib.SOURCE_REMOVE

    def leave(self) -> None:
        """Ends the connection, or the waiting for one."""
        if self.source:
            GLib.source_remove(self.source)
        if self.connection is not None:
            self.connection.close()
        self.source, self.connection = 0, None

    def readable(self, *_: object) -> bool:
        """Takes the newest of the frames that have come, and draws once."""
        try:
            for message in self.connection.receive():
                if message["type"] == "frame":
                    self.offset = (message["x"], message["y"])
                elif message["type"] == "hello":
                    shadow = message.get("shadow", {})
                    self.blur, self.opacity = shadow.get("blur_px", 16.0), shadow.get("opacity", 0.35)
        except (EOFError, OSError, tiltshadow.Error):
            self.connection.close()
            self.connection = None
            self.source = GLib.timeout_add(RETRY_MS, self.follow)
            return GLib.SOURCE_REMOVE
        self.queue_draw()
        return GLib.SOURCE_CONTINUE

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
    application = Gtk.Application(application_id="org.tiltshadow.Card")
    application.connect("activate", show)
    sys.exit(application.run(None))
