import RecordedDevices
import Testing
import TiltCore

/// `tiltshadow replay` and the daemon make frames in one way.
@Suite struct `One path from readings to frames` {
    /// Settings of both, what a subscriber asks for beyond that, and the settings of a replay that say the same.
    struct Wish: CustomTestStringConvertible {
        var given: [String] = []
        var request: String?
        var assignments: [String] = []
        var includesUp = false

        var testDescription: String { (given + [request ?? "nothing asked for"]).joined(separator: ", ") }
    }

    static let wishes = [
        Wish(), Wish(given: ["shadow.rate_hz=7"]), Wish(given: ["shadow.rate_hz=30"]),
        Wish(given: ["shadow.rate_hz=144", "sensor.stale_after_ms=40"]),
        Wish(
            request: #"{"type":"subscribe","mapping":"projection","reference":"relative","lookahead_ms":16}"#,
            assignments: ["shadow.mapping=projection", "shadow.reference=relative", "shadow.lookahead_ms=16"]),
        Wish(
            request: #"{"type":"subscribe","mapping":"euler","yaw_assist":true,"gain":-30,"include":["up"]}"#,
            assignments: ["shadow.mapping=euler", "shadow.yaw_assist=yes", "shadow.gain=-30"],
            includesUp: true
        ),
    ]

    @Test(arguments: CorpusLog.all)
    func `is the same in a replay and in the daemon, to the byte`(log: CorpusLog) throws {
        let run = try CorpusRun(log)
        guard let sensor = run.decoded.sensor, !run.decoded.readings.isEmpty else { return }
        for wish in Self.wishes {
            var settings = Settings()
            let assignments = log.values("set") + wish.given
            for assignment in assignments { try settings.apply(assignment, option: "set") }
            let daemon = CoreRun(run.decoded.readings, of: sensor, settings, request: wish.request)
            for assignment in wish.assignments { try settings.apply(assignment, option: "set") }
            var subscription = settings.subscription
            subscription.include = wish.includesUp ? .up : []
            let replayed = Self.replayed(run.decoded.readings, of: sensor, settings, subscription)
            #expect(!replayed.isEmpty && daemon.frames.count == replayed.count, "\(wish.testDescription)")
            let difference = zip(replayed, daemon.frames).first { $0 != $1 }
            #expect(difference == nil, "\(wish.testDescription)")
        }
    }

    /// The lines that `tiltshadow replay` writes.
    private static func replayed(
        _ readings: [Reading], of sensor: SensorDescription, _ settings: Settings,
        _ subscription: Subscription
    ) -> [String] {
        var replay = Replay(
            engine: settings.engineParameters, options: subscription, sensor: sensor, grain: .published)
        var lines: [String] = []
        func take(_ frame: Frame) {
            var line = ByteBuffer()
            FrameEncoder.appendJSON(frame, to: &line)
            lines.append(line.text)
        }
        for reading in readings { replay.feed(reading, take) }
        replay.finish(take)
        return lines
    }
}
