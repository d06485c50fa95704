import LinuxSystem
import TiltCore

/// A connection that reads frames: who it is, its options, and what it has not taken yet.
///
/// Whatever a subscriber does, it holds a bounded amount of memory: at most one frame waits for it, requests are taken
/// only while its answers go out, and the beginning of a line is kept in a buffer of its own, which it has only while
/// that line is incomplete.
struct Subscriber {
    let connection: Connection
    let peer: Peer
    /// In nanoseconds of CLOCK_MONOTONIC.
    let connectedAt: Int64
    /// False for a place that nobody has.
    var isOpen = true
    /// True once hello was sent, which is always the first line.
    var isGreeted = false
    /// True once it closed its sending side: no more requests will come, and it goes on reading.
    var hasSaidAll = false
    /// True once a fatal error was sent: what else comes in is not read.
    var isClosing = false
    /// What the shell was told to wait for.
    var interest: Interest = []

    /// What this subscriber asked for, over the daemon's defaults.
    private(set) var change = SubscriptionChange()
    /// The options in force; rate and phase are those that it was given.
    private(set) var subscription: Subscription
    /// The rate that it asked for, in Hz, or that of the defaults.
    private var askedRateHz: Double
    private(set) var mapper: ShadowMapper
    /// True where it wants no frames for now.
    private(set) var isPaused = false
    /// True where it is served only while its user sits in front, who does not.
    private(set) var isAway = false

    /// Frames that were due to it so far: the number of the newest.
    private(set) var sequence: UInt64 = 0
    /// Frames missed since the last one that was sent, and before the one that waits.
    private(set) var dropped: UInt64 = 0
    /// Frames missed behind the one that waits.
    private var droppedBehind: UInt64 = 0
    /// Frames missed since it connected.
    private(set) var droppedEver: UInt64 = 0
    /// The newest frame that was made for it, sent or not.
    private(set) var newest: Frame?
    /// True where ``newest`` waits for room in the socket.
    private(set) var isWaiting = false
    /// The frame that a send of the present step carries, and what it said of those missed before.
    private var sending: (step: UInt64, bytes: OutputBytes, dropped: UInt64)?
    private(set) var sentFrames = UnreadFrames()
    private var nextDue: Int64?
    /// The deadline of its last frame, in nanoseconds, whenever that was made; `nil` where it has had none lately, and half
    /// a period before it asked for ticks of its own where it had none then.
    private(set) var lastDue: Int64?
    /// What the sensor has said since its last frame, for one who asked for that.
    private var raw: RawSample?

    /// Bytes that must go out before anything else: the rest of a half-sent line, answers.
    var outgoing: [UInt8] = []
    /// The beginning of a line whose end has not come.
    var line: [UInt8] = []
    /// What was read behind a request whose answer waits for its reader: at most one read, since no more is read meanwhile.
    var held: [UInt8] = []
    var requests = RequestBudget()
    /// The answer to `status` that is being given.
    var listing: StatusListing?

    init(_ connection: Connection, _ peer: Peer, defaults: Subscription, at now: Int64) {
        self.connection = connection
        self.peer = peer
        connectedAt = now
        subscription = defaults
        askedRateHz = defaults.rateHz
        mapper = ShadowMapper(defaults.shadow)
    }

    /// True where frames are for it.
    var isListening: Bool { isOpen && !isPaused && !isAway && !isClosing }

    /// True where nothing waits to go out.
    var isDrained: Bool { outgoing.isEmpty && !isWaiting }

    /// Answers and news that wait to be read: beyond this no more requests are taken, and news end the connection.
    static let longestBacklog = 4 * ProtocolVersion.longestLine

    /// True where the next request is taken: it reads its answers.
    var isHeard: Bool { listing == nil && outgoing.count <= Self.longestBacklog && !isClosing }

    /// What there is to wait for.
    var wantedInterest: Interest {
        guard isGreeted else { return [] }
        var wanted: Interest = isHeard && !hasSaidAll && held.isEmpty ? .readable : []
        // One that is being closed is looked at once more when all has gone out, which may be at once.
        if !isDrained || listing != nil || isClosing || !held.isEmpty { wanted.formUnion(.writable) }
        return wanted
    }

    /// Bytes that the daemon itself keeps for it.
    var heldBytes: Int { outgoing.count + held.count + line.count }

    /// The room that was allocated for those.
    var heldRoom: Int { outgoing.capacity + held.capacity + line.capacity }

    // MARK: options

    /// Puts a change on top of those made before.
    ///
    /// A phase that is named alone goes with the rate in force, and from then on as if that were named, too: with other
    /// defaults its ticks would be others, and no answer would say so.
    mutating func apply(_ change: SubscriptionChange, defaults: Subscription) {
        self.change = self.change.merging(change)
        if change.phase != nil, change.rateHz == nil { self.change.rateHz = askedRateHz }
        useDefaults(defaults)
    }

    /// Works the options out again, after a change or new defaults.
    mutating func useDefaults(_ defaults: Subscription) {
        var next = change.applied(to: defaults)
        // What it was given stays until it is settled anew what that is.
        next.phase = subscription.phase
        if next.rateHz == askedRateHz {
            next.rateHz = subscription.rateHz
        } else {
            askedRateHz = next.rateHz
            // A frame that is due stays due where the rate does: somebody who keeps asking must not put it off.
            nextDue = nil
        }
        subscription = next
        mapper.options = subscription.shadow
        guard !subscription.includesRaw else { return }
        raw = nil
        // The frame that waits comes behind the answer, which says that there are none.
        newest?.raw = nil
    }

    /// The ticks that it asked for, whatever it was given.
    var askedTicks: TickGrid? { change.phase.map { TickGrid(phase: $0, rateHz: askedRateHz) } }

    /// Has these ticks of its own from now on, or everybody's where they are `nil`.
    mutating func use(_ ticks: TickGrid?) {
        let hadTicks = subscription.phase != nil
        subscription.phase = ticks?.phase
        subscription.rateHz = ticks?.rateHz ?? askedRateHz
        if ticks == nil, hadTicks { nextDue = lastDue.map { $0 + period / 2 } }
    }

    /// When its next frame may be due and when it must be, in nanoseconds, where its ticks move: half a period to one and a
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

    /// Wants no frames, not even the one that waits.
    mutating func pause() {
        isPaused = true
        forgetFrames()
    }

    /// Is to have no frames, not even the one that waits, for as long as its user does not sit in front.
    mutating func leaveFront() {
        isAway = true
        forgetFrames()
    }

    /// May have frames again.
    mutating func comeToFront(at now: Int64) {
        isAway = false
        if !isPaused { nextDue = now }
    }

    private mutating func forgetFrames() {
        nextDue = nil
        lastDue = nil
        raw = nil
        dropWaiting()
    }

    /// Wants frames from now on: what the daemon misses before the first of them counts; false where it did already.
    mutating func resume(at now: Int64) -> Bool {
        guard isPaused else { return false }
        isPaused = false
        if !isAway { nextDue = now }
        return true
    }

    /// Is to be closed once the error is out, behind which nothing comes: not even the frame that waits.
    mutating func beginClosing() {
        isClosing = true
        isWaiting = false
    }

    // MARK: frames

    /// From one frame to the next, in nanoseconds.
    var period: Int64 { SharedTicks.framePeriod(subscription.rateHz) }

    /// True where this tick, which all share, is one of the subscriber's rate.
    mutating func isDue(at deadline: Int64) -> Bool {
        guard isGreeted, isListening, subscription.phase == nil,
            SharedTicks.isDue(&nextDue, at: deadline, period: period)
        else { return false }
        lastDue = deadline
        return true
    }

    /// True where it is served at a deadline of its own, in nanoseconds, or at one at which everybody is.
    mutating func isServed(at deadline: Int64) -> Bool {
        guard isGreeted, isListening else { return false }
        lastDue = deadline
        return true
    }

    /// Keeps what the sensor has said for its next frame.
    mutating func keep(_ raw: RawSample) {
        guard subscription.includesRaw, isListening else { return }
        self.raw = self.raw?.merging(raw) ?? raw
    }

    /// Counts the frames that were due and that the one of this tick replaces, after ticks that the daemon missed.
    ///
    /// A frame that is late by less than its own period is late and not lost.
    mutating func miss(before deadline: Int64) {
        guard isGreeted, isListening, subscription.phase == nil, let due = nextDue, deadline - due >= period
        else {
            return
        }
        let count = (deadline - due) / period
        nextDue = due + count * period
        miss(UInt64(count))
    }

    /// What was due before a deadline, in nanoseconds, was nobody's: its next frame is that of the first tick from then on.
    mutating func isDueAgain(from deadline: Int64) { nextDue = nextDue.map { max($0, deadline) } }

    /// Counts frames that were due and were never made.
    mutating func miss(_ count: UInt64) {
        sequence &+= count
        if isWaiting { droppedBehind &+= count } else { dropped &+= count }
        droppedEver &+= count
    }

    /// Misses the frame that waits, where one does.
    private mutating func dropWaiting() {
        guard isWaiting else { return }
        isWaiting = false
        dropped &+= 1 &+ droppedBehind
        droppedBehind = 0
        droppedEver &+= 1
    }

    /// The frame of a tick as this subscriber sees it; `nil` where it asked for changes alone, and this is none.
    mutating func frame(of motion: Motion) -> Frame? {
        var frame = Frame(
            sequence: sequence, motion: motion, raw: raw, view: mapper.view(of: motion),
            subscription: subscription)
        if let newest, subscription.leavesOut(frame, after: newest) { return nil }
        sequence &+= 1
        frame.sequence = sequence
        raw = nil
        return frame
    }

    /// Keeps the frame as the one that waits, in the place of an older one.
    mutating func wait(with frame: Frame) {
        dropWaiting()
        newest = frame
        isWaiting = true
    }

    /// Notes that `frame` goes out as `bytes`, which tell of all that it missed.
    mutating func send(_ frame: Frame, as bytes: OutputBytes, step: UInt64) {
        newest = frame
        isWaiting = false
        sending = (step, bytes, dropped)
        dropped = droppedBehind
        droppedBehind = 0
        sentFrames.add(frame.time.nanoseconds, length: Int(bytes.count))
    }

    /// Takes back that a frame went out where `bytes` are that frame; false where they are something else.
    mutating func takeBack(_ bytes: OutputBytes, step: UInt64, because failure: SendFailure) -> Bool {
        guard let sending, sending.step == step, sending.bytes == bytes else { return false }
        self.sending = nil
        (droppedBehind, dropped) = (dropped, sending.dropped)
        isWaiting = true
        sentFrames.removeLast()
        if failure != .wouldBlock || !isListening {
            dropWaiting()
            // What was not told is told with the next tick, changed or not.
            newest = nil
        }
        return true
    }

    /// How old the oldest frame is that was sent and not read, in nanoseconds; 0 where it has read them all.
    func lag(unread: Int, at now: Int64) -> Int64 {
        guard let oldest = sentFrames.oldest(in: unread) ?? (isWaiting ? newest?.time.nanoseconds : nil)
        else {
            return 0
        }
        return max(0, now - oldest)
    }
}
