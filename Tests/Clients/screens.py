"""screens.py wayland SOCKET STATE | iio-sensor-proxy STATE: one that tells how the screen is turned.

It says what the file STATE does: a transform of wl_output, or the orientation that iio-sensor-proxy tells. A monitor beside
the panel is upside down; a STATE of `gone` takes the panel away, `error` is the compositor's last word. Prints `ready`, or the address of a bus of its own; every
request is printed, too. The second needs dbus-daemon, python3-dbus and python3-gi.
"""

import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

PERIOD = 0.02


def read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read().strip()


def say(text: str) -> None:
    print(text, flush=True)


def listen(path: str) -> socket.socket:
    if os.path.exists(path):
        os.unlink(path)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen()
    return listener


def accept(listener: socket.socket, serve: object) -> None:
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=serve, args=(connection,), daemon=True).start()


def watch(state: str, changed: object) -> None:
    last = read(state)
    while True:
        time.sleep(PERIOD)
        if read(state) not in ("", last):
            last = read(state)
            changed()


def wayland(path: str, state: str) -> None:
    """A compositor of two outputs, of whose wire it speaks what tells of them."""
    # The registry's numbers of them: the monitor upside down and first, and the panel.
    outputs = {7: b"HDMI-A-1", 9: b"eDP-1"}
    listeners = []

    def text(value: bytes) -> bytes:
        return struct.pack("=I", len(value) + 1) + value + bytes(4 - len(value) % 4)

    def message(target: int, event: int, arguments: bytes = b"") -> bytes:
        return struct.pack("=II", target, len(arguments) + 8 << 16 | event) + arguments

    def geometry(target: int, transform: int) -> bytes:
        return message(target, 0, bytes(20) + text(b"maker") + text(b"odd model") + struct.pack("=i", transform))

    def serve(connection: socket.socket) -> None:
        while header := connection.recv(8, socket.MSG_WAITALL):
            target, word = struct.unpack("=II", header)
            arguments = connection.recv((word >> 16) - 8, socket.MSG_WAITALL)
            say(f"{target} {word & 0xFFFF}")
            if (target, word & 0xFFFF) == (1, 1):
                there = [number for number in outputs if number != 9 or read(state) != "gone"]
                for name, interface in [(1, b"wl_compositor"), *((number, b"wl_output") for number in there)]:
                    globe = message(2, 0, struct.pack("=I", name) + text(interface) + struct.pack("=I", 9))
                    # In two pieces, as a busy compositor does.
                    connection.sendall(globe[:11])
                    connection.sendall(globe[11:])
            elif (target, word & 0xFFFF) == (2, 0):
                number, version, new = struct.unpack("=I16x2I", arguments)
                say(f"bound {number} by version {version}")
                is_panel = number == 9
                if is_panel:
                    time.sleep(PERIOD)  # so that what the monitor told is heard alone
                if is_panel and not read(state).isdigit():
                    connection.sendall(message(2, 1, struct.pack("=I", 9)))  # it has gone meanwhile
                    continue
                connection.sendall(
                    geometry(new, int(read(state)) if is_panel else 2)
                    + message(new, 4, text(outputs[number])) + message(new, 2))
                if is_panel:
                    listeners.append((connection, new))

    def changed() -> None:
        for connection, panel in listeners:
            if read(state) == "gone":
                connection.sendall(message(2, 1, struct.pack("=I", 9)))
            elif read(state) == "error":
                connection.sendall(message(1, 0, struct.pack("=II", 2, 1) + text(b"invalid object")))
            else:
                connection.sendall(geometry(panel, int(read(state))) + message(panel, 2))

    threading.Thread(target=accept, args=(listen(path), serve), daemon=True).start()
    say("ready")
    watch(state, changed)


def sensor_proxy(state: str) -> None:
    import dbus
    import dbus.mainloop.glib
    import dbus.service
    from gi.repository import GLib

    bus_daemon = subprocess.Popen(
        ["dbus-daemon", "--session", "--print-address", "--nofork", "--nopidfile"], stdout=subprocess.PIPE, text=True)
    address = bus_daemon.stdout.readline().strip()
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    connection = dbus.bus.BusConnection(address)
    interface = "net.hadess.SensorProxy"
    claimed = []

    class Proxy(dbus.service.Object):
        @dbus.service.method(interface, sender_keyword="sender")
        def ClaimAccelerometer(self, sender: str) -> None:
            say("claimed")
            claimed.append(sender)

        @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="ss", out_signature="v")
        def Get(self, _: str, name: str) -> str:
            say(name)
            return read(state)

        @dbus.service.signal(dbus.PROPERTIES_IFACE, signature="sa{sv}as")
        def PropertiesChanged(self, name: str, changed: dict, invalidated: list) -> None:
            pass

    name = dbus.service.BusName(interface, connection)
    proxy = Proxy(connection, "/net/hadess/SensorProxy")
    last = read(state)

    def look() -> bool:
        nonlocal last, name
        now = read(state)
        if now not in ("", last):
            last = now
            if now == "anew":
                # As one that has been started anew: nobody has claimed anything of it.
                claimed.clear()
                connection.release_name(interface)
                connection.request_name(interface)
            elif claimed:
                proxy.PropertiesChanged(interface, {"AccelerometerOrientation": now}, [])
        return True

    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    GLib.timeout_add(int(1000 * PERIOD), look)
    say(address)
    try:
        GLib.MainLoop().run()
    finally:
        bus_daemon.kill()


if __name__ == "__main__":
    {"wayland": wayland, "iio-sensor-proxy": sensor_proxy}[sys.argv[1]](*sys.argv[2:])
