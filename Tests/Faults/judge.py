"""The verdict on a run: what is wrong with it, in sentences."""

import os

# Errors of these calls end a daemon that runs, with a message, and nothing else can be done about them.
FATAL = {"epoll_wait", "timerfd_settime"}
# The status that valgrind is told to end with where it finds something.
LEAK = 99


def judge(run, faultless):
    """All that is wrong with a run; `faultless` is the one without a fault, or None where this is it."""
    problems = list(ending(run))
    # libudev does not tell that it could not read a device's properties, of which the mount matrix is one.
    frames = run.sensor.unjudged if hits(run, "/uevent") else run.sensor.frames
    for name, subscriber in run.subscribers.items():
        # Whoever cannot be told by their socket is a stranger.
        if was_turned_away(subscriber) and hits(run, "getsockopt"):
            continue
        problems += [f"{name} subscriber: {problem}" for problem in stream(subscriber, frames())]
    problems += recording(run)
    if faultless and not run.is_slow and run.most_calls_a_second > 3 * faultless.most_calls_a_second + 500:
        problems.append(f"made {run.most_calls_a_second:.0f} calls in a second")
    if not run.ended_early:
        problems += serving(run, faultless)
    return problems


def was_turned_away(subscriber):
    messages = list(subscriber.messages)
    return len(messages) == 1 and messages[0][1].get("code") == "not-permitted"


def ending(run):
    if run.status == -999:
        yield "did not stop"
    elif run.status < 0:
        yield f"was killed by signal {-run.status}"
    elif run.status == LEAK:
        yield "valgrind found memory lost or misused"
    elif run.status not in (0, 1, 2):
        yield f"ended with status {run.status}"
    elif run.status and "error: " not in run.output and not speaks_of_the_log(run):
        yield f"ended with status {run.status} and no message"
    elif run.status == 0 and run.ended_early:
        yield "stopped by itself"
    elif run.ended_early and run.was_ready and run.fault.function not in FATAL:
        yield "ended although it had begun to serve"


def serving(run, faultless):
    if not run.has_served:
        yield "somebody who comes afterwards sees no tracking frame"
        return
    if faultless and not run.is_slow and run.idle_fds > faultless.idle_fds:
        yield f"{run.idle_fds} descriptors instead of {faultless.idle_fds} are open in the end"
    if run.parting and not run.parting.count("goodbye") and not hits(run, "socket:", "send"):
        yield "no goodbye"
    if run.was_closed and run.fault and run.fault.function == "sendmsg":
        yield "closed somebody whose page could not be handed over"
    if os.path.exists(run.path("socket")) and not hits(run, "socket"):
        yield "left its socket behind"


def stream(subscriber, frames):
    """What is wrong with the lines of one connection."""
    for line in subscriber.broken[:1]:
        yield f"got a line that is no message: {line[:80]!r}"
    messages = list(subscriber.messages)
    if messages and messages[0][1]["type"] != "hello":
        yield f"was greeted with {messages[0][1]}"
    last = rate = None
    for arrival, message in messages:
        if message["type"] == "ok":
            rate = None if message.get("paused") else message.get("rate_hz")
        if message["type"] in ("sensor", "ok", "hello"):
            yield from frames.end()
            last = None if message["type"] != "sensor" else last
        if message["type"] != "frame":
            continue
        missing = message["seq"] - last - 1 - message.get("dropped", 0) if last is not None and rate == 100 else 0
        if missing:
            yield f"{missing} frames are missing before {message['seq']} and nothing says so"
        last = message["seq"]
        frames.add(arrival, message)
    yield from frames.end()


def recording(run):
    """The recording has every row of the log from its first on, as often as it was opened, and is ended properly."""
    lines = run.recording()
    if lines is None:
        if not may_lack_recording(run):
            yield "there is no recording"
        return
    if lines and lines[-1]:
        yield f"the recording ends within a line: {lines[-1]!r}"
    rows = [line for line in lines if line[:1].isdigit()]
    expected = run.sensor.rows()
    for row in rows:
        got = [float(number) for number in row.split(",")[1:4]]
        wanted = [float(number) for number in next(expected).split(",")] if expected else got
        if expected and any(abs(a - b) > 1e-4 for a, b in zip(got, wanted)):
            # It plays from its start whenever it is opened again.
            expected = run.sensor.rows()
            wanted = [float(number) for number in next(expected).split(",")]
        if len(got) != 3 or any(abs(a - b) > 1e-4 for a, b in zip(got, wanted)):
            yield f"the recording has {row} where {wanted} was read"
            return
    times = [int(row.split(",")[0]) for row in rows]
    if times != sorted(times):
        yield "the recording goes back in time"
    if not any(line.startswith("#end ") for line in lines[-2:]) and not may_lack_recording(run):
        yield "the recording has no end"


def speaks_of_the_log(run):
    """Whether the call that failed was one that writes the daemon's messages: then they may be lost."""
    return hits(run, "/output") or (run.fault is not None and run.fault.function == "poll")


def may_lack_recording(run):
    """Whether the daemon never had a sensor, was ended, or could not write."""
    return run.ended_early or hits(run, "recording", "motion.csv", "/dev/input", "/sys/", "socketpair", "pthread")


def hits(run, *parts):
    """Whether a call that failed was on one of these, by their names."""
    if run.fault is None:
        return False
    sites = [run.fault.site] if run.fault.site else [site for site in run.sites if site.function == run.fault.function]
    return any(part in str(site) for site in sites for part in parts)
