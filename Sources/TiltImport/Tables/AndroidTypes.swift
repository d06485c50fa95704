import TiltCore

/// The numbers by which Android tells its sensors, in logs of what `SensorEvent` says: `1,123456789000000,0.02,0.03,9.81`.
///
/// A number alone is anything, a label or a count. A column of them is believed where its name is that of a sensor or of a
/// type, and gravity stands in the rows of an accelerometer and in those of no sensor that cannot have it.
enum AndroidTypes {
    /// `Sensor.TYPE_ACCELEROMETER` and `TYPE_GYROSCOPE`, each with its uncalibrated sibling.
    private static let (accelerometers, gyroscopes) = (["1", "35"], ["4", "16"])
    /// Those that may be as long as gravity, besides: gravity itself, and acceleration without it.
    private static let heavy: Set = ["1", "35", "9", "10"]
    /// Lengths that are gravity's, in m/s², which all of Android's are in; and the share of rows that have them.
    private static let (gravity, leastShare) = (7.0...13.0, 0.5)
    /// Rows that a sensor must have to be believed one, and lines above them.
    private static let (leastRows, longestHead) = (2, 40)
    private static let longestNumber = 10

    /// Rows of one number: how many, and how many of them are as long as gravity.
    private struct Rows {
        var count = 0
        var heavy = 0
        var isHeavy: Bool { Double(heavy) >= leastShare * Double(count) }
    }

    /// Finds the column in the beginning of a file; `nil` where no name and no gravity tell of one.
    static func kinds(_ lines: [ArraySlice<UInt8>], _ delimiter: UInt8) -> RowKinds? {
        for (index, line) in lines.prefix(longestHead).enumerated()
        where line.count < ProtocolVersion.longestLine {
            let names = RowKinds.fields(line, delimiter)
            guard names.count > 3, names.contains(where: isName) else { continue }
            // The first line of such names is the header: rows are not gone through for each line above them.
            return names.indices.lazy.filter { isName(names[$0]) }
                .compactMap { kinds(lines[(index + 1)...], delimiter, $0) }.first
        }
        return nil
    }

    private static func isName(_ text: String) -> Bool {
        let text = text.lowercased()
        guard let first = text.first, first.isLetter || first == "#" else { return false }
        return text.contains("sensor") || text.contains("type")
    }

    private static func kinds(
        _ lines: ArraySlice<ArraySlice<UInt8>>, _ delimiter: UInt8, _ column: Int
    ) -> RowKinds? {
        var all: [String: Rows] = [:]
        for line in lines where line.count < ProtocolVersion.longestLine {
            let fields = RowKinds.fields(line, delimiter)
            guard fields.count > max(3, column), isNumber(fields[column]) else { continue }
            var rows = all[fields[column]] ?? Rows()
            rows.count += 1
            if isHeavy(fields, besides: column, delimiter) { rows.heavy += 1 }
            all[fields[column]] = rows
        }
        all = all.filter { $0.value.count >= leastRows }
        guard all.count > 1, let force = accelerometers.first(where: { all[$0]?.isHeavy ?? false }),
            all.allSatisfy({ heavy.contains($0.key) || !$0.value.isHeavy })
        else { return nil }
        let rate = gyroscopes.first { all[$0] != nil }
        return RowKinds(
            column: column, delimiter: delimiter, force: force, rate: rate,
            others: all.keys.filter { $0 != force && $0 != rate }
                .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) })
    }

    /// True where three neighbours of a row are as long as gravity.
    private static func isHeavy(_ fields: [String], besides column: Int, _ delimiter: UInt8) -> Bool {
        let numbers = fields.map { field in
            DecimalParser.double(delimiter == UInt8(ascii: ",") ? field : field.replacing(",", with: "."))
        }
        return numbers.indices.dropLast(2).contains { start in
            let three = numbers[start..<start + 3].compactMap { $0 }
            guard three.count == 3, !(start..<start + 3 ~= column) else { return false }
            return gravity ~= three.reduce(0) { $0 + $1 * $1 }.squareRoot()
        }
    }

    private static func isNumber(_ field: String) -> Bool {
        !field.isEmpty && field.utf8.count <= longestNumber && field.utf8.allSatisfy { $0 &- 48 < 10 }
    }
}
