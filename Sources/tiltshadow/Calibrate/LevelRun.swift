import LinuxSystem
import TiltClient
import TiltCore

/// Waits for one rest and makes it level; needs no terminal.
struct LevelRun {
    /// The rest, in seconds: longer than a pose's, since its mean is used to a fraction of a degree.
    private static let rest = 2.0
    /// How long to wait for it, in seconds.
    private static let timeout = 30.0
    /// How long a daemon may be without a sensor, as one that has just begun is, or that goes over to another, in seconds.
    private static let patience = 1.0
    /// Between two looks, in nanoseconds.
    private static let drainInterval: Int64 = 20_000_000
    /// The daemon's up and ours may differ by this much, in degrees, by its filter.
    private static let agreement = 5.0

    /// Reads a live sensor; on a terminal a line on standard error says what is waited for.
    static func run(_ source: any PoseSource, until stop: CInt) throws(ToolError) -> LevelResult {
        var collector = PoseCollector([.flat], rest: rest, firstRest: rest)
        let end = MonotonicClock.now() + Int64(timeout * 1e9)
        var lackEnd: Int64?
        var progress = ProgressLine()
        defer { progress.clear() }
        let screen = CalibrationScreen(
            width: progress.width, height: 1, style: TextStyle(isOn: false),
            hasSymbols: TerminalScreen.symbols == Gauge.Symbols())
        while !collector.isDone {
            try source.drain { sample in
                switch sample {
                case .reading(let raw, let up): collector.take(raw, up: up)
                case .silence(let time): collector.hold(until: time)
                }
            }
            lackEnd = source.lacksSensor ? lackEnd ?? MonotonicClock.now() + Int64(patience * 1e9) : nil
            if let lackEnd, MonotonicClock.now() >= lackEnd { throw .daemonLacksSensor }
            let left = end - MonotonicClock.now()
            guard left > 0 || collector.judgement != .nothing else { throw .noGravity(source.sensor.name) }
            guard left > 0 else { throw .noRest(seconds: timeout, source.fault) }
            progress.update {
                screen.levelLine(collector, fault: source.fault, rest: rest, left: Double(left) * 1e-9)
            }
            if DescriptorWait.readable([stop], nanoseconds: drainInterval)[0] { throw .interrupted }
        }
        return try result(collector, source.sensor)
    }

    /// Judges the rest that was found.
    static func result(_ collector: PoseCollector, _ sensor: SensorKnowledge) throws(ToolError) -> LevelResult
    {
        guard let reading = collector.sequence.taken.first else {
            throw collector.judgement == .nothing ? .noGravity(sensor.name) : .noRest(seconds: rest, nil)
        }
        guard let present = sensor.mounting.flatMap({ MountedAxes($0).force.nearestOrthogonal })
        else {
            throw .unknownMounting(sensor.name)
        }
        if let up = reading.up, present(reading.force).degrees(to: up) > agreement {
            throw .otherMounting(sensor.name)
        }
        guard let result = LevelResult(force: reading.force, present: present, sensor: sensor) else {
            throw .upsideDown
        }
        return result
    }
}
