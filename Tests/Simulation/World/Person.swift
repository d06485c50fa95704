import LinuxSystem
import TiltCore
import TiltDaemon

/// A subscriber of the world: what it says, how it reads, and what it must be told.
final class Person {
    /// An answer that is owed to it.
    struct Expected {
        enum Kind: Equatable {
            case ok(SubscriptionChange), pauses, resumes, recentres, recentresAll
            case rotates(DisplayRotation, all: Bool)
            case error(StaticString, isFatal: Bool)
            case status
            case maps(Double, rests: Bool)
            static func == (a: Kind, b: Kind) -> Bool { false }
        }
        let kind: Kind
        /// 0 for none.
        let id: Int64
        /// Which reload it was asked after.
        let reload: Int
    }

    let connection: Connection
    let serial: Int32
    let user: UInt32
    let mayHaveRaw: Bool
    /// By what it is served.
    let standing: Peer.Standing
    var isHere = true

    // Its socket, as the kernel has it.
    /// What the kernel takes before it says that it is full, in bytes.
    let capacity: Int
    /// Sent and not read.
    var queued = 0
    /// True where it reads at once whatever comes.
    var isReading = true
    /// True for one whose requests come in pieces.
    let isChopped: Bool
    /// What the core waits for.
    var interest: Interest = []
    /// Said and not taken by the daemon.
    var said: [UInt8] = []
    var saidTaken = 0
    var closesItsSide = false
    var hasClosedItsSide = false
    var descriptorsPassed = 0
    /// From the first send of a step that failed: the rest of the step's is not tried.
    var failedInStep: SendFailure?
    /// True once something was sent to it, taken or not.
    var wasSentTo = false
    /// Wake-ups for writing that wrote nothing, one behind the other.
    var idleWrites = 0

    /// True where something could not be sent to it since its last frame.
    var wasFull = false
    /// True where it may be told what was so a while ago.
    var isDelayed = false

    // What it was told.
    /// The beginning of a line.
    var rest: [UInt8] = []
    var isGreeted = false
    var hasEnded = false
    let acceptedAt: Int64
    let stalledAtAccept: Int64
    var announcement = 0
    /// True where the core holds nothing for it, as far as the world knows.
    var isClear: Bool {
        isGreeted && !hasEnded && failedInStep == nil && !interest.contains(.writable) && rest.isEmpty
    }

    // What it asked.
    var expected: [Expected] = []
    var expectedDone = 0
    var nextID: Int64 = 1
    /// Requests that the daemon has read and not answered.
    var taken = 0
    /// When its last requests were taken, and its last lines, for the limit of fifty a second.
    var requestTimes: [Int64] = []
    var lineTimes: [Int64] = []
    /// True where requests waited in the daemon, which counts them when it carries them out.
    var wasHeld = false
    /// True in the midst of a line that has more than its end.
    var isInLine = false
    /// True where the last byte that the daemon has read of it is no line's end.
    var isLineOpen = false
    /// True where it has begun to say a line that means nothing.
    var isMuttering = false
    /// True where it may have asked, and where it has certainly asked more than is allowed.
    var mayBeTooMany = false
    var isTooMany = false
    var change = SubscriptionChange()
    var subscription: Subscription
    /// The phase that it was given last.
    var phase: Int64? { didSet { isPhaseUnsure = false } }
    /// True where it has frames again since then, and what it was given for them no answer has told.
    var isPhaseUnsure = false
    /// The rate that it asked for, or that of the defaults: with a phase it may be given another by a hair.
    var askedRate: Double
    /// True where that rate is known by a hair only: a phase was asked for beside a reload, and the rate that was given told.
    var knowsOnlyGivenRate = false
    /// How long after its last frame the next may come since its ticks have moved; 0 where they have not.
    var moveWait: Int64 = 0
    var isPaused = false
    /// How often the page is to be written that it reads instead of frames, in Hz.
    var pageRate: Double?
    /// True where slow ticks will do for it while the device lies still.
    var pageRests = false
    /// Pages that were handed to it, and when, and that it has not been told of yet.
    var passed: [(page: PageID, at: Int64)] = []
    /// Bytes that it was sent so far.
    var taking = 0
    /// True where its user does not sit in front, for which alone it is served; since when, and when it came back.
    var isAway = false
    var awayAt: Int64 = .never
    var backAt: Int64 = .never
    /// How often it has gone away, how often it was told so, and whether of the last time.
    var timesAway = 0
    var timesToldAway = 0
    var isToldAway = false
    /// True where it was away when greeted, and neither has been told so nor was back since.
    var isOwedAway = false
    /// True where it shall have no frames.
    var isSilent: Bool { isPaused || isAway || pageRate != nil }
    /// How long of the time between two ticks it was to have none, in nanoseconds.
    func silence(from start: Int64, until end: Int64) -> Int64 {
        silences.reduce(0) { $0 + max(0, min($1.until, end) - max($1.from, start)) }
    }
    /// Requests to pause, resume or map whose answers have not come.
    var togglesPending = 0
    var isPauseKnown: Bool { togglesPending == 0 }
    /// Requests to turn pictures whose answers have not come.
    var turnsPending = 0
    var details = StatusCount()
    var passedEver = false
    /// When it certainly did what ends it.
    var refusedAt = Int64.max
    /// True once a fatal error ended it.
    var isRefused = false
    /// True where it has done what ends it, though it may not have taken the error.
    var isDueToEnd: Bool {
        passedEver || mayBeTooMany
            || expected[expectedDone...].contains {
                if case .error(_, isFatal: true) = $0.kind { true } else { false }
            }
    }
    /// What the daemon has kept for it after its last step, in bytes.
    var kept = 0
    /// True once the kernel had no memory for what was sent to it.
    var lackedMemory = false

    // Its frames.
    var sequence: Int64 = 0
    var time: Int64 = .never
    var frame = SocketLine.Frame()
    /// When its options or its neutral pose changed: a frame after that may be anywhere.
    var jumpedAt: Int64 = 0
    /// When its rate changed: the number of a frame after that says nothing of the time.
    var rateChangedAt: Int64 = 0
    var mayJump: Bool { time <= jumpedAt }
    /// The tick at which its own shadow was last seen to move, in nanoseconds.
    var movedAt: Int64 = .never
    var isLoose: Bool { time <= rateChangedAt }
    /// True where it was to have none at some time since the last one.
    var wasPaused: Bool { silenceCount > 0 }
    /// How often it had no frames since the last one.
    var silenceCount: Int { silences.count + (isSilent ? 1 : 0) }
    /// When the tick of its last frame was carried out, which is after the tick's own time.
    var madeAt: Int64 = 0
    /// The count of grids then.
    var gridAt = 0
    /// Since when it is to have none, where it is.
    var pausedAt: Int64 = 0
    /// From when and until when it was to have none, since the tick of its last frame: a frame may have been made before,
    /// and its second half be taken behind.
    var silences: [(from: Int64, until: Int64)] = []
    var stalledAt: Int64 = 0
    var poseAt: Int64 = 0
    var changedAt: Int64 = .never
    /// When a frame was last sent to it or could not be, on the clock of ticks.
    var servedAt: Int64 = .never

    init(
        _ connection: Connection, serial: Int32, user: UInt32, mayHaveRaw: Bool,
        standing: Peer.Standing, at now: Int64, stalled: Int64,
        _ subscription: Subscription, _ random: inout SplitMix64
    ) {
        self.connection = connection
        self.serial = serial
        self.user = user
        self.mayHaveRaw = mayHaveRaw
        self.standing = standing
        self.subscription = subscription
        askedRate = subscription.rateHz
        acceptedAt = now
        stalledAtAccept = stalled
        capacity = random.one(of: [700, 1400, 4608, 4608, 9216, 65536])
        isReading = !random.oneIn(8)
        isChopped = random.oneIn(4)
    }

    /// True where a request to move everybody's neutral pose is not answered.
    var asksForAll: Bool { expected.contains { if case .recentresAll = $0.kind { true } else { false } } }

    var owed: Int { expected.count - expectedDone }

    /// The next answer that is owed; taken.
    func takeExpected() -> Expected? {
        guard expectedDone < expected.count else { return nil }
        defer {
            expectedDone += 1
            if expectedDone == expected.count {
                expected.removeAll(keepingCapacity: true)
                expectedDone = 0
            }
        }
        return expected[expectedDone]
    }

    /// True where frames are for it and everybody knows.
    var isListening: Bool { isHere && !hasEnded && !isSilent && owed == 0 && !passedEver }
    /// True where frames may be for it.
    var mayListen: Bool { isHere && !hasEnded && !isAway && (!isPauseKnown || !isPaused) }
}

/// The lines of a `status` that are counted until its summary comes.
struct StatusCount {
    var subscribers = 0
    var selves = 0
    /// The step that its first line came in, and how many were connected then: one may be closed while they are listed.
    var step = 0
    var connected = 0
}
