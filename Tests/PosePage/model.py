"""The lock of a pose page, in every order that a processor may give it; fails where a copy that is torn would count.

Two writes and one read, of two words of data and the sequence. A processor such as arm64's may carry out what a program
does to different places in any order that no barrier forbids, and everybody sees stores at once when they are carried
out (it is multi-copy atomic). So each side's orders are the linear extensions of what its barriers leave, and all ways to
put one order of the writer and one of the reader together are gone through.

With no argument: the lock as it is must hold, and without any one of its four barriers (or its look at the odd number)
it must not. The steps are those of clinux_write_page, clinux_read_page and tiltshadow_read_page.
"""

import itertools
import sys

BARRIERS = {
    "writer-fence": "the release fence behind the odd sequence",
    "writer-release": "the release of the even sequence",
    "reader-acquire": "the acquire of the first look at the sequence",
    "reader-fence": "the acquire fence before the second look",
    "reader-odd": "the look whether the sequence is odd",
}
WRITES = 2


def writer(without):
    """Its steps as (place, value), and the pairs of them that keep their order."""
    steps, order = [], set()
    for count in range(1, WRITES + 1):
        base = len(steps)
        steps += [("s", 2 * count - 1), ("a", count), ("b", count), ("s", 2 * count)]
        if without != "writer-fence":  # nothing before it is carried out behind a store after it
            order |= {(x, y) for x in range(base + 1) for y in range(base + 1, base + 4)}
            order |= {(x, y) for x in range(base + 1) for y in range(base + 4, 4 * WRITES)}
        if without != "writer-release":
            order |= {(x, base + 3) for x in range(base + 3)}
    return steps, order


def reader(without):
    """Its steps as places; the first and the last are the two looks at the sequence."""
    order = set()
    if without != "reader-acquire":
        order |= {(0, 1), (0, 2), (0, 3)}
    if without != "reader-fence":
        order |= {(0, 3), (1, 3), (2, 3)}
    return ["s", "a", "b", "s"], order


def extensions(places, order):
    """Every order of steps that keeps `order`, and the order of those at one place."""
    count = len(places)
    before = [{x for x in range(count) if (x, y) in order or (x < y and places[x] == places[y])} for y in range(count)]

    def grow(done, seen):
        if len(done) == count:
            yield tuple(done)
        for step in range(count):
            if step not in seen and before[step] <= seen:
                yield from grow(done + [step], seen | {step})

    return list(grow([], frozenset()))


def histories(steps, orders):
    """What memory holds after each store, for every order of the stores, each history once."""
    found = set()
    for order in orders:
        memory, history = {"s": 0, "a": 0, "b": 0}, [(0, 0, 0)]
        for step in order:
            place, value = steps[step]
            memory[place] = value
            history.append((memory["s"], memory["a"], memory["b"]))
        found.add(tuple(history))
    return found


def torn(without=None):
    """How many copies count that were never written as a whole, and how many count at all."""
    stores, store_order = writer(without)
    loads, load_order = reader(without)
    index = {"s": 0, "a": 1, "b": 2}
    wrong = good = 0
    orders = extensions(loads, load_order)
    for history in histories(stores, extensions([place for place, _ in stores], store_order)):
        # When each load happens: behind so many stores, never earlier than the load before it.
        for times in itertools.combinations_with_replacement(range(len(history)), len(loads)):
            for order in orders:
                got = [0] * len(loads)
                for time, load in zip(times, order):
                    got[load] = history[time][index[loads[load]]]
                first, a, b, last = got
                if first != last or (first % 2 == 1 and without != "reader-odd"):
                    continue
                if a == b == first // 2:
                    good += 1
                else:
                    wrong += 1
    return wrong, good


def main():
    failures = []
    wrong, good = torn()
    print(f"as it is: {good} copies count, {wrong} of them torn")
    if wrong or not good:
        failures.append("the lock does not hold")
    for barrier, words in BARRIERS.items():
        wrong, _ = torn(barrier)
        print(f"without {words}: {wrong} torn")
        if not wrong:
            failures.append(f"nothing is seen of a lock without {words}")
    print("\n".join(failures), file=sys.stderr)
    sys.exit(1 if failures else 0)


main()
