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
    private var rows: [[String]]
    private let delimiter: UInt8
    /// The rows looked at.
    var rowCount: Int { rows.count }

    private init(
        _ names: [String], _ lines: [ArraySlice<UInt8>], line: Int, rowsFrom first: Int, _ delimiter: UInt8
    ) {
        self.names = names
        self.line = line + 1
        self.delimiter = delimiter
        text = Self.text(lines[line])
        head = lines[..<line].map(Self.text)
        rows = Self.rows(lines[first...], delimiter, columns: names.count)
    }

    /// The same columns with other rows, as those of another sensor.
    func with(rows lines: [ArraySlice<UInt8>]) -> TableSample {
        var sample = self
        sample.rows = Self.rows(lines[...], delimiter, columns: names.count)
        return sample
    }

    private static func rows(
        _ lines: ArraySlice<ArraySlice<UInt8>>, _ delimiter: UInt8, columns: Int
    ) -> [[String]] {
        lines.prefix(most).compactMap { row in
            let fields = fields(whole(row), delimiter)
            return fields.count >= columns ? fields : nil
        }
    }

    /// Finds the line of names that `isHeader` takes, and the rows under it.
    static func named(_ lines: [ArraySlice<UInt8>], where isHeader: ([String]) -> Bool) -> TableSample? {
        for (index, line) in lines.prefix(longestHead).enumerated()
        where line.count < ProtocolVersion.longestLine {
            let text = whole(line)
            for delimiter in NumberTable.delimiters where !text.isEmpty {
                let names = inOrder(fields(text.hasPrefix("#") ? String(text.dropFirst()) : text, delimiter))
                guard names.count > 2, isHeader(names) else { continue }
                return TableSample(names, lines, line: index, rowsFrom: index + 1, delimiter)
            }
        }
        return nil
    }

    /// The names of columns where one tells the order of the axes in it and in the next two, as the tables made of a GoPro's
    /// telemetry do: `Accelerometer (z,x,y) [m/s²]`, `1`, `2`.
    private static func inOrder(_ names: [String]) -> [String] {
        var names = names
        for index in names.indices.dropLast(2) {
            guard let start = names[index].firstIndex(of: "("),
                let end = names[index][start...].firstIndex(of: ")")
            else { continue }
            let axes = names[index][start..<end].lowercased().filter { $0.isLetter }
            guard ["xyz", "xzy", "yxz", "yzx", "zxy", "zyx"].contains(axes),
                (1...2).allSatisfy({ DecimalParser.double(names[index + $0]) == Double($0) })
            else { continue }
            let (before, after) = (names[index][..<start], names[index][end...].dropFirst())
            for (place, axis) in axes.enumerated() { names[index + place] = "\(before) \(axis)\(after)" }
        }
        return names
    }

    /// Finds rows without names, which are then made out by what is in them; `nil` where nothing is as long as gravity.
    ///
    /// `isTold` is true where a word in each row tells that it is an accelerometer's.
    /// - Throws: ``ImportError`` where a line of names stands above, or what is there can be made out and is no log.
    static func nameless(
        _ lines: [ArraySlice<UInt8>], isTold: Bool = false
    ) throws(ImportError) -> TableSample? {
        if let error = empatica(lines) { throw error }
        for (index, line) in lines.prefix(longestHead).enumerated()
        where line.count < ProtocolVersion.longestLine {
            for delimiter in NumberTable.delimiters {
                let first = fields(whole(line), delimiter)
                let count = first.count
                guard 3...32 ~= count, first.count(where: isNumber) > 2 else { continue }
                let numbered = (0..<count).map { "\($0)" }
                let sample = TableSample(numbered, lines, line: index, rowsFrom: index, delimiter)
                guard sample.rows.first?.count == count, let found = try NamelessColumns(sample) else {
                    continue
                }
                if !isTold, let above = namesAbove(index, of: count, lines, delimiter) {
                    throw .unusableColumns(
                        line: above + 1, got: text(lines[above]), reason: TableContent.other.words,
                        cure: TableContent.other.cure)
                }
                return TableSample(found.names, lines, line: index, rowsFrom: index, delimiter)
            }
        }
        return nil
    }

    /// The refusal of `ACC.csv` of an Empatica E4: three times the time of day, three times the rate, then counts of g/64.
    private static func empatica(_ lines: [ArraySlice<UInt8>]) -> ImportError? {
        guard lines.count > 2 else { return nil }
        let head = lines[..<2].map { line in
            fields(whole(line), UInt8(ascii: ",")).compactMap { DecimalParser.double($0.trimmingSpaces) }
        }
        guard head.allSatisfy({ $0.count == 3 && Set($0).count == 1 }), head[0][0] > 1e9,
            1...1000 ~= head[1][0]
        else { return nil }
        return .unusableColumns(
            line: 1, got: text(lines[0]),
            reason: "the beginning of a recording of an Empatica E4, and its rate below",
            cure:
                "take these two lines away, as by `tail -n +3`, and give what is left with --columns ax,ay,az "
                + "--sample-rate \(head[1][0].shortText) --accel-scale 0.15323 (g/64)")
    }

    /// The line above some rows that names as many columns as they have.
    private static func namesAbove(
        _ first: Int, of count: Int, _ lines: [ArraySlice<UInt8>], _ delimiter: UInt8
    ) -> Int? {
        lines[..<first].indices.last { index in
            let text = text(lines[index])
            let names = fields(text.hasPrefix("#") ? String(text.dropFirst()) : text, delimiter)
            return names.count == count && !names.contains(where: isNumber)
                && names.count { $0.first?.isLetter ?? false } > count / 2
        }
    }

    private static func isNumber(_ field: String) -> Bool {
        DecimalParser.double(field.replacing(",", with: ".")) != nil
    }

    /// A line as it is shown.
    private static func text(_ line: ArraySlice<UInt8>) -> String { whole(line).trimmingSpaces }

    /// A line with the tabs that it begins with, as WitMotion's do: each ends a field that is empty.
    private static func whole(_ line: ArraySlice<UInt8>) -> String {
        let last = line.lastIndex { $0 > 0x20 }
        let end = last.map { $0 + 1 } ?? line.startIndex
        return Substring(decoding: line[..<end], as: UTF8.self).withoutMark
    }

    private static func fields(_ text: String, _ delimiter: UInt8) -> [String] {
        NumberTable.names(in: text, delimiter: delimiter)
    }

    /// The numbers of a column, `nil` where a field is none.
    func numbers(_ column: Int) -> [Double?] {
        rows.map { DecimalParser.double($0[column].replacing(",", with: ".")) }
    }

    /// What stands in a column.
    func text(row: Int, _ column: Int) -> String { rows[row][column] }

    /// True where each of two rows has something that the other lacks.
    func areOfTwoSensors(_ first: Int, _ second: Int) -> Bool {
        func has(_ row: Int, without other: Int) -> Bool {
            names.indices.contains { !rows[row][$0].isEmpty && rows[other][$0].isEmpty }
        }
        return has(first, without: second) && has(second, without: first)
    }

    /// The times of the rows in a column, in nanoseconds where it is in `unit`; `nil` where one makes no sense.
    func times(_ column: Int, _ unit: TimeUnit) -> [Int64?] {
        var cells = TableCells()
        cells.mayHaveCommas = true
        return rows.map { row in
            var text = row[column]
            return text.withUTF8 { cells.time($0, unit) }
        }
    }

    /// The decimals that are usual in a column.
    func decimals(_ column: Int) -> Int {
        let counts = rows.map { row -> Int in
            let field = row[column]
            guard let point = field.firstIndex(where: { $0 == "." || $0 == "," }) else { return 0 }
            return field.distance(from: point, to: field.endIndex) - 1
        }
        return counts.isEmpty ? 0 : counts.sorted()[counts.count / 2]
    }

    /// The length of each row that has all of some columns, and not only zeros.
    func lengths(_ columns: [Int]) -> [Double] {
        let axes = columns.map(numbers)
        return rows.indices.compactMap { row in
            let values = axes.compactMap { $0[row] }
            guard values.count == columns.count, values.contains(where: { $0 != 0 }) else { return nil }
            return values.reduce(0) { $0 + $1 * $1 }.squareRoot()
        }
    }

    /// The middle length of three columns; `nil` where fewer than five rows have all three.
    func length(_ columns: [Int]) -> Double? {
        let lengths = lengths(columns)
        return lengths.count < 5 ? nil : lengths.sorted()[lengths.count / 2]
    }
}
