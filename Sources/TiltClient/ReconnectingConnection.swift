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
    package static let helloPatience: Int64 = 5_000_000_000

    /// How long a connection without a frame must have stood for the next attempts to begin with the shortest wait, in
    /// nanoseconds: a daemon that greets and ends at once, again and again, is not to be asked ten times a second.
    package static let provenAfter: Int64 = 5_000_000_000

    private let path: String
    private let options: SubscriptionChange
    private let patience: Patience
    private var connection: ClientConnection?
    private var subscription: RequestID?
    /// True until the daemon has taken the options.
    private var isSubscribing = false
    private var wasConnected = false
    /// When the connection was made, in nanoseconds of the caller's clock.
    private var openedAt: Int64 = 0
    private var backoff = Backoff()
    /// When to look even where nothing is readable, in nanoseconds of the caller's clock; `nil` while messages are due.
    package private(set) var deadline: Int64?

    package init(path: String, options: SubscriptionChange, patience: Patience) {
        self.path = path
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
        do throws(ClientError) {
            if connection == nil {
                guard now >= deadline ?? now else { return }
                try open(at: now)
            }
            try receive(body)
            if connection?.hello == nil, let deadline, now >= deadline { throw .silent(path: path) }
        } catch {
            guard isWorthWaiting(for: error) else { throw error }
            if connection?.hello != nil, now - openedAt >= Self.provenAfter { backoff.reset() }
            connection = nil
            let wait = backoff.next()
            deadline = now + wait
            body(.lost(error, retryAfter: wait))
        }
    }

    /// Asks something of the daemon where it is there; a connection that fails is noticed by ``advance(to:_:)``.
    package func send(_ request: ClientRequest) {
        _ = try? connection?.send(request)
    }

    private mutating func open(at now: Int64) throws(ClientError) {
        let connection = try ClientConnection(path: path)
        subscription = options == SubscriptionChange() ? nil : try connection.send(.subscribe(options))
        isSubscribing = subscription != nil
        self.connection = connection
        openedAt = now
        deadline = now + Self.helloPatience
    }

    private mutating func receive(_ body: (Event) -> Void) throws(ClientError) {
        guard let connection else { return }
        var refusal: Refusal?
        var hasFrame = false
        let subscription = subscription
        var isSubscribing = isSubscribing
        defer {
            self.isSubscribing = isSubscribing
            if connection.hello != nil {
                wasConnected = true
                deadline = nil
            }
            if hasFrame { backoff.reset() }
        }
        try connection.receive { event in
            // Before the `ok`, one without an id answers options that are no JSON, such as a rate of NaN.
            if case .refused(let answer) = event, subscription != nil,
                answer.id == subscription || isSubscribing && answer.id == nil
            {
                refusal = answer
            }
            if case .accepted(let id, _) = event, id == subscription { isSubscribing = false }
            if case .frame = event {
                hasFrame = true
                if isSubscribing { return }
            }
            body(.message(event))
        }
        if let refusal { throw .refused(refusal) }
    }

    private func isWorthWaiting(for error: ClientError) -> Bool {
        switch patience {
        case .never: false
        case .failAtFirst: wasConnected && error.canHealAfterRestart
        case .always: wasConnected ? error.canHealAfterRestart : error.canHealAtFirst
        }
    }
}
