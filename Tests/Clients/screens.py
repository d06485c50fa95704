"""screens.py sway SOCKET STATE | hyprland DIRECTORY STATE | iio-sensor-proxy STATE: one that tells how the screen is turned.

It says what the file STATE does: sway's word for a transform, Hyprland's number, or the orientation that iio-sensor-proxy
tells. A monitor beside the panel is upside down, and looked at. Prints `ready`, or the address of a bus of its own; every
request is printed, too. The third needs dbus-daemon, python3-dbus and python3-gi.
"""

import json
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

MAGIC = b"i3-ipc"
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


def outputs(transform: object, upside_down: object) -> bytes:
    mode = {"width": 1920, "height": 1080, "refresh": 60000}
    return json.dumps([
        {"name": "HDMI-A-1", "active": True, "focused": True, "transform": upside_down, "modes": [mode]},
        {"name": "eDP-1", "active": True, "focused": False, "transform": transform, "modes": [mode]},
    ]).encode()


def sway(path: str, state: str) -> None:
    listeners = []

    def send(connection: socket.socket, kind: int, payload: bytes) -> None:
        # In two pieces, as a busy compositor does.
        connection.sendall(MAGIC + struct.pack("=I", len(payload)))
        connection.sendall(struct.pack("=I", kind) + payload)

    def serve(connection: socket.socket) -> None:
        while header := connection.recv(14, socket.MSG_WAITALL):
            length, kind = struct.unpack("=II", header[6:])
            payload = connection.recv(length, socket.MSG_WAITALL) if length else b""
            say(f"{kind} {payload.decode()}")
            if kind == 2:
                listeners.append(connection)
                send(connection, 2, b'{"success": true}')
            elif kind == 3:
                send(connection, 3, outputs(read(state), "180"))

    def changed() -> None:
        # Sway 1.7 tells of no turn at all; it is asked again by itself.
        for connection in listeners if read(state) != "270" else ():
            send(connection, 0x80000001, b'{"change": "unspecified"}')

    threading.Thread(target=accept, args=(listen(path), serve), daemon=True).start()
    say("ready")
    watch(state, changed)


def hyprland(directory: str, state: str) -> None:
    listeners = []

    def serve(connection: socket.socket) -> None:
        say(connection.recv(100).decode())
        connection.sendall(outputs(int(read(state)), 2))
        connection.close()

    def changed() -> None:
        for connection in listeners:
            connection.sendall(b"configreloaded>>\n")

    os.makedirs(directory, exist_ok=True)
    for name, use in ((".socket.sock", serve), (".socket2.sock", listeners.append)):
        threading.Thread(target=accept, args=(listen(f"{directory}/{name}"), use), daemon=True).start()
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
    {"sway": sway, "hyprland": hyprland, "iio-sensor-proxy": sensor_proxy}[sys.argv[1]](*sys.argv[2:])
