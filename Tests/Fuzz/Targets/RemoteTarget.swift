import TiltCore

@testable import TiltRelay

/// What whoever may write a topic has one hear who serves it, and one who publishes there, too: lines, of which the first byte is
/// the channel and the second the time since the one before.
enum RemoteTarget {
    /// What the cube of a byte is a time with, in nanoseconds: 14 is 20 ms, and 255 two minutes, in which every silence ends.
    private static let instant: Int64 = 7324

    static func take(_ bytes: UnsafeBufferPointer<UInt8>) {
        var feed = RemoteFeed()
        var claim = TopicClaim(Messages.Publisher(session: "own", startedNanoseconds: today))
        var now: Int64 = 1_000_000_000_000
        var said: [RemoteFeed.Word] = []
        var isOpen = false
        feed.broker(isThere: true, at: now)
        claim.begin(isFirst: false, at: now)
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true) {
            let (kind, step) = (line[line.startIndex], Int64(line.dropFirst().first ?? 0))
            now += step * step * step * instant
            switch kind {
            case UInt8(ascii: "o"):
                isOpen = !isOpen && feed.sensor != nil
                feed.open(isOpen, at: now)
            case UInt8(ascii: "b"): feed.broker(isThere: step & 1 == 0, at: now)
            default:
                let channel = Channel.allCases[Int(kind) % Channel.allCases.count]
                let payload = UnsafeBufferPointer(rebasing: line.dropFirst(2))
                feed.take(payload, of: channel, at: now, timeOfDay: today)
                if let notice = Messages.notice(in: payload) { claim.take(notice, timeOfDay: today) }
            }
            check(&feed, &said, at: now)
        }
        if let deadline = claim.deadline { claim.readAll(at: deadline) }
        while let deadline = claim.deadline { _ = claim.verdict(at: deadline) }
        expect(claim.verdict(at: now) != .wait, "nobody has the topic")
    }

    private static let today: Int64 = 1_700_000_000_000_000_000

    private static func check(_ feed: inout RemoteFeed, _ said: inout [RemoteFeed.Word], at now: Int64) {
        if let reading = feed.reading(at: now) {
            expect(reading.time.nanoseconds == now, "a reading of another time")
            if let up = reading.accelerometer {
                let length = up.x * up.x + up.y * up.y + up.z * up.z
                expect(abs(length - 1) < 1e-6, "up \(up)")
            }
            if let turn = reading.gyroscope {
                expect((turn.x * turn.x + turn.y * turn.y + turn.z * turn.z) < 1e6, "a turn of \(turn)")
            }
        }
        let quality = feed.quality
        expect(quality.jitter.isFinite && (0...150).contains(quality.delay), "\(quality)")
        if let sensor = feed.sensor {
            expect(sensor.name.utf8.count <= SensorDescription.longestName, "a long name")
            expect(sensor.name == sensor.name.onOneLine(), "a name on two lines")
        }
        feed.pass(at: now)
        if let deadline = feed.deadline { expect(deadline > now, "a deadline that stays") }
        guard let address = try? BrokerAddress("mqtt://localhost/desk") else { return }
        for word in feed.takeWords() {
            // Said again only after a goodbye.
            if case .ended = word { said = [] }
            if case .vanished = word { said = [] }
            said.append(word)
            let text = word.text(of: address)
            expect(!text.isEmpty && text == text.onOneLine(), text)
        }
        expect(said.count < 4096, "a log without end")
    }
}
