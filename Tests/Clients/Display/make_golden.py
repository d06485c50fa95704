"""make_golden.py: writes golden.json, which every client must reproduce; README.md has the formulas. Needs numpy.

`make_golden.py --check` only compares. It refuses to write a table in which a decision hangs by a hair: then the order of
additions would decide, and not the algorithm.
"""

import json
import os
import sys

import numpy as np
from reference import DELIVERY, HAIR, PhaseLock, lookahead, resampled

START = 5_000_000_000_000  # ns
PLACE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden.json")
random = np.random.default_rng(20_261_122)


def wave(seconds):
    """A hand's motion, in points, as precise as a frame has it."""
    x = 7 * np.sin(2 * np.pi * 0.9 * seconds) + 2.5 * np.sin(2 * np.pi * 2.3 * seconds + 1)
    y = 4 + 5 * np.cos(2 * np.pi * 0.7 * seconds)
    return round(float(x), 2), round(float(y), 2)


def frames_at(times, state=lambda index: "tracking"):
    return [("frame", int(t), *wave((t - START) / 1e9), state(index)) for index, t in enumerate(times)]


def resampler(name, rate, frames, vsyncs, late=DELIVERY):
    """Frames come `late` ns after their instant, or when they are told to; a vsync sees those that have come."""
    arrivals = [(event[1] + late if len(event) == 5 else event[5], 0, event[:5]) for event in frames]
    rows, come = [], []
    for _, _, event in sorted([*arrivals, *((v, 1, ("vsync", int(v))) for v in vsyncs)], key=lambda item: item[:2]):
        if event[0] == "frame":
            come.append(event[1:])
            rows.append(event)
        else:
            rows.append((*event, *(resampled(come, rate, event[1]) or ())))
    return {"name": name, "kind": "resampler", "rate_hz": rate, "rows": rows}


def grid(hz, count, start=START):
    return np.round(start + np.arange(count) * 1e9 / hz).astype(np.int64)


def in_given_order(name, rate, rows):
    """The same for rows whose order is given: instants of vsyncs that no display would have."""
    come, done = [], []
    for row in rows:
        if row[0] == "frame":
            come.append(row[1:])
            done.append(row)
        else:
            done.append((*row, *(resampled(come, rate, row[1]) or ())))
    return {"name": name, "kind": "resampler", "rate_hz": rate, "rows": done}


def resampler_cases():
    fifty = grid(50, 40)
    yield resampler("50 Hz frames, 60 Hz display", 50, frames_at(fifty), grid(59.946, 44, START - 20_000_000))
    yield resampler("50 Hz frames, 144 Hz display", 50, frames_at(fifty[:25]), grid(143.87, 70, START + 3_000_000))
    yield resampler("100 Hz frames, 90 Hz display", 100, frames_at(grid(100, 40)), grid(90.02, 36, START + 1_000_000))
    uneven = fifty + random.integers(0, 4_000_000, len(fifty))
    yield resampler("frames that come unevenly late", 50,
                    [(*frame, frame[1] + int(random.integers(100_000, 12_000_000))) for frame in frames_at(uneven)],
                    grid(60, 48))
    lost = [frame for index, frame in enumerate(frames_at(fifty)) if index not in (5, 9, 12, 13, 20, 21, 22, 23)]
    yield resampler("frames lost, one, two and four", 50, lost, grid(75, 58))
    states = frames_at(fifty[:24], lambda index: "tracking" if index < 6 or index > 17 else "stale" if index < 12 else "none")
    yield resampler("states change", 50, states, grid(120, 56))
    shuffled = frames_at(fifty[:16])
    for one, other in ((3, 4), (8, 10)):
        shuffled[one], shuffled[other] = shuffled[other], shuffled[one]
    rows = []
    for index, frame in enumerate([*shuffled, shuffled[-1], shuffled[0]]):
        rows += [frame, ("vsync", START + index * 20_000_000 + 7_000_000)]
    yield in_given_order("frames out of order and repeated", 50, rows)
    odd = [("vsync", START)]
    for frame in frames_at(fifty[:8]):
        t = frame[1]
        odd += [frame] + [("vsync", int(v)) for v in (
            t, t, t - 3_000_000, t + DELIVERY, t + 9_000_000, t + 9_000_000, t + 20_000_000 + DELIVERY, t + 10**12,
            t - 10**12, 0, -1, 4 * 10**18, -4 * 10**18)]
    yield in_given_order("vsyncs that repeat, go back and jump", 50, odd)
    late = 9_300_000_000_000_000  # a machine that has been up for 107 days: above 2^53
    yield resampler("a long uptime", 50, [("frame", int(t), *wave(i / 9), "tracking") for i, t in enumerate(grid(50, 10, late))],
                    grid(60, 14, late))
    strange = frames_at(fifty[:9])
    for index, change in ((1, (4 * 10**18, 1, 2)), (3, (-(2**63), 1, 2)), (4, (None, 1e300, 2)), (6, (None, 1, -1e9))):
        t, x, y = change
        strange[index] = ("frame", strange[index][1] if t is None else t, x, y, "tracking")
    rows = [("frame", -4 * 10**18, 1.0, 2.0, "tracking"), ("vsync", START)]
    for index, frame in enumerate(strange):
        rows += [frame, ("vsync", START + index * 20_000_000 + 7_000_000)]
    yield in_given_order("frames that cannot be", 50, rows)
    yield in_given_order("offsets far out", 50, [
        ("frame", START, 9.9e8, -9.9e8, "tracking"), ("frame", START + 20_000_000, -9.9e8, 9.9e8, "tracking"),
        ("vsync", START + 30_500_000)])
    yield in_given_order("a rate that is none", -3, [*frames_at(fifty[:2]), ("vsync", START + 27_000_000), *frames_at(fifty[4:7]),
                                                    ("vsync", START + 127_000_000)])
    sparse = grid(50, 12)[[0, 1, 2, 7, 8, 11]]
    yield resampler("frames only where something changed", 50, frames_at(sparse), grid(60, 16))


def as_asked(_, rate, phase):
    return ("ok", rate, phase)


def phase_lock(name, events, gyroscope=True, given=as_asked):
    """Events are vsyncs, or rows such as ("gyroscope", False); the daemon answers the lock number n with given(n, rate, phase)."""
    lock, rows, locks = PhaseLock(gyroscope), [], 0

    def say(row):
        nonlocal locks
        rows.append(row)
        what, *values = row
        if what == "gyroscope":
            lock.gyroscope = values[0]
            return
        said = lock.vsync(*values) if what == "vsync" else lock.ok(*values)
        was = next((row[1] for row in reversed(rows) if row[0] == "locked"), False)
        if said:
            rows.append(said)
        if was != (lock.given is not None):
            rows.append(("locked", lock.given is not None))
        if said and said[0] == "lock":
            locks += 1
            answer = given(locks, *said[1:3])
            if answer:
                say(answer)

    for event in events:
        say(event if isinstance(event, tuple) else ("vsync", int(event)))
    assert lock.margin > HAIR, f"{name}: a decision within {lock.margin:.1e} of its limit"
    return {"name": name, "kind": "phase-lock", "gyroscope": gyroscope, "rows": rows}


def after(vsyncs, pause):
    return int(vsyncs[-1]) + round(pause)


def phase_lock_cases():
    clean = phase_lock("60 Hz", grid(60, 60))
    phase = [row for row in clean["rows"] if row[0] == "lock"][0]
    line = np.polyfit(np.arange(31), grid(60, 31) - START, 1)
    assert abs(line[0] * 30 + line[1] - 1e6 - (phase[2] - START)) < 2, "the fit is no least squares"
    yield clean
    for hz in (23.976, 24, 200):
        yield phase_lock(f"{hz} Hz, the last that locks", grid(hz, int(0.8 * hz)))
    for hz in (20, 23.8, 205, 240, 360):
        yield phase_lock(f"{hz} Hz, never", grid(hz, 40 if hz < 100 else 120))
    yield phase_lock("59.94 Hz, in whole milliseconds", grid(59.94, 480) // 1_000_000 * 1_000_000)
    yield phase_lock("143.98 Hz, in tenths of a millisecond", grid(143.98, 330) // 100_000 * 100_000)
    missed = grid(60, 300)
    yield phase_lock("every sixth missed, and some more", missed[random.random(300) > 1 / 6])
    noisy = grid(75, 240) + random.normal(0, 150_000, 240).astype(np.int64)
    noisy[random.random(240) < 0.04] += 5_000_000
    yield phase_lock("noise, and a few much too late", noisy)
    doubled = np.repeat(grid(60, 60), 2)
    doubled[1::4] += 200_000
    yield phase_lock("each twice, some a little later", doubled)
    back = grid(60, 90)
    back[[20, 41, 42, 60]] -= 3_000_000
    back[70] -= 40_000_000
    yield phase_lock("some go back", back)
    sixty = grid(60, 60)
    yield phase_lock("a sleep of 40 s", [*sixty, *grid(60, 100, after(sixty, 40e9 + 5.2e6))])
    yield phase_lock("a jump back by an hour", [*sixty, *grid(60, 50, after(sixty, -3.6e12 + 4.1e6))])
    yield phase_lock("a jump by six milliseconds", [*sixty, *grid(60, 130, after(sixty, 1e9 / 60 + 6e6))])
    yield phase_lock("60 to 144 Hz", [*sixty, *grid(144, 290, after(sixty, 1e9 / 144 + 1.3e6))])
    yield phase_lock("120 to 60 Hz, then 120 again", [
        *(one := grid(120, 100)), *(two := grid(60, 100, after(one, 1e9 / 60))), *grid(120, 250, after(two, 1e9 / 120))])
    yield phase_lock("60 to 59.94 Hz without a pause", [
        *(one := grid(60, 90)), *grid(59.94, 270, after(one, 1e9 / 59.94))])
    yield phase_lock("48 to 144 Hz as the picture likes", START + np.cumsum(random.uniform(6.9e6, 20.8e6, 200)).astype(np.int64))
    fine = grid(60, 240) + np.cumsum(random.normal(0, 700_000, 240)).astype(np.int64)
    yield phase_lock("a little this way and that", fine)
    yield phase_lock("a clock 300 ppm off after a second", np.round(
        [START + t + max(t - 1e9, 0) * 300e-6 for t in np.arange(360) * 1e9 / 60]))
    yield phase_lock("a long uptime", grid(60, 60, 9_300_000_000_000_000))
    yield phase_lock("200.01 Hz, asked for as 200", grid(200.01, 140))
    yield phase_lock("a step of 1.4 ms, then another", [
        *sixty, *(one := grid(60, 120, after(sixty, 1e9 / 60 + 1.4e6))), *grid(60, 130, after(one, 1e9 / 60 + 1.4e6))])
    noise = random.choice((-1_200_000, 1_200_000), 60)
    yield phase_lock("noise for a second", [
        *sixty, *(one := grid(60, 60, after(sixty, 1e9 / 60))) + noise, *grid(60, 180, after(one, 1e9 / 60))])
    yield phase_lock("a halting start", [
        START, START + 345_000_000, START + 655_000_000, *grid(60, 4, START + 675_000_000), *grid(60, 60, START + 1_060_000_000)])
    wild = [0, -1, 4 * 10**18, -4 * 10**18, *sixty[:40], 4 * 10**18, sixty[40], 0, *sixty[41:]]
    yield phase_lock("instants that cannot be", wild)
    yield from answer_cases()


def answer_cases():
    """Displays on daemons that do not give what was asked for."""
    sixty, long = grid(60, 60), grid(60, 60 * 16)
    yield phase_lock("59.94 Hz, without a gyroscope", grid(59.94, 60), gyroscope=False)
    yield phase_lock("a gyroscope comes, goes, and comes again", [
        *long[:60], ("gyroscope", True), *long[60:180], ("gyroscope", False), *long[180:200], ("gyroscope", True), *long[200:360]],
        gyroscope=False)
    yield phase_lock("the nearest phase, 8 ms off, and later a free one", grid(40, 40 * 14),
                     given=lambda n, rate, phase: ("ok", rate, phase + 8_000_000 * (n < 3)))
    yield phase_lock("always 4.6 ms off", grid(24, 24 * 32), given=lambda n, rate, phase: ("ok", rate, phase - 4_600_000))
    yield phase_lock("an older daemon, and a newer one later", grid(50, 50 * 6),
                     given=lambda n, rate, phase: ("ok", rate, phase) if n > 1 else ("ok", rate))
    yield phase_lock("a daemon that says nothing", grid(30, 30 * 10), given=lambda *_: None)
    yield phase_lock("ticks of another rate", grid(60, 60 * 3), given=lambda n, rate, phase: ("ok", rate * 1.001, phase))
    yield phase_lock("a shared grid 100 ppm slower", grid(60, 60 * 9),
                     given=lambda n, rate, phase: ("ok", round(rate * 0.9999, 6), phase + 20_000))
    yield phase_lock("a shared grid 0.24 ms early", grid(48, 48 * 6), given=lambda n, rate, phase: ("ok", rate, phase - 240_000))
    yield phase_lock("a shared grid 0.26 ms late", grid(120, 120 * 3), given=lambda n, rate, phase: ("ok", rate, phase + 260_000))
    yield phase_lock("an instant of its grid an hour ago, and one to come", grid(50, 50 * 3),
                     given=lambda n, rate, phase: ("ok", rate, phase - 3600 * 10**9 if n == 1 else phase + 60 * 10**9))
    yield phase_lock("a phase beyond all time", grid(50, 60), given=lambda n, rate, phase: ("ok", rate, 4 * 10**18))
    yield phase_lock("an answer to nothing, and one twice", [
        *sixty[:5], ("ok", 60.0, START), ("ok", 50.0), *sixty[5:50], ("ok", 60.0, START - 1_000_000), *sixty[50:]])
    drift = np.round([START + t + max(t - 1e9, 0) * 300e-6 for t in np.arange(60 * 8) * 1e9 / 60])
    yield phase_lock("locked, and refused when it asks again", drift,
                     given=lambda n, rate, phase: ("ok", rate, phase) if n == 1 else ("ok", rate, phase + 5_000_000))
    yield phase_lock("locked, and no answer when it asks again", drift,
                     given=lambda n, rate, phase: ("ok", rate, phase) if n == 1 else None)
    yield phase_lock("refused, locked, and asked again two seconds later", drift,
                     given=lambda n, rate, phase: ("ok", rate, phase + 5_000_000 * (n == 1)))
    yield phase_lock("a jump before the answer", [
        *sixty[:30], *grid(60, 1, START + 500_000_000), *grid(60, 200, START + 9_003_000_000)], given=lambda *_: None)


def golden():
    cases = [*resampler_cases(), *phase_lock_cases()]
    table = [(hz, rate, gyroscope, lookahead(hz, rate, gyroscope)) for hz, rate, gyroscope in (
        (60, 50, True), (59.94, 50, True), (144, 100, True), (90, 200, True), (60, 50, False), (0, 50, True),
        (-60, 50, True), (60, 10, True), (1, 200, True), (24, 1, True), (60, 0, True), (60, -50, True),
        (1e-300, 50, True), (144, 1e-300, True), (1e300, 1e300, True))]
    lines = []
    for case in cases:
        head = json.dumps({key: value for key, value in case.items() if key != "rows"}, separators=(",", ":"))
        rows = ",\n".join(json.dumps(row, separators=(",", ":")) for row in case["rows"])
        lines.append(f'{head[:-1]},"rows":[\n{rows}\n]}}')
    rows = ",\n".join(json.dumps(row) for row in table)
    return '{"lookahead":[\n' + rows + '\n],\n"cases":[\n' + ",\n".join(lines) + "\n]}\n"


if __name__ == "__main__":
    text = golden()
    if sys.argv[1:] == ["--check"]:
        with open(PLACE) as file:
            sys.exit(0 if json.loads(file.read()) == json.loads(text) else "golden.json is not what make_golden.py makes")
    with open(PLACE, "w") as file:
        file.write(text)
