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
    /// Subscribers connected, paused ones included.
    private(set) var count = 0
    /// Those whose greeting waits for a sensor that is being opened, in the order in which they came.
    private(set) var ungreeted: [Connection] = []
    /// Those with ticks of their own.
    var phases = Phases()
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
    var tails = SharedTails()
    var lines = LinePool()
    var refusals = RateLimited()
    var strangers = RateLimited()
    var answersToStrangers = RequestBudget(limit: Self.mostAnswersToStrangers)
    var closures = RateLimited()
    var rawGrants = RateLimited()

    init(_ defaults: Defaults, userID: UInt32) {
        self.defaults = defaults
        self.userID = userID
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
        subscribers.reduce(droppedByLeavers) { $1.isOpen ? $0 &+ $1.droppedEver : $0 }
    }

    /// Works out again who wants what, where it may have changed.
    mutating func updateDemand() {
        guard demandIsStale else { return }
        demandIsStale = false
        var fastest: Double?
        (isWanted, hasAudience, isRawWanted) = (false, false, false)
        for index in subscribers.indices where subscribers[index].isListening {
            let subscription = subscribers[index].subscription
            isWanted = true
            isRawWanted = isRawWanted || subscription.includesRaw
            if subscription.phase == nil { fastest = max(fastest ?? 0, subscription.rateHz) }
            hasAudience = hasAudience || subscribers[index].isGreeted
        }
        demandedRate = fastest
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
        }
        subscribers[index] = subscriber
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
        demandIsStale = true
        // It has not seen a frame yet, whenever the last one at rest was.
        restPace.restart()
        transmit(line, to: index, &out)
        settleInterest(of: index, &out)
    }

    /// Lets a connection go that has ended, or that is to.
    mutating func remove(_ index: Int, because reason: String, _ out: inout Outbox) {
        let subscriber = subscribers[index]
        out.append(.close(subscriber.connection))
        out.debug(
            "subscriber \(subscriber.peer.process) \(reason), \(subscriber.droppedEver) frames dropped")
        count -= 1
        if !subscriber.isGreeted { ungreeted.removeAll { $0 == subscriber.connection } }
        droppedByLeavers &+= subscriber.droppedEver
        demandIsStale = true
        // What it held goes with it, and its number means nobody from now on.
        phases.leave(index)
        subscribers[index].isOpen = false
        subscribers[index].outgoing = []
        subscribers[index].held = []
        subscribers[index].listing = nil
        giveBackLine(of: index)
    }

    /// How long somebody may take to read why it is closed, in nanoseconds: 3 s.
    private static let closingTimeout: Int64 = 3_000_000_000

    /// Is to be closed as soon as it has read why, behind which nothing comes.
    mutating func beginClosing(_ index: Int, at now: Int64) {
        subscribers[index].beginClosing()
        subscribers[index].listing = nil
        subscribers[index].held = []
        demandIsStale = true
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

    mutating func giveBackLine(of index: Int) {
        guard subscribers[index].line.capacity > 0 else { return }
        var line: [UInt8] = []
        swap(&line, &subscribers[index].line)
        lines.give(line)
    }

    // MARK: sending

    /// Sends a line, behind what waits already.
    mutating func transmit(_ line: OutputBytes, to index: Int, _ out: inout Outbox) {
        guard subscribers[index].outgoing.isEmpty, !subscribers[index].isWaiting else {
            subscribers[index].outgoing.append(contentsOf: out.slice(line))
            return
        }
        out.append(.send(subscribers[index].connection, line))
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

    /// Tells the shell what to wait for, where that has changed.
    mutating func settleInterest(of index: Int, _ out: inout Outbox) {
        let wanted = subscribers[index].wantedInterest
        guard subscribers[index].isOpen, wanted != subscribers[index].interest else { return }
        subscribers[index].interest = wanted
        out.append(.watch(subscribers[index].connection, wanted))
    }

    /// Of some bytes only `sent` went out: the rest goes first when there is room.
    mutating func takeBack(
        _ bytes: OutputBytes, sent: Int, from index: Int, because failure: SendFailure, _ out: inout Outbox
    ) {
        if failure == .closed { return remove(index, because: "closed its connection", &out) }
        if sent > 0 || !subscribers[index].takeBack(bytes, step: out.step, because: failure) {
            // The rest of a line can neither be left out nor waited for: the subscriber connects again.
            if failure == .outOfMemory { return remove(index, because: "could not be sent to", &out) }
            subscribers[index].outgoing.append(contentsOf: out.slice(bytes).dropFirst(sent))
        }
        settleInterest(of: index, &out)
    }

    /// Sends what waits: there is room again.
    mutating func flush(_ index: Int, _ out: inout Outbox) {
        if !subscribers[index].outgoing.isEmpty {
            let bytes = out.write(subscribers[index].outgoing)
            subscribers[index].outgoing.removeAll()
            out.append(.send(subscribers[index].connection, bytes))
        }
        guard subscribers[index].isWaiting, let frame = subscribers[index].newest else { return }
        send(frame, to: index, &out)
    }

    /// Sends a frame, as a line of its own.
    mutating func send(_ frame: Frame, to index: Int, _ out: inout Outbox) {
        let dropped = subscribers[index].dropped
        let line = out.write { FrameEncoder.appendJSON(frame, dropped: dropped, to: &$0) }
        emit(frame, as: line, to: index, &out)
    }

    mutating func emit(_ frame: Frame, as line: OutputBytes, to index: Int, _ out: inout Outbox) {
        subscribers[index].send(frame, as: line, step: out.step)
        let connection = subscribers[index].connection
        out.append(
            subscribers[index].subscription.isStrict ? .sendIfRead(connection, line) : .send(connection, line)
        )
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
