import LinuxSystem
import TiltCore

/// Whose turn a tick is, and what they missed before it.
extension Serving {
    /// A tick: when it was due, in nanoseconds, and whose.
    struct Turn {
        var deadline: Int64
        /// The deadline of the ticks that all share where it is one of those, too; ``Phases/due`` has the others.
        var shared: Int64?
    }

    // MARK: ticks of one's own

    /// Gives a subscriber the ticks that it asked for, as far as there is room, or takes from it those that it had.
    ///
    /// Called where it has asked anew, pauses, or goes on; `last` is the newest tick's deadline, in nanoseconds, and
    /// `rateHz` what its rate was.
    mutating func settlePhase(of index: Int, before rateHz: Double, after last: Int64, at now: Int64) {
        let due = phases.leave(index)
        demandIsStale = true
        guard subscribers[index].isListening, let asked = subscribers[index].askedTicks else {
            return subscribers[index].use(nil)
        }
        let turn = subscribers[index].nextTurn(before: rateHz, at: now)
        // One that is overdue stays due, and no other is made up in the past, before it.
        let start = max(turn.earliest, min(due ?? now, now))
        let given = phases.enter(
            index, of: subscribers[index].peer.credentials?.uid, asked: asked, from: max(start, last + 1),
            by: turn.latest, at: now)
        subscribers[index].use(given)
    }

    // MARK: frames

    /// Sends the frames of one tick to everybody who is due.
    ///
    /// Of ticks at rest few are let through, and those are everybody's: of those with ticks of their own, too.
    ///
    /// `raw` goes only to those who asked for it, and they had to be permitted: a frame with it equals none without, so
    /// no line is shared between the two.
    mutating func publish(
        _ motion: Motion, raw: RawSample?, _ turn: Turn, _ out: inout Outbox
    ) {
        if isRawWanted, let raw { for index in subscribers.indices { subscribers[index].keep(raw) } }
        guard restPace.admits(motion) else { return }
        let motion = motion.rounded()
        ticks += 1
        tails.removeAll()
        if let shared = motion.isAtRest ? motion.time.nanoseconds : turn.shared {
            for index in subscribers.indices where subscribers[index].isDue(at: shared) {
                publish(motion, to: index, &out)
            }
        }
        if motion.isAtRest {
            for index in subscribers.indices
            where subscribers[index].subscription.phase != nil
                && subscribers[index].isServed(at: motion.time.nanoseconds)
            {
                publish(motion, to: index, &out)
            }
        } else {
            for (index, deadline) in phases.due where subscribers[index].isServed(at: deadline) {
                publish(motion, to: index, &out)
            }
        }
    }

    private mutating func publish(_ motion: Motion, to index: Int, _ out: inout Outbox) {
        guard let frame = subscribers[index].frame(of: motion) else { return }
        if !subscribers[index].isDrained {
            subscribers[index].wait(with: frame)
        } else if subscribers[index].dropped > 0 {
            send(frame, to: index, &out)
        } else {
            emit(frame, as: tails.line(of: frame, &out), to: index, &out)
        }
    }

    // MARK: what was missed

    /// Counts what those who share the ticks missed while the daemon made none, before the one of a deadline, in
    /// nanoseconds.
    mutating func miss(before deadline: Int64) {
        for index in subscribers.indices { subscribers[index].miss(before: deadline) }
    }

    /// The same for those with ticks of their own, which go on with the newest before `now`, in nanoseconds; how many
    /// deadlines that were.
    mutating func missPhases(before now: Int64, isAtRest: Bool) -> UInt64 {
        let missed = phases.skip(to: now)
        guard !isAtRest else { return UInt64(missed) }
        for (index, count) in phases.missing where subscribers[index].isGreeted {
            subscribers[index].miss(UInt64(count))
        }
        return UInt64(missed)
    }

    /// The same where one frame a second is due to everybody, before the tick of a deadline, in nanoseconds.
    mutating func missAtRest(before deadline: Int64) {
        let missed = restPace.missed(before: deadline)
        for index in subscribers.indices where subscribers[index].isGreeted && subscribers[index].isListening
        {
            subscribers[index].miss(missed)
        }
    }

    /// Frames are due to everybody again from the tick of a deadline, in nanoseconds; those at rest were counted as such.
    ///
    /// The tick may be one of somebody's own. Those who share the others would be told with the first of theirs, where that
    /// is late, that they missed all that their rate has room for since the rest began.
    mutating func endRest(at deadline: Int64) {
        for index in subscribers.indices { subscribers[index].isDueAgain(from: deadline) }
    }

    /// Counts what everybody missed while the machine slept for so many nanoseconds.
    mutating func sleep(_ duration: Int64, isAtRest: Bool) {
        for index in subscribers.indices where subscribers[index].isGreeted && subscribers[index].isListening
        {
            let period =
                isAtRest ? max(RestPace.period, subscribers[index].period) : subscribers[index].period
            subscribers[index].miss(UInt64(max(0, duration / period)))
        }
    }
}
