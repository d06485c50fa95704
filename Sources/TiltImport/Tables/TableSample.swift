import TiltCore

/// The first rows of a stranger's table, to see what its numbers are.
struct TableSample {
    /// Rows that are looked at.
    private static let most = 1000
    /// Lines above the names of the columns.
    private static let longestHead = 40

    /// The names of the columns, as they stand there.
    let names: [String]
    /// The number of the line with the names, or of the first row where there is none, from 1; and that line.
    let line: Int
    let text: String
    /// The lines above it.
    let head: [String]
    private let rows: [[String]]
    private let delimiter: UInt8
    /// The rows looked at.
    var rowCount: Int { rows.count }

    private static let delimiters = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, 0x20]

    private init(
        _ names: [String], _ lines: [ArraySlice<UInt8>], line: Int, rowsFrom first: Int, _ delimiter: UInt8
    ) {
        self.names = names
        self.line = line + 1
        self.delimiter = delimiter
        text = Self.text(lines[line])
        head = lines[..<line].map(Self.text)
        rows = lines[first...].prefix(Self.most).compactMap { row in
            let fields = Self.fields(Self.text(row), delimiter)
            return fields.count >= names.count ? fields : nil
        }
    }

    /// Finds the line of names that `isHeader` takes, and the rows under it.
    static func named(_ lines: [ArraySlice<UInt8>], where isHeader: ([String]) -> Bool) -> TableSample? {
        for (index, line) in lines.prefix(longestHead).enumerated()
        where line.count < ProtocolVersion.longestLine {
            let text = text(line)
            for delimiter in delimiters where !text.isEmpty {
                let names = fields(text.hasPrefix("#") ? String(text.dropFirst()) : text, delimiter)
                guard names.count > 2, isHeader(names) else { continue }
                return TableSample(names, lines, line: index, rowsFrom: index + 1, delimiter)
            }
        }
        return nil
    }

    /// Finds rows without names, which are then made out by what is in them; `nil` where nothing in them is as long as
    /// gravity.
    static func nameless(_ lines: [ArraySlice<UInt8>]) -> TableSample? {
        for (index, line) in lines.prefix(longestHead).enumerated()
        where line.count < ProtocolVersion.longestLine {
            for delimiter in delimiters {
                let first = fields(text(line), delimiter)
                let count = first.count
                guard 3...32 ~= count,
                    first.count(where: { DecimalParser.double($0.replacing(",", with: ".")) != nil }) > 2
                else { continue }
                let numbered = (0..<count).map { "\($0)" }
                let sample = TableSample(numbered, lines, line: index, rowsFrom: index, delimiter)
                guard sample.rows.first?.count == count, let names = sample.namesByContent else { continue }
                return TableSample(names, lines, line: index, rowsFrom: index, delimiter)
            }
        }
        return nil
    }

    /// Names of columns that rise as times do, and of three that are as long as gravity.
    private var namesByContent: [String]? {
        let isNumber = names.indices.map { column in
            numbers(column).count { $0 != nil } >= max(5, rowCount * 19 / 20)
        }
        let time = names.indices.first { rises($0, timeUnit($0)) }
        let triples = names.indices.dropLast(2).filter { start in
            (start..<start + 3).allSatisfy { isNumber[$0] && $0 != time }
        }
        let force = triples.first { start in
            length([start, start + 1, start + 2]).map { 8.5...11.5 ~= $0 || 0.85...1.15 ~= $0 } ?? false
        }
        guard let force else { return nil }
        return names.indices.map { column in
            column == time ? "t" : force..<force + 3 ~= column ? ["ax", "ay", "az"][column - force] : "-"
        }
    }

    private static func text(_ line: ArraySlice<UInt8>) -> String {
        Substring(decoding: line, as: UTF8.self).withoutMark.trimmingSpaces
    }

    private static func fields(_ text: String, _ delimiter: UInt8) -> [String] {
        NumberTable.names(in: text, delimiter: delimiter)
    }

    /// The numbers of a column, `nil` where a field is none.
    func numbers(_ column: Int) -> [Double?] {
        rows.map { row in
            delimiter == UInt8(ascii: ",")
                ? DecimalParser.double(row[column])
                : DecimalParser.double(row[column].replacing(",", with: "."))
        }
    }

    /// The times of a column, in nanoseconds where it is in `unit`; those that make no sense are left out.
    func times(_ column: Int, _ unit: TimeUnit) -> [Int64] {
        var cells = TableCells()
        cells.mayHaveCommas = delimiter != UInt8(ascii: ",")
        return rows.compactMap { row in
            var text = row[column]
            return text.withUTF8 { cells.time($0, unit) }
        }
    }

    /// The middle length of three columns; `nil` where fewer than five rows have all three.
    func length(_ columns: [Int]) -> Double? {
        let axes = columns.map(numbers)
        var lengths: [Double] = []
        for row in rows.indices {
            let values = axes.compactMap { $0[row] }
            guard values.count == 3, values.contains(where: { $0 != 0 }) else { continue }
            lengths.append(values.reduce(0) { $0 + $1 * $1 }.squareRoot())
        }
        return lengths.count < 5 ? nil : lengths.sorted()[lengths.count / 2]
    }
}

extension TableSample {
    /// The unit of a column of times, by the epoch that they count from or by the steps between them.
    func timeUnit(_ column: Int) -> TimeUnit {
        let values = numbers(column).compactMap { $0 }
        // Times of day and dates are no numbers.
        guard let first = values.first else { return .seconds }
        let sinceEpoch: [(Double, TimeUnit)] = [
            (1e9, .seconds), (1e12, .milliseconds), (1e15, .microseconds), (1e18, .nanoseconds),
        ]
        if let (_, unit) = sinceEpoch.first(where: { $0.0..<3 * $0.0 ~= first }) { return unit }
        let steps = zip(values.dropFirst(), values).map { $0 - $1 }.filter { $0 > 0 }.sorted()
        switch steps.isEmpty ? 0 : steps[steps.count / 2] {
        case ..<0.9: return .seconds
        case ..<500: return .milliseconds
        case ..<500_000: return .microseconds
        default: return .nanoseconds
        }
    }

    /// True where most times are later than those before, and hardly any earlier.
    func rises(_ column: Int, _ unit: TimeUnit) -> Bool {
        let times = times(column, unit)
        guard times.count >= 5, times.count >= rowCount * 4 / 5 else { return false }
        let steps = zip(times.dropFirst(), times).map { $0 - $1 }
        return steps.count { $0 > 0 } > steps.count / 2 && steps.count { $0 < 0 } <= steps.count / 50
    }
}
