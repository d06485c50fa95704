import TiltCore

@testable import TiltClient

/// Bytes that a subscriber sends: the first two choose chunk and limit, the rest is the stream.
enum ControlTarget {
    static func take(_ bytes: UnsafeBufferPointer<UInt8>) {
        var source = ByteSource(bytes)
        let chunk = Int(source.byte()) + 1
        let limit = source.one(of: [ProtocolVersion.longestLine, 64])
        for line in LineStream.checkedLines(of: source.remainder, chunk: chunk, limit: limit) {
            line.bytes.withUnsafeBufferPointer { judge($0) }
        }
    }

    private static func judge(_ line: UnsafeBufferPointer<UInt8>) {
        switch ControlMessage.parse(line) {
        case .success(let message):
            var subscription = Subscription()
            if case .subscribe(let change) = message.request {
                subscription = checkedSubscription(change)
                checkEncoding(of: change)
            }
            var buffer = ByteBuffer()
            ServerMessage.appendOK(
                id: message.id, subscription, isPaused: false, ignored: message.ignored, to: &buffer)
            checkID(message.id, in: MessageCheck.check(buffer, type: "ok"))
        case .failure(let failure):
            expect(description: failure.error.description, hint: failure.error.hint)
            var buffer = ByteBuffer()
            ServerMessage.appendError(id: failure.id, failure.error, to: &buffer)
            checkID(failure.id, in: MessageCheck.check(buffer, type: "error"))
            guard case .refused(let refusal) = MessageCheck.event(buffer) else {
                fatalError("the client does not understand \(buffer.text)")
            }
            expect(refusal.message == failure.error.description, "the message changed on its way")
        }
    }

    private static func checkID(_ id: RequestID?, in answer: JSONValue) {
        expect(RequestID(answer["id"]) == id, "the answer has another id than the request")
    }

    private static func checkedSubscription(_ change: SubscriptionChange) -> Subscription {
        let subscription = change.applied(to: Subscription())
        let shadow = subscription.shadow
        expect(Subscription.rates.contains(subscription.rateHz), "rate \(subscription.rateHz)")
        expect(Subscription.gains.contains(shadow.gain), "gain \(shadow.gain)")
        expect(Subscription.limits.contains(shadow.limit), "limit \(shadow.limit)")
        expect(
            Subscription.lookaheads.contains(shadow.lookaheadMilliseconds),
            "lookahead \(shadow.lookaheadMilliseconds)")
        expect(change.applied(to: subscription) == subscription, "the same change twice is another change")
        expect(change.merging(SubscriptionChange()) == change, "merging nothing changed something")
        expect(SubscriptionChange().merging(change) == change, "merging onto nothing changed something")
        return subscription
    }

    /// What the client writes is what the daemon reads, but for the tenth digit of numbers.
    private static func checkEncoding(of change: SubscriptionChange) {
        let first = decoded(change)
        expect(flagsOnly(first) == flagsOnly(change), "the client's request loses an option of \(change)")
        for (a, b) in zip(numbers(first), numbers(change)) {
            expect((a == nil) == (b == nil), "the client's request loses a number of \(change)")
            expect(((a ?? 0) - (b ?? 0)).magnitude <= 1e-6, "\(b ?? 0) became \(a ?? 0)")
        }
        expect(decoded(first) == first, "a request is not the same after its second time")
    }

    private static func decoded(_ change: SubscriptionChange) -> SubscriptionChange {
        var buffer = ByteBuffer()
        ClientRequest.subscribe(change).append(id: 7, to: &buffer)
        let parsed = buffer.bytes.dropLast().withUnsafeBufferPointer { ControlMessage.parse($0) }
        guard case .success(let message) = parsed, case .subscribe(let again) = message.request else {
            fatalError("the daemon refuses the client's \(buffer.text)")
        }
        return again
    }

    private static func numbers(_ change: SubscriptionChange) -> [Double?] {
        [change.rateHz, change.gain, change.limit, change.lookaheadMilliseconds]
    }

    private static func flagsOnly(_ change: SubscriptionChange) -> SubscriptionChange {
        var change = change
        (change.rateHz, change.gain, change.limit, change.lookaheadMilliseconds) = (nil, nil, nil, nil)
        return change
    }
}
