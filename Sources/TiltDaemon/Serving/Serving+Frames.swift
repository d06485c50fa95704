import LinuxSystem
import TiltCore

/// Whose turn a tick is, and what they missed before it.
extension Serving {
    /// A tick: when it was due, in nanoseconds, and whose.
    struct Turn {
        var deadline: Int64
        /// The deadline of the ticks that all share where it is one of those, too; ``Phases/due`` has the others.
        var shared: Int64?
        /// The distance of those, in nanoseconds.
        var period: Int64
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
            return use(nil, by: index, at: now)
        }
        var turn: (earliest: Int64, latest: Int64) = (now, now)
        makers.change(&deliveries[index].maker) { turn = $0.nextTurn(before: rateHz, at: now) }
        // One that is overdue stays due, and no other is made up in the past, before it.
        let start = max(turn.earliest, min(due ?? now, now))
        let given = phases.enter(
            index, of: subscribers[index].peer.credentials?.uid, asked: asked, from: max(start, last + 1),
            by: turn.latest, at: now)
        use(given, by: index, at: now)
    }

    /// A subscriber has these ticks from now on, or everybody's where they are `nil`.
    private mutating func use(_ ticks: TickGrid?, by index: Int, at now: Int64) {
        let asked = subscribers[index].askedRateHz
        let current = subscription(of: index)
        guard ticks != nil || current.phase != nil || current.rateHz != asked else { return }
        makers.change(&deliveries[index].maker) { $0.use(ticks, else: asked, at: now) }
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
        if isRawWanted, let raw { makers.keep(raw) }
        guard restPace.admits(motion) else { return }
        let motion = motion.rounded()
        ticks += 1
        shareMaker()
        tails.removeAll()
        makers.beginTick()
        if let shared = motion.isAtRest ? motion.time.nanoseconds : turn.shared {
            writePages(motion, at: shared, &out)
            makers.make(motion, at: shared, ticks: turn.period, &tails, &out)
            if makers.hasMade { for index in deliveries.indices { publish(to: index, &out) } }
        }
        if motion.isAtRest {
            for index in deliveries.indices where isServed(index) && subscription(of: index).phase != nil {
                publish(motion, at: motion.time.nanoseconds, to: index, &out)
            }
        } else {
            for (index, deadline) in phases.due where isServed(index) {
                publish(motion, at: deadline, to: index, &out)
            }
        }
        settleRest(after: motion)
    }

    /// Sends the frame of a tick of one's own.
    private mutating func publish(
        _ motion: Motion, at deadline: Int64, to index: Int, _ out: inout Outbox
    ) {
        makers.make(motion, by: deliveries[index].maker, at: deadline, &tails, &out)
        publish(to: index, &out)
    }

    /// Sends what this tick has made for a subscriber, or keeps it for when there is room.
    private mutating func publish(to index: Int, _ out: inout Outbox) {
        let maker = Int(deliveries[index].maker)
        guard maker >= 0, makers.made[maker].isFrame else { return }
        deliveries[index].next()
        if !deliveries[index].isDrained {
            deliveries[index].wait()
            subscribers[index].waiting = newestFrame(of: index)
        } else if deliveries[index].dropped > 0 {
            guard let frame = newestFrame(of: index) else { return }
            send(frame, to: index, &out)
        } else {
            let sequence = deliveries[index].sequence
            if makers.made[maker].sequence != sequence {
                makers.made[maker].sequence = sequence
                makers.made[maker].line = SharedTails.line(sequence, makers.made[maker].tail, &out)
            }
            emit(makers.made[maker].time, as: makers.made[maker].line, to: index, &out)
        }
    }

    // MARK: what was missed

    /// Counts what those who share the ticks missed while the daemon made none, before the one of a deadline; both that and
    /// the distance of the ticks in nanoseconds.
    mutating func miss(before deadline: Int64, ticks period: Int64) {
        makers.miss(before: deadline, ticks: period)
        for index in deliveries.indices where deliveries[index].maker >= 0 {
            deliveries[index].miss(makers.missed[Int(deliveries[index].maker)])
        }
    }

    /// The same for those with ticks of their own, which go on with the newest before `now`, in nanoseconds; how many
    /// deadlines that were.
    mutating func missPhases(before now: Int64, isAtRest: Bool) -> UInt64 {
        let missed = phases.skip(to: now)
        guard !isAtRest else { return UInt64(missed) }
        for (index, count) in phases.missing where subscribers[index].isGreeted {
            deliveries[index].miss(UInt64(count))
        }
        return UInt64(missed)
    }

    /// The same where one frame a second is due to everybody, before the tick of a deadline, in nanoseconds.
    mutating func missAtRest(before deadline: Int64) {
        let missed = restPace.miss(before: deadline)
        for index in deliveries.indices where isServed(index) { deliveries[index].miss(missed) }
    }

    /// Frames are due to everybody again from the tick of a deadline, in nanoseconds; those at rest were counted as such.
    ///
    /// The tick may be one of somebody's own. Those who share the others would be told with the first of theirs, where that
    /// is late, that they missed all that their rate has room for since the rest began.
    mutating func endRest(at deadline: Int64) { makers.areDueAgain(from: deadline) }

    /// Counts what everybody missed while the machine slept for so many nanoseconds, and the ticks that all share were
    /// `period` nanoseconds apart.
    mutating func sleep(_ duration: Int64, isAtRest: Bool, ticks period: Int64) {
        for index in deliveries.indices where isServed(index) {
            let maker = makers[deliveries[index].maker]
            let shared = maker.subscription.phase == nil ? period : 0
            deliveries[index].miss(
                UInt64(max(0, duration / max(maker.period, isAtRest ? RestPace.period : shared))))
        }
    }
}
