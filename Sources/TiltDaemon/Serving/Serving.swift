import LinuxSystem
import TiltCore

/// Everybody who is connected: flat places by the number of the connection, and what all of them share.
struct Serving {
    /// What new subscribers get.
    struct Defaults: Equatable {
        var subscription: Subscription
        /// The look of the shadow, told in `hello`: the blur radius in points, the opacity from 0 to 1.
        var blur: Double
        var opacity: Double
        var maxSubscribers: Int
    }

    var defaults: Defaults
    /// The user that the daemon runs as, who may speak for everybody.
    let userID: UInt32
    var subscribers: [Subscriber] = []
    /// What a tick needs of them, by the same places.
    var deliveries: [Delivery] = []
    /// Who makes their frames.
    var makers = FrameMakers()
    /// Subscribers connected, paused ones included.
    private(set) var count = 0
    /// Those whose greeting waits for a sensor that is being opened, in the order in which they came.
    private(set) var ungreeted: [Connection] = []
    /// Those with ticks of their own.
    var phases = Phases()
    /// What those read who want no frames.
    var pages: PosePages
    /// Those that were told why they are closed, and since when they may read it, in nanoseconds.
    private(set) var closing: [(connection: Connection, since: Int64)] = []
    /// The fastest rate of the ticks that all share, in Hz; `nil` where nobody listens to those.
    private(set) var demandedRate: Double?
    /// True where somebody listens.
    private(set) var isWanted = false
    /// True where somebody listens who was greeted.
    private(set) var hasAudience = false
    /// True where somebody wants to see what the sensor itself says.
    private(set) var isRawWanted = false
    /// True where those have to be worked out again.
    var demandIsStale = false
    /// Ticks published so far.
    var ticks: UInt64 = 0
    /// Frames missed by those who have left.
    private var droppedByLeavers: UInt64 = 0

    var restPace = RestPace()
    private var stillPace = StillPace()
    /// True where, at the last tick, nothing moved that anybody wants to know of: slow ticks will do until somebody asks anew.
    private(set) var canRest = false
    /// How the pictures are turned of those who follow.
    var rotations = Rotations()
    var tails = SharedTails()
    var lines = LinePool()
    var refusals = RateLimited()
    var strangers = RateLimited()
    var answersToStrangers = RequestBudget(limit: Self.mostAnswersToStrangers)
    var closures = RateLimited()
    var rawGrants = RateLimited()
    var turns = RateLimited()
    var idlings = RateLimited()
    var pageRefusals = RateLimited()

    init(_ defaults: Defaults, userID: UInt32) {
        self.defaults = defaults
        self.userID = userID
        pages = PosePages(defaults.subscription.shadow)
    }

    /// The place of a connection; `nil` where it has ended, whoever has its number now.
    func place(of connection: Connection) -> Int? {
        let index = Int(connection.index)
        guard subscribers.indices.contains(index), subscribers[index].isOpen,
            subscribers[index].connection == connection
        else { return nil }
        return index
    }

    /// Frames missed by everybody since the daemon began.
    var droppedFrames: UInt64 {
        deliveries.reduce(droppedByLeavers) { $1.maker >= 0 ? $0 &+ $1.droppedEver : $0 }
    }

    /// Works out again who wants what, where it may have changed.
    mutating func updateDemand() {
        guard demandIsStale else { return }
        (demandIsStale, canRest) = (false, false)
        var fastest: Double?
        var (isAsked, isGreeted, isRawAsked) = (false, false, false)
        makers.forEachListening { subscription, isServed in
            isAsked = true
            isGreeted = isGreeted || isServed
            isRawAsked = isRawAsked || subscription.include.contains(.raw)
            if subscription.phase == nil { fastest = max(fastest ?? 0, subscription.rateHz) }
        }
        if let rate = pages.fastest {
            (isAsked, isGreeted, fastest) = (true, true, max(fastest ?? 0, rate))
        }
        (isWanted, hasAudience, isRawWanted) = (isAsked, isGreeted, isRawAsked)
        demandedRate = fastest
    }

    /// Works out whether slow ticks will do, behind one at which this was published.
    mutating func settleRest(after motion: Motion) {
        stillPace.note(motion)
        canRest = stillPace.isStill && makers.canRest && pages.mayRest
    }

    // MARK: coming and going

    /// Gives a connection its place, or says why not.
    mutating func admit(_ connection: Connection, _ peer: Peer, at now: Int64, _ out: inout Outbox) {
        closeOverdue(at: now, &out)
        if let error = objection(to: peer) { return turnAway(connection, peer, error, at: now, &out) }
        let subscriber = Subscriber(connection, peer, defaults: defaults.subscription, at: now)
        let index = Int(connection.index)
        while subscribers.count <= index {
            var nobody = subscriber
            nobody.isOpen = false
            subscribers.append(nobody)
            deliveries.append(.nobody)
        }
        subscribers[index] = subscriber
        deliveries[index] = Delivery(connection, maker: makers.add(FrameMaker(defaults.subscription)))
        deliveries[index].isStrict = defaults.subscription.isStrict
        settleMaker(of: index)
        count += 1
        ungreeted.append(connection)
        demandIsStale = true
        out.debug("subscriber connected: \(peer.process)")
    }

    /// Greets those who have waited since `latest` or before: sends the line that is always the first.
    mutating func greet(comeBy latest: Int64, _ sensor: SensorDescription?, _ out: inout Outbox) {
        var greeted = 0
        for connection in ungreeted {
            guard let index = place(of: connection) else { continue }
            guard subscribers[index].connectedAt <= latest else { break }
            greeted += 1
            greet(index, sensor, &out)
        }
        ungreeted.removeFirst(greeted)
    }

    private mutating func greet(_ index: Int, _ sensor: SensorDescription?, _ out: inout Outbox) {
        let line = out.write {
            ServerMessage.appendHello(
                defaults: defaults.subscription, blur: defaults.blur, opacity: defaults.opacity,
                sensor: sensor, to: &$0)
        }
        subscribers[index].isGreeted = true
        settleMaker(of: index)
        // It has not seen a frame yet, whenever the last one at rest was.
        restPace.owe()
        transmit(line, to: index, &out)
        tellAway(index, &out)
        settleInterest(of: index, &out)
    }

    /// Lets a connection go that has ended, or that is to.
    mutating func remove(_ index: Int, because reason: String, _ out: inout Outbox) {
        let connection = subscribers[index].connection
        let droppedEver = deliveries[index].droppedEver
        out.append(.close(connection))
        out.debug("subscriber \(subscribers[index].peer.process) \(reason), \(droppedEver) frames dropped")
        count -= 1
        if !subscribers[index].isGreeted { ungreeted.removeAll { $0 == connection } }
        droppedByLeavers &+= droppedEver
        demandIsStale = true
        // What it held goes with it, and its number means nobody from now on.
        phases.leave(index)
        leavePage(index, &out)
        makers.leave(deliveries[index].maker)
        deliveries[index] = .nobody
        subscribers[index].isOpen = false
        subscribers[index].waiting = nil
        subscribers[index].outgoing = []
        subscribers[index].held = []
        subscribers[index].listing = nil
        giveBackLine(of: index)
    }

    /// How long somebody may take to read why it is closed, in nanoseconds: 3 s.
    private static let closingTimeout: Int64 = 3_000_000_000

    /// Is to be closed as soon as it has read why, behind which nothing comes.
    mutating func beginClosing(_ index: Int, at now: Int64, _ out: inout Outbox) {
        leavePage(index, &out)
        subscribers[index].isClosing = true
        // Nothing comes behind the error: not even the frame that waits.
        deliveries[index].end()
        subscribers[index].listing = nil
        subscribers[index].held = []
        settleMaker(of: index)
        closing.append((subscribers[index].connection, now))
    }

    /// Closes those that do not read why; called at every tick, and before somebody is refused for want of room.
    mutating func closeOverdue(at now: Int64, _ out: inout Outbox) {
        while let first = closing.first {
            if let index = place(of: first.connection) {
                guard now - first.since > Self.closingTimeout else { return }
                remove(index, because: "did not read why it is closed", &out)
            }
            closing.removeFirst()
        }
    }

    /// Closes those that have not read why yet: where nothing ticks, nobody would look after them.
    mutating func closeAtOnce(_ out: inout Outbox) {
        for (connection, _) in closing {
            guard let index = place(of: connection) else { continue }
            remove(index, because: "did not read why it is closed", &out)
        }
        closing = []
    }

    mutating func giveBackLine(of index: Int) {
        guard subscribers[index].line.capacity > 0 else { return }
        var line: [UInt8] = []
        swap(&line, &subscribers[index].line)
        lines.give(line)
    }

    // MARK: sending

    /// Sends a line, behind what waits already.
    mutating func transmit(_ line: OutputBytes, to index: Int, _ out: inout Outbox) {
        guard deliveries[index].isDrained else { return keepBack(out.slice(line), from: index) }
        out.append(.send(subscribers[index].connection, line))
    }

    /// Keeps bytes that go out before anything else, when there is room.
    mutating func keepBack(_ bytes: ArraySlice<UInt8>, from index: Int) {
        subscribers[index].outgoing.append(contentsOf: bytes)
        deliveries[index].hasBacklog = !subscribers[index].outgoing.isEmpty
    }

    /// Sends a line to everybody who was greeted.
    mutating func transmitToAll(_ line: OutputBytes, _ out: inout Outbox) {
        for index in subscribers.indices where subscribers[index].isOpen && subscribers[index].isGreeted {
            guard !subscribers[index].isClosing else { continue }
            // What it reads when it connects again is truer than what has waited for it.
            guard subscribers[index].outgoing.count <= Subscriber.longestBacklog else {
                remove(index, because: "does not read what it is told", &out)
                continue
            }
            transmit(line, to: index, &out)
            settleInterest(of: index, &out)
        }
    }

    /// The devices were looked at: answers that waited for that go on one by one, as there is room for each.
    mutating func endWaitForLook(_ out: inout Outbox) {
        for index in subscribers.indices where subscribers[index].listing?.awaitsLook ?? false {
            subscribers[index].listing?.awaitsLook = false
            settleInterest(of: index, &out)
        }
    }

    /// Tells the shell what to wait for, where that has changed.
    mutating func settleInterest(of index: Int, _ out: inout Outbox) {
        let wanted = subscribers[index].wantedInterest(isDrained: deliveries[index].isDrained)
        guard subscribers[index].isOpen, wanted != subscribers[index].interest else { return }
        subscribers[index].interest = wanted
        out.append(.watch(subscribers[index].connection, wanted))
    }

    /// Of some bytes only `sent` went out: the rest goes first when there is room.
    mutating func takeBack(
        _ bytes: OutputBytes, sent: Int, from index: Int, because failure: SendFailure, _ out: inout Outbox
    ) {
        if failure == .closed { return remove(index, because: "closed its connection", &out) }
        if sent > 0 || !takeBackFrame(bytes, from: index, because: failure, out.step) {
            // The rest of a line can neither be left out nor waited for: the subscriber connects again.
            if failure == .outOfMemory { return remove(index, because: "could not be sent to", &out) }
            keepBack(out.slice(bytes).dropFirst(sent), from: index)
        }
        settleInterest(of: index, &out)
    }

    /// A frame did not go out and waits, or is missed; false where the bytes are something else.
    private mutating func takeBackFrame(
        _ bytes: OutputBytes, from index: Int, because failure: SendFailure, _ step: UInt64
    ) -> Bool {
        guard let hadWaited = deliveries[index].takeBack(bytes, step: step) else { return false }
        guard failure == .wouldBlock, subscribers[index].isListening else {
            deliveries[index].dropWaiting()
            // What was not told is told with the next tick, changed or not.
            oweFrame(to: index)
            return true
        }
        if !hadWaited { subscribers[index].waiting = newestFrame(of: index) }
        return true
    }

    /// Sends what waits: there is room again.
    mutating func flush(_ index: Int, _ out: inout Outbox) {
        if !subscribers[index].outgoing.isEmpty {
            let bytes = out.write(subscribers[index].outgoing)
            subscribers[index].outgoing.removeAll()
            deliveries[index].hasBacklog = false
            out.append(.send(subscribers[index].connection, bytes))
        }
        guard deliveries[index].isWaiting, let frame = subscribers[index].waiting else { return }
        send(frame, to: index, &out)
    }

    /// The newest frame that was made for a subscriber, with its number.
    func newestFrame(of index: Int) -> Frame? {
        var frame = makers[deliveries[index].maker].newest
        frame?.sequence = deliveries[index].sequence
        return frame
    }

    /// Sends a frame, as a line of its own.
    mutating func send(_ frame: Frame, to index: Int, _ out: inout Outbox) {
        let dropped = deliveries[index].dropped
        let line = out.write { FrameEncoder.appendJSON(frame, dropped: dropped, to: &$0) }
        emit(frame.time, as: line, to: index, &out)
    }

    /// Sends the line of a frame of `time`.
    mutating func emit(_ time: Timestamp, as line: OutputBytes, to index: Int, _ out: inout Outbox) {
        deliveries[index].send(time, as: line, step: out.step)
        let connection = deliveries[index].connection
        out.append(deliveries[index].isStrict ? .sendIfRead(connection, line) : .send(connection, line))
    }
}

extension Peer {
    /// The process at the other end, for the log: `socat (pid 812, uid 1000)`.
    var process: String {
        guard let credentials else { return "unknown process" }
        let name = command ?? "a process"
        guard credentials.pid > 0 else { return "\(name) of another pid namespace (uid \(credentials.uid))" }
        return "\(name) (pid \(credentials.pid), uid \(credentials.uid))"
    }
}
