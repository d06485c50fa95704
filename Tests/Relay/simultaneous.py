#!/usr/bin/env python3
"""Starts two publishers of one topic at the same moment, again and again: one of the two ends with a clear word each time.

    Tests/Relay/simultaneous.py [--bin .build/release] [--times 100]

Ends with 1 where both stayed, both ended, or none published.
"""
import argparse
import subprocess
import sys
import tempfile
import time

from mqtt import Broker, Client


def start(asked, broker, near):
    return subprocess.Popen(
        [asked.bin + "/tiltshadow-relay", "publish", "--to", f"mqtt://127.0.0.1:{broker.port}/desk", "--socket", near,
         "--config", "/dev/null"], stderr=subprocess.PIPE, text=True)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--bin", default=".build/release")
    options.add_argument("--times", type=int, default=100)
    asked = options.parse_args()
    longest, wrong = 0, 0
    with Broker() as broker, tempfile.TemporaryDirectory() as directory:
        near = directory + "/near"
        daemon = subprocess.Popen(
            [asked.bin + "/tiltshadowd", "--replay", "Sources/tiltshadow/Resources/demo.tiltlog", "--loop", "--socket",
             near, "--config", "/dev/null"], stderr=subprocess.DEVNULL)
        time.sleep(0.5)
        try:
            for _ in range(asked.times):
                pair = [start(asked, broker, near) for _ in range(2)]
                begin = time.monotonic()
                while all(one.poll() is None for one in pair) and time.monotonic() < begin + 30:
                    time.sleep(0.01)
                longest = max(longest, time.monotonic() - begin)
                ended = [one for one in pair if one.poll() is not None]
                # The other has the topic from now on: frames of it come.
                reader = Client(broker.port, "reader", ["desk/frame"])
                end, frames = time.monotonic() + 10, 0
                while frames < 5 and time.monotonic() < end:
                    time.sleep(0.02)
                    frames += len(reader.messages())
                reader.socket.close()
                left = [one for one in pair if one.poll() is None]
                words = ended[0].stderr.read() if len(ended) == 1 else ""
                if len(ended) != 1 or ended[0].returncode != 3 or "another publisher took desk" not in words \
                        or len(left) != 1 or frames < 5:
                    wrong += 1
                    print([one.returncode for one in pair], frames, words)
                for one in left:
                    one.terminate()
                    one.wait()
        finally:
            daemon.kill()
            daemon.wait()
    print(f"{asked.times} times: {wrong} wrong; the longest was decided after {longest:.1f} s")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
