import TiltCore
import TiltSensors

/// Writes a recording of evemu 1.3: `evemu-device` makes the device of it, `evemu-play` and umockdev play its events.
///
/// Values are in device axes, or in its driver's where every reader knows those of such a device by its identity, and
/// whole counts. Where the log's own counts are whole numbers of such a device (from
/// evdev, mounted along the axes or turned by right angles) they come out as they went in; else the resolution is
/// chosen fine and values are rounded.
///
/// Such a device has no word for a sensor that is silent: its last value stands. So while one of two is silent, the other's
/// readings are left out, but for those of the first quarter of a second: where both take turns, it is never so long.
final class EvemuExport: LogExport {
    /// Counts per g where the log has none of its own: 10 µm/s² each, up to 2147 g.
    private static let countsPerG = 1_000_000.0
    /// Counts per °/s where the log has none of its own: 1.7 µrad/s each.
    private static let countsPerDegree = 10_000.0
    /// How long a value may stand for a sensor that is silent, in seconds: 4 Hz.
    private static let longestHold = 0.25

    private let header: LogHeader
    private let sensor: SensorDescription
    /// Bus, vendor, product and version.
    private let identity: String
    private let accelerometer: CountGrid
    private let gyroscope: CountGrid?
    /// The largest rounding of each, in m/s² and rad/s.
    private var accelerationError = 0.0
    private var rateError = 0.0
    private var hasFinerTimes = false
    private var hasHalfReadings = false
    /// Readings that are too late to be read again, and are left out.
    private var late = 0
    /// The time that is written as zero, in nanoseconds: that of the first reading where that lies before zero, or is
    /// too late to be read again.
    private var zero: Int64?

    /// When each of the two sensors was heard last; the gyroscope of a device that is new stands at rest.
    private var (lastForce, lastRate): (Timestamp?, Timestamp?)
    private var start: Timestamp?
    /// Readings that are left out, as the other sensor was silent, and the time of the first.
    private var (lone, firstLone): (Int, Timestamp?) = (0, nil)

    private var dropped = 0

    init(_ header: LogHeader) {
        self.header = header
        var sensor = header.sensor
        // A reader turns them by the same table.
        if sensor.mounting.source == .table { sensor.mounting = .identity }
        identity = Self.identity(of: header.sensor)
        self.sensor = sensor
        let calibration = header.sensor.calibration
        // What was a table stays one in a .tiltlog.
        let isCounted = header.sensor.kind != .log
        accelerometer = CountGrid(
            calibration.accelerometer, unit: standardGravity, isCounted: isCounted, else: Self.countsPerG)
        gyroscope = calibration.gyroscope.map {
            CountGrid($0, unit: .pi / 180, isCounted: isCounted, else: Self.countsPerDegree)
        }
    }

    var losses: [String] {
        var losses: [String] = []
        if accelerationError > 1e-9 {
            losses.append("accelerations to \((accelerationError * 1e6).rounded().shortText) µm/s²")
        }
        if rateError > 1e-9 { losses.append("rates to \((rateError * 1e6).rounded().shortText) µrad/s") }
        if hasFinerTimes { losses.append("times below a microsecond") }
        if hasHalfReadings { losses.append("which of the two sensors was new: the other is repeated") }
        if sensor.mounting != .identity { losses.append("the mount matrix, which has been applied") }
        if !sensor.reportsOnlyChanges { losses.append("that the sensor is never silent") }
        if losesRange { losses.append("the sensor's range") }
        let id = "evdev:" + identity.split(separator: " ").prefix(3).joined(separator: ":")
        losses += [HeaderWords.lost(header, id: id), HeaderWords.lost(dropped: dropped)].compactMap { $0 }
        switch zero ?? 0 {
        case ..<0: losses.append("times before zero: the first is zero now")
        case 1...: losses.append("times from \(Stamp.endOfSeconds) s on: the first is zero now")
        default: break
        }
        if let firstLone {
            let seconds = (Double(firstLone.nanoseconds) / 1e6).rounded() / 1e3
            losses.append(
                "\(lone) \(lone == 1 ? "reading" : "readings"), the first at \(seconds.shortText) s, of one sensor "
                    + "while the other was silent: its last value would have stood all the while")
        }
        if late > 0 {
            losses.append(
                "\(late) \(late == 1 ? "reading" : "readings") of \(Stamp.endOfSeconds) s and more after the first"
            )
        }
        return losses
    }

    func begin(_ buffer: inout ByteBuffer) {
        let name = String(
            decoding: sensor.name.utf8.map { $0 < 0x20 || $0 == 0x7f ? 0x20 : $0 }, as: UTF8.self)
        let axes = gyroscope == nil ? "07" : "3f"
        buffer.append(
            text: """
                # EVEMU 1.3
                N: \(name)
                I: \(identity)
                P: 40 00 00 00 00 00 00 00
                B: 00 09 00 00 00 00 00 00 00
                B: 03 \(axes) 00 00 00 00 00 00 00

                """)
        for code in 0..<3 { appendAxis(code, accelerometer, to: &buffer) }
        if let gyroscope { for code in 3..<6 { appendAxis(code, gyroscope, to: &buffer) } }
    }

    func append(_ reading: Reading, to buffer: inout ByteBuffer) {
        let first = reading.time.nanoseconds
        let zero = self.zero ?? (first < Stamp.endOfSeconds * 1_000_000_000 ? min(0, first) : first)
        self.zero = zero
        // Two times of 64 bits with a sign are less than 2^64 apart, whichever they are.
        let time = UInt64(bitPattern: max(zero, reading.time.nanoseconds) &- zero)
        guard time / 1_000_000_000 < UInt64(Stamp.endOfSeconds) else {
            late += 1
            return
        }
        let sample = sensor.sample(from: reading)
        guard isHeard(with: sample) else {
            (lone, firstLone) = (lone + 1, firstLone ?? reading.time)
            return
        }
        // Up to nine readings of one microsecond were told apart by nanoseconds when they were read.
        if time % 1000 > 9 { hasFinerTimes = true }
        let stamp = Stamp(microseconds: Int64(time / 1000))
        if let vector = sample.acceleration {
            accelerationError = max(
                accelerationError, stamp.append(vector, from: 0, accelerometer, to: &buffer))
        }
        if let gyroscope {
            if let vector = sample.angularRate {
                rateError = max(rateError, stamp.append(vector, from: 3, gyroscope, to: &buffer))
            }
            if (sample.acceleration == nil) != (sample.angularRate == nil) { hasHalfReadings = true }
        }
        stamp.append(type: 0, code: 0, value: 0, to: &buffer)
    }

    func finish(dropped: Int, _ buffer: inout ByteBuffer) { self.dropped = dropped }

    var lack: LogLack? {
        if lastForce == nil { return .acceleration }
        return gyroscope != nil && lastRate == nil && lone > 0 ? .rates : nil
    }

    /// True where no sensor's last value stands for too long; that of one that reports only changes still holds.
    private func isHeard(with sample: Sample) -> Bool {
        let time = sample.time
        start = start ?? time
        if sample.acceleration != nil { lastForce = time }
        if sample.angularRate != nil { lastRate = time }
        guard !sensor.reportsOnlyChanges else { return true }
        func holds(_ last: Timestamp?) -> Bool {
            last.map { time.seconds(since: $0) <= Self.longestHold } ?? false
        }
        return holds(lastForce) && (gyroscope == nil || holds(lastRate ?? start))
    }

    /// True where a range of the log is not told: ``range(_:)``.
    private var losesRange: Bool {
        let calibration = sensor.calibration
        return calibration.accelerometer.range != nil && range(accelerometer) == nil
            || calibration.gyroscope?.range != nil && gyroscope.flatMap(range) == nil
    }

    /// The range that is told; one that the mount matrix may have turned only where it is the same both ways.
    private func range(_ grid: CountGrid) -> ClosedRange<Double>? {
        grid.range.flatMap {
            sensor.mounting == .identity || $0.lowerBound == -$0.upperBound ? $0 : nil
        }
    }

    /// Bus, vendor, product and version, where the log came from such a device; a virtual bus else, and where by its
    /// identity the device's own axes would be expected.
    private static func identity(of sensor: SensorDescription) -> String {
        let parts = sensor.id.split(separator: ":").dropFirst().prefix(3)
        let isTold =
            sensor.id.hasPrefix("evdev:") && parts.count == 3
            && parts.allSatisfy {
                $0.utf8.count == 4 && $0.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
            }
        let words = parts.map(String.init)
        guard isTold,
            sensor.mounting.source == .table || KnownAxes.ofNode(vendor: words[1], product: words[2]) == nil
        else { return "0006 0000 0000 0000" }
        return words.joined(separator: " ") + " 0000"
    }

    private func appendAxis(_ code: Int, _ grid: CountGrid, to buffer: inout ByteBuffer) {
        let range = range(grid)
        buffer.append(text: "A: 0\(code) ")
        buffer.append(Int64(range?.lowerBound ?? 0))
        buffer.append(" ")
        buffer.append(Int64(range?.upperBound ?? 0))
        buffer.append(" 0 0 ")
        buffer.append(Int64(grid.countsPerUnit))
        buffer.append("\n")
    }
}
