/// Whose a topic is: what other publishers left there and say there, held against this one.
///
/// It is stepped, as ``PublishCore`` is. A broker has one session for one topic, and so whoever connects ends the other's: one
/// that is there comes back at once, and one that left long ago does not.
package struct TopicClaim {
    /// What is to be done with the topic.
    package enum Verdict: Equatable, Sendable {
        /// Publish nothing yet.
        case wait
        /// The topic is ours.
        case publish
        /// A newer publisher has it, and is heard there.
        case giveWay
    }

    /// The longest wait for what is retained, in nanoseconds: 2 s.
    static let readTime: Int64 = 2_000_000_000
    /// How long a newer publisher has to come back after our connection ended its own, in nanoseconds: 3 s.
    static let returnTime: Int64 = 3_000_000_000
    /// How many connections in a row must end in that time, for the network ends one, too.
    static let mostReturns = 2
    /// How long our own hello may take to come back to us, in nanoseconds: where it does not, nor would another's.
    static let echoTime: Int64 = 5_000_000_000
    /// How long another's hello that nothing came of makes us deaf to further ones, in nanoseconds: 60 s.
    static let doubtTime: Int64 = 60_000_000_000
    /// How far ahead of our clock another's start may be to be believed, in nanoseconds: a day.
    ///
    /// The clocks of two machines differ; but what lies far ahead would end every publisher that ever comes.
    static let mostLead: Int64 = 86_400_000_000_000

    private enum Step: Equatable {
        /// What is retained is awaited.
        case reading(until: Int64)
        /// A newer publisher may come back, which would end our connection, or be heard.
        case silent(until: Int64)
        case decided(Verdict)
    }

    private let publisher: Messages.Publisher
    private var step = Step.decided(.wait)
    /// The newest publisher whose hello is retained, where it is newer than this one.
    private var rival: Messages.Publisher?
    /// The session of the retained state, and why it is gone where it is.
    private var retained: (session: String, goodbye: Messages.Goodbye?)?
    /// How many connections in a row ended while a newer publisher was given time.
    private var returns = 0
    /// True where a newer publisher has said hello while we publish.
    private var isChallenged = false
    /// Before then no hello of another's stops us again.
    private var doubtUntil = Int64.min
    /// One whose start was not believed.
    private var unbelieved: Messages.Publisher?
    /// By when our own hello is to come back; `nil` where it is not awaited.
    private var echoDue: Int64?

    package init(_ publisher: Messages.Publisher) { self.publisher = publisher }

    /// A connection began; the first one of all asks nobody: whatever is retained then is of an older publisher.
    package mutating func begin(isFirst: Bool, at now: Int64) {
        (rival, retained, echoDue) = (nil, nil, nil)
        isChallenged = false
        step = isFirst ? .decided(.publish) : .reading(until: now + Self.readTime)
    }

    /// Another's message came; `timeOfDay` is in nanoseconds since 1970.
    package mutating func take(_ notice: Messages.Notice, timeOfDay: Int64) {
        switch notice {
        case .hello(let other):
            guard other.session != publisher.session else { return echoDue = nil }
            guard other.isNewer(than: publisher) else { return }
            guard other.startedNanoseconds <= timeOfDay + Self.mostLead else {
                unbelieved = other
                return
            }
            if case .reading = step { rival = other } else { isChallenged = true }
        case .state(let session, let goodbye): retained = (session, goodbye)
        // We are silent: whoever may write hello once may forge that, but this is somebody who publishes.
        case .frame: if isSilent { step = .decided(.giveWay) }
        }
    }

    /// All that was retained has come.
    package mutating func readAll(at now: Int64) {
        guard case .reading = step else { return }
        guard let rival else { return publish() }
        if let retained, retained.session == rival.session, retained.goodbye == .ended { return publish() }
        // Lost by our connection perhaps; or nobody let us read it; or it is there, or forged.
        step = .silent(until: now + Self.returnTime)
    }

    /// What is to be done now.
    package mutating func verdict(at now: Int64) -> Verdict {
        switch step {
        case .decided(.publish) where isChallenged:
            isChallenged = false
            guard now >= doubtUntil else { return .publish }
            (step, doubtUntil) = (.silent(until: now + Self.returnTime), now + Self.doubtTime)
            return .wait
        case .decided(let verdict): return verdict
        case .reading(let end):
            guard now >= end else { return .wait }
            readAll(at: now)
            return verdict(at: now)
        case .silent(let end):
            guard now >= end else { return .wait }
            publish()
            return .publish
        }
    }

    /// True while frames are to be heard, which would be of another's.
    package var isSilent: Bool {
        if case .silent = step { true } else { false }
    }

    private mutating func publish() { (step, returns) = (.decided(.publish), 0) }

    /// Our hello is said, and comes back where we are let hear what is said there.
    package mutating func sayHello(at now: Int64) { echoDue = now + Self.echoTime }

    /// True, once, where it did not come back.
    package mutating func takeDeafness(at now: Int64) -> Bool {
        guard let echoDue, now >= echoDue else { return false }
        self.echoDue = nil
        return true
    }

    /// The connection ended; true where a newer publisher did that, twice in a row.
    package mutating func end() -> Bool {
        defer { (step, echoDue) = (.decided(.wait), nil) }
        guard isSilent else { return false }
        returns += 1
        return returns >= Self.mostReturns
    }

    /// When ``verdict(at:)`` or ``takeDeafness(at:)`` changes by itself, in nanoseconds.
    package var deadline: Int64? {
        switch step {
        case .reading(let end), .silent(let end): end
        case .decided: echoDue
        }
    }

    /// A publisher whose start was not believed, since the last call.
    package mutating func takeUnbelieved() -> Messages.Publisher? {
        defer { unbelieved = nil }
        return unbelieved
    }
}
