import CHeap
import LinuxSystem
import TiltCore
import TiltDaemon
import TiltSensors

/// A daemon's core and everything around it, in virtual time.
///
/// Read this file first. ``perform(_:)`` lets one ``Happening`` happen, after all ticks and timed things before it;
/// each thing that reaches the core is a step, its effects are carried out here in order at a drawn cost, and after it
/// the invariants hold (`settle`), or ``broken`` says which does not.
package struct World {
    /// The first invariant that did not hold.
    package internal(set) var broken: Violation?
    /// What was done, for the last line of a run.
    package internal(set) var tally = Tally()
    /// Gets a line for every event and effect, where somebody reads along.
    package var trace: ((String) -> Void)?

    let seed: UInt64
    let kind: Kind
    /// What is drawn in the present step.
    var random: SplitMix64
    private var kept: KeptCore
    var core: DaemonCore {
        _read { yield kept.core }
        _modify { yield &kept.core }
    }
    var effects: [DaemonEffect] = []
    let room = ReadingRoom()

    // MARK: time

    /// CLOCK_MONOTONIC, in nanoseconds.
    package internal(set) var now: Int64 = 1_000_000_000
    /// How long the machine has slept.
    var asleep: Int64 = 0
    /// How long the loop stood still for reasons that are no subscriber's, ever, and until when it last did.
    var stalled: Int64 = 0
    var stalledUntil: Int64 = 0
    /// Until when the loop last did what no subscriber can be blamed for.
    var blamelessUntil: Int64 = 0
    var timer: (period: Int64, previous: Int64)?
    /// The one deadline that the timer waits for in place of its grid.
    var single: Int64?
    /// Counts the changes of the grid of ticks.
    var grids = 0
    /// The last grids that ended: the count until then, and the period of their ticks in nanoseconds, where it is known.
    var endedGrids: [(until: Int, period: Int64?)] = []
    static let mostEndedGrids = 64
    /// When something was last done while a tick was overdue by ``late``: nothing is missed otherwise.
    var lateAt: Int64 = .never
    /// The shortest distance of two ticks that anybody may ask for, but for the moment until the core is told, in nanoseconds.
    static let late: Int64 = 4_900_000
    var lastDeadline: Int64 = 0
    /// The sleeps of the machine, and the last ticks with when each was carried out.
    var sleeps: [(at: Int64, duration: Int64)] = []
    /// How many happenings may have come while the process stood still, and are found by it before its timer; they do
    /// where they are told within a ``moment``.
    var aheadOfTicks = 0
    private static let moment: Int64 = 100_000
    var ticks = RecentTicks()
    /// The tick that is being carried out.
    var deadline: Int64?
    /// True where it is one of ``single``.
    var isPlanned = false
    /// When the last of those was carried out.
    var plannedAt: Int64 = 0
    var firstFrameAt: Int64?
    /// The frames that it has sent so far.
    var framesOfTick = 0
    /// The frames sent since the loop last waited for the timer.
    var framesSinceIdle = 0
    var timed: [Timed] = []

    // MARK: people

    var people: [Person] = []
    var places: [Int32: Int] = [:]
    var connected = 0
    var refusedNow: Connection?
    var generation: UInt32 = 0
    /// Those that may have something to be served.
    var ready: [Int] = []
    var fullNow: [Int] = []
    /// Those that must be closed by the end of the step.
    var closing: [Connection] = []
    var stepOf: Connection?
    var stepBegan: Int64 = 0
    var saidGoodbye = false
    var ungreeted = 0

    // MARK: seats

    /// What is drawn of seats, so that what else is drawn stays what it was; `nil` where all may subscribe.
    var seats: SplitMix64?
    /// The users who sit in front.
    var inFront: Set<UInt32> = [1000]
    /// True where somebody was away when greeted, and may have still to be told so.
    var isAwayOwed = false
    /// When strangers were told why they are closed, within the last seconds.
    var strangersTold: [Int64] = []

    // MARK: looks

    /// What is drawn of looks at the devices that take their time; `nil` where each is answered at once.
    var looks: SplitMix64?
    /// True while one is under way, and while it is waited for.
    var isLooking = false
    var isLookAwaited = false
    /// When the last one was over, or waited for no more.
    var lookedAt: Int64 = .never
    /// The devices that the last one has found, by their names.
    var found: Set<String> = []
    /// How it said that each candidate is mounted, and the sensors that it has to close: they were opened otherwise.
    var mountings: [Int: UInt64] = [:]
    var turned: [SensorID] = []

    // MARK: turns

    /// How the pictures are turned of those who follow.
    var turns = TurnModel()
    /// True once there was room for so few that a user may have been forgotten.
    var hasBeenNarrow = false

    // MARK: demand and sensors

    var demand = Demand()
    var devices: [Device] = []
    var open: [OpenSensor] = []
    var claim = Claim.unknown
    var announcements: [Claim] = []
    var hasAnnounced = false
    /// True where this step has told of a sensor, read or not.
    var hasNews = false
    var claimedSince: Int64 = 0
    var attempts: [Attempts] = []
    var wokeUpAt: Int64 = .never
    /// When the newest pose of a remote sensor was to come.
    var poseDue: Int64 = 0
    /// When everything is tried again, the last time.
    var attemptsResetAt: Int64 = .never
    var lastInUse: OpenSensor?
    /// One that has said in this step that something is wrong with it.
    var complained: SensorID?

    // MARK: what is shown

    /// Since when what the sensor is has not changed, and since when the state or the estimate may have.
    var stateSureFrom: Int64 = 0
    var showChangedAt: Int64 = .never
    /// The tick at which somebody's shadow was last seen to move by itself, and so the device, in nanoseconds.
    var movedAt: Int64 = .never
    /// The stamp of the newest reading of the sensor in use, on the clock that goes on in sleep.
    var poseAt: Int64 = 0
    /// How long the machine had slept by then.
    var asleepAtPose: Int64 = 0
    var recentredAllAt: Int64 = .never
    /// Until when the offset may move faster than the hand, which it has lost sight of.
    var catchesUpUntil: Int64 = 0
    /// How the device is held at a tick, for each turn of the picture.
    var trueTilt = [Tilt](repeating: Tilt(pitch: 0, roll: 0), count: 4)
    var trueTiltAt: Int64 = .never

    // MARK: the daemon itself

    var setup: DaemonCore.Setup
    var settings: Settings
    var used: Settings
    var reloads = 0
    var reloadedAt: Int64 = .never
    var motionChangedAt: Int64 = .never
    var awaitedSettings = 0
    var isReadyDue = false
    var log: LogModel?
    var hasStopped = false
    /// True where it is to end as something that has failed.
    var isBroken = false
    /// When the present life of the daemon began.
    var lifeBeganAt: Int64 = 0
    var heapAtStart = 0
    var climate = Climate()
    /// Those that are open.
    var pages: [PageModel] = []
    /// When the newest page was written, and which state it told.
    var pageTold: (time: Int64, state: Int)?
    /// When a sensor in use, be it gone by now, has last said how fast its device turns.
    var turnToldAt: Int64 = .never

    package init(seed: UInt64, kind: Kind) {
        self.seed = seed
        self.kind = kind
        random = SplitMix64(seed: seed)
        if kind.hasSeats { seats = SplitMix64(seed: seed ^ 0x5EA75) }
        if kind == .looking || kind == .crossed && seed % 64 == 4 { looks = SplitMix64(seed: seed ^ 0x100C5) }
        if kind == .steady { devices.append(Device(0, &random)) }
        settings = Settings()
        used = settings
        setup = DaemonCore.Setup(settings: settings, userID: Self.daemonUser)
        kept = KeptCore(DaemonCore(setup, at: now))
        people.reserveCapacity(512)
        heapAtStart = Int(heap_bytes_in_use())
        start()
    }

    static let daemonUser: UInt32 = 990

    /// What happens later, by itself.
    struct Timed {
        enum What {
            case opening(SensorID), settings(Settings?), look([SensorCandidate]?), lookIsLate, hotplug(Int),
                pose, logFails
        }
        let at: Int64
        let what: What
    }

    /// What the shell's surroundings are like at present: how often an effect fails, and what it costs.
    struct Climate {
        /// Once in so many sends, for each way to fail; 0 for never.
        var shortWrites = 0
        var outOfMemory = 0
        var unread = 0
        var broken = 0
        /// The most that a send costs, in nanoseconds.
        var sendCost = 10_000
        /// Once in so many rows written.
        var logBehind = 0

        init() {}

        init(_ random: inout SplitMix64) {
            func rate(_ random: inout SplitMix64) -> Int { random.oneIn(2) ? 0 : 1 << (3 + random.below(8)) }
            shortWrites = rate(&random)
            outOfMemory = rate(&random)
            unread = rate(&random)
            broken = random.oneIn(3) ? 64 << random.below(4) : 0
            sendCost = random.one(of: [2_000, 10_000, 50_000])
            logBehind = random.oneIn(3) ? 1 << random.below(6) : 0
        }
    }

    /// Begins a life of the daemon: a new core, nobody connected, the devices as they are.
    mutating func start() {
        if kind == .remote, devices.isEmpty {
            devices = [Device(0, &random)]
            devices[0].isRemote = true
        }
        if devices.isEmpty { for number in 0..<random.below(5) { devices.append(Device(number, &random)) } }
        if kind == .blind, devices.count < 2 { devices.append(Device(devices.count, &random)) }
        attempts = [Attempts](repeating: Attempts(), count: devices.count * 2)
        for number in devices.indices where devices[number].goodSince == .max {
            devices[number].goodSince = now
        }
        // What the last life had open ended with it.
        for number in devices.indices { devices[number].closedAt = now }
        (pages, pageTold, turnToldAt) = ([], nil, .never)
        settings = Settings()
        settings.sensor.holdSeconds = random.one(of: [0, 0.1, 1, 5])
        settings.socket.maxSubscribers = random.one(of: [2, 20, 256, 300])
        used = settings
        turns = TurnModel()
        hasBeenNarrow = false
        noteRoom()
        let limits: RecordLimits? =
            (random.oneIn(3) || kind == .failing) && kind != .remote
            ? random.one(of: [
                RecordLimits(), RecordLimits(bytes: 8192, files: 3), RecordLimits(bytes: 20_000),
            ]) : nil
        log = limits.map { LogModel($0) }
        setup = DaemonCore.Setup(
            settings: settings, userID: Self.daemonUser, recording: limits.map { ("/tmp/log", $0) },
            rereadsSettings: !random.oneIn(16) || kind == .tuning,
            hasHotplug: !random.oneIn(6) && kind != .blind)
        kept = KeptCore(DaemonCore(setup, at: now))
        lifeBeganAt = now
        hasStopped = false
        effects.removeAll(keepingCapacity: true)
        kept.core.start(at: now, &effects)
        walk()
        settle()
        if kind == .remote { schedule(at: now + 20_000_000, .pose) }
    }

    /// When the timer comes next, in nanoseconds.
    var nextTick: Int64? { single ?? timer.map { $0.previous + $0.period } }

    // MARK: steps

    /// Lets everything happen that is due before `happening`, and then that.
    package mutating func perform(_ happening: Happening) {
        let isAhead = aheadOfTicks > 0 && happening.at - now <= Self.moment
        if isAhead {
            aheadOfTicks -= 1
            now = max(now, happening.at)
            blamelessUntil = now
        } else {
            aheadOfTicks = 0
            advance(to: happening.at)
        }
        guard broken == nil else { return }
        random = SplitMix64(seed: happening.seed)
        if trace != nil { trace?("\n\(happening)") }
        tally.happenings += 1
        happen(happening)
        serve(aheadOfTicks: isAhead && kind.asksAhead(ofSeed: seed))
        if hasStopped { restart() }
    }

    /// Ticks, and what happens by itself, up to an instant.
    package mutating func advance(to target: Int64) {
        while broken == nil, !hasStopped {
            let tick = nextTick ?? .max
            let next = min(tick, timed.first?.at ?? .max)
            guard next <= max(target, now) else { break }
            if now < next { framesSinceIdle = 0 }
            now = max(now, next)
            if tick <= next {
                random = SplitMix64(seed: seed ^ UInt64(bitPattern: tick))
                self.tick()
            } else {
                let due = timed.removeFirst()
                random = SplitMix64(seed: seed ^ UInt64(bitPattern: due.at) &+ 1)
                happen(due.what)
            }
            serve()
        }
        now = max(now, target)
        if hasStopped { restart() }
    }

    /// One step: an event, its effects, and what must hold after them.
    mutating func hand(_ event: DaemonEvent, of connection: Connection? = nil) {
        guard broken == nil, !hasStopped else { return }
        effects.removeAll(keepingCapacity: true)
        tally.steps += 1
        stepOf = connection
        stepBegan = now
        now += 1_000 + Int64(random.below(4_000))
        tell(event)
        walk()
        judgeMountings()
        if connection == nil, deadline == nil {
            // What a device or the machine costs is no subscriber's fault.
            stalled += now - stepBegan
            blamelessUntil = now
        }
        settle()
    }

    /// Hands an event over within a step; what an answer took may have made the next tick late.
    mutating func tell(_ event: DaemonEvent) {
        noteLate()
        tally.events += 1
        if trace != nil { trace?("  \(Session.seconds(now))  -> \(Session.words(for: event))") }
        if case .surveyed(let seen) = event { noteMountings(seen) }
        kept.core.handle(event, at: now, &effects)
    }

    private mutating func walk() {
        var index = 0
        while index < effects.count, broken == nil {
            carryOut(effects[index])
            index += 1
            if index > 100_000 { fail(.stepEnds, "more than 100,000 effects in one step") }
        }
        tally.effects += index
    }

    mutating func fail(_ invariant: Invariant, _ detail: String) {
        guard broken == nil else { return }
        broken = Violation(invariant: invariant, detail: detail, step: tally.happenings, time: now)
        if trace != nil { trace?("  !! \(invariant): \(broken?.detail ?? "")") }
    }

    /// After the end the machine starts the daemon again.
    private mutating func restart() {
        people.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        (connected, ungreeted) = (0, 0)
        strangersTold.removeAll(keepingCapacity: true)
        ready.removeAll(keepingCapacity: true)
        fullNow.removeAll()
        closing.removeAll()
        timed.removeAll()
        (isLooking, isLookAwaited) = (false, false)
        found.removeAll()
        mountings.removeAll()
        open.removeAll()
        (timer, single) = (nil, nil)
        claim = .unknown
        announcements.removeAll(keepingCapacity: true)
        demand = Demand()
        awaitedSettings = 0
        isReadyDue = false
        tally.lives += 1
        guard broken == nil else { return }
        start()
    }
}
