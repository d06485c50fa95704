/// Collects the `#key=value` lines of a .tiltlog; keys it does not know are ignored.
struct LogHeaderParser: Sendable {
    private var header = LogHeader.neutralCSV
    private var accelerometer = Calibration.Axes(scale: 1)
    private var gyroscope = Calibration.Axes(scale: 1)
    private var matrix = MountMatrix.identity
    /// Where the matrix is written, for a message.
    private var matrixLine = 0
    private var source = Mounting.Source.identity
    private var convention: Mounting.Convention?
    private var rawSign = 1.0

    /// Takes one line without its `#`; what is no `key=value` is a comment.
    mutating func take(_ text: String, line: Int) throws(LogError) {
        guard let separator = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return }
        let key = String(text[..<separator]).trimmingSpaces
        let value = String(text[text.utf8.index(after: separator)...]).trimmingSpaces
        func wrong(_ expected: String) -> LogError {
            .header(line: line, key: key, value: value, expected: expected)
        }
        func counts() throws(LogError) -> Reading.Counts {
            guard let counts = Reading.Counts(parsing: value) else {
                throw wrong("one number or three with commas")
            }
            return counts
        }
        /// Without a size of its counts, nothing a sensor says is a measurement.
        func scale() throws(LogError) -> Reading.Counts {
            let scale = try counts()
            guard scale.x != 0, scale.y != 0, scale.z != 0 else { throw wrong("a size other than 0") }
            return scale
        }
        func range() throws(LogError) -> ClosedRange<Double> {
            let bounds = value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
                .map { DecimalParser.double(String(Substring($0)).trimmingSpaces) }
            guard bounds.count == 2, let low = bounds[0], let high = bounds[1], low < high, high.isFinite,
                low.isFinite
            else { throw wrong("the least and the greatest count with a comma") }
            return low...high
        }
        switch key {
        // The log was cut off before its first row.
        case "tiltlog": throw wrong("column names before another log")
        case "clock": header.clock = value
        case "id": header.sensor.id = value.onOneLine(limit: SensorDescription.longestName)
        case "name": header.sensor.name = value.onOneLine(limit: SensorDescription.longestName)
        case "device": header.sensor.device = value.onOneLine(limit: SensorDescription.longestName)
        case "source":
            guard let kind = SensorDescription.Kind(rawValue: value) else {
                throw wrong(SensorDescription.Kind.allCases.map { $0.rawValue }.joined(separator: ", "))
            }
            header.sensor.kind = kind
        case "rate_hz":
            guard let rate = DecimalParser.double(value), rate > 0, rate.isFinite else {
                throw wrong("a rate in Hz")
            }
            header.sensor.rateHz = rate
        case "accel_scale": accelerometer.scale = try scale()
        case "accel_offset": accelerometer.offset = try counts()
        case "accel_range": accelerometer.range = try range()
        case "gyro_scale": gyroscope.scale = try scale()
        case "gyro_offset": gyroscope.offset = try counts()
        case "gyro_range": gyroscope.range = try range()
        case "only_changes": header.sensor.reportsOnlyChanges = value == "1"
        default: try takeMounting(key, value, line: line, wrong)
        }
    }

    private mutating func takeMounting(
        _ key: String, _ value: String, line: Int, _ wrong: (String) -> LogError
    ) throws(LogError) {
        switch key {
        case "mount_matrix":
            // What its signs mean stands in a later line; `finished` asks the kernel's for all three rows.
            do throws(MountMatrixError) { matrix = try MountMatrix(parsing: value, convention: .hid) } catch {
                throw .mountMatrix(line: line, error)
            }
            matrixLine = line
        case "mount_source":
            guard let source = Mounting.Source(rawValue: value) else {
                throw wrong(Mounting.Source.allCases.map { $0.rawValue }.joined(separator: ", "))
            }
            self.source = source
        case "mount_convention":
            guard let convention = Mounting.Convention(rawValue: value) else { throw wrong("kernel, hid") }
            self.convention = convention
        case "raw_sign":
            guard let sign = DecimalParser.double(value), sign.magnitude == 1 else { throw wrong("1 or -1") }
            rawSign = sign
        default: break
        }
    }

    /// The header that the lines so far make; `hasGyroscope` is what the column names say.
    ///
    /// - Throws: ``LogError/mountMatrix(line:_:)`` for a matrix that its convention cannot use.
    func finished(hasGyroscope: Bool) throws(LogError) -> LogHeader {
        var header = header
        header.sensor.calibration = Calibration(
            accelerometer: accelerometer, gyroscope: hasGyroscope ? gyroscope : nil)
        header.sensor.mounting = Mounting(
            matrix: matrix, source: source, convention: convention, rawSign: rawSign)
        if header.sensor.mounting.convention == .kernel, let error = matrix.kernelError {
            throw .mountMatrix(line: matrixLine, error)
        }
        return header
    }
}
