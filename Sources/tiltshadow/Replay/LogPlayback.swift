import TiltCore

/// Plays a log into frames, and warns of what is wrong with the sensor behind it.
struct LogPlayback {
    private let settings: Settings
    private let subscription: Subscription
    private let grain: Replay.Grain
    private var replay: Replay?
    private var doubts: SensorDoubts

    /// Makes frames of the log called `name`, as the daemon with these settings does for this subscription.
    init(name: String, _ settings: Settings, _ subscription: Subscription, _ grain: Replay.Grain) {
        self.settings = settings
        self.subscription = subscription
        self.grain = grain
        doubts = SensorDoubts(name: name)
    }

    /// Frames handed out so far.
    var frames: UInt64 { replay?.frames ?? 0 }

    /// Takes all readings of `input`, each after `see` has it; `body` gets the frames, and returns false to stop.
    mutating func play(
        _ input: LogInput, seeing see: (Reading) -> Void = { _ in }, _ body: (Frame) -> Bool
    ) throws(ToolError) {
        var progress = ProgressLine()
        defer { progress.clear() }
        while let reading = try input.next() {
            see(reading)
            guard play(reading, of: input, body) else { return }
            progress.update { "\(input.progress), \(frames) frames" }
        }
        replay?.finish { _ = body($0) }
        replay?.judgeEnd()
        doubts.finish(replay?.faults ?? [])
    }

    private mutating func play(_ reading: Reading, of input: LogInput, _ body: (Frame) -> Bool) -> Bool {
        if replay == nil {
            replay = Replay(
                engine: settings.engineParameters, options: subscription, sensor: input.header.sensor,
                grain: grain)
        }
        var goesOn = true
        replay?.feed(reading) { goesOn = goesOn && body($0) }
        if let faults = replay?.faults { doubts.follow(faults, at: reading.time) }
        return goesOn
    }
}
