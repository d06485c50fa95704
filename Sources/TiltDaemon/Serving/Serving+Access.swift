import LinuxSystem
import TiltCore

/// Who is turned away, and who is there only while its user sits in front.
extension Serving {
    /// Strangers who are told within a second why they are closed; the others are closed without a word.
    static let mostAnswersToStrangers = 100
    /// One of so many places is kept for root and the daemon's own user.
    static let shareKept = 16

    /// Why a connection has no place here; `nil` where it has.
    func objection(to peer: Peer) -> ControlError? {
        let user = peer.credentials?.uid
        guard peer.standing != .stranger else { return .accessNotPermitted(user: user) }
        // One user can be many, by subordinate ids or helpers: whoever is to see to that finds a place.
        let kept = peer.standing == .trusted ? 0 : defaults.maxSubscribers / Self.shareKept
        guard count < defaults.maxSubscribers - kept else {
            return .tooManySubscribers(limit: defaults.maxSubscribers - kept)
        }
        // Whoever has all places keeps everybody else from them.
        guard peer.standing != .trusted else { return nil }
        let limit = max(1, defaults.maxSubscribers / 2)
        let same = subscribers.reduce(0) { $0 + ($1.isOpen && $1.peer.credentials?.uid == user ? 1 : 0) }
        return same < limit ? nil : .tooManyOfUser(user: user, limit: limit)
    }

    /// Tells a connection why it has no place, and closes it in the same step.
    mutating func turnAway(
        _ connection: Connection, _ peer: Peer, _ error: ControlError, at now: Int64, _ out: inout Outbox
    ) {
        // Anybody may come for the first reason, and in a storm.
        let isStranger = peer.standing == .stranger
        if !isStranger || answersToStrangers.spend(at: now) {
            out.append(.send(connection, out.write { ServerMessage.appendError(id: nil, error, to: &$0) }))
        }
        out.append(.close(connection))
        let text = "refused subscriber \(peer.process): \(error.description)"
        if isStranger {
            if let text = strangers.text(text, now: now) { out.info(text) }
        } else if let text = refusals.text(text, now: now) {
            out.warning(text)
        }
    }

    /// A user sits in front now, or no more: those who are served for that have frames, or none.
    ///
    /// `last` is the newest tick's deadline, in nanoseconds.
    mutating func note(
        _ user: UInt32, isPresent: Bool, after last: Int64, at now: Int64, _ out: inout Outbox
    ) {
        for index in subscribers.indices where subscribers[index].isOpen {
            let peer = subscribers[index].peer
            guard peer.standing == .present, peer.credentials?.uid == user,
                subscribers[index].isAway == isPresent
            else { continue }
            if isPresent {
                comeToFront(index, at: now)
            } else {
                let request = subscribers[index].mapRequest
                leaveFront(index, &out)
                if let request { refuse(request, of: index, &out) }
                endListing(of: index, &out)
                tellAway(index, &out)
            }
            settlePhase(of: index, before: subscription(of: index).rateHz, after: last, at: now)
            settleInterest(of: index, &out)
        }
    }

    /// Refuses a `map` whose page has not gone out: who had paused before it has paused still.
    private mutating func refuse(_ request: MapRequest, of index: Int, _ out: inout Outbox) {
        if case .nothing = request.former { subscribers[index].pause() }
        sayAway(index, id: request.id, &out)
    }

    /// Refuses the rest of an answer to `status`, which tells of others.
    private mutating func endListing(of index: Int, _ out: inout Outbox) {
        guard let listing = subscribers[index].listing else { return }
        subscribers[index].listing = nil
        sayAway(index, id: listing.id, &out)
    }

    /// Says to who is away why no frames come: behind hello, and not to who does not read.
    mutating func tellAway(_ index: Int, _ out: inout Outbox) {
        guard subscribers[index].isAway, subscribers[index].isGreeted, !subscribers[index].isClosing,
            subscribers[index].outgoing.count <= Subscriber.longestBacklog
        else { return }
        sayAway(index, id: nil, &out)
    }

    @inline(never)
    private mutating func sayAway(_ index: Int, id: RequestID?, _ out: inout Outbox) {
        let error = ControlError.away(user: subscribers[index].peer.credentials?.uid)
        transmit(out.write { ServerMessage.appendError(id: id, error, to: &$0) }, to: index, &out)
    }
}
