import TiltCore

/// The grid of the ticks that all share, and which deadline the timer is set to.
struct Pace {
    /// The distance of two ticks that all share, in nanoseconds; 0 while nothing ticks.
    private(set) var period: Int64 = 0
    /// The newest of their deadlines, in nanoseconds.
    private(set) var last: Int64 = 0
    /// Where their grid stands, in nanoseconds: the next deadline is a period later.
    private(set) var start: Int64 = 0
    /// True where some ticks are somebody's own: the timer is then set to one deadline at a time, ``next``.
    var isPlanned = false
    /// The deadline that the timer is set to, in nanoseconds; `nil` where it has come.
    var next: Int64?
    /// True while ticks of somebody's own are left out, since there is nothing to show.
    var leavesOut = false
    /// True where the grid was moved, or deadlines were left out, and the timer does not know yet.
    var isMoved = false
    #if !hasFeature(Embedded)
        /// When the newest pose of a remote sensor came that the ticks follow, in nanoseconds; `nil` where they follow none.
        var posesHeardAt: Int64?
        /// How long those are waited for, in nanoseconds.
        var patience: Int64 = 0
    #endif

    /// By how much later than the deadlines that all share the timer is set, in nanoseconds.
    var delay: Int64 {
        #if hasFeature(Embedded)
            0
        #else
            posesHeardAt == nil ? 0 : patience
        #endif
    }

    /// The next deadline of those that all share, in nanoseconds.
    var nextShared: Int64 { start + period }

    /// A deadline has come.
    mutating func take(_ deadline: Int64) { (last, start) = (deadline, deadline) }

    /// Leaves out so many deadlines.
    mutating func skip(_ count: Int64) { start += count * period }

    /// Begins another grid: not from now but from the last tick, as far as that leaves nothing behind.
    ///
    /// Counted from now, somebody who keeps changing the rate would put the next tick off for ever, for everybody.
    mutating func change(to period: Int64, at now: Int64) {
        if self.period == 0 { last = now }
        start = max(last, now - period)
        self.period = period
        #if !hasFeature(Embedded)
            posesHeardAt = nil
        #endif
    }

    /// Moves the grid so that its next tick is due at `now`, in nanoseconds.
    mutating func hurry(at now: Int64) { start = now - period }

    #if !hasFeature(Embedded)
        /// Moves the grid, in nanoseconds.
        mutating func move(by distance: Int64) { start += distance }
    #endif
}

/// When it ticks, and whose turn that is.
extension DaemonCore {
    /// The tick while there is no sensor, and one that is silent or held by another program may be back any time, in
    /// nanoseconds; otherwise it is that of the frames.
    private static let listening: Int64 = 200_000_000

    /// The distance of two ticks that all share, in nanoseconds; 0 while nothing ticks.
    var period: Int64 { pace.period }

    /// Deadlines a second, those of different grids counted as if none fell together, as `tick_hz` of `status` tells; 0 while
    /// nothing ticks.
    ///
    /// Where nobody shares the ticks, the sensor's ring is emptied by those of the phases, and between them by its own
    /// where they are far apart: then it is at least the rate of those.
    mutating func ticksPerSecond() -> Double {
        guard period > 0 else { return 0 }
        let shared = 1e9 / Double(period)
        guard pace.isPlanned else { return shared }
        let own = serving.phases.deadlinesPerSecond
        return serving.demandedRate == nil ? max(own, shared) : own + shared
    }

    // MARK: whose turn it is

    /// What the timer's `deadline`, in nanoseconds, is the tick of, after `missed` others; `nil` where it is none's.
    mutating func takeTurn(_ deadline: Int64, missed: Int, at now: Int64) -> Serving.Turn? {
        guard !pace.isPlanned else { return takePlannedTurn(at: now) }
        missedTicks &+= UInt64(missed)
        if missed > 0 { miss(before: deadline) }
        pace.take(deadline)
        serving.phases.takeNobody()
        return Serving.Turn(deadline: deadline, shared: deadline, period: period)
    }

    /// The earliest deadline, and all that lie so near behind it that they share the wake-up.
    ///
    /// Where deadlines were missed, everybody has the newest of its own, and what is a wake-up of its own follows at once.
    private mutating func takePlannedTurn(at now: Int64) -> Serving.Turn? {
        pace.next = nil
        let planned = earliestDeadline(at: now)
        guard planned <= now else { return nil }
        if now - planned >= Phases.shortestPeriod { missPlanned(before: now) }
        let earliest = earliestDeadline(at: now)
        let end = earliest + Phases.sharing
        var shared: Int64?
        if serving.demandedRate == nil {
            // Nobody shares a tick: only the sensor's ring has to be emptied, which any wake-up does.
            pace.take(earliest)
        } else if pace.nextShared <= end {
            pace.take(pace.nextShared)
            shared = pace.last
        }
        serving.phases.takeDue(upTo: end)
        return Serving.Turn(deadline: max(earliest, lastDeadline), shared: shared, period: period)
    }

    /// Where nobody shares a tick, one for the sensor's ring alone is left out as soon as another is due.
    private mutating func earliestDeadline(at now: Int64) -> Int64 {
        let own = serving.phases.earliest
        return serving.demandedRate == nil && own <= now ? own : min(pace.nextShared, own)
    }

    /// Counts what everybody missed before a deadline that has come, in nanoseconds.
    private mutating func miss(before deadline: Int64) {
        if isAtRest {
            serving.missAtRest(before: deadline)
        } else {
            serving.miss(before: deadline, ticks: period)
        }
    }

    /// Leaves out deadlines behind which another has come already, at `now` in nanoseconds, and counts whose they were.
    private mutating func missPlanned(before now: Int64) {
        leaveOutMissed(before: now)
        miss(before: isAtRest ? earliestDeadline(at: now) : pace.nextShared)
    }

    private mutating func leaveOutMissed(before now: Int64) {
        let missed = max(0, (now - pace.nextShared) / period)
        pace.skip(missed)
        if missed > 0 { pace.isMoved = true }
        if !pace.isPlanned || serving.demandedRate != nil { missedTicks &+= UInt64(missed) }
        guard pace.isPlanned else { return }
        let missedOfPhases = serving.missPhases(before: now, isAtRest: isAtRest)
        missedTicks &+= missedOfPhases
    }

    /// Counts what is overdue by the rates and the ticks in force, before those change or somebody comes who missed nothing.
    mutating func missOverdue(at now: Int64) {
        guard period > 0 else { return }
        let now = now - pace.delay
        let isOverdue =
            now - pace.nextShared >= period
            || pace.isPlanned && now - serving.phases.earliest >= Phases.shortestPeriod
        if isOverdue { missPlanned(before: now) }
    }

    // MARK: how fast it ticks

    /// True where the fallback is shown and nothing moves: of such ticks ``RestPace`` lets few through.
    var isAtRest: Bool { engine.motion.isAtRest }

    mutating func hasNothingToShow() -> Bool { !keeper.hasSensor && isAtRest && !keeper.isOpening }

    /// True where nothing that is published moves, and everybody wants to know that alone: the sensor's ring is then emptied
    /// at slow ticks, and what lies in it is taken by its own times.
    private mutating func canRest() -> Bool {
        serving.isWanted && serving.canRest && keeper.hasSensor && serving.phases.isEmpty
    }

    /// As fast as the fastest asked of those who share the ticks, or as the sensor needs; slower where everybody is content
    /// with that while the device lies still, and that of frames at rest while there is no sensor and nothing moves.
    private mutating func wantedPeriod(_ hasNothingToShow: Bool) -> Int64 {
        guard !hasNothingToShow else {
            return keeper.candidates.isRecovering ? Self.listening : RestPace.period
        }
        guard let rate = serving.demandedRate else {
            return serving.phases.isEmpty
                ? SharedTicks.period(settings.shadow.rateHz) : SharedTicks.slowest
        }
        return canRest() ? max(StillPace.period, SharedTicks.period(rate)) : SharedTicks.period(rate)
    }

    /// Begins, or changes the grid of ticks, and sets the timer.
    mutating func settlePace(at now: Int64) {
        guard period > 0 || serving.isWanted else { return }
        let hasNothingToShow = hasNothingToShow()
        let wanted = wantedPeriod(hasNothingToShow)
        let isPlanned = !serving.phases.isEmpty && !hasNothingToShow
        var isChanged = wanted != period || pace.isPlanned && !isPlanned
        if isChanged {
            missOverdue(at: now)
            let wasSlow = period == StillPace.period
            pace.change(to: wanted, at: now)
            // What slow ticks left out was nobody's.
            if wasSlow { serving.endRest(at: pace.nextShared) }
        }
        // Who has just come is shown at once that there is nothing: the next tick may be a second away.
        if hasNothingToShow, let earliest = serving.restPace.owedFrom, pace.nextShared > max(earliest, now) {
            pace.hurry(at: max(earliest, now))
            isChanged = true
        }
        if isPlanned, !pace.isPlanned {
            serving.phases.restart(after: pace.leavesOut ? now : lastDeadline)
            pace.next = nil
        }
        pace.isPlanned = isPlanned
        pace.leavesOut = !serving.phases.isEmpty && !isPlanned
        if isPlanned {
            let next = earliestDeadline(at: now)
            guard pace.next != next else { return }
            pace.next = next
            out.append(.tickOnce(at: next))
        } else if isChanged || pace.isMoved {
            out.append(.tick(period: period, start: pace.start + pace.delay))
        }
        pace.isMoved = false
    }
}
