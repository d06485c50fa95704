import TiltCore

/// A replay whose every frame is checked; it leaves out what would make frames without end.
struct CheckedReplay {
    private(set) var readings = 0
    private let subscription: Subscription
    private var replay: Replay
    private var lastTime: Timestamp?

    /// Frames after which an input has told what it can.
    private static let enough: UInt64 = 1500
    /// A pause of up to a day is played, at 50 frames a second: only short ones, and those beyond it, are worth it here.
    private static let longestPause = 2.0
    private static let clockBreak = 86_400.0

    init(_ header: LogHeader, _ subscription: Subscription) {
        self.subscription = subscription
        replay = Replay(options: subscription, sensor: header.sensor)
    }

    mutating func feed(_ reading: Reading) {
        readings += 1
        let pause = lastTime.map { reading.time.seconds(since: $0) } ?? 0
        let isPlayed = pause <= Self.longestPause || pause > Self.clockBreak
        guard replay.frames < Self.enough, isPlayed else { return }
        lastTime = reading.time
        let subscription = subscription
        replay.feed(reading) { Self.check($0, subscription) }
    }

    mutating func finish() {
        let subscription = subscription
        replay.finish { Self.check($0, subscription) }
        for fault in replay.faults {
            expect(description: fault.description, hint: fault.hint)
        }
    }

    private static func check(_ frame: Frame, _ subscription: Subscription) {
        FrameCheck.check(frame, of: subscription, isEncoded: frame.sequence < 8)
    }
}
