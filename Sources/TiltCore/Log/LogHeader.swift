/// What the `#key=value` lines of a log say: the sensor, and the clock of its timestamps.
public struct LogHeader: Equatable, Sendable {
    /// The sensor as it was when the log was taken.
    public var sensor: SensorDescription
    /// The kernel clock of `t_ns`, by its IIO name; `log` where nobody knows.
    public var clock: String

    /// Creates a header.
    public init(sensor: SensorDescription, clock: String = "monotonic") {
        self.sensor = sensor
        self.clock = clock
    }

    /// The header of neutral CSV: physical units, device axes.
    public static var neutralCSV: LogHeader {
        LogHeader(
            sensor: SensorDescription(id: "log", name: "neutral CSV", kind: .log, device: "CSV"), clock: "log"
        )
    }

    /// What every .tiltlog begins with, and no other file.
    package static let start = "#tiltlog=1"

    /// Appends the header of a .tiltlog, column names included.
    public func append(to buffer: inout ByteBuffer) {
        buffer.append(text: Self.start)
        buffer.append("\n")
        line("clock", clock, to: &buffer)
        line("source", sensor.kind.rawValue, to: &buffer)
        line("id", sensor.id, to: &buffer)
        line("name", sensor.name, to: &buffer)
        line("device", sensor.device, to: &buffer)
        if let rate = sensor.rateHz { line("rate_hz", rate.shortText, to: &buffer) }
        let calibration = sensor.calibration
        line("accel_scale", calibration.accelerometer.scale.commaText, to: &buffer)
        line("accel_offset", calibration.accelerometer.offset.commaText, to: &buffer)
        if let range = calibration.accelerometer.range { line("accel_range", Self.text(range), to: &buffer) }
        if let gyroscope = calibration.gyroscope {
            line("gyro_scale", gyroscope.scale.commaText, to: &buffer)
            line("gyro_offset", gyroscope.offset.commaText, to: &buffer)
            if let range = gyroscope.range { line("gyro_range", Self.text(range), to: &buffer) }
        }
        line("mount_matrix", sensor.mounting.matrix.description, to: &buffer)
        line("mount_source", sensor.mounting.source.rawValue, to: &buffer)
        line("mount_convention", sensor.mounting.convention.rawValue, to: &buffer)
        line("raw_sign", sensor.mounting.rawSign.shortText, to: &buffer)
        line("only_changes", sensor.reportsOnlyChanges ? "1" : "0", to: &buffer)
        buffer.append(sensor.hasGyroscope ? "t_ns,ax,ay,az,gx,gy,gz\n" : "t_ns,ax,ay,az\n")
    }

    private static func text(_ range: ClosedRange<Double>) -> String {
        "\(range.lowerBound.shortText),\(range.upperBound.shortText)"
    }

    /// A device's name is a stranger's text: what would end the line is written out.
    private func line(_ key: StaticString, _ value: String, to buffer: inout ByteBuffer) {
        buffer.append("#")
        buffer.append(key)
        buffer.append("=")
        buffer.append(text: value.onOneLine())
        buffer.append("\n")
    }
}

extension Reading.Counts {
    /// The three numbers with commas.
    package var commaText: String { "\(x.shortText),\(y.shortText),\(z.shortText)" }

    /// Reads `a,b,c`, or one number for all three axes.
    init?(parsing text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        let numbers = parts.compactMap { DecimalParser.double(String(Substring($0)).trimmingSpaces) }
        guard numbers.count == parts.count, numbers.allSatisfy({ $0.isFinite }) else { return nil }
        switch numbers.count {
        case 1: self.init(x: numbers[0], y: numbers[0], z: numbers[0])
        case 3: self.init(x: numbers[0], y: numbers[1], z: numbers[2])
        default: return nil
        }
    }
}
