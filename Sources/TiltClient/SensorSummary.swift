/// A sensor, as the daemon describes it to subscribers.
public struct SensorSummary: Equatable, Sendable {
    /// A name that stays the same over unplug and reboot.
    public var id: String
    /// The device's own name.
    public var name: String
    /// How it is read: `evdev`, `iio-buffer`, `iio-poll`, `log` or `remote`.
    public var kind: String
    /// True where it has a gyroscope.
    public var hasGyroscope: Bool
}
