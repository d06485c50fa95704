/// What a sensor is and how its counts are to be read: everything a log's header keeps of it.
public struct SensorDescription: Equatable, Sendable {
    /// The way its readings reach us.
    public enum Kind: String, CaseIterable, Sendable {
        /// An event node.
        case evdev
        /// The character device of an IIO buffer.
        case iioBuffer = "iio-buffer"
        /// The raw attributes of an IIO device, read one by one.
        case iioPoll = "iio-poll"
        /// A recorded file.
        case log
        /// Poses that another machine's daemon made, by a broker.
        case remote

        /// True for a device of this machine, which can be asked, opened anew and calibrated.
        package var isDevice: Bool { self != .log && self != .remote }
    }

    /// A name that stays the same over unplug and reboot, for settings and hello.
    public var id: String
    /// The device's own name.
    public var name: String
    /// The way its readings reach us.
    public var kind: Kind
    /// The device node or file, for messages.
    public var device: String
    /// The nominal rate in Hz; `nil` where the driver does not tell.
    public var rateHz: Double?
    /// Counts to m/s² and rad/s.
    public var calibration: Calibration
    /// Sensor axes to device axes.
    public var mounting: Mounting
    /// True where a sensor at rest legitimately sends nothing: evdev drops unchanged axes, some hubs filter in firmware.
    public var reportsOnlyChanges: Bool

    /// Bytes kept of an id or a name: several of them, every byte escaped, must fit in one line of the protocol.
    public static let longestName = 128

    /// Creates a description; by default of a physical-unit log with device axes.
    ///
    /// Id and name are put on one line of ``longestName`` bytes: a device may call itself anything.
    public init(
        id: String, name: String, kind: Kind, device: String, rateHz: Double? = nil,
        calibration: Calibration = .physical, mounting: Mounting = .identity, reportsOnlyChanges: Bool = false
    ) {
        self.id = id.onOneLine(limit: Self.longestName)
        self.name = name.onOneLine(limit: Self.longestName)
        self.kind = kind
        self.device = device.onOneLine()
        self.rateHz = rateHz
        self.calibration = calibration
        self.mounting = mounting
        self.reportsOnlyChanges = reportsOnlyChanges
    }

    /// How its readings reached the recorder of a log that is played in its place; `nil` for a device.
    public var recordedAs: Kind?

    /// True where the raw value of a silent device is looked at, which tells one at rest from one that has died.
    public var isLookedAtWhileSilent = false

    /// True where silence means stillness: polled, the device is asked again and again, and always has an answer.
    public var restsInSilence: Bool { reportsOnlyChanges && (recordedAs ?? kind) != .iioPoll }

    /// The same sensor played from its log, as the daemon has it.
    package var played: SensorDescription {
        var played = self
        played.recordedAs = kind
        played.kind = .log
        played.isLookedAtWhileSilent = false
        return played
    }

    /// Why the gyroscope that belongs to it is not read; `nil` where it is, or there is none.
    package var gyroscopeFault: String?

    /// True where the device has a gyroscope.
    public var hasGyroscope: Bool { calibration.gyroscope != nil }

    /// The reading in physical units and device axes.
    ///
    /// Inlined: who is lent all of a description is given a copy of it.
    @inline(__always)
    public func sample(from reading: Reading) -> Sample {
        Sample(
            time: reading.time,
            acceleration: reading.accelerometer.map { mounting(calibration.acceleration($0)) },
            angularRate: reading.gyroscope.flatMap { calibration.angularRate($0) }.map { mounting($0) })
    }
}
