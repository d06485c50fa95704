import TiltCore

/// The poses in a log: its rests, in the order in which a guided sequence would ask for them.
enum LogPoses {
    /// How long a rest must last, in seconds.
    private static let rest = 1.0

    /// Reads `input` to its end, or to the last of `poses`.
    static func collect(_ poses: [Pose], from input: LogInput) throws(ToolError) -> PoseCollector {
        var collector = PoseCollector(poses, rest: rest, firstRest: rest)
        while !collector.isDone, let reading = try input.next() {
            let sensor = input.header.sensor
            if sensor.restsInSilence { collector.hold(until: reading.time) }
            collector.take(RawSample(reading, sensor.calibration))
        }
        return collector
    }
}
