/// What one read of a device gave, in the device's own counts: the raw truth that a log keeps.
///
/// A part is `nil` where that sensor had nothing new. Counts are whole numbers from a device and may have decimals
/// in a log made from physical values; `Double` holds both exactly up to 2⁵³.
public struct Reading: Equatable, Sendable {
    /// Three counts in the order of the sensor's axes.
    public struct Counts: AxisVector {
        /// The x component, in counts.
        public var x: Double
        /// The y component, in counts.
        public var y: Double
        /// The z component, in counts.
        public var z: Double

        /// Creates counts for x, y and z.
        @inlinable public init(x: Double, y: Double, z: Double) {
            self.x = x
            self.y = y
            self.z = z
        }
    }

    /// When the kernel took it, on the log's or the sensor's clock.
    public var time: Timestamp
    /// The accelerometer's counts.
    public var accelerometer: Counts?
    /// The gyroscope's counts.
    public var gyroscope: Counts?

    /// True where the accelerometer counts 0 on all axes, as a chip that sleeps or a bus that fails does: gravity is on one.
    public var accelerometerIsZero: Bool { accelerometer == .zero }

    /// True where it says which way is up.
    public var saysWhereUpIs: Bool { accelerometer != nil && !accelerometerIsZero }

    /// Creates a reading from either sensor or both.
    @inlinable public init(time: Timestamp, accelerometer: Counts? = nil, gyroscope: Counts? = nil) {
        self.time = time
        self.accelerometer = accelerometer
        self.gyroscope = gyroscope
    }
}
