import CLinux
package import LinuxSystem
package import TiltCore

/// Serves the socket: accepts subscribers, answers their requests and sends every tick's frames.
///
/// One `send` per subscriber and tick; a frame is encoded once for all subscribers with the same options. A slow
/// subscriber never slows another: it is skipped until its socket has room.
package final class Publisher {
    /// What the daemon wants to hear.
    package struct Events {
        /// The number of listening subscribers, or the fastest rate asked for, may have changed.
        package var demandChanged: () -> Void
        /// A `status` request: appends the daemon's own fields.
        package var appendStatus: (inout ByteBuffer) -> Void
        /// A `status` request: appends the whole line of a detail at an index; false where there are no more.
        package var appendDetail: (StatusDetail, Int, RequestID?, inout ByteBuffer) -> Bool

        package init(
            demandChanged: @escaping () -> Void, appendStatus: @escaping (inout ByteBuffer) -> Void,
            appendDetail: @escaping (StatusDetail, Int, RequestID?, inout ByteBuffer) -> Bool
        ) {
            self.demandChanged = demandChanged
            self.appendStatus = appendStatus
            self.appendDetail = appendDetail
        }
    }

    /// What new subscribers get.
    package struct Defaults: Equatable, Sendable {
        package var subscription: Subscription
        /// The look of the shadow, told in `hello`, in pixels.
        package var blur: Double
        package var opacity: Double
        package var maxSubscribers: Int

        package init(subscription: Subscription, blur: Double, opacity: Double, maxSubscribers: Int) {
            self.subscription = subscription
            self.blur = blur
            self.opacity = opacity
            self.maxSubscribers = maxSubscribers
        }
    }

    private let loop: EventLoop
    private let reception: Reception
    let journal: Journal
    let events: Events
    private(set) var defaults: Defaults
    private(set) var subscribers: [CInt: Subscriber] = [:]
    private var sensor: SensorDescription?
    private var sequence: UInt64 = 0
    private var restPace = RestPace()
    private(set) var rawAccess = RawAccess()
    private var refusals = Reminder()
    var closures = Reminder()

    /// Buffers made once: a frame without `dropped`, one with it, an answer, and what a socket gave.
    private var lines = SharedLines()
    var scratch = ByteBuffer()
    var answer = ByteBuffer(capacity: ProtocolVersion.longestLine)
    let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)

    package init(
        on loop: EventLoop, listener: consuming UnixListener, defaults: Defaults, journal: Journal,
        events: Events
    ) throws(SystemError) {
        self.loop = loop
        reception = try Reception(on: loop, listener: listener, journal: journal)
        self.defaults = defaults
        self.journal = journal
        self.events = events
        try reception.open { [self] stream in admit(stream) }
    }

    deinit { input.deallocate() }

    /// Subscribers connected, paused ones included.
    package var count: Int { subscribers.count }

    /// The fastest rate that somebody listens at, in Hz; `nil` where nobody does.
    package var demandedRate: Double? {
        subscribers.values.lazy.filter { !$0.isPaused && !$0.isClosing }.map { $0.subscription.rateHz }.max()
    }

    /// Frames missed by the subscribers that are connected.
    package var droppedFrames: UInt64 { subscribers.values.reduce(0) { $0 + $1.droppedEver } }

    /// Ticks published so far.
    package var ticks: UInt64 { sequence }

    /// Sends the frames of one tick to everybody who is due; `isAtRest` where the fallback is shown and nothing moves.
    ///
    /// `raw` goes only to those who asked for it, and they had to be permitted: a frame with it equals none without, so
    /// no line is shared between the two.
    ///
    /// - Returns: when the first of them was a line, in nanoseconds; `nil` where nobody was due.
    @discardableResult
    package func publish(_ motion: Motion, raw: RawSample? = nil, isAtRest: Bool) -> Int64? {
        guard restPace.admits(motion, isAtRest: isAtRest) else { return nil }
        let motion = motion.rounded()
        var encodedAt: Int64?
        sequence += 1
        lines.removeAll()
        var gone: [CInt] = []
        for (fd, subscriber) in subscribers where subscriber.isDue(at: motion.time.nanoseconds) {
            let frame = subscriber.frame(of: motion, raw: raw, sequence: sequence)
            if subscriber.isRedundant(frame) { continue }
            let wasDrained = subscriber.isDrained
            let line = lines.line(of: frame)
            if encodedAt == nil { encodedAt = MonotonicClock.now() }
            guard subscriber.send(frame, encoded: line, scratch: &scratch) else {
                gone.append(fd)
                continue
            }
            if subscriber.isDrained != wasDrained { updateInterest(of: subscriber) }
        }
        for fd in gone { remove(fd, because: "closed its connection") }
        return encodedAt
    }

    /// Tells everybody that a sensor was found or lost.
    package func announce(_ event: StaticString, reason: String?, sensor: SensorDescription?, isPresent: Bool)
    {
        self.sensor = isPresent ? sensor : nil
        answer.removeAll()
        ServerMessage.appendSensor(event: event, reason: reason, sensor: sensor, to: &answer)
        sendToAll()
    }

    /// Says goodbye to everybody; what fits in their sockets goes out now.
    package func sayGoodbye(reason: String) {
        answer.removeAll()
        ServerMessage.appendGoodbye(reason: reason, to: &answer)
        sendToAll()
        reception.close()
        for (fd, _) in subscribers { loop.unwatch(fd) }
        subscribers.removeAll()
    }

    /// New defaults after a reload; what subscribers asked for themselves stays.
    package func use(_ defaults: Defaults) {
        self.defaults = defaults
        rawAccess = RawAccess()
        for subscriber in subscribers.values { subscriber.useDefaults(defaults.subscription) }
        events.demandChanged()
    }

    private func sendToAll() {
        for subscriber in subscribers.values where subscriber.isGreeted { deliver(to: subscriber) }
    }

    private func admit(_ stream: consuming UnixStream) {
        stream.setSendBufferMinimum()
        let subscriber = Subscriber(stream: stream, defaults: defaults.subscription)
        let fd = subscriber.stream.descriptor
        guard subscribers.count < defaults.maxSubscribers else {
            answer.removeAll()
            let error = ControlError.tooManySubscribers(limit: defaults.maxSubscribers)
            ServerMessage.appendError(id: nil, error, to: &answer)
            _ = subscriber.send(line: answer, scratch: &scratch)
            subscriber.discardInput(into: input)
            let text = refusals.text(
                "refused subscriber \(subscriber.process): \(error.description)", now: MonotonicClock.now())
            if let text { journal.warning(text) }
            return
        }
        do throws(SystemError) {
            try loop.watch(fd, for: .readable) { [self, subscriber] ready in
                serve(subscriber, ready)
            }
        } catch {
            journal.warning("cannot watch a subscriber: \(error.description)")
            return
        }
        subscribers[fd] = subscriber
        restPace.restart()
        journal.debug("subscriber connected: \(subscriber.process)")
        // Opens the sensor where this is the first subscriber, so that hello can tell of it.
        events.demandChanged()
        greet(subscriber)
    }

    /// Sends the line that is always the first.
    private func greet(_ subscriber: Subscriber) {
        answer.removeAll()
        ServerMessage.appendHello(
            defaults: defaults.subscription, blur: defaults.blur, opacity: defaults.opacity, sensor: sensor,
            to: &answer)
        subscriber.isGreeted = true
        deliver(to: subscriber)
    }

    /// Sends ``answer`` to one subscriber.
    private func deliver(to subscriber: Subscriber) {
        if subscriber.send(line: answer, scratch: &scratch) {
            updateInterest(of: subscriber)
        } else {
            remove(subscriber.stream.descriptor, because: "closed its connection")
        }
    }

    func remove(_ fd: CInt, because reason: String) {
        guard let subscriber = subscribers.removeValue(forKey: fd) else { return }
        loop.unwatch(fd)
        if subscriber.isClosing { subscriber.discardInput(into: input) }
        journal.debug(
            "subscriber \(subscriber.process) \(reason), \(subscriber.droppedEver) frames dropped")
        events.demandChanged()
    }

    /// Reads while the subscriber keeps up with its answers; writes while something waits for it.
    func updateInterest(of subscriber: Subscriber) {
        var interest: Interest = subscriber.isHeard ? .readable : []
        if !subscriber.isDrained || subscriber.listing != nil { interest.formUnion(.writable) }
        do throws(SystemError) { try loop.update(subscriber.stream.descriptor, for: interest) } catch {
            journal.error("cannot watch a subscriber: \(error.description)")
        }
    }
}
