import TiltCore

/// Where a calibration in progress gets its readings from: a daemon, or the sensor itself.
protocol PoseSource: AnyObject {
    /// What is known of the sensor.
    var sensor: SensorKnowledge { get }

    /// What to wait for; `nil` where it is to be asked now and then.
    var descriptor: CInt? { get }

    /// Why there are no readings; `nil` where there are some.
    var fault: String? { get }

    /// True where a daemon says that it has no sensor.
    var lacksSensor: Bool { get }

    /// Hands over what has come, oldest first.
    func drain(_ body: (PoseSample) -> Void) throws(ToolError)
}

/// What came of a sensor at one instant.
enum PoseSample {
    /// Readings in sensor axes, and up in device axes where a daemon said so.
    case reading(RawSample, up: MatrixRow?)
    /// Nothing new until this instant, from a sensor that reports only changes.
    case silence(until: Timestamp)
}
