"""As much of MQTT 3.1.1 as a measurement needs: a client that publishes and reads with quality 0, and a broker to start."""
import os
import socket
import struct
import subprocess
import tempfile
import time


def length(count):
    out = b""
    while True:
        count, low = count >> 7, count & 127
        out += bytes([low | (128 if count else 0)])
        if not count:
            return out


def text(words):
    words = words.encode()
    return struct.pack(">H", len(words)) + words


def message(topic, payload):
    body = text(topic) + payload
    return b"\x30" + length(len(body)) + body


class Client:
    """One connection; what has come is taken apart by `messages`."""

    def __init__(self, port, name, topics=()):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""
        body = text("MQTT") + b"\x04\x02" + struct.pack(">H", 600) + text(name)
        self.socket.sendall(b"\x10" + length(len(body)) + body)
        self.await_packet(0x20)
        for number, topic in enumerate(topics, 1):
            body = struct.pack(">H", number) + text(topic) + b"\x00"
            self.socket.sendall(b"\x82" + length(len(body)) + body)
            self.await_packet(0x90)
        self.socket.setblocking(False)

    def await_packet(self, kind):
        while not any(packet[0] & 0xF0 == kind for packet in self.packets(self.socket.recv(4096))):
            pass

    def packets(self, more):
        """Whole packets: their first byte and what follows their length."""
        data, at, found = self.rest + more, 0, []
        while len(data) - at >= 2:
            count, shift, start = 0, 0, at + 1
            while True:
                if start >= len(data):
                    break
                byte = data[start]
                count |= (byte & 127) << shift
                shift += 7
                start += 1
                if byte < 128:
                    break
            else:
                break
            if start > len(data) or len(data) - start < count or data[start - 1] >= 128:
                break
            found.append((data[at], data[start:start + count]))
            at = start + count
        self.rest = data[at:]
        return found

    def messages(self):
        """The payloads that have come, each with its topic."""
        try:
            more = self.socket.recv(1 << 16)
        except BlockingIOError:
            return []
        if not more:
            raise EOFError("the broker hung up")
        found = []
        for kind, body in self.packets(more):
            if kind & 0xF0 == 0x30:
                size = struct.unpack(">H", body[:2])[0]
                found.append((body[2:2 + size].decode(), body[2 + size:]))
        return found


class Broker:
    """A Mosquitto on a port of its own."""

    def __init__(self, lines=()):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.directory = tempfile.TemporaryDirectory()
        path = self.directory.name + "/mosquitto.conf"
        with open(path, "w") as file:
            file.write(f"listener {self.port} 127.0.0.1\npersistence false\nset_tcp_nodelay true\nuser root\n"
                       "allow_anonymous true\n" + "\n".join(lines) + "\n")
        self.start()

    def start(self):
        """Starts it, or again after it was killed."""
        self.process = subprocess.Popen(["mosquitto", "-c", self.directory.name + "/mosquitto.conf"],
                                        stderr=subprocess.DEVNULL,
                                        env={**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin"})
        end = time.monotonic() + 10
        while True:
            try:
                return socket.create_connection(("127.0.0.1", self.port)).close()
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.02)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.directory.cleanup()


def processor_seconds(pid):
    """What a process has used of a processor so far: by the scheduler's own count, as one that runs for some µs at each tick
    of a clock is mostly missed, or always met, by one that looks every 4 ms."""
    return sum(int(open(f"/proc/{pid}/task/{thread}/schedstat").read().split()[0]) * 1e-9
               for thread in os.listdir(f"/proc/{pid}/task"))


def wakeups(pid):
    """How often a process has begun to wait so far."""
    return sum(int(line.split()[1]) for thread in os.listdir(f"/proc/{pid}/task")
               for line in open(f"/proc/{pid}/task/{thread}/status") if line.startswith("voluntary_ctxt_switches"))


def private_memory(pid):
    """Private and resident memory of a process, in kB."""
    private, resident = 0, 0
    for line in open(f"/proc/{pid}/smaps_rollup"):
        words = line.split()
        if line.startswith("Private_"):
            private += int(words[1])
        if line.startswith("Rss:"):
            resident = int(words[1])
    return private, resident


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))] if values else float("nan")
