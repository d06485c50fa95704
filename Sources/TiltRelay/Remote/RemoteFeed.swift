package import TiltCore

/// What one who serves a remote sensor knows of it: takes the messages of a topic and gives what a sensor gives.
///
/// It is stepped: it knows no clock, no descriptor and calls nobody. Times are nanoseconds of CLOCK_MONOTONIC.
package struct RemoteFeed {
    /// What is to be said in the log, once for each time that it comes about.
    package enum Word: Equatable, Sendable {
        case follows(String)
        /// Another publisher than the one before.
        case another
        case ended
        case vanished
        /// It said goodbye, and its frames go on.
        case goesOn
        /// No frame for ``longestSilence``, though the publisher has said no goodbye.
        case silent
        /// The broker has been away for ``longestAbsence``.
        case away
        /// Nothing at all is said on the topic.
        case nothing
        /// Of a publisher that is there, this is not heard: a broker may grant what it then holds back.
        case unheard(Channel)
        case otherVersion(Int64)
        /// A start more than a day ahead of this machine's clock.
        case future
        /// A message that is none.
        case garbage(Channel)
        /// More frames than anybody publishes.
        case flood
    }

    private(set) var hello: RemoteHello?
    /// True where the publisher said goodbye, or the broker for it.
    private var isGone = false
    /// When, and how many frames came a while after all the same.
    private var (goneAt, framesSince) = (Int64(0), 0)
    /// Since when the broker says that the publisher has vanished; `nil` where it does not, or that was judged.
    private var lostSince: Int64?
    private var isSilent = false
    private var motion = RemoteMotion()
    private var arrival: (due: Int64, period: Int64)?
    /// The number of the newest frame.
    private var sequence: UInt64?
    private var heardAt: Int64 = 0
    /// True where the newest frame says that the sensor over there is silent, and nobody was told.
    private var hasGoneStale = false
    private var isStale = false
    /// Since when frames are asked for; `nil` where they are not.
    private var openSince: Int64?
    private var awaySince: Int64?
    /// On which channels anything was said since the broker came; `nil` without one.
    private var heard: Set<Channel>?
    /// True where any of it made sense.
    private var hasUnderstood = false
    /// Since when that is waited for; `nil` once it was judged.
    private var listensSince: Int64?
    private var budget = (tokens: Self.mostFrames, at: Int64.min)
    private var words: [Word] = []
    private var said: [Word] = []
    package private(set) var counts = (frames: UInt64(0), lost: UInt64(0), ignored: UInt64(0))

    /// The longest silence before a publisher is taken for gone, in nanoseconds: a retained state may be years old.
    package static let longestSilence: Int64 = 10_000_000_000
    /// How long after a goodbye frames may still be on their way, in nanoseconds: 1 s.
    package static let lastFrames: Int64 = 1_000_000_000
    /// How long the broker's word that a publisher has vanished is doubted, in nanoseconds: 1 s.
    ///
    /// The sensor is stale meanwhile. A broker that ends says so of everybody, before it closes the connections.
    package static let lossTime: Int64 = 1_000_000_000
    /// So many that come later tell that somebody goes on: the goodbye was an old one that a bridge brought, or is forged.
    private static let fewFrames = 3
    /// How long the sensor is kept while the broker is away, in nanoseconds: what is shown eases to the fallback meanwhile.
    package static let longestAbsence: Int64 = 5_000_000_000
    /// How long after the broker's return, or the first message, something may be missing, in nanoseconds.
    package static let hearingTime: Int64 = 5_000_000_000
    /// Frames a second that are read, and at once: twice what a publisher sends at most.
    private static let mostFrames = 400.0

    package init() {}

    /// The sensor that is there; `nil` where there is none.
    package var sensor: RemoteHello.Sensor? { hasLeft || isSilent ? nil : hello?.sensor }

    /// True where the publisher said goodbye, and no frames came after all.
    private var hasLeft: Bool { isGone && framesSince < Self.fewFrames }

    /// Why there is no ``sensor`` of a publisher that has said hello.
    package enum Absence: Equatable, Sendable { case gone, silent, withoutSensor }

    package var absence: Absence { hasLeft ? .gone : isSilent ? .silent : .withoutSensor }

    /// True where anything was said on the topic since the broker came.
    package var hasHeard: Bool { heard?.isEmpty == false }

    /// True where frames are to come though nobody reads the sensor: they alone tell that it is back.
    package var awaitsFrames: Bool { isSilent || hasLeft }

    /// What is to be said, oldest first.
    package mutating func takeWords() -> [Word] {
        defer { words = [] }
        return words
    }

    /// When ``pass(at:)`` changes something; `nil` for never.
    package var deadline: Int64? {
        [
            listensSince.map { $0 + Self.hearingTime }, lostSince.map { $0 + Self.lossTime }, silenceDeadline,
        ].compactMap { $0 }.min()
    }

    /// When the sensor is no longer believed to be there.
    private var silenceDeadline: Int64? {
        guard sensor != nil else { return nil }
        let silence = openSince.map { max($0, heardAt) + Self.longestSilence }
        return [silence, awaySince.map { $0 + Self.longestAbsence }].compactMap { $0 }.min()
    }

    // MARK: what happens

    /// The sensor was opened, or closed.
    package mutating func open(_ isOpen: Bool, at now: Int64) {
        openSince = isOpen ? now : nil
        (motion, sequence, isStale, hasGoneStale) = (RemoteMotion(), nil, false, false)
    }

    /// The broker has gone, or is back.
    package mutating func broker(isThere: Bool, at now: Int64) {
        if isThere, openSince != nil { openSince = now }
        // It is the broker that goes: of the publisher it has said nothing.
        if !isThere { lostSince = nil }
        awaySince = isThere ? nil : awaySince ?? now
        (heard, listensSince) = isThere ? ([], now) : (nil, nil)
        hasUnderstood = false
    }

    /// What follows of the time alone.
    package mutating func pass(at now: Int64) {
        if let listensSince, now >= listensSince + Self.hearingTime {
            self.listensSince = nil
            sayWhatIsMissing()
        }
        if let lostSince, now >= lostSince + Self.lossTime { leave(.vanished, at: lostSince) }
        guard let silenceDeadline, now >= silenceDeadline else { return }
        isSilent = true
        say(awaySince != nil ? .away : heard?.contains(.frame) == false ? .unheard(.frame) : .silent)
    }

    /// A publisher says all of these, and they are retained.
    private mutating func sayWhatIsMissing() {
        guard let heard, !heard.isEmpty else { return say(.nothing) }
        // Of what makes no sense there is nothing missing, and that is said already.
        guard hasUnderstood else { return }
        for channel in [Channel.hello, .state] where !heard.contains(channel) { say(.unheard(channel)) }
    }

    /// Takes a message; `timeOfDay` is in nanoseconds since 1970.
    package mutating func take(
        _ payload: UnsafeBufferPointer<UInt8>, of channel: Channel, at now: Int64, timeOfDay: Int64
    ) {
        // An empty message takes a retained one away.
        guard payload.count > 0 else { return }
        if heard?.isEmpty == true { listensSince = now }
        let isKept = channel == .state && heard?.isDisjoint(with: [.state, .frame]) == true
        heard?.insert(channel)
        guard channel != .frame || spend(at: now) else { return ignore(.flood) }
        let message = RemoteMessage.read(payload, of: channel)
        hasUnderstood = hasUnderstood || message != nil
        switch message {
        case nil: ignore(.garbage(channel))
        case .otherVersion(let version): ignore(.otherVersion(version))
        case .hello(let hello): take(hello, timeOfDay: timeOfDay)
        case .state(let session, _):
            guard session == hello?.publisher.session else { return }
            comeBack()
        case .goodbye(let session, let reason):
            guard session == hello?.publisher.session, !hasLeft else { return }
            // Of what the broker has kept there is no doubt: it was said when nothing else ended.
            guard reason == .lost, !isKept else {
                return leave(reason == .ended ? .ended : .vanished, at: now)
            }
            lostSince = lostSince ?? now
            turnStale()
        case .frame(let frame): take(frame, at: now)
        }
    }

    private mutating func take(_ next: RemoteHello, timeOfDay: Int64) {
        guard next.publisher.startedNanoseconds <= timeOfDay + TopicClaim.mostLead else {
            return ignore(.future)
        }
        if let hello, hello.publisher.session != next.publisher.session {
            // Two take turns until the older has heard of the newer: the newer is followed, wherever it is not gone.
            guard
                isGone || isSilent || lostSince != nil
                    || next.publisher.isNewer(than: hello.publisher)
            else { return }
            motion = RemoteMotion()
            (sequence, isStale) = (nil, false)
            say(.another)
        }
        hello = next
        comeBack()
        if let sensor = next.sensor { say(.follows(sensor.name)) }
    }

    /// The publisher is there, and has ended a silence where there was one: the next is another.
    private mutating func comeBack() {
        (isGone, lostSince) = (false, nil)
        endSilence()
    }

    private mutating func leave(_ word: Word, at now: Int64) {
        (isGone, goneAt, framesSince, lostSince) = (true, now, 0, nil)
        said = []
        say(word)
    }

    private mutating func turnStale() {
        if !isStale { (isStale, hasGoneStale) = (true, true) }
    }

    private mutating func endSilence() {
        if isSilent { said.removeAll { $0 == .silent || $0 == .away } }
        isSilent = false
    }

    /// True where a frame is of a publisher that is there: it has not said goodbye, or goes on nevertheless.
    ///
    /// It may be another one than has said goodbye, and so its hello is believed whenever that one began.
    private mutating func isOfSomebody(at now: Int64) -> Bool {
        guard hasLeft else { return true }
        guard now - goneAt >= Self.lastFrames else { return false }
        framesSince += 1
        guard !hasLeft else { return false }
        say(.goesOn)
        return true
    }

    private mutating func take(_ frame: RemoteFrame, at now: Int64) {
        guard let hello, lostSince == nil, isOfSomebody(at: now) else { return }
        if isSilent { said.removeAll { $0 == .unheard(.frame) } }
        endSilence()
        if let sequence, frame.sequence > sequence {
            counts.lost &+= min(frame.sequence - sequence - 1, 1000)
        }
        sequence = frame.sequence
        counts.frames &+= 1
        switch frame.state {
        case .tracking:
            guard let up = frame.up else { return ignore(.garbage(.frame)) }
            heardAt = now
            isStale = false
            let period = Int64(1e9 / hello.rateHz)
            motion.take(up, of: frame, period: period, at: now)
            arrival = motion.due(frame).map { (min($0, now), period) }
        case .stale:
            heardAt = now
            turnStale()
        case .none: heardAt = now
        }
    }

    // MARK: what comes of it

    /// What the sensor gives at a tick: the pose of that instant, in the place of counts; `nil` where there is nothing new.
    package mutating func reading(at now: Int64) -> Reading? {
        if hasGoneStale {
            hasGoneStale = false
            return Reading(time: Timestamp(nanoseconds: now))
        }
        guard !isStale, let hello, now - heardAt <= hello.longestGap + Self.patience,
            let pose = motion.show(at: now)
        else { return nil }
        let (up, rate) = (pose.up, pose.rate)
        return Reading(
            time: Timestamp(nanoseconds: now), accelerometer: Reading.Counts(x: up.x, y: up.y, z: up.z),
            gyroscope: Reading.Counts(x: rate.x, y: rate.y, z: rate.z))
    }

    /// The newest pose that has come since the last call, where they come so evenly that ticks may follow them: when it would
    /// have come had it been as fast as any, and the time from one to the next, in nanoseconds.
    package mutating func takeArrival() -> (due: Int64, period: Int64)? {
        defer { arrival = nil }
        return openSince == nil ? nil : arrival
    }

    /// How much longer than usual a frame may be on its way before silence counts, in nanoseconds.
    private static let patience: Int64 = 50_000_000

    /// How the poses come: jitter and delay, in milliseconds.
    package var quality: (jitter: Double, delay: Double) {
        (Double(motion.clock.jitter) / 1e6, motion.delayMilliseconds)
    }

    private mutating func spend(at now: Int64) -> Bool {
        let passed = budget.at == .min ? 0 : max(0, Double(now - budget.at) * 1e-9)
        budget = (min(Self.mostFrames, budget.tokens + passed * Self.mostFrames), now)
        guard budget.tokens >= 1 else { return false }
        budget.tokens -= 1
        return true
    }

    private mutating func ignore(_ word: Word) {
        counts.ignored &+= 1
        say(word)
    }

    /// Said again only where the publisher said goodbye since, and a silence where one has ended, which takes its time: whoever
    /// may write the topic could fill the log.
    private mutating func say(_ word: Word) {
        guard !said.contains(where: { $0.isLike(word) }), said.count < 16 else { return }
        said.append(word)
        words.append(word)
    }
}
