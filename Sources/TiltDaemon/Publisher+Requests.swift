import LinuxSystem
import TiltCore

/// What subscribers send: requests in, answers out.
extension Publisher {
    func serve(_ subscriber: Subscriber, _ ready: Interest) {
        let fd = subscriber.stream.descriptor
        if ready.contains(.writable), !subscriber.flush(scratch: &scratch) {
            return remove(fd, because: "closed its connection")
        }
        if subscriber.isClosing {
            if subscriber.isDrained || ready.contains(.hangUp) { return remove(fd, because: "was closed") }
        } else if ready.contains(.readable) || ready.contains(.hangUp) {
            guard receive(from: subscriber, isHungUp: ready.contains(.hangUp)) else {
                return remove(fd, because: "closed its connection")
            }
            if subscriber.isClosing, subscriber.isDrained { return remove(fd, because: "was closed") }
        }
        updateInterest(of: subscriber)
    }

    /// Takes what has come, at most one buffer a wake-up so that a chatterbox cannot hold the loop.
    ///
    /// A subscriber may close its sending side and read on, as `echo … | socat - UNIX-CONNECT:…` does.
    private func receive(from subscriber: Subscriber, isHungUp: Bool) -> Bool {
        switch subscriber.stream.receive(into: input) {
        case .wouldBlock: return true
        case .end:
            subscriber.hasSaidAll = true
            return !isHungUp
        case .bytes(let count):
            let chunk = UnsafeRawBufferPointer(rebasing: input[..<count]).bindMemory(to: UInt8.self)
            var isAlive = true
            subscriber.input.feed(chunk) { line in
                isAlive = take(line, from: subscriber)
                return isAlive && !subscriber.isClosing
            }
            if !subscriber.isClosing, subscriber.input.isSkipping {
                isAlive = refuse(.lineTooLong(limit: ProtocolVersion.longestLine), id: nil, to: subscriber)
            }
            return isAlive
        }
    }

    private func take(_ line: LineSplitter.Line, from subscriber: Subscriber) -> Bool {
        guard subscriber.requests.spend(at: MonotonicClock.now()) else {
            return refuse(.tooManyRequests(limit: RequestBudget.limit), id: nil, to: subscriber)
        }
        switch line {
        case .tooLong:
            return refuse(.lineTooLong(limit: ProtocolVersion.longestLine), id: nil, to: subscriber)
        case .whole(let bytes):
            if bytes.isEmpty { return true }
            switch ControlMessage.parse(bytes) {
            case .success(let message): return carryOut(message, for: subscriber)
            case .failure(let failure): return refuse(failure.error, id: failure.id, to: subscriber)
            }
        }
    }

    private func carryOut(_ message: ControlMessage, for subscriber: Subscriber) -> Bool {
        switch message.request {
        case .subscribe(let change): subscriber.apply(change, defaults: defaults.subscription)
        case .recentre: subscriber.recentre()
        case .pause: subscriber.isPaused = true
        case .resume: subscriber.isPaused = false
        case .status: return sendStatus(id: message.id, to: subscriber)
        }
        answer.removeAll()
        ServerMessage.appendOK(
            id: message.id, subscriber.subscription, isPaused: subscriber.isPaused, to: &answer)
        let isAlive = subscriber.send(line: answer, scratch: &scratch)
        events.demandChanged()
        return isAlive
    }

    private func sendStatus(id: RequestID?, to subscriber: Subscriber) -> Bool {
        answer.removeAll()
        answer.append(#"{"type":"status""#)
        ServerMessage.append(id: id, to: &answer)
        events.appendStatus(&answer)
        answer.append("}\n")
        return subscriber.send(line: answer, scratch: &scratch)
    }

    private func refuse(_ error: ControlError, id: RequestID?, to subscriber: Subscriber) -> Bool {
        answer.removeAll()
        ServerMessage.appendError(id: id, error, to: &answer)
        subscriber.isClosing = error.isFatal
        if error.isFatal {
            let process = subscriber.peer?.processDescription ?? "unknown process"
            journal.warning("closing subscriber \(process): \(error.description)")
            events.demandChanged()
        }
        return subscriber.send(line: answer, scratch: &scratch)
    }
}
