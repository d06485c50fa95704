#!/usr/bin/env python3
"""A way to a broker that is worse than it is: hands each piece on after a while, in order, and now and then much later.

    Tests/Relay/proxy.py BROKER_PORT [--least MS] [--most MS] [--loss PERCENT]

Prints its own port. TCP sends anew what a network loses, so that of a loss only time is seen: a piece that is lost, and all
behind it, come 200 ms later, as Linux waits before it sends anew at the earliest (TCP_RTO_MIN).
"""
import argparse
import asyncio
import random


async def carry(reader, writer, asked):
    loop = asyncio.get_running_loop()
    pieces, last = asyncio.Queue(), 0.0

    async def hand_over():
        while True:
            at, data = await pieces.get()
            await asyncio.sleep(max(0, at - loop.time()))
            if not data:
                return writer.close()
            writer.write(data)
            await writer.drain()

    task = loop.create_task(hand_over())
    try:
        while True:
            data = await reader.read(4096)
            delay = random.uniform(asked.least, asked.most) / 1000 + (0.2 if random.random() * 100 < asked.loss else 0)
            last = max(last, loop.time() + delay)
            pieces.put_nowait((last, data))
            if not data:
                return await task
    except OSError:
        task.cancel()
        writer.close()


async def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("port", type=int)
    options.add_argument("--least", type=float, default=5)
    options.add_argument("--most", type=float, default=150)
    options.add_argument("--loss", type=float, default=0)
    asked = options.parse_args()

    async def accept(reader, writer):
        there = await asyncio.open_connection("127.0.0.1", asked.port)
        await asyncio.gather(carry(reader, there[1], asked), carry(there[0], writer, asked), return_exceptions=True)

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
