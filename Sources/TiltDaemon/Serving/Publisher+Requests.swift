import LinuxSystem
import TiltCore

/// What subscribers send: requests in, answers out.
extension Publisher {
    func serve(_ subscriber: Subscriber, _ ready: Interest) {
        let fd = subscriber.stream.descriptor
        if ready.contains(.writable), !(subscriber.flush(scratch: &scratch) && resume(subscriber)) {
            return remove(fd, because: "closed its connection")
        }
        if subscriber.isClosing {
            if subscriber.isDrained || ready.contains(.hangUp) { return remove(fd, because: "was closed") }
        } else if (ready.contains(.readable) && subscriber.isHeard) || ready.contains(.hangUp) {
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
            return takeLines(of: chunk, from: subscriber)
        }
    }

    /// Carries out what a buffer asks for, line by line; an answer that waits for the socket holds the rest back.
    func takeLines(of chunk: UnsafeBufferPointer<UInt8>, from subscriber: Subscriber) -> Bool {
        var isAlive = true
        var rest = chunk[...]
        while !rest.isEmpty, isAlive, !subscriber.isClosing {
            guard subscriber.listing == nil else {
                subscriber.held = Array(rest)
                return true
            }
            let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
            subscriber.input.feed(UnsafeBufferPointer(rebasing: rest[..<end])) { line in
                isAlive = take(line, from: subscriber)
                return true
            }
            rest = rest[end...]
        }
        if isAlive, !subscriber.isClosing, subscriber.input.isSkipping {
            isAlive = refuse(.lineTooLong(limit: ProtocolVersion.longestLine), id: nil, to: subscriber)
        }
        return isAlive
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
        var others: RecentreCount?
        switch message.request {
        case .subscribe(let change):
            if change.includesRaw == true, let refusal = rawAccess.refusal(of: subscriber) {
                return refuse(refusal, id: message.id, to: subscriber)
            }
            if change.includesRaw == true, !subscriber.subscription.includesRaw {
                let process = subscriber.peer?.processDescription ?? "unknown process"
                journal.info(
                    "raw samples go to \(process) of user \(subscriber.peer?.uid.description ?? "unknown")")
            }
            subscriber.apply(change, defaults: defaults.subscription)
        case .recentre(.own): subscriber.recentre()
        case .recentre(.all): others = recentreAll(for: subscriber)
        case .pause: subscriber.isPaused = true
        case .resume: subscriber.isPaused = false
        case .status(let details): return answerStatus(details, id: message.id, to: subscriber)
        }
        answer.removeAll()
        ServerMessage.appendOK(
            id: message.id, subscriber.subscription, isPaused: subscriber.isPaused, others: others,
            to: &answer)
        let isAlive = subscriber.send(line: answer, scratch: &scratch)
        events.demandChanged()
        return isAlive
    }

    private func refuse(_ error: ControlError, id: RequestID?, to subscriber: Subscriber) -> Bool {
        answer.removeAll()
        ServerMessage.appendError(id: id, error, to: &answer)
        subscriber.isClosing = error.isFatal
        if error.isFatal {
            let text = closures.text(
                "closing subscriber \(subscriber.process): \(error.description)", now: MonotonicClock.now())
            if let text { journal.warning(text) }
            events.demandChanged()
        }
        return subscriber.send(line: answer, scratch: &scratch)
    }
}
