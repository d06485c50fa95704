#!/usr/bin/env python3
"""How much one Mosquitto takes: publishers of frames at a rate, each with so many readers, and the broker's own processor.

    Tests/Relay/load.py [--publishers 100] [--readers 20] [--rate 10] [--seconds 10] [--until-it-breaks]

All clients are this one process, whose own delay counts with the broker's. With --until-it-breaks the rate is doubled until
fewer than 99.9 % of the messages come, or 99 of 100 do not come within 50 ms.
"""
import argparse
import gc
import select
import struct
import time

from mqtt import Broker, Client, message, percentile, processor_seconds

FRAME = (b'{"type":"frame","seq":100000,"t_ns":81234567890123,"state":"tracking","x":2.00,"y":-0.52,"pitch_rad":-0.0524,'
         b'"roll_rad":0.1745,"up":[0.1736,0.0524,0.9834]}')


def topic(number):
    return f"load/{number:04}/frame"


def measure(publishers, readers, rate, seconds):
    with Broker() as broker:
        senders = [Client(broker.port, f"p{n}") for n in range(publishers)]
        listeners = [Client(broker.port, f"r{n}", [topic(n % publishers)])
                     for n in range(publishers * readers)]
        poll = select.epoll()
        # All packets are equally long, so that what has come is taken apart by counting: this process must not be the
        # one that is slow.
        packet = len(message(topic(0), bytes(8) + FRAME))
        receive, rest, stamp = {}, {}, struct.Struct(">d").unpack_from
        before = packet - len(FRAME) - 8
        for client in listeners:
            receive[client.socket.fileno()] = client.socket.recv
            rest[client.socket.fileno()] = b""
            poll.register(client.socket, select.EPOLLIN)
        for client in senders:
            client.socket.setblocking(True)
        gc.disable()
        delays, sent = [], 0
        begin, used = time.monotonic(), processor_seconds(broker.process.pid)
        step = 1 / (rate * publishers)
        end = begin + seconds
        due = begin
        while True:
            now = time.monotonic()
            if now > end + 2 or len(delays) >= sent * readers and now > end:
                break
            while due <= now and due < end:
                # Behind, it catches up: what is late is late by this process.
                senders[sent % publishers].socket.sendall(
                    message(topic(sent % publishers), struct.pack(">d", time.monotonic()) + FRAME))
                sent += 1
                due += step
            for number, _ in poll.poll(max(0, min(due - time.monotonic(), 0.01)), 256):
                data = rest[number] + receive[number](1 << 16)
                now = time.monotonic()
                for at in range(0, len(data) - packet + 1, packet):
                    delays.append(now - stamp(data, at + before)[0])
                rest[number] = data[len(data) - len(data) % packet:]
        gc.enable()
        took = min(time.monotonic(), end) - begin
        used = (processor_seconds(broker.process.pid) - used) / took
        share = len(delays) / max(1, sent * readers)
        result = (share, percentile(delays, 0.5) * 1e3, percentile(delays, 0.99) * 1e3)
        print(f"{publishers} publishers at {rate:g} Hz, {readers} readers each: {sent * readers / took:,.0f} messages/s "
              f"asked, {100 * share:.2f} % delivered, p50 {result[1]:.2f} ms, p99 {result[2]:.2f} ms, "
              f"broker {100 * used:.0f} % of a core", flush=True)
        return share >= 0.999 and result[2] <= 50


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--publishers", type=int, default=100)
    options.add_argument("--readers", type=int, default=20)
    options.add_argument("--rate", type=float, default=10)
    options.add_argument("--seconds", type=float, default=10)
    options.add_argument("--until-it-breaks", action="store_true")
    asked = options.parse_args()
    rate, is_fine = asked.rate, True
    while is_fine:
        is_fine = measure(asked.publishers, asked.readers, rate, asked.seconds)
        rate *= 2
        if not asked.until_it_breaks:
            break


if __name__ == "__main__":
    main()
