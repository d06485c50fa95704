package import TiltCore

/// Reads a truth file line by line: CSV with `t,qw,qx,qy,qz` and, where there is one, `moving`.
///
/// Columns may stand in any order, others are ignored. The quaternion turns sensor axes into earth axes with z up; of
/// any length over 0.5, and `nan`, zero or nothing where the markers were lost. Without `moving` every row counts.
///
/// The truth of EuRoC and TUM-VI is read, too: `#timestamp [ns], p_RS_R_x [m], …, q_RS_w [], q_RS_x [], …`, the time in
/// nanoseconds, of which EuRoC's own header does not tell the unit; `# timestamp[ns],tx,…,qw,…` likewise.
package struct TruthReader: Sendable {
    private struct Columns {
        var time: Int
        /// Seconds in one unit of the time.
        var timeUnit = 1.0
        var quaternion: [Int]
        var moving: Int?
        var count: Int
    }

    /// A row as it stands in the file: up is earth's z in the axes of the sensor.
    private struct Row {
        var time: Double
        var up: Up<SensorAxes>?
        /// The same by the conjugate of its quaternion.
        var conjugateUp: Up<SensorAxes>?
        var isMoving: Bool
    }

    private static let quaternionNames = ["qw", "qx", "qy", "qz"]

    private var columns: Columns?
    private var rows: [Row] = []

    /// Rows so far.
    package var count: Int { rows.count }

    /// Creates a reader that has seen nothing.
    package init() {}

    /// Reads one line, without its LF.
    ///
    /// - Throws: a ``TruthError``; after one that is skippable the next line can be read.
    package mutating func read(_ line: UnsafeBufferPointer<UInt8>, number: Int) throws(TruthError) {
        guard !line.isEmpty else { return }
        guard let columns else {
            columns = try Self.columns(named: String(decoding: line, as: UTF8.self))
            return
        }
        guard line.first != UInt8(ascii: "#") else { return }
        let fields = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self).trimmingSpaces
        }
        guard fields.count == columns.count else {
            throw .fieldCount(line: number, got: fields.count, expected: columns.count)
        }
        guard let time = DecimalParser.double(fields[columns.time]), time.isFinite else {
            throw .notANumber(line: number, column: "t", got: fields[columns.time])
        }
        let seconds = time * columns.timeUnit
        if let last = rows.last, seconds <= last.time {
            throw .timeWentBack(line: number, got: fields[columns.time])
        }
        var parts: [Double] = []
        for (column, name) in zip(columns.quaternion, Self.quaternionNames) {
            parts.append(try Self.number(fields[column], name, number))
        }
        let moving = try columns.moving.map { column throws(TruthError) in
            try Self.number(fields[column], "moving", number)
        }
        rows.append(
            Row(
                time: seconds, up: Self.up(parts[0], parts[1], parts[2], parts[3]),
                conjugateUp: Self.up(parts[0], -parts[1], -parts[2], -parts[3]),
                isMoving: (moving ?? 1) > 0.5))
    }

    /// The truth that was read, of a device in which the sensor sits as `mounting` says.
    ///
    /// Up turns as a rate does: a quaternion cannot mirror. Where the matrix mirrors, `wrong` is what it mends, which a
    /// ``SignSearch`` finds; `nil` where there is none. `isConjugate` takes the quaternions for earth axes → sensor axes.
    package func finish(
        _ mounting: Mounting = .identity, mending wrong: WrongSigns? = nil, isConjugate: Bool = false
    ) throws(TruthError) -> Truth {
        try Truth(
            rows.map { row in
                let up = (isConjugate ? row.conjugateUp : row.up).flatMap { up in
                    Up<DeviceAxes>(of: mounting((wrong ?? .all).turned(up)))
                }
                return Truth.Row(time: row.time, up: up, isMoving: row.isMoving)
            })
    }

    /// What finds the signs that the mount matrix of a log's sensor mends; `nil` where there is nothing to be found.
    package func signSearch(of sensor: SensorDescription) -> SignSearch? {
        SignSearch(sensor, times: rows.map { $0.time }, ups: rows.map { $0.up })
    }

    private static func columns(named line: String) throws(TruthError) -> Columns {
        var text = line
        if text.hasPrefix("\u{feff}") { text.removeFirst() }
        if text.hasPrefix("#") { text.removeFirst() }
        let titles = text.split(separator: ",", omittingEmptySubsequences: false).map {
            String($0).trimmingSpaces
        }
        let names = titles.map(Self.name)
        let missing = (["t"] + quaternionNames).filter { !names.contains($0) }
        let quaternion = quaternionNames.compactMap { names.firstIndex(of: $0) }
        guard missing.isEmpty, let time = names.firstIndex(of: "t") else {
            throw .missingColumns(missing, got: line)
        }
        return Columns(
            time: time, timeUnit: titles[time] == "t" ? 1 : 1e-9, quaternion: quaternion,
            moving: names.firstIndex(of: "moving"), count: names.count)
    }

    /// Our name of a column of EuRoC and TUM-VI: `q_RS_w []` is `qw`; any other as it is.
    private static func name(_ title: String) -> String {
        let bare = String(title.prefix { $0 != "[" }).trimmingSpaces
        if bare == "timestamp" { return "t" }
        return bare.hasPrefix("q_RS_") ? "q" + bare.dropFirst(5) : bare
    }

    /// NaN for `nan` and for an empty field.
    private static func number(_ text: String, _ column: String, _ line: Int) throws(TruthError) -> Double {
        if text.isEmpty || text.lowercased() == "nan" { return .nan }
        guard let value = DecimalParser.double(text) else {
            throw .notANumber(line: line, column: column, got: text)
        }
        return value
    }

    /// The last row of the rotation matrix: earth's z in sensor axes.
    private static func up(_ w: Double, _ x: Double, _ y: Double, _ z: Double) -> Up<SensorAxes>? {
        let square = w * w + x * x + y * y + z * z
        guard square.isFinite, square > 0.25 else { return nil }
        return Up(
            of: Up<SensorAxes>(
                x: 2 * (x * z - w * y), y: 2 * (y * z + w * x), z: w * w - x * x - y * y + z * z))
    }
}
