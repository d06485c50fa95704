import LinuxSystem
import TiltCore

/// A connection that reads frames: who it is, what it asked for, and what it has not taken yet.
///
/// What a tick needs of it stands elsewhere, in its ``Delivery`` and with who makes its frames: ``FrameMaker``.
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
    /// The rate that it asked for, in Hz, or that of the defaults.
    private(set) var askedRateHz: Double
    /// True where it wants no frames for now.
    private(set) var isPaused = false
    /// True where it is served only while its user sits in front, who does not.
    private(set) var isAway = false

    /// How it wants its user's page written, as it asked; `nil` where it reads frames.
    private(set) var pageDemand: PageDemand?
    /// A page is to be handed to it, in front of all else.
    var mapRequest: MapRequest?
    /// A page that was handed to it, until it is known whether that went out: nothing else is answered before.
    var handed: HandedPage?

    /// The frame that waits for room in the socket, or the last one that did.
    var waiting: Frame?

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
        askedRateHz = defaults.rateHz
    }

    /// True where frames are for it.
    var isListening: Bool { isOpen && !isPaused && !isAway && !isClosing && pageDemand == nil }

    /// Answers and news that wait to be read: beyond this no more requests are taken, and news end the connection.
    static let longestBacklog = 4 * ProtocolVersion.longestLine

    /// True where the next request is taken: it reads its answers.
    var isHeard: Bool {
        listing == nil && mapRequest == nil && handed == nil && outgoing.count <= Self.longestBacklog
            && !isClosing
    }

    /// True where there is more to say of an answer to `status`, and nothing else has to come first.
    var hasToTell: Bool { listing.map { !$0.awaitsLook } ?? false }

    /// What there is to wait for; `isDrained` where nothing waits to go out.
    func wantedInterest(isDrained: Bool) -> Interest {
        guard isGreeted else { return [] }
        // Room for what it is owed, and requests, once the devices were looked at, or a page has begun.
        if let listing, listing.awaitsLook { return isDrained ? [] : .writable }
        if let mapRequest, mapRequest.awaitsPose, !isClosing { return isDrained ? [] : .writable }
        var wanted: Interest = isHeard && !hasSaidAll && held.isEmpty ? .readable : []
        // One that is being closed is looked at once more when all has gone out, which may be at once.
        if !isDrained || listing != nil || mapRequest != nil || handed != nil || isClosing || !held.isEmpty {
            wanted.formUnion(.writable)
        }
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
    mutating func apply(_ change: SubscriptionChange) {
        self.change = self.change.merging(change)
        if change.phase != nil, change.rateHz == nil { self.change.rateHz = askedRateHz }
    }

    /// The options that follow from what it asked for, after a change, new defaults, or a turn of the pictures that follow,
    /// where it has `current` ones; and whether another rate was asked for.
    ///
    /// One that has ever said how its picture is turned knows better than whoever turns the others.
    mutating func options(
        over defaults: Subscription, turned: DisplayRotation, after current: Subscription
    ) -> (next: Subscription, hasNewRate: Bool) {
        var next = change.applied(to: defaults)
        if change.displayRotation != nil {
            next.rotation = .own
        } else if next.rotation == .follow {
            next.shadow.displayRotation = turned
        }
        // What it was given stays until it is settled anew what that is.
        next.phase = current.phase
        let hasNewRate = next.rateHz != askedRateHz
        if hasNewRate { askedRateHz = next.rateHz } else { next.rateHz = current.rateHz }
        return (next, hasNewRate)
    }

    /// The ticks that it asked for, whatever it was given.
    var askedTicks: TickGrid? { change.phase.map { TickGrid(phase: $0, rateHz: askedRateHz) } }

    /// Wants no frames.
    mutating func pause() { isPaused = true }

    /// Reads its user's page from now on, written so, paused or not.
    mutating func beginReadingPage(_ demand: PageDemand) {
        (pageDemand, isPaused) = (demand, false)
    }

    /// Reads no page any more, and gets none.
    mutating func endReadingPage() { (pageDemand, mapRequest) = (nil, nil) }

    /// Is to have no frames for as long as its user does not sit in front.
    mutating func leaveFront() { isAway = true }

    /// May have frames again; false where it wants none.
    mutating func comeToFront() -> Bool {
        isAway = false
        return !isPaused
    }

    /// Wants frames from now on; false where it did already.
    mutating func resume() -> Bool {
        guard isPaused else { return false }
        isPaused = false
        return true
    }
}
