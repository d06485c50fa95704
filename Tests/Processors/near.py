#!/usr/bin/env python3
"""near.py HERE THERE: whether two lists of frames differ by no more than another C library's rounding, and not at all as sent.

Numbers are the hexadecimal digits of a double's bits; offsets come first, sent to 0.01 point, then angles, to 0.0001 rad.
"""
import struct
import sys

LIMIT = 1e-12  # points, radians, or g: a hundred times what a sum of a few roundings is


def number(digits):
    return None if digits == "-" else struct.unpack(">d", bytes.fromhex(digits.zfill(16)))[0]


def sent(index, value):
    return f"{value:.2f}" if index < 2 else f"{value:.4f}"


def main(here, there):
    lines = list(zip(open(here), open(there), strict=True))
    worst, different = 0.0, 0
    for number_of_line, (mine, other) in enumerate(lines, 1):
        if mine == other:
            continue
        different += 1
        mine, other = mine.split(), other.split()
        if mine[:2] != other[:2] or len(mine) != len(other):
            sys.exit(f"line {number_of_line}: {' '.join(mine)} and {' '.join(other)}")
        for index, (a, b) in enumerate(zip(map(number, mine[2:]), map(number, other[2:]))):
            if (a is None) != (b is None):
                sys.exit(f"line {number_of_line}: {a} and {b}")
            if a is None:
                continue
            worst = max(worst, abs(a - b))
            if not abs(a - b) <= LIMIT or sent(index, a) != sent(index, b):
                sys.exit(f"line {number_of_line}: {a!r} and {b!r}, number {index + 1}")
    print(f"{different} of {len(lines)} lines differ from this machine's, by {worst:.1e} at most, and none as it is sent")


main(*sys.argv[1:])
