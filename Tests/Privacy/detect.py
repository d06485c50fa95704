#!/usr/bin/env python3
"""Tells whether a subscriber can tell taps beside a resting device, and on which side they were.

A detector learns on one half of the taps and is judged on the other, and the other way round: ridge-regularised linear
discriminant analysis on everything that frames say in the 560 ms around a tap, or on when messages came and nothing else.
What is judged is the area under the ROC curve: 0.5 is a guess, 1 is certainty. By how much frames are late against the
taps is chosen on the half that is learned from, like everything else.

    detect.py BENCH [--quick]       BENCH is tiltshadow-bench; ends with 1 where a cell is over 0.55
    detect.py BENCH --unheld        the whole table of what the hold keeps back; asks nothing

The last rows are the detector's own test: they listen to the motion as it is before it is held, and must be found out.
"""
import subprocess
import sys

import numpy as np

LIMIT = 0.55
GRID = np.arange(-0.06, 0.5, 0.02)
SHIFTS = np.arange(-0.08, 0.21, 0.04)
EXTREME = ["--rate", "200", "--gain", "1000", "--lookahead", "100", "--yaw-assist"]
OPTIONS = {
    "default": [],
    "extreme": EXTREME,
    "arrival": ["--rate", "200", "--changed"],
    "arrival+": EXTREME + ["--changed"],
    "1 Hz": ["--rate", "1"],
    "200 Hz": ["--rate", "200", "--gain", "1000"],
}
# What is looked at together: offsets, angles, up, and all that a frame says.
COLUMNS = [slice(0, 2), slice(2, 4), slice(4, 7), slice(0, 8)]


def play(bench, arguments):
    """The taps (times, left) and the messages (a row each) of one run."""
    text = subprocess.run([bench, "privacy", *arguments], stdout=subprocess.PIPE, check=True).stdout
    numbers = np.fromstring(text.decode(), sep=" ")
    count = int(numbers[0])
    taps = numbers[1 : 1 + 2 * count].reshape(count, 2)
    return taps, numbers[1 + 2 * count :].reshape(-1, 9)


def edges(messages, instants):
    """The first message at or after the beginning of each 20 ms, and after the last."""
    ends = np.concatenate([instants, instants[:, -1:] + 0.02], axis=1)
    return np.searchsorted(messages[:, 0], ends, side="left")


def values(messages, columns):
    """What was said in each 20 ms, on average, or last: the columns that ever change, each by its own spread."""
    table = messages[:, 1:][:, columns]
    spread = table.std(axis=0)
    table = table[:, spread > 0] / spread[spread > 0]
    table = table - table.mean(axis=0)
    sums = np.concatenate([np.zeros((1, table.shape[1])), np.cumsum(table, axis=0)])

    def make(instants):
        at = edges(messages, instants)
        counts = np.diff(at, axis=1)[..., None]
        # Sums are rounded: what did not change must not look as if it had.
        said = np.round((sums[at[:, 1:]] - sums[at[:, :-1]]) / np.maximum(counts, 1), 9)
        taken = np.where(counts > 0, said, np.round(table[np.clip(at[:, :-1] - 1, 0, None)], 9))
        return (taken - taken[:, :3].mean(axis=1, keepdims=True)).reshape(len(instants), -1)

    return make


def arrivals(messages):
    """How many messages came in each 20 ms."""
    return lambda instants: np.diff(edges(messages, instants), axis=1).astype(float)


def area(positive, negative):
    """The area under the ROC curve: how often a positive scores above a negative, ties for a half."""
    order, ranks = np.unique(np.concatenate([positive, negative]), return_inverse=True)
    counts = np.bincount(ranks, minlength=len(order))
    middle = np.cumsum(counts) - (counts - 1) / 2
    total = middle[ranks][: len(positive)].sum()
    return (total - len(positive) * (len(positive) + 1) / 2) / (len(positive) * len(negative))


def direction(positive, negative):
    """The discriminant that tells the two apart."""
    between = positive.mean(axis=0) - negative.mean(axis=0)
    within = np.concatenate([positive - positive.mean(axis=0), negative - negative.mean(axis=0)])
    scatter = np.atleast_2d(np.cov(within.T))
    ridge = 0.3 * np.trace(scatter) / len(scatter) + 1e-12
    return np.linalg.solve(scatter + ridge * np.eye(len(scatter)), between)


def split(rows, labels, learned, asked):
    """Learns on the rows `learned` and gives the area on the rows `asked`."""
    one, other = rows[learned & labels], rows[learned & ~labels]
    weights = direction(one, other)
    return area(rows[asked & labels] @ weights, rows[asked & ~labels] @ weights)


def judge(makers, moments, labels, pair):
    """The mean area on the half that was not learned from; `pair` numbers the tap a row belongs to."""
    views = [make(moments + shift) for make in makers for shift in SHIFTS]
    views = [rows for rows in views if rows.shape[1] > 0 and np.any(rows != rows[0])]
    if not views:
        return 0.5
    found = []
    for half in (0, 1):
        learned = pair % 2 == half
        first, second = learned & (pair % 4 < 2), learned & (pair % 4 >= 2)
        worth = [split(r, labels, first, second) + split(r, labels, second, first) for r in views]
        found.append(split(views[int(np.argmax(worth))], labels, learned, ~learned))
    return float(np.mean(found))


def cell(bench, arguments, kind):
    """Was there a tap, and on which side: the two areas."""
    taps, messages = play(bench, arguments)
    is_timing = kind.startswith("arrival")
    makers = [arrivals(messages)] if is_timing else [values(messages, columns) for columns in COLUMNS]
    number = np.arange(len(taps))
    around = taps[:, :1] + GRID
    # 400 ms before a tap there is none, whatever lies between two.
    both = np.concatenate([around, around - 0.4])
    labels = np.arange(len(both)) < len(taps)
    there = judge(makers, both, labels, np.concatenate([number, number]))
    side = judge(makers, around, taps[:, 1] > 0, number)
    return there, side


def burst(amplitude, hertz, noise="0.01", *more):
    """The arguments of the player for taps of one kind."""
    decay = {"25": "0.02", "4": "0.08"}[hertz]
    return ["--amplitude", amplitude, "--hertz", hertz, "--decay", decay, "--noise", noise, *more]


def table(quick):
    """The claim, what lies beyond it, and what is not held: (name, kind of options, arguments) each."""
    claim = [
        (f"{amplitude} at {hertz} Hz, noise {noise}", burst(amplitude, hertz, noise))
        for noise in (["0.002"] if quick else ["0.01", "0.002"])
        for hertz in ["25", "4"]
        for amplitude in (["0.5"] if quick else ["0.05", "0.2", "0.5"])
    ]
    def turned(rate):
        return burst("0.2", "4", "0.01", "--gyroscope", "--turn", rate)

    claim += [("0.2 at 4 Hz, turned by 0.05 rad/s", turned("0.05"))]
    if not quick:
        claim += [
            ("none", burst("0", "4")),
            ("0.5 at 4 Hz, straight across", burst("0.5", "4", "0.01", "--across")),
            ("0.2 at 4 Hz, a lap that sways by 0.05", burst("0.2", "4", "0.01", "--sway", "0.05")),
            ("0.5 at 4 Hz, four taps a second", burst("0.5", "4", "0.01", "--spacing", "0.25")),
        ]
    beyond = [
        ("1.0 at 25 Hz, straight across", burst("1", "25", "0.01", "--across")),
        ("1.0 at 4 Hz, straight across", burst("1", "4", "0.01", "--across")),
        ("0.5 at 4 Hz, a lap that sways by 0.2", burst("0.5", "4", "0.01", "--sway", "0.2")),
        ("0.5 at 4 Hz, across, seven a second", burst("0.5", "4", "0.01", "--across", "--spacing", "0.15")),
        ("0.2 at 4 Hz, turned by 0.1 rad/s", turned("0.1")),
        ("0.5 at 4 Hz, across, noise 0.03", burst("0.5", "4", "0.03", "--across")),
    ]
    unheld = [("0.5 at 4 Hz, not held", burst("0.5", "4", "0.002", "--unheld"))]
    # Sensors that report only changes: what is silence, and what a turn, must not depend on who listens.
    silent = [
        (
            f"0.5 at {hertz} Hz, silent, {rate} a second",
            burst("0.5", hertz, "0.002", "--silent", "--count", "0.01", "--sensor-rate", rate),
        )
        for rate in ["25", "4"]
        for hertz in (["4"] if quick else ["25", "4"])
    ]
    kinds = ["default", "extreme", "arrival"]

    def each(rows, kinds):
        return [(name, kind, arguments) for name, arguments in rows for kind in kinds]

    rates = ["200 Hz"] if quick else ["1 Hz", "default", "200 Hz"]
    claimed = each(claim, kinds if quick else list(OPTIONS)[:4]) + each(silent, rates)
    return claimed, each([] if quick else beyond, kinds[:2]), each(unheld, kinds)


def main():
    bench, quick = sys.argv[1], "--quick" in sys.argv[2:]
    taps = 500 if quick else 2400
    # The standard error of an area of a half is 0.41 / sqrt(taps): four of them are no chance.
    limit = max(LIMIT, 0.5 + 4 * 0.41 / taps**0.5)
    claim, beyond, unheld = table(quick)
    if "--unheld" in sys.argv[2:]:
        shown = [(name, kind, [*given, "--unheld"]) for name, kind, given in claim + beyond]
        claim, beyond, unheld = [], shown, []
    print(f"{taps} taps a cell; at most {limit:.3f}\n")
    print(f"{'taps of m/s²':40}{'options':10}{'a tap?':>8}{'side?':>8}")
    failed = 0
    for heading, group, is_wrong in (
        ("", claim, lambda there, side: max(there, side) > limit),
        ("beyond the claim:", beyond, lambda there, side: False),
        ("the detector finds what is not held:", unheld, lambda there, side: there < 0.8),
    ):
        if heading and group:
            print(heading)
        for name, kind, arguments in group:
            there, side = cell(bench, [*arguments, "--taps", str(taps), *OPTIONS[kind]], kind)
            wrong = is_wrong(there, side)
            failed += wrong
            print(f"{name:40}{kind:10}{there:8.3f}{side:8.3f}{'  WRONG' if wrong else ''}", flush=True)
    print(f"\n{failed} not as they should be" if failed else "\nall as it should be")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
