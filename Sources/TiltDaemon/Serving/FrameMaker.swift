import TiltCore

/// Makes the frames of one subscription, tick by tick: its mapper with the dead band, its pace, and the newest of them.
///
/// All of it follows from what was asked and from the ticks since, so those whose makers are equal see the same from then
/// on, and share one; see ``FrameMakers``. Which number a frame has, and who has taken it, is each ``Delivery``'s own.
struct FrameMaker: Equatable {
    /// The options in force; rate and phase are those that were given.
    private(set) var subscription: Subscription
    private var mapper: ShadowMapper
    /// The newest frame, with the number 0, whoever has taken it; `nil` where there is none, and where the next is to go
    /// out, changed or not.
    private(set) var newest: Frame?
    /// True where somebody was told of the options since: the next frame shows what they are for, changed or not.
    private var owesFrame = false
    private var nextDue: Int64?
    /// True where the next frame is that of the first tick which is not before it was due, and the others are counted from
    /// there: who goes on has the turns of those who come, and can share their maker.
    private var isBeginning = false
    /// The deadline of the last frame, in nanoseconds, whenever that was made; `nil` where there was none lately, and half a
    /// period before ticks of its own were asked for where there was none then.
    private(set) var lastDue: Int64?
    /// True where its offset has not moved for a second, at the last tick that was one of its rate.
    private(set) var isStill = false
    /// What the sensor has said since the last frame, for who asked for that.
    private var raw: RawSample?

    init(_ subscription: Subscription) {
        self.subscription = subscription
        mapper = ShadowMapper(subscription.shadow)
    }

    /// From one frame to the next, in nanoseconds.
    var period: Int64 { SharedTicks.framePeriod(subscription.rateHz) }

    // MARK: options

    /// Takes other options; what is shown goes on from where it was.
    ///
    /// `hasNewRate` where another rate was asked for. A frame that is due stays due where the rate does: somebody who keeps
    /// asking must not put it off.
    mutating func use(_ next: Subscription, hasNewRate: Bool) {
        if hasNewRate { nextDue = nil }
        if next.when != subscription.when { owesFrame = true }
        subscription = next
        mapper.options = next.shadow
        guard !next.include.contains(.raw) else { return }
        raw = nil
        newest?.raw = nil
    }

    /// Has these ticks of its own from now on, or everybody's at a rate, in Hz, where they are `nil`: then those from `now` on,
    /// in nanoseconds.
    mutating func use(_ ticks: TickGrid?, else rateHz: Double, at now: Int64) {
        let hadTicks = subscription.phase != nil
        subscription.phase = ticks?.phase
        subscription.rateHz = ticks?.rateHz ?? rateHz
        if ticks == nil, hadTicks {
            (nextDue, isBeginning) = (lastDue.map { max($0 + period / 2, now) }, true)
        }
    }

    /// When the next frame may be due and when it must be, in nanoseconds, where the ticks move: half a period to one and a
    /// half after the last, so that none is left out, none comes twice, and none is put off for ever.
    ///
    /// Who had none lately might have one at `now`, and counts from then on.
    mutating func nextTurn(before rateHz: Double, at now: Int64) -> (earliest: Int64, latest: Int64) {
        let half = (
            shorter: Int64(0.5e9 / max(rateHz, subscription.rateHz)),
            longer: Int64(0.5e9 / min(rateHz, subscription.rateHz))
        )
        let last = lastDue ?? now - half.shorter
        lastDue = last
        return (last + half.shorter, last + 3 * half.longer)
    }

    mutating func recentre() { mapper.recentre() }

    /// True where its offset is measured from a pose of its own.
    var hasNeutralPose: Bool { subscription.shadow.reference != .absolute }

    /// The next frame goes out, changed or not: somebody has not seen what they are to.
    mutating func oweFrame() { owesFrame = true }

    /// True where slow ticks will do: nothing of it moves, and it wants frames of nothing else.
    var canRest: Bool {
        isStill && !owesFrame && mayLeaveOut && subscription.phase == nil
            && !subscription.include.contains(.raw)
    }

    /// True where a frame may be left out, so that it matters which was the last.
    var mayLeaveOut: Bool { subscription.when == .changed }

    // MARK: pace

    /// No frames are wanted for now.
    mutating func rest() { (nextDue, lastDue, raw) = (nil, nil, nil) }

    /// Frames are wanted from now on: what the daemon misses before the first of them counts.
    mutating func goOn(at now: Int64) { (nextDue, isBeginning) = (now, true) }

    /// True where this tick, which all share, is one of its rate.
    mutating func isDue(at deadline: Int64) -> Bool {
        guard subscription.phase == nil else { return false }
        if isBeginning, let due = nextDue, due <= deadline { nextDue = nil }
        guard SharedTicks.isDue(&nextDue, at: deadline, period: period) else { return false }
        (lastDue, isBeginning) = (deadline, false)
        return true
    }

    /// Is served at a deadline of its own, in nanoseconds, or at one at which everybody is.
    mutating func noteServed(at deadline: Int64) { lastDue = deadline }

    /// The frames that were due and that the one of this tick replaces, after ticks that the daemon missed: none is made but at
    /// a tick, and those may be further apart than its rate asks for.
    mutating func miss(before deadline: Int64, ticks distance: Int64) -> UInt64 {
        guard subscription.phase == nil else { return 0 }
        return UInt64(SharedTicks.missed(&nextDue, before: deadline, period: max(period, distance)))
    }

    #if !hasFeature(Embedded)
        /// The ticks that all share come so much later, in nanoseconds.
        mutating func moveTurn(by distance: Int64) { nextDue = nextDue.map { $0 + distance } }
    #endif

    /// What was due before a deadline, in nanoseconds, was nobody's: its next frame is that of the first tick from then on.
    mutating func isDueAgain(from deadline: Int64) { nextDue = nextDue.map { max($0, deadline) } }

    // MARK: frames

    /// Keeps what the sensor has said for the next frame.
    mutating func keep(_ raw: RawSample) {
        guard subscription.include.contains(.raw) else { return }
        self.raw = self.raw?.merging(raw) ?? raw
    }

    /// The frame of a tick, with the number 0; `nil` where changes alone were asked for, this is none, and the next one comes
    /// within a second of the last, where ticks are so many nanoseconds apart: 1 where those are its own.
    mutating func frame(of motion: Motion, ticks: Int64 = 1) -> Frame? {
        let frame = Frame(
            sequence: 0, motion: motion, raw: raw, view: mapper.view(of: motion), subscription: subscription)
        isStill = frame.isStill
        let longest = StillPace.longestSilence(frames: period, ticks: ticks)
        if !owesFrame, let newest, subscription.leavesOut(frame, after: newest, for: longest) { return nil }
        owesFrame = false
        raw = nil
        newest = frame
        return frame
    }
}
