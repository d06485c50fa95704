/// Something about a sensor that its own readings contradict, and that a person should know.
public enum SensorFault: Equatable, Sendable {
    /// At rest, gravity is this many times as long as it should be.
    case gravityLength(ratio: Double)
    /// At rest and in motion, the middle length of the specific force is this many times gravity's.
    case forceLength(ratio: Double)
    /// An axis of the accelerometer keeps one value while others change.
    case deadAxis(SensorAxis)
    /// An axis of the gyroscope keeps one value while gravity turns about it.
    case deadRate(SensorAxis)
    /// Readings are this far apart by their own times, in seconds.
    case interval(seconds: Double)
    /// At rest the device has never been anything but face down.
    case alwaysFaceDown
    /// The rates are this many times as fast as gravity turns.
    case rateScale(factor: Double)
    /// Gravity turns as `axes` of the rates say.
    case rateAxes(RateAxes)
    /// A sensor is driven to the end of its range.
    case clipping(SensorPart)
    /// A sensor gives readings that are none.
    case spikes(SensorPart)
    /// A sensor repeats the same counts.
    case stuck(SensorPart)

    /// A word for programs.
    public var code: StaticString {
        switch self {
        case .gravityLength: "gravity-length"
        case .forceLength: "force-length"
        case .deadAxis: "dead-axis"
        case .deadRate: "gyroscope-dead-axis"
        case .interval: "interval"
        case .alwaysFaceDown: "always-face-down"
        case .rateScale: "rate-scale"
        case .rateAxes: "rate-axes"
        case .clipping(.accelerometer): "accelerometer-clipping"
        case .clipping(.gyroscope): "gyroscope-clipping"
        case .spikes(.accelerometer): "accelerometer-spikes"
        case .spikes(.gyroscope): "gyroscope-spikes"
        case .stuck(.accelerometer): "accelerometer-stuck"
        case .stuck(.gyroscope): "gyroscope-stuck"
        }
    }

    /// True where both are one fault, whatever was measured of it each time.
    public func isSame(as other: SensorFault) -> Bool {
        switch (self, other) {
        case (.gravityLength, .gravityLength), (.forceLength, .forceLength), (.interval, .interval),
            (.rateScale, .rateScale), (.rateAxes, .rateAxes):
            true
        default: self == other
        }
    }
}

extension SensorFault: CustomStringConvertible {
    /// What was measured.
    public var description: String {
        switch self {
        case .gravityLength(let ratio):
            "gravity at rest is \(Self.text(ratio)) times what it is anywhere on Earth"
        case .forceLength(let ratio):
            "the middle acceleration is \(Self.text(ratio)) times gravity, whatever the motion"
        case .deadAxis(let axis): "\(axis.rawValue) of the accelerometer never changes, while others do"
        case .deadRate(let axis):
            "\(axis.rawValue) of the gyroscope never changes, though gravity turns about it; it is not used"
        case .interval(let seconds) where seconds > 1:
            "its readings are \(Self.text(seconds)) s apart, by their own times"
        case .interval(let seconds):
            "its readings are \(Self.text(seconds * 1e6)) µs apart, by their own times"
        case .alwaysFaceDown: "at rest the device has been face down only"
        case .rateScale(let factor) where factor > 1:
            "the angular rates are \(Self.text(factor)) times as fast as gravity turns; they are not used"
        case .rateScale(let factor):
            "gravity turns \(Self.text(1 / factor)) times as fast as the angular rates say; they are not used"
        case .rateAxes(let axes):
            "gravity turns as the rates \(axes) would have it, not (gx,gy,gz); they are not used"
        case .clipping(let part): "the \(part.rawValue) is at the end of its range"
        case .spikes(let part): "the \(part.rawValue) gives values that are none; no frame is made of them"
        case .stuck(.accelerometer): "the accelerometer repeats the same value, to the last count"
        case .stuck(.gyroscope): "the gyroscope repeats the same value, to the last count; it is not used"
        }
    }

    /// What to try.
    public var hint: String {
        switch self {
        case .gravityLength(let ratio) where 0.07...0.14 ~= ratio,
            .forceLength(let ratio) where 0.07...0.14 ~= ratio:
            "is it in g instead of m/s²? see accel_scale; of a table, tell it by --unit g"
        case .gravityLength(let ratio) where 85...120 ~= ratio,
            .forceLength(let ratio) where 85...120 ~= ratio:
            "is it in thousandths of g instead of m/s²? see accel_scale; of a table, tell it by --unit mg"
        case .gravityLength(0), .forceLength(0):
            "it reads 0 on all axes, which no scale mends: its chip sleeps or its bus fails; see dmesg, load its driver again"
        case .forceLength(let ratio) where ratio < 0.05: "was gravity taken out of it? export it with gravity"
        case .gravityLength, .forceLength: "set accel_scale, or give --accel-scale with a recording"
        case .deadAxis, .deadRate: "report it to the driver's authors, with a log: `tiltshadow record`"
        case .interval: "is the clock right? of a table, are the times in another unit? see --time-unit"
        case .alwaysFaceDown:
            "unless it really lies on its face, run `tiltshadow calibrate`, or set raw_sign or mount_matrix"
        case .rateScale(let factor) where 45...75 ~= factor:
            "are they in °/s instead of rad/s? of a table, tell it by --rate-unit"
        case .rateScale(let factor) where 45...75 ~= 1 / factor: "were they converted from °/s twice?"
        case .rateScale: "correct the gyroscope's scale"
        case .rateAxes:
            "correct the order or signs of the gyroscope's axes (of a table, by --columns), or the mount matrix"
        case .clipping: "choose a larger range in the driver, where it has one"
        case .spikes: "report it to the driver's authors, with a log: `tiltshadow record`"
        case .stuck: "suspend and resume, or load the driver again"
        }
    }

    /// Three significant digits.
    private static func text(_ number: Double) -> String {
        var buffer = ByteBuffer(capacity: 16)
        let decimals = number < 1 ? 3 : number < 10 ? 2 : number < 100 ? 1 : 0
        buffer.append(number, decimals: decimals)
        return buffer.text
    }
}

/// One of the two sensors that a device may hold.
public enum SensorPart: String, CaseIterable, Sendable {
    /// Measures specific force.
    case accelerometer
    /// Measures angular rate.
    case gyroscope
}
