import CLinux
import LinuxSystem
import TiltClient
import TiltCore
import TiltRelay

/// Carries messages from the daemon's socket to the broker until a signal comes: one thread, one `poll`.
struct PublishLoop: ~Copyable {
    /// The longest wait between two attempts to reach the broker, in nanoseconds: 30 s.
    private static let longestWait: Int64 = 30_000_000_000
    /// How often a connection without traffic is looked at, in nanoseconds: half its keep-alive.
    private static let lookPeriod = Int64(Broker.keepAlive) * 500_000_000
    /// The first wait and the longest of one that gives way to another that is heard, in nanoseconds: 1 to 10 min.
    private static let (firstRest, longestRest) = (Int64(60_000_000_000), Int64(600_000_000_000))
    /// How long the daemon may take to say what its motion is of before the broker is called, in nanoseconds: 5 s.
    ///
    /// The connection alone would end that of whoever publishes to the topic.
    private static let daemonTime: Int64 = 5_000_000_000
    /// How long the broker has for a goodbye, in nanoseconds.
    private static let goodbyeTime: Int64 = 1_000_000_000

    private let settings: RelaySettings
    private let address: BrokerAddress
    private let publisher: Messages.Publisher
    private let environment: Environment
    private let journal: Journal
    private let manager: ServiceManager
    private let signals: SignalWatch

    private var daemon: ReconnectingConnection
    private var core: PublishCore
    private var claim: TopicClaim
    private var login: BrokerLogin?
    private var broker: Broker?
    private var backoff = Backoff(limit: Self.longestWait)
    private var retryAt = MonotonicClock.now() + Self.daemonTime
    /// True until the daemon has said what its motion is of, or that took too long.
    private var isNewcomer = true
    /// Attempts in a row that no broker greeted.
    private var attempts: UInt32 = 0
    private var rest = Self.firstRest
    /// True from the broker's greeting on.
    private var isGreeted = false
    /// True while the topic is ours.
    private var isAnnounced = false
    /// True while it is heard whether another publishes.
    private var hearsFrames = false
    /// True once the broker took the state on this connection.
    private var isPublishing = false
    private var connectedAt: Int64 = 0
    private var wasConnected = false
    /// True once a broker took a message of ours.
    private var wasTaken = false
    /// True while others are not heard of on this connection.
    private var isDeaf = false
    /// True once the log said that, and that another's clock is not believed.
    private var (hasSaidDeafness, hasSaidUnbelieved) = (false, false)
    /// True once the log said that something else stood in the place of our own words.
    private var hasSaidRestored = false
    /// What the log said of each side.
    private var brokerLosses = LossLog<BrokerLoss>()
    private var lastDaemonLoss: ClientError?
    /// True once the log said that frames are refused.
    private var hasSaidFramesRefused = false

    init(
        _ settings: RelaySettings, _ environment: Environment, _ journal: Journal
    ) throws(RelayError) {
        let address = try settings.checkedAddress()
        signals = try Self.openSignals()
        self.settings = settings
        self.environment = environment
        self.journal = journal
        manager = ServiceManager(environment: environment)
        self.address = address
        publisher = Messages.Publisher(
            session: String(UInt64.random(in: .min ... .max), radix: 16), startedNanoseconds: TimeOfDay.now()
        )
        core = PublishCore(settings, to: address, as: publisher)
        claim = TopicClaim(publisher)
        daemon = ReconnectingConnection(
            to: { [socket = settings.socket] in TiltShadow(path: socket).path }, options: settings.asked,
            patience: .always)
    }

    private static func openSignals() throws(RelayError) -> SignalWatch {
        do throws(SystemError) { return try SignalWatch.open() } catch { throw .system(error) }
    }

    /// Runs until a signal, and says goodbye.
    mutating func run() throws(RelayError) {
        if !address.isEncrypted, !address.isLoopback {
            journal.warning(
                "insecure: what is published crosses the network to \(address.host) as plain text")
        }
        manager.ready(status: "looking for the broker")
        while signals.read() == nil {
            let now = MonotonicClock.now()
            try connect(at: now)
            try hearDaemon(at: now)
            try handOver(at: now)
            try wait()
        }
        manager.stopping()
        sayGoodbye()
        if core.dropped > 0 { journal.info("\(core.dropped) frames were dropped for newer ones") }
    }

    private mutating func connect(at now: Int64) throws(RelayError) {
        guard broker == nil, now >= retryAt else { return }
        isNewcomer = false
        let login = try readLogin()
        do throws(BrokerLoss) {
            broker = try Broker.connect(login, will: core.lastWill(), attempt: attempts)
        } catch {
            try lose(error)
        }
    }

    /// Reads the login anew, which may have changed; the last one where its files are just not there.
    private mutating func readLogin() throws(RelayError) -> BrokerLogin {
        do throws(RelayError) {
            let login = try BrokerLogin(settings, to: address, environment)
            self.login = login
            return login
        } catch {
            guard let login else { throw error }
            return login
        }
    }

    private mutating func hearDaemon(at now: Int64) throws(RelayError) {
        var loss: ClientError?
        var isGreeted = false
        do throws(ClientError) {
            var core = core
            defer { self.core = core }
            try daemon.advance(to: now) { event in
                core.take(event)
                if case .lost(let error, _) = event { loss = error }
                if case .message(.hello) = event { isGreeted = true }
            }
        } catch {
            throw .client(error)
        }
        guard !core.isCircular else {
            sayGoodbye()
            throw .circle(address.topic)
        }
        if isNewcomer, core.knowsDaemon { (isNewcomer, retryAt) = (false, now) }
        if let loss, loss != lastDaemonLoss {
            lastDaemonLoss = loss
            journal.warning("waiting for the daemon: \(loss.description)")
            if isAnnounced { tellStatus() }
        }
        guard isGreeted else { return }
        if lastDaemonLoss != nil { journal.info("the daemon is back") }
        lastDaemonLoss = nil
        if isPublishing { tellStatus() }
        if core.wantsStatus { daemon.send(.status(include: [])) }
        // Where nobody is to have frames, no sensor need run for them.
        if core.wantsNoFrames { daemon.send(.pause) }
    }

    private mutating func handOver(at now: Int64) throws(RelayError) {
        guard let isConnected = broker?.isConnected, isConnected else { return }
        do throws(BrokerLoss) {
            try hearOthers(at: now)
            guard isAnnounced else { return }
            while true {
                let hasRoom = core.hasFrame && broker?.canTakeFrame ?? false
                guard let message = core.next(canTakeFrame: hasRoom, at: now) else { return }
                if message.topic == address.topic(of: .hello) { claim.sayHello(at: now) }
                try broker?.publish(message)
                if let topic = core.takeRestoredTopic() { sayRestored(topic) }
            }
        } catch {
            try lose(error)
        }
    }

    /// Says once that something else stood in the place of our own words.
    private mutating func sayRestored(_ topic: String) {
        guard !hasSaidRestored else { return }
        hasSaidRestored = true
        journal.warning(
            "something else stood on \(topic), and ours was said again: does a bridge or another program write there?"
        )
    }

    /// Asks what others left on the topic and say there, and begins to publish once it is ours.
    private mutating func hearOthers(at now: Int64) throws(BrokerLoss) {
        if !isGreeted {
            isGreeted = true
            // Before the first hello of ours another's is an older one. Later it is of somebody who began meanwhile, and
            // whose connection ended ours: the broker's word of that is mostly lost with the socket.
            claim.begin(isFirst: !wasConnected, at: now)
            try broker?.listen(to: address, withRetained: wasConnected)
            manager.status("asking the broker \(address.description) who else publishes there")
        }
        for message in broker?.takeMessages() ?? [] {
            let (payload, channel) = (message.payload, message.channel)
            if let notice = Messages.notice(in: payload, of: channel, isRetained: message.isRetained) {
                claim.take(notice, timeOfDay: TimeOfDay.now())
            }
            core.hear(payload, of: channel, at: now)
        }
        if broker?.hasRead ?? false { claim.readAll(at: now) }
        if let other = claim.takeUnbelieved(), !hasSaidUnbelieved {
            hasSaidUnbelieved = true
            journal.warning(
                "another publisher of \(address.topic) says that it began at \(other.startedNanoseconds) ns since 1970, more than a day ahead of this machine's clock, and is not given way to: is a clock wrong?"
            )
        }
        let verdict = claim.verdict(at: now)
        if hearsFrames != claim.isSilent {
            hearsFrames = claim.isSilent
            let topic = address.topic(of: .frame)
            if hearsFrames {
                try broker?.hear(topic, onlyAnswer: true)
            } else {
                try broker?.hearNoMore(topic)
            }
        }
        switch verdict {
        case .wait: fallSilent(at: now)
        case .giveWay: throw .outshone
        case .publish: announce(at: now)
        }
    }

    /// Publishes nothing until it is known whose the topic is.
    private mutating func fallSilent(at now: Int64) {
        guard isAnnounced else { return }
        if now - connectedAt >= LossLog<BrokerLoss>.steadyTime { rest = Self.firstRest }
        isAnnounced = false
        core.brokerLost()
        manager.status("hearing whether another publisher is at \(address.description)")
    }

    private mutating func announce(at now: Int64) {
        guard !isAnnounced else { return }
        isAnnounced = true
        core.brokerConnected(at: now)
        daemon.send(.resume)
        (wasConnected, connectedAt) = (true, now)
        if isPublishing || !core.hasDaemon { tellStatus() }
    }

    /// Says what the broker's answers mean.
    private mutating func hearAnswers() {
        for refused in broker?.takeRefused() ?? [] {
            if refused.topic == address.topic(of: .frame) {
                refuseFrames(refused.reason)
            } else if core.announceNoMore() {
                journal.warning(
                    "discovery is left out: the broker refused \(refused.topic): \(refused.reason)")
            }
        }
        guard isAnnounced else { return }
        if broker?.takeTaken(address.topic(of: .frame)) ?? false, hasSaidFramesRefused {
            hasSaidFramesRefused = false
            journal.info("the broker takes frames now")
            tellStatus()
        }
        if let reason = broker?.takeDeafness() { sayDeafness(reason) }
        if claim.takeDeafness(at: MonotonicClock.now()) {
            sayDeafness("it held back our own")
            if isPublishing { tellStatus() }
        }
        if !isPublishing, broker?.hasTaken(address.topic(of: .state)) ?? false {
            (isPublishing, wasTaken) = (true, true)
            tellStatus()
        }
        guard isPublishing, brokerLosses.takeReturn(since: connectedAt, at: MonotonicClock.now()) else {
            return
        }
        journal.info("publishing to \(address.description)")
    }

    private mutating func sayDeafness(_ reason: String) {
        isDeaf = true
        guard !hasSaidDeafness else { return }
        hasSaidDeafness = true
        journal.warning(
            "the broker lets nobody here read \(address.topic(of: .hello)) (\(reason)): another publisher of this topic would not be noticed, and the two would take turns"
        )
    }

    /// Frames that the broker would take from nobody here are left out, and one is tried from time to time.
    private mutating func refuseFrames(_ reason: String) {
        core.framesRefused(at: MonotonicClock.now())
        guard !hasSaidFramesRefused else { return }
        hasSaidFramesRefused = true
        journal.warning(
            "frames are left out: the broker refused \(address.topic(of: .frame)): \(reason); try: \(RelayError.refused(broker: "", reason: reason).hint ?? "")"
        )
        tellStatus()
    }

    /// With the broker there.
    private func tellStatus() {
        guard core.hasDaemon else {
            let why = lastDaemonLoss.map { ": \($0.description)" } ?? ", with the broker there"
            return manager.status("waiting for the daemon" + why)
        }
        guard !hasSaidFramesRefused else {
            return manager.status("the broker refuses frames: \(address.topic(of: .frame))")
        }
        manager.status(
            "publishing to \(address.description)"
                + (isDeaf ? ", where another publisher would not be noticed" : ""))
    }

    /// Calls `poll`, and lets the broker's connection do what it can.
    private mutating func wait() throws(RelayError) {
        let descriptor = broker?.descriptor ?? -1
        let wantsRoom = broker?.wantsWrite ?? false || isAnnounced && core.hasFrame
        var entries = [
            pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: daemon.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN | (wantsRoom ? POLLOUT : 0)), revents: 0),
        ]
        let now = MonotonicClock.now()
        let next = broker == nil ? retryAt : now + Self.lookPeriod
        let deadline = min(
            next, daemon.deadline ?? .max, core.deadline ?? .max, claim.deadline ?? .max)
        // Rounded up: a deadline half a millisecond away must not become a busy loop.
        let left = deadline > now ? (deadline - now + 999_999) / 1_000_000 : 0
        let count = poll(&entries, nfds_t(entries.count), CInt(clamping: left))
        let events = count > 0 ? CInt(entries[2].revents) : 0
        do throws(BrokerLoss) {
            try broker?.turn(events)
            hearAnswers()
        } catch {
            try lose(error)
        }
    }

    private mutating func lose(_ loss: BrokerLoss) throws(RelayError) {
        // Neither a state of one that gives way may stand there nor its last will: whom it makes room for says its own anew,
        // with each connection.
        if loss == .outshone { sayGoodbye() }
        broker = nil
        let cause = claim.end() ? .takenOver : loss
        let now = MonotonicClock.now()
        if isAnnounced, now - connectedAt >= LossLog<BrokerLoss>.steadyTime {
            backoff.reset()
            rest = Self.firstRest
        }
        if !isGreeted { attempts &+= 1 }
        (isGreeted, isAnnounced, isPublishing, hearsFrames, isDeaf) = (false, false, false, false, false)
        core.brokerLost()
        if let error = cause.fatal(address, wasTaken: wasTaken) { throw error }
        daemon.send(.pause)
        retryAt = now + (cause == .outshone ? rest : backoff.next())
        if cause == .outshone { rest = min(Self.longestRest, 2 * rest) }
        let words = "waiting for the broker \(address.description): \(cause.description)"
        manager.status(words)
        if brokerLosses.take(cause, at: now) { journal.warning(words) }
    }

    private mutating func sayGoodbye() {
        guard isAnnounced || isPublishing else {
            broker?.disconnect()
            return
        }
        let end = MonotonicClock.now() + Self.goodbyeTime
        do throws(BrokerLoss) {
            // Nothing may come behind the broker's answer: the library closes the socket behind its last word, and with
            // something unread that takes back what was sent.
            for channel in [Channel.hello, .state, .frame] {
                try broker?.hearNoMore(address.topic(of: channel))
            }
            try broker?.publish(core.goodbye())
            while broker?.awaitsAnswer ?? false, MonotonicClock.now() < end { try turnBroker() }
            broker?.disconnect()
            while broker?.descriptor ?? -1 >= 0, MonotonicClock.now() < end { try turnBroker() }
        } catch {
            // The broker hung up, as it should.
        }
    }

    /// Calls `poll` for the broker alone, for 0.1 s at most.
    private mutating func turnBroker() throws(BrokerLoss) {
        let room = broker?.wantsWrite ?? false ? POLLOUT : 0
        var entry = pollfd(fd: broker?.descriptor ?? -1, events: Int16(POLLIN | room), revents: 0)
        _ = poll(&entry, 1, 100)
        try broker?.turn(CInt(entry.revents))
    }
}
