import CLinux
import LinuxSystem
import TiltClient
import TiltCore
import TiltDaemon
import TiltRelay
import TiltSensors

/// Another machine's sensor in the place of this one's, as a broker tells of it.
///
/// It has a loop of its own, whose descriptor is what the daemon's loop watches for hotplug: whatever comes of the broker is
/// hotplug news, most of it none. The connection is begun on a thread, as the look-up of a name may take seconds.
final class RemoteSource: SensorSource {
    /// A connection that a thread has begun, and the reason where it could not.
    private final class Attempt {
        var broker: Broker?
        var loss: BrokerLoss?
    }

    private let settings: RelaySettings
    private let address: BrokerAddress
    private let environment: Environment
    private let journal: Journal
    private let manager: ServiceManager
    private let loop: EventLoop
    private var timer: Ticker
    private var timerWatch: Watch?
    /// When the timer comes, in nanoseconds; `nil` where it is off.
    private var timerAt: Int64?
    private var attempt: ThreadAnswer<Attempt>?
    private var attemptWatch: Watch?
    private var broker: Broker?
    private var brokerWatch: Watch?
    private var backoff = Backoff(limit: 30_000_000_000)
    private var retryAt = Int64.min
    private var isGreeted = false
    /// Attempts in a row that no broker greeted.
    private var attempts: UInt32 = 0
    private var greetedAt: Int64 = 0
    /// True once a broker that was there had no hello of anybody: the topic may be a wrong one.
    private var foundNobody = false
    private(set) var trouble: String?
    private var hearsFrames = false
    private var askAt: Int64 = .max
    private var roundTrip: Int64?
    private var losses = LossLog<BrokerLoss>()

    private var feed = RemoteFeed()
    private var following = RemoteFollowing()
    /// Why there was no sensor when the daemon was last told of a change; `nil` where there was one.
    private var toldAbsence: String?
    /// Lines of the log that are said at once, and how often the others come up.
    private var lines = Allowance(atOnce: 16, thenEvery: 10_000_000_000)
    private var otherLines = RateLimited()
    private var isOpen = false
    private var link: RemoteLink?
    private var linkAt: Int64 = 0

    /// How often a connection is looked at whatever comes, in nanoseconds: 2 s, less than half its keep-alive.
    private static let lookPeriod: Int64 = 2_000_000_000
    /// How often the broker is asked for nothing but an answer, in nanoseconds.
    private static let askPeriod: Int64 = 10_000_000_000
    /// How long the retained hello of a publisher may take to come, in nanoseconds.
    private static let helloTime: Int64 = 2_000_000_000
    /// How often it is told how the poses come, in nanoseconds.
    private static let linkPeriod: Int64 = 500_000_000

    init(
        _ settings: RelaySettings, from address: BrokerAddress, _ environment: Environment, _ journal: Journal
    ) throws(SystemError) {
        self.settings = settings
        self.address = address
        self.environment = environment
        self.journal = journal
        manager = ServiceManager(environment: environment)
        loop = try EventLoop()
        timer = try Ticker.open()
        timerWatch = try loop.watch(timer.descriptor, for: .readable) { [self] _ in
            if timer.read() != nil { timerAt = nil }
        }
        setTimer()
    }

    // MARK: what the daemon asks

    var hotplugDescriptor: CInt? { loop.descriptor }

    func drainHotplug() -> HotplugNews {
        do throws(SystemError) { try loop.step(timeoutMilliseconds: 0) } catch {
            journal.warning("the broker cannot be waited for: \(error.description)")
        }
        let now = MonotonicClock.now()
        pass(at: now)
        defer { setTimer() }
        findNobody(at: now)
        let isAnother = following.follow(feed, at: now)
        let absence = following.shown == nil ? absenceWords : nil
        defer { toldAbsence = absence }
        return isAnother || absence != toldAbsence ? .changed : .nothing
    }

    func candidates() -> [SensorCandidate] {
        guard let shown = following.shown else { return [absent(absenceWords)] }
        let (sensor, session) = (shown.sensor, shown.session)
        return [
            SensorCandidate(
                id: address.sensorID, name: sensor.name, kind: .remote, device: address.description,
                sysPath: "\(session) \(sensor.hasGyroscope ? "with" : "without") a gyroscope: \(sensor.name)",
                hasGyroscope: sensor.hasGyroscope, rank: 1, reason: "given by --from")
        ]
    }

    /// Stands for the sensor of a publisher that is not there, so that whoever asks is told why there is none.
    private func absent(_ reason: String) -> SensorCandidate {
        SensorCandidate(
            id: address.sensorID, name: address.lastLevel, kind: .remote,
            device: address.description,
            sysPath: "nobody", rank: nil, reason: reason)
    }

    /// Why there is none: of a publisher nothing is known while the broker is not there.
    private var absenceWords: String {
        guard isGreeted else { return trouble ?? "waiting for the broker \(address.description)" }
        guard feed.session != nil else {
            return foundNobody ? nobodyWords : "hearing whether anybody publishes to \(address.topic)"
        }
        return switch feed.absence {
        case .gone: "its publisher has ended, or vanished"
        case .silent: "nothing is heard of its publisher any more"
        case .withoutSensor: "its publisher has no sensor"
        }
    }

    private var nobodyWords: String {
        feed.hasHeard
            ? "what is said on \(address.topic) is of no publisher that can be followed: the log of the relay says why"
            : "nobody has published to \(address.topic) on that broker yet; is the topic right?"
    }

    /// Says it once.
    private func findNobody(at now: Int64) {
        guard let due = nobodyDue, now >= due else { return }
        foundNobody = true
        // Of somebody who is heard and cannot be followed, the log has said why.
        if !feed.hasHeard { journal.warning("\(address.description): \(nobodyWords)") }
        tell(trouble: nobodyWords)
    }

    /// When nobody has published; `nil` where somebody has, or that was said.
    private var nobodyDue: Int64? {
        isGreeted && !foundNobody && feed.session == nil ? greetedAt + Self.helloTime : nil
    }

    func use(_ options: SensorOptions) {}

    func open(_ candidate: SensorCandidate, now: Timestamp) throws(SensorError) -> any Sensor {
        guard following.shown != nil else { throw .unheard(path: candidate.device) }
        let axes = Calibration.Axes(scale: 1)
        let description = SensorDescription(
            id: candidate.id, name: candidate.name, kind: .remote, device: candidate.device,
            rateHz: feed.rateHz,
            calibration: Calibration(accelerometer: axes, gyroscope: candidate.hasGyroscope ? axes : nil))
        isOpen = true
        feed.open(true, at: now.nanoseconds)
        settleBroker()
        setTimer()
        return RemoteSensor(description, of: self)
    }

    func takeLink() -> RemoteLink? {
        defer { link = nil }
        return link
    }

    func takeArrival() -> RemoteArrival? {
        feed.takeArrival().map { RemoteArrival(due: $0.due, period: $0.period) }
    }

    // MARK: what the sensor asks

    fileprivate func reading() -> Reading? { feed.reading(at: MonotonicClock.now()) }

    fileprivate func close() {
        isOpen = false
        feed.open(false, at: MonotonicClock.now())
        settleBroker()
        setTimer()
    }

    // MARK: the broker

    private func pass(at now: Int64) {
        if broker != nil { turn(0) }
        // Behind what has come: where the broker is gone that is to be known first.
        feed.pass(at: now)
        if broker == nil, attempt == nil, now >= retryAt { begin(at: now) }
        for word in feed.takeWords() { say(word) }
        if now - linkAt >= Self.linkPeriod { tellLink(at: now) }
        setTimer()
    }

    private func tellLink(at now: Int64) {
        linkAt = now
        let (quality, counts) = (feed.quality, feed.counts)
        link = RemoteLink(
            jitterMilliseconds: quality.jitter, delayMilliseconds: quality.delay,
            roundTripMilliseconds: roundTrip.map { Double($0) / 1e6 }, frames: counts.frames,
            lost: counts.lost, ignored: counts.ignored)
    }

    private func begin(at now: Int64) {
        do throws(RelayError) {
            // Read anew: it may have changed.
            let login = try BrokerLogin(settings, to: address, environment)
            do throws(SystemError) {
                let number = attempts
                let attempt = try ThreadAnswer {
                    let attempt = Attempt()
                    do throws(BrokerLoss) {
                        attempt.broker = try Broker.connect(login, will: nil, attempt: number)
                    } catch {
                        attempt.loss = error
                    }
                    return attempt
                }
                attemptWatch = try loop.watch(attempt.descriptor, for: .readable) { [self] _ in
                    takeAttempt()
                }
                self.attempt = attempt
            } catch {
                lose(.failed(error.description))
            }
        } catch {
            lose(.failed(error.description))
        }
    }

    private func takeAttempt() {
        guard let made = attempt?.take() else { return }
        attemptWatch = nil
        attempt = nil
        if let loss = made.loss { return lose(loss) }
        swap(&broker, &made.broker)
        guard let descriptor = broker?.descriptor, descriptor >= 0 else {
            return lose(.failed("the connection was closed"))
        }
        do throws(SystemError) {
            brokerWatch = try loop.watch(descriptor, for: [.readable, .writable]) { [self] ready in
                var events: CInt = 0
                if ready.contains(.readable) { events |= CInt(POLLIN) }
                if ready.contains(.writable) { events |= CInt(POLLOUT) }
                if !ready.isDisjoint(with: .hangUp) { events |= CInt(POLLHUP) }
                turn(events)
            }
        } catch {
            lose(.failed(error.description))
        }
    }

    private func turn(_ events: CInt) {
        do throws(BrokerLoss) {
            try broker?.turn(events)
            let now = MonotonicClock.now()
            if !isGreeted, broker?.isConnected ?? false { try greet(at: now) }
            hear(at: now)
            if isGreeted, losses.takeReturn(since: greetedAt, at: now) {
                journal.info("hearing \(address.description)")
            }
            if isGreeted, now >= askAt {
                askAt = now + Self.askPeriod
                try broker?.hear(address.topic(of: .state), onlyAnswer: true)
            }
        } catch {
            return lose(error)
        }
        settleBroker()
    }

    private func greet(at now: Int64) throws(BrokerLoss) {
        (isGreeted, greetedAt, hearsFrames, askAt) = (true, now, false, now + Self.askPeriod)
        try broker?.hear(address.topic(of: .hello))
        try broker?.hear(address.topic(of: .state))
        feed.broker(isThere: true, at: now)
        tell(trouble: nil)
    }

    private func hear(at now: Int64) {
        if let measured = broker?.takeRoundTrip() { roundTrip = min(measured, roundTrip ?? measured) }
        for message in broker?.takeMessages() ?? [] {
            message.payload.withUnsafeBufferPointer {
                feed.take($0, of: message.channel, at: now, timeOfDay: TimeOfDay.now())
            }
        }
        guard foundNobody, feed.session != nil else { return }
        foundNobody = false
        tell(trouble: nil)
    }

    private func tell(trouble: String?) {
        self.trouble = trouble
        manager.status(trouble ?? "hearing \(address.description)")
    }

    /// Asks for frames where somebody is to have them, and for no more otherwise; waits for what the connection waits for.
    private func settleBroker() {
        guard broker != nil else { return }
        let wantsFrames = isOpen || feed.awaitsFrames
        do throws(BrokerLoss) {
            if isGreeted, wantsFrames != hearsFrames {
                hearsFrames = wantsFrames
                let topic = address.topic(of: .frame)
                if wantsFrames { try broker?.hear(topic) } else { try broker?.hearNoMore(topic) }
            }
        } catch {
            return lose(error)
        }
        do throws(SystemError) {
            try brokerWatch?.update(broker?.wantsWrite ?? false ? [.readable, .writable] : .readable)
        } catch {
            lose(.failed(error.description))
        }
    }

    private func lose(_ loss: BrokerLoss) {
        let now = MonotonicClock.now()
        brokerWatch = nil
        broker = nil
        if isGreeted, now - greetedAt >= LossLog<BrokerLoss>.steadyTime {
            backoff.reset()
        }
        if !isGreeted { attempts &+= 1 }
        (isGreeted, hearsFrames, roundTrip) = (false, false, nil)
        feed.broker(isThere: false, at: now)
        retryAt = now + backoff.next()
        let words = "waiting for the broker \(address.description): \(loss.description)"
        tell(trouble: words)
        if losses.take(loss, at: now) { journal.warning(words + (loss.advice.map { "; try: \($0)" } ?? "")) }
    }

    private func setTimer() {
        let now = MonotonicClock.now()
        let look = broker == nil ? (attempt == nil ? max(retryAt, now) : .max) : now + Self.lookPeriod
        let next = min(look, feed.deadline ?? .max, following.dueAt ?? .max, nobodyDue ?? .max)
        // One that comes early does no harm, and frames come fifty times a second.
        if let timerAt, timerAt > now, timerAt <= next { return }
        timerAt = nil
        guard next < .max else { return timer.stop() }
        do throws(SystemError) {
            try timer.start(onceAt: next)
            timerAt = next
        } catch {
            journal.warning("the broker cannot be waited for: \(error.description)")
        }
    }

    /// Whoever may write the topic brings most of these about, and must not fill the log with them.
    private func say(_ word: RemoteFeed.Word) {
        let (text, now) = (word.text(of: address), MonotonicClock.now())
        let line = lines.spend(at: now) ? text : otherLines.text(text, now: now)
        guard let line else { return }
        if word.isNews {
            journal.info(line)
        } else {
            journal.warning(line)
        }
    }
}

/// The sensor of a ``RemoteSource``: one pose at a tick.
final class RemoteSensor: Sensor {
    let description: SensorDescription
    private let source: RemoteSource

    init(_ description: SensorDescription, of source: RemoteSource) {
        self.description = description
        self.source = source
    }

    deinit { source.close() }

    var urgentDescriptor: CInt? { nil }

    func drain(_ body: (Reading) -> Void) throws(SensorError) {
        if let reading = source.reading() { body(reading) }
    }

    func probe() throws(SensorError) {}
}
