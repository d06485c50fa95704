import TiltCore

/// Makes the traces of a log while it is read: readings through the inspector, frames through two replays.
struct LogTracer {
    /// What has been seen so far.
    private(set) var traces = LogTraces()
    /// What is wrong with the sensor at the last reading.
    var faults: [SensorFault] { ours.faults }

    private let sensor: SensorDescription
    private var inspector: SensorInspector
    private var gaps: GapWatch
    private var ours: Replay
    private var euler: Replay
    private var start: Timestamp?
    private var dropped = 0

    /// Traces a log of `sensor` as the daemon with these settings does, and beside it as it does with the euler mapping.
    init(_ sensor: SensorDescription, _ settings: Settings) {
        let full = settings.subscription(for: .csv)
        var other = full
        other.shadow.use(.euler, limit: ShadowMapping.euler.usualLimit)
        self.sensor = sensor
        inspector = SensorInspector(sensor)
        gaps = GapWatch(rateHz: sensor.rateHz)
        ours = Replay(engine: settings.engineParameters, options: full, sensor: sensor)
        euler = Replay(engine: settings.engineParameters, options: other, sensor: sensor)
    }

    /// Takes the next reading; `dropped` is how many the recording has said were lost up to here.
    mutating func take(_ reading: Reading, dropped: Int = 0) {
        let start = self.start ?? reading.time
        self.start = start
        trace(reading, at: reading.time.seconds(since: start), isAfterLoss: dropped > self.dropped)
        self.dropped = dropped
        Self.feed(reading, to: &ours, &traces.ours, since: start)
        Self.feed(reading, to: &euler, &traces.euler, since: start)
    }

    /// Takes the frames that are left, and judges the sensor by what there was.
    mutating func finish() {
        guard let start else { return }
        Self.finish(&ours, &traces.ours, since: start)
        Self.finish(&euler, &traces.euler, since: start)
        ours.judgeEnd()
    }

    private mutating func trace(_ reading: Reading, at time: Double, isAfterLoss: Bool) {
        let (clipped, rejected) = (inspector.clipped, inspector.rejected)
        let sample = inspector.sample(from: reading)
        if inspector.clipped > clipped { traces.clipped.append(time...time) }
        if inspector.rejected > rejected { traces.rejected.append(time...time) }
        // What reports only changes is silent wherever it lies still; what was lost is missing all the same.
        if let gap = gaps.gap(before: time, isLoss: isAfterLoss), isAfterLoss || !sensor.reportsOnlyChanges {
            traces.gaps.append(gap)
            traces.acceleration.breakLines()
        }
        traces.readings += 1
        traces.duration = max(traces.duration, time)
        guard let force = sample.acceleration else { return }
        traces.acceleration.append(x: force.x, y: force.y, z: force.z, at: time)
    }

    private static func feed(
        _ reading: Reading, to replay: inout Replay, _ traces: inout FrameTraces, since start: Timestamp
    ) {
        replay.feed(reading) { traces.append($0, since: start) }
    }

    private static func finish(
        _ replay: inout Replay, _ traces: inout FrameTraces, since start: Timestamp
    ) {
        replay.finish { traces.append($0, since: start) }
    }
}
