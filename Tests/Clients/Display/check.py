"""check.py: golden.json in the Python client's tiltshadow_display; prints "pass N"."""

import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../../Sources/Clients/Python"))
from tiltshadow_display import PhaseLock, Resampler  # noqa: E402

passed, failed = 0, 0


def expect(name, got, wanted):
    global passed, failed
    same = len(got) == len(wanted) and all(
        one == other if isinstance(other, str) else abs(one - other) <= (1 if abs(other) > 1e9 else 1e-9)
        for one, other in zip(got, wanted))
    passed, failed = passed + same, failed + (not same)
    if not same:
        print(f"{name}: {got}, expected {wanted}")


with open(os.path.join(HERE, "golden.json")) as file:
    golden = json.load(file)
for refresh, rate, gyroscope, wanted in golden["lookahead"]:
    expect(f"lookahead at {refresh} Hz", [Resampler.lookahead_ms(refresh, rate, gyroscope)], [wanted])
for case in golden["cases"]:
    resampler, lock = Resampler(case.get("rate_hz", 50)), PhaseLock(case.get("gyroscope", True))
    rows, is_locked = case["rows"], False
    for index, (what, *values) in enumerate(rows):
        name = f"{case['name']}, row {index}"
        if what == "frame":
            resampler.take(*values)
        elif what == "vsync" and case["kind"] == "resampler":
            expect(name, resampler.offset(values[0]) or (), values[1:])
        elif what == "gyroscope":
            lock.gyroscope = values[0]
        elif what in ("vsync", "ok"):
            said = lock.ok(dict(zip(("rate_hz", "phase_ns"), values))) if what == "ok" else lock.vsync(*values)
            kind, options = said or ("", {})
            answered = index + 1 < len(rows) and rows[index + 1][0] in ("lock", "release")
            expect(name, [kind, *options.values()] if kind else [], rows[index + 1] if answered else [])
            after = rows[index + 1 + answered:index + 2 + answered]
            is_locked = after[0][1] if after and after[0][0] == "locked" else is_locked
            expect(f"{name}, locked", [lock.is_locked], [is_locked])
print(f"pass {passed}")
sys.exit(1 if failed else 0)
