import LinuxSystem
import TiltCore

/// Answers to `status`: lines of details, then the summary.
extension Publisher {
    /// Begins an answer; what the socket does not take now goes on in ``resume(_:)``.
    func answerStatus(_ details: [StatusDetail], id: RequestID?, to subscriber: Subscriber) -> Bool {
        subscriber.listing = StatusListing(id: id, include: details)
        return continueListing(for: subscriber)
    }

    /// Goes on with an answer that waited for the socket, and then with the requests that waited for the answer.
    ///
    /// - Returns: false where the subscriber has gone.
    func resume(_ subscriber: Subscriber) -> Bool {
        guard continueListing(for: subscriber) else { return false }
        guard subscriber.listing == nil, !subscriber.held.isEmpty else { return true }
        let held = subscriber.held
        subscriber.held = []
        return held.withUnsafeBufferPointer { takeLines(of: $0, from: subscriber) }
    }

    /// Sends the next piece, about what a socket takes: nobody's list may hold up the frames of the others.
    private func continueListing(for subscriber: Subscriber) -> Bool {
        guard subscriber.listing != nil, subscriber.isDrained else { return true }
        answer.removeAll()
        while answer.count < ProtocolVersion.longestLine, appendLine(for: subscriber) {}
        return subscriber.send(line: answer, scratch: &scratch)
    }

    /// Appends the next line to ``answer``; false where it was the last.
    private func appendLine(for asker: Subscriber) -> Bool {
        guard let listing = asker.listing else { return false }
        switch listing.detail {
        case .subscribers:
            let next = subscribers.keys.lazy.filter { $0 >= listing.position }.min()
            if let next { subscribers[next]?.appendStatus(to: asker, at: MonotonicClock.now(), &answer) }
            asker.listing?.advance(to: next.map { Int($0) + 1 })
            return true
        case .candidates, .healing:
            let detail = listing.detail ?? .candidates
            let isThere = events.appendDetail(detail, listing.position, listing.id, &answer)
            asker.listing?.advance(to: isThere ? listing.position + 1 : nil)
            return true
        case nil:
            // The summary begins a piece: how much of it fits in a line is seen by the length of the buffer.
            guard answer.count == 0 else { return false }
            asker.listing = nil
            answer.append(#"{"type":"status""#)
            ServerMessage.append(id: listing.id, to: &answer)
            events.appendStatus(&answer)
            answer.append("}\n")
            return false
        }
    }
}
