/// One of the two sensors that a device may hold.
public enum SensorPart: String, CaseIterable, Sendable {
    /// Measures specific force.
    case accelerometer
    /// Measures angular rate.
    case gyroscope
}
