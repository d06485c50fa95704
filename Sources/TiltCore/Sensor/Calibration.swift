/// How a device's counts become m/s² and rad/s: value = (count + offset) · scale, per axis.
///
/// Source: the IIO ABI (`sysfs-bus-iio`, "processed value"); an evdev device has offset 0.
public struct Calibration: Equatable, Sendable {
    /// Scale, offset and range of the three axes of one sensor.
    public struct Axes: Equatable, Sendable {
        /// Unit per count.
        public var scale: Reading.Counts
        /// Counts to add before scaling.
        public var offset: Reading.Counts
        /// The least and the greatest count that the device can report; `nil` where it does not tell.
        public var range: ClosedRange<Double>?

        /// Creates a calibration from per-axis factors and offsets.
        @inlinable public init(
            scale: Reading.Counts, offset: Reading.Counts = .zero, range: ClosedRange<Double>? = nil
        ) {
            self.scale = scale
            self.offset = offset
            self.range = range
        }

        /// Creates a calibration with one factor for the three axes and no offset.
        @inlinable public init(scale: Double, range: ClosedRange<Double>? = nil) {
            self.init(scale: Reading.Counts(x: scale, y: scale, z: scale), range: range)
        }
    }

    /// m/s² per count.
    public var accelerometer: Axes
    /// rad/s per count; `nil` without a gyroscope.
    public var gyroscope: Axes?

    /// Creates a calibration; without a gyroscope by default.
    @inlinable public init(accelerometer: Axes, gyroscope: Axes? = nil) {
        self.accelerometer = accelerometer
        self.gyroscope = gyroscope
    }

    /// Counts that are m/s² and rad/s already, as in neutral CSV.
    @inlinable public static var physical: Calibration {
        Calibration(accelerometer: Axes(scale: 1), gyroscope: Axes(scale: 1))
    }

    /// The specific force of `counts` in m/s².
    @inlinable public func acceleration(_ counts: Reading.Counts) -> Acceleration<SensorAxes> {
        Acceleration(
            x: (counts.x + accelerometer.offset.x) * accelerometer.scale.x,
            y: (counts.y + accelerometer.offset.y) * accelerometer.scale.y,
            z: (counts.z + accelerometer.offset.z) * accelerometer.scale.z)
    }

    /// The angular rate of `counts` in rad/s, or `nil` without a gyroscope.
    @inlinable public func angularRate(_ counts: Reading.Counts) -> AngularRate<SensorAxes>? {
        guard let gyroscope else { return nil }
        return AngularRate(
            x: (counts.x + gyroscope.offset.x) * gyroscope.scale.x,
            y: (counts.y + gyroscope.offset.y) * gyroscope.scale.y,
            z: (counts.z + gyroscope.offset.z) * gyroscope.scale.z)
    }
}
