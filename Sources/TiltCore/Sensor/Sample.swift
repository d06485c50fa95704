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
    /// True where the specific force is at the end of the sensor's range and may be larger.
    public var accelerationIsClipped: Bool
    /// True where the angular rate is at the end of the sensor's range and may be larger.
    public var rateIsClipped: Bool

    /// Creates a sample from either sensor or both.
    @inlinable public init(
        time: Timestamp, acceleration: Acceleration<DeviceAxes>? = nil,
        angularRate: AngularRate<DeviceAxes>? = nil, accelerationIsClipped: Bool = false,
        rateIsClipped: Bool = false
    ) {
        self.time = time
        self.acceleration = acceleration
        self.angularRate = angularRate
        self.accelerationIsClipped = accelerationIsClipped
        self.rateIsClipped = rateIsClipped
    }
}
