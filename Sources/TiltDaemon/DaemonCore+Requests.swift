import LinuxSystem
import TiltCore

/// What subscribers send: requests in, answers out.
extension DaemonCore {
    /// Takes what has come of one subscriber.
    mutating func receive(_ bytes: UnsafeRawBufferPointer, from connection: Connection, at now: Int64) {
        guard let index = serving.place(of: connection), serving.subscribers[index].isGreeted else { return }
        takeLines(of: bytes.bindMemory(to: UInt8.self), from: index, at: now)
        serving.settleInterest(of: index, &out)
    }

    /// Goes on where the socket has room again: with what waits, and when that has gone out with the answer that is being
    /// given, then with the requests that waited for it.
    ///
    /// Whether it has gone out is known in the next step. All in one, what comes back would add to what comes back.
    mutating func goOn(with connection: Connection, at now: Int64) {
        guard let index = serving.place(of: connection) else { return }
        if serving.subscribers[index].isClosing, serving.deliveries[index].isDrained {
            return serving.remove(index, because: "was closed", &out)
        }
        defer { serving.settleInterest(of: index, &out) }
        // It would have come back by now.
        serving.subscribers[index].handed = nil
        serving.putAside(index)
        guard serving.deliveries[index].isDrained else { return serving.flush(index, &out) }
        continueListing(for: index, at: now)
        serving.handOutPage(to: index, &out)
        var held: [UInt8] = []
        if serving.subscribers[index].isHeard { swap(&held, &serving.subscribers[index].held) }
        held.withUnsafeBufferPointer { takeLines(of: $0, from: index, at: now) }
    }

    /// A subscriber has no reason to pass descriptors, and each has to be closed by somebody.
    mutating func refuseDescriptors(of connection: Connection, at now: Int64) {
        guard let index = serving.place(of: connection), !serving.subscribers[index].isClosing else { return }
        refuse(.passedDescriptors, id: nil, to: index, at: now)
        serving.settleInterest(of: index, &out)
    }

    /// Carries out what a buffer asks for, line by line; an answer that waits for its reader holds the rest back.
    ///
    /// The end of a line that began earlier is put behind its beginning; the beginning of one that ends later is kept.
    private mutating func takeLines(
        of chunk: UnsafeBufferPointer<UInt8>, from index: Int, at now: Int64
    ) {
        var rest = chunk[...]
        while !rest.isEmpty, !serving.subscribers[index].isClosing {
            guard serving.subscribers[index].isHeard else {
                serving.subscribers[index].held = Array(rest)
                return
            }
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            let piece = UnsafeBufferPointer(rebasing: rest[..<(end ?? rest.endIndex)])
            // The longest line has its LF with it.
            guard serving.subscribers[index].line.count + piece.count < ProtocolVersion.longestLine else {
                serving.giveBackLine(of: index)
                return refuse(.lineTooLong(limit: ProtocolVersion.longestLine), id: nil, to: index, at: now)
            }
            guard let end else {
                if serving.subscribers[index].line.capacity == 0 {
                    serving.subscribers[index].line = serving.lines.take()
                }
                serving.subscribers[index].line.append(contentsOf: piece)
                return
            }
            rest = rest[(end + 1)...]
            take(piece, from: index, at: now)
        }
    }

    /// Takes the last piece of a line.
    private mutating func take(_ piece: UnsafeBufferPointer<UInt8>, from index: Int, at now: Int64) {
        guard !serving.subscribers[index].line.isEmpty else { return carryOut(piece, for: index, at: now) }
        var line: [UInt8] = []
        swap(&line, &serving.subscribers[index].line)
        line.append(contentsOf: piece)
        line.withUnsafeBufferPointer { carryOut($0, for: index, at: now) }
        serving.lines.give(line)
    }

    private mutating func carryOut(_ line: UnsafeBufferPointer<UInt8>, for index: Int, at now: Int64) {
        guard serving.subscribers[index].requests.spend(at: now) else {
            return refuse(.tooManyRequests(limit: RequestBudget.limit), id: nil, to: index, at: now)
        }
        let line =
            line.last == UInt8(ascii: "\r") ? UnsafeBufferPointer(rebasing: line.dropLast()) : line
        if line.isEmpty { return }
        switch ControlMessage.parse(line) {
        case .success(let message): carryOut(message, for: index, at: now)
        case .failure(let failure): refuse(failure.error, id: failure.id, to: index, at: now)
        }
    }

    private mutating func carryOut(_ message: ControlMessage, for index: Int, at now: Int64) {
        missOverdue(at: now)
        var others: ReachedOthers?
        switch message.request {
        case .subscribe(let change):
            if change.include?.contains(.raw) == true, let refusal = allowRaw(to: index, at: now) {
                return refuse(refusal, id: message.id, to: index, at: now)
            }
            let rate = serving.subscription(of: index).rateHz
            serving.apply(change, to: index)
            if change.rateHz != nil || change.phase != nil {
                serving.settlePhase(of: index, before: rate, after: lastDeadline, at: now)
            }
        case .recentre(.own): serving.recentre(index)
        case .recentre(.all): others = serving.recentreAll(for: index)
        case .rotate(let request): others = rotate(request, by: index, at: now)
        case .map(let demand):
            let request = MapRequest(id: message.id, ignored: message.ignored)
            guard let refusal = map(request, demand, for: index, at: now) else { return }
            return refuse(refusal, id: message.id, to: index, at: now)
        case .pause:
            serving.pause(index, &out)
            settlePhase(of: index, at: now)
        case .resume:
            guard serving.resume(index, at: now) else { break }
            settlePhase(of: index, at: now)
        case .status(let details):
            // It tells of others, and how the sensor does.
            guard !serving.subscribers[index].isAway else {
                let user = serving.subscribers[index].peer.credentials?.uid
                return refuse(.away(user: user), id: message.id, to: index, at: now)
            }
            serving.subscribers[index].listing = StatusListing(id: message.id, include: details)
            guard keeper.lookAgain(at: now, &out) else { return continueListing(for: index, at: now) }
            serving.subscribers[index].listing?.awaitsLook = true
            return
        }
        serving.demandIsStale = true
        serving.oweFrame(to: index)
        serving.settleMaker(of: index)
        serving.putAside(index)
        let (subscription, isPaused) = (serving.subscription(of: index), serving.subscribers[index].isPaused)
        let line = out.write {
            ServerMessage.appendOK(
                id: message.id, subscription, isPaused: isPaused, others: others,
                ignored: message.ignored, to: &$0)
        }
        serving.transmit(line, to: index, &out)
    }

    /// Turns the pictures of those who follow, and says in the log who has.
    private mutating func rotate(_ request: Rotate, by index: Int, at now: Int64) -> ReachedOthers {
        let count = serving.rotate(request, by: index)
        let text = serving.turns.text(
            "pictures that follow are turned by \(request.rotation.rawValue) degrees: "
                + "\(serving.subscribers[index].peer.process) asked", now: now)
        if let text { out.info(text) }
        return count
    }

    /// Gives or takes ticks of its own where a subscriber listens again, or no more.
    mutating func settlePhase(of index: Int, at now: Int64) {
        let rate = serving.subscription(of: index).rateHz
        serving.settlePhase(of: index, before: rate, after: lastDeadline, at: now)
    }

    /// Says in the log who gets raw samples; why somebody may not have them, or `nil`.
    private mutating func allowRaw(to index: Int, at now: Int64) -> ControlError? {
        let peer = serving.subscribers[index].peer
        guard peer.mayHaveRaw else {
            return .rawNotPermitted(user: peer.credentials?.uid, group: RawAccess.groupName)
        }
        if !serving.subscription(of: index).include.contains(.raw) {
            let text = serving.rawGrants.text("raw samples go to \(peer.process)", now: now)
            if let text { out.info(text) }
        }
        return nil
    }

    mutating func refuse(_ error: ControlError, id: RequestID?, to index: Int, at now: Int64) {
        let line = out.write { ServerMessage.appendError(id: id, error, to: &$0) }
        serving.transmit(line, to: index, &out)
        guard error.isFatal else { return }
        serving.beginClosing(index, at: now, &out)
        settlePhase(of: index, at: now)
        let process = serving.subscribers[index].peer.process
        let text = serving.closures.text("closing subscriber \(process): \(error.description)", now: now)
        if let text { out.warning(text) }
    }
}

extension Serving {
    /// Takes the next pose as the neutral one of `asker` and of every subscriber that it may speak for.
    ///
    /// Subscribers with the reference `absolute` have no neutral pose, and are not counted; nor are those who have no frames,
    /// for whom the next pose is the one at which they have frames again.
    mutating func recentreAll(for asker: Int) -> ReachedOthers {
        recentre(asker)
        var count = ReachedOthers(.recentred)
        let user = subscribers[asker].peer.credentials?.uid
        for index in subscribers.indices where index != asker && subscribers[index].isOpen {
            guard makers[deliveries[index].maker].hasNeutralPose else { continue }
            let listeners = subscribers[index].isListening ? 1 : 0
            if Self.may(user, speakFor: subscribers[index].peer.credentials?.uid, daemon: userID) {
                recentre(index)
                count.reached += listeners
            } else {
                count.leftAlone += listeners
            }
        }
        return count
    }

    /// True where user `asker` may move what user `other` sees: nobody else's shadow is made wrong without their doing.
    static func may(_ asker: UInt32?, speakFor other: UInt32?, daemon: UInt32) -> Bool {
        guard let asker else { return false }
        return asker == 0 || asker == daemon || asker == other
    }
}
