package import TiltCore

/// A connection that is made again when it ends, driven by its caller's loop and clock.
///
/// Call ``advance(to:_:)`` when ``descriptor`` is readable or ``deadline`` has passed. Frames from before the daemon took the
/// options, made by its defaults, are not handed on.
package struct ReconnectingConnection {
    /// What happened to the connection.
    package enum Event: Equatable {
        /// A message of the daemon.
        case message(ClientEvent)
        /// There is no connection; the next attempt is `retryAfter` nanoseconds away.
        case lost(ClientError, retryAfter: Int64)
    }

    /// How long a new connection may say nothing, in nanoseconds: a daemon that a socket unit starts needs a moment.
    package static let helloTimeout: Int64 = 5_000_000_000

    /// How long a daemon that has greeted may say nothing, in nanoseconds: it sends a frame a second at least.
    package static let silenceTimeout: Int64 = 3_000_000_000

    private let place: @Sendable () -> String
    /// Where the last attempt went.
    private var path = ""
    private var options: SubscriptionChange
    private let patience: Patience
    private var connection: ClientConnection?
    private var subscription: RequestID?
    /// True until the daemon has taken the options.
    private var isSubscribing = false
    private var wasConnected = false
    /// True once a daemon has taken the options: one that refuses them later is waited for, as one that is away.
    private var hasTaken = false
    /// True while no frames are due: the program has paused them, or another user sits in front.
    private var isPaused = false
    /// True from a `resume` to the instant from which frames are due again.
    private var isResumed = false
    private var isAway = false
    private var backoff = Backoff()
    /// When to look even where nothing is readable, in nanoseconds of the caller's clock; `nil` where none need come.
    package private(set) var deadline: Int64?

    /// `place` says where to connect, and is asked at each attempt: a user's own daemon may start after the program.
    package init(
        to place: @escaping @Sendable () -> String, options: SubscriptionChange, patience: Patience
    ) {
        self.place = place
        self.options = options
        self.patience = patience
        deadline = .min
    }

    /// The number to watch; `nil` between attempts.
    package var descriptor: CInt? { connection?.descriptor }

    /// Connects where it is time to, and hands what has come to `body`.
    ///
    /// - Throws: the ``ClientError`` that no further attempt would cure.
    package mutating func advance(to now: Int64, _ body: (Event) -> Void) throws(ClientError) {
        var isGreeted = false
        do throws(ClientError) {
            defer { isGreeted = connection?.hello != nil }
            if connection == nil {
                guard now >= deadline ?? now else { return }
                try open(at: now)
            } else if isResumed {
                deadline = now + Self.silenceTimeout
            }
            isResumed = false
            try receive(at: now, body)
            if connection != nil, let deadline, now >= deadline { throw .silent(path: path) }
        } catch {
            guard isWorthWaiting(for: error, isGreeted) else { throw error }
            connection = nil
            let wait = backoff.next()
            deadline = now + wait
            body(.lost(error, retryAfter: wait))
        }
    }

    /// Asks something of the daemon where it is there; a connection that fails is noticed by ``advance(to:_:)``.
    package mutating func send(_ request: ClientRequest) {
        guard let connection else { return }
        connection.send(request)
        switch request {
        case .pause:
            (isPaused, isResumed) = (true, false)
            if connection.hello != nil { deadline = nil }
        case .resume where isPaused:
            isPaused = false
            // What it does not answer is told by the time, and that by the next `advance`.
            isResumed = connection.hello != nil && !isAway
            if isResumed { deadline = .min }
        case .resume: break
        case .subscribe, .recentre, .recentreAll, .rotate, .map, .status: break
        }
    }

    /// Changes options, now and for every later connection; none that a daemon may refuse, as nothing looks at its answer.
    package mutating func change(_ change: SubscriptionChange) {
        options = options.merging(change)
        send(.subscribe(change))
    }

    private mutating func open(at now: Int64) throws(ClientError) {
        path = place()
        let connection = try ClientConnection(path: path)
        subscription = options == SubscriptionChange() ? nil : connection.send(.subscribe(options))
        isSubscribing = subscription != nil
        self.connection = connection
        (isPaused, isResumed, isAway) = (false, false, false)
        deadline = now + Self.helloTimeout
    }

    private mutating func receive(at now: Int64, _ body: (Event) -> Void) throws(ClientError) {
        guard let connection else { return }
        var refusal: Refusal?
        var (isServed, hasHeard) = (false, false)
        var isAway = isAway
        let isPaused = isPaused
        let subscription = subscription
        var isSubscribing = isSubscribing
        defer {
            if subscription != nil, self.isSubscribing, !isSubscribing { hasTaken = true }
            self.isSubscribing = isSubscribing
            self.isAway = isAway
            if hasHeard, connection.hello != nil {
                wasConnected = true
                deadline = self.isPaused || isAway ? nil : now + Self.silenceTimeout
            }
            // Not by hello: a daemon that greets and ends, again and again, is not to be asked ten times a second.
            if isServed { backoff.reset() }
        }
        try connection.receive { event in
            hasHeard = true
            if case .refused(let answer) = event, answer.id == nil, answer.code == "not-permitted" {
                isAway = true
            }
            // Before the `ok`, one without an id answers options that are no JSON, such as a rate of NaN.
            if case .refused(let answer) = event, subscription != nil,
                answer.id == subscription
                    || isSubscribing && answer.id == nil && answer.code == "not-json"
            {
                refusal = answer
            }
            if case .accepted(let id, _, _) = event {
                if id == subscription { isSubscribing = false }
                // Who has paused sees no frame to tell by.
                if isPaused { isServed = true }
            }
            if case .frame = event {
                isAway = false
                if isSubscribing { return }
                isServed = true
            }
            body(.message(event))
        }
        if let refusal { throw .refused(refusal) }
    }

    private func isWorthWaiting(for error: ClientError, _ isGreeted: Bool) -> Bool {
        guard patience != .never else { return false }
        // In place of hello: there is no place left, or another user sits in front, which passes.
        if case .refused = error { return hasTaken || !isGreeted && (wasConnected || patience == .always) }
        return switch patience {
        case .never: false
        case .failAtFirst: wasConnected && error.canRecoverAfterRestart
        case .always: wasConnected ? error.canRecoverAfterRestart : error.canRecoverAtFirst
        }
    }
}
