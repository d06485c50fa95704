/// One decoded reading with its time: specific force and angular rate in device axes.
///
/// A part is `nil` where that sensor had nothing new.
public struct Sample: Equatable, Sendable {
    /// When the kernel took it.
    public var time: Timestamp
    /// Specific force in m/s².
    public var acceleration: Acceleration<DeviceAxes>?
    /// Angular rate in rad/s.
    public var angularRate: AngularRate<DeviceAxes>?

    /// Creates a sample from either sensor or both.
    @inlinable public init(
        time: Timestamp, acceleration: Acceleration<DeviceAxes>? = nil,
        angularRate: AngularRate<DeviceAxes>? = nil
    ) {
        self.time = time
        self.acceleration = acceleration
        self.angularRate = angularRate
    }
}
