/// The newest reading of each sensor in physical units and the sensor's own axes: no mount matrix, no filter.
///
/// Enough to tell what is typed beside the device, so frames carry it only for those who may see it.
public struct RawSample: Equatable, Sendable {
    /// When the kernel took the newer of the two.
    public var time: Timestamp
    /// Specific force in m/s²; `nil` where the accelerometer had nothing new.
    public var acceleration: Acceleration<SensorAxes>?
    /// Angular rate in rad/s; `nil` where the gyroscope had nothing new, or there is none.
    public var angularRate: AngularRate<SensorAxes>?

    /// Creates a sample from either sensor or both.
    public init(
        time: Timestamp, acceleration: Acceleration<SensorAxes>? = nil,
        angularRate: AngularRate<SensorAxes>? = nil
    ) {
        self.time = time
        self.acceleration = acceleration
        self.angularRate = angularRate
    }

    /// The sample of one reading.
    public init(_ reading: Reading, _ calibration: Calibration) {
        self.init(
            time: reading.time, acceleration: reading.accelerometer.map { calibration.acceleration($0) },
            angularRate: reading.gyroscope.flatMap { calibration.angularRate($0) })
    }

    /// This sample with a later one on top: what the later one lacks stays.
    public func merging(_ later: RawSample) -> RawSample {
        RawSample(
            time: later.time, acceleration: later.acceleration ?? acceleration,
            angularRate: later.angularRate ?? angularRate)
    }

    /// Appends the sample as an object of JSON, nine significant digits a number.
    func append(to buffer: inout ByteBuffer) {
        buffer.append(#"{"t_ns":"#)
        buffer.append(time.nanoseconds)
        if let acceleration { Self.append(key: "accel_m_s2", acceleration, to: &buffer) }
        if let angularRate { Self.append(key: "gyro_rad_s", angularRate, to: &buffer) }
        buffer.append("}")
    }

    private static func append(key: StaticString, _ vector: some AxisVector, to buffer: inout ByteBuffer) {
        buffer.append(",\"")
        buffer.append(key)
        buffer.append("\":[")
        buffer.append(significant: vector.x)
        buffer.append(",")
        buffer.append(significant: vector.y)
        buffer.append(",")
        buffer.append(significant: vector.z)
        buffer.append("]")
    }
}
