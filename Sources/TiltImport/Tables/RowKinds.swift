import TiltCore

/// The word by which the rows of one table tell their sensor: `ACC;0.01;…` and `GYR;0.01;…`, or Android's number for it.
struct RowKinds: Equatable {
    /// The column with the word, from 0, and what parts the columns.
    let column: Int
    let delimiter: UInt8
    /// The word of the rows with the specific force, and of those with rates, where there are such.
    let force: String
    let rate: String?
    /// The other words, of rows that are not read.
    let others: [String]

    /// Columns among which the word is looked for, and the bytes of the longest.
    private static let (mostColumns, longestWord) = (8, 40)
    /// Rows that a sensor must have to be believed one.
    private static let leastRows = 2

    /// Finds the column in the beginning of a file; `nil` where the rows are of one kind.
    static func find(_ lines: [ArraySlice<UInt8>]) -> RowKinds? {
        for delimiter in NumberTable.delimiters {
            var counts = [[String: Int]](repeating: [:], count: mostColumns)
            for line in lines where line.count < ProtocolVersion.longestLine {
                for (column, field) in fields(line, delimiter).enumerated() where isWord(field) {
                    counts[column][field, default: 0] += 1
                }
            }
            for (column, words) in counts.enumerated() {
                if let found = RowKinds(words, column, delimiter) { return found }
            }
        }
        for delimiter in NumberTable.delimiters {
            if let kinds = AndroidTypes.kinds(lines, delimiter) { return kinds }
        }
        return nil
    }

    /// Rows that tell their sensor by what these fields of `column` say.
    init(column: Int, delimiter: UInt8, force: String, rate: String?, others: [String]) {
        self.column = column
        self.delimiter = delimiter
        self.force = force
        self.rate = rate
        self.others = others
    }

    /// Takes the words of a column, and how many rows have each; `nil` where none of some is an accelerometer's.
    private init?(_ counts: [String: Int], _ column: Int, _ delimiter: UInt8) {
        let words = counts.filter { $0.value >= Self.leastRows }.keys.sorted()
        guard words.count > 1, let force = Self.first(words, .acceleration) else { return nil }
        let rate = Self.first(words, .rate)
        // What a driver of a car does is no sensor.
        guard rate != nil || force.lowercased() != "acceleration" else { return nil }
        self.column = column
        self.delimiter = delimiter
        self.force = force
        self.rate = rate
        others = words.filter { $0 != force && $0 != rate }
    }

    /// The plainest of the words that name a sensor: calibrated, where there are two.
    private static func first(_ words: [String], _ quantity: ColumnName.Quantity) -> String? {
        words.filter { ColumnName.sensor(named: $0) == quantity }.min { $0.utf8.count < $1.utf8.count }
    }

    /// The lines that are rows of no sensor, as names of columns and remarks, and those of one.
    func lines(of word: String, _ lines: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
        lines.filter { line in
            let fields = Self.fields(line, delimiter)
            guard column < fields.count else { return true }
            let own = fields[column]
            return own == word || own != force && own != rate && !others.contains(own)
        }
    }

    /// True where no word tells, but Android's number.
    private var isNumbered: Bool { force.first?.isNumber ?? false }

    /// What is said of it: one sentence part.
    var words: String {
        let rates = rate.map { ", of \($0.excerpt) rates" } ?? ""
        let rest = others.prefix(6).map { $0.excerpt }.joined(separator: ", ")
        let numbered = isNumbered ? ", as Android numbers them" : ""
        return
            "its rows tell their sensor in column \(column + 1)\(numbered): "
            + "those of \(force.excerpt) are acceleration\(rates)"
            + (rest.isEmpty ? "" : "; not read: \(rest)")
    }

    /// The fields in which a word is looked for.
    static func fields(_ line: ArraySlice<UInt8>, _ delimiter: UInt8) -> [String] {
        var fields: [String] = []
        line.withUnsafeBufferPointer { bytes in
            var row = TableFields(bytes, delimiter: delimiter)
            while fields.count < mostColumns, let field = row.next() {
                fields.append(String(decoding: field.prefix(longestWord + 1), as: UTF8.self))
            }
        }
        return fields
    }

    private static func isWord(_ field: String) -> Bool {
        field.utf8.count <= longestWord && (field.first?.isLetter ?? false)
    }
}

/// The rows of one sensor among those of others.
final class RowFilter {
    let kinds: RowKinds
    /// The word of its rows.
    let word: String

    init(_ kinds: RowKinds, _ word: String) {
        self.kinds = kinds
        self.word = word
    }

    /// True for a row of the sensor.
    func takes(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        var fields = TableFields(line, delimiter: kinds.delimiter)
        for _ in 0..<kinds.column { _ = fields.next() }
        return fields.next()?.elementsEqual(word.utf8) ?? false
    }
}

extension RowKinds {
    /// Reads a table with rows of several sensors: their times rise apart from each other, so that each is read by itself.
    func readings(
        _ bytes: PeekedBytes, _ options: ImportOptions, _ columns: ColumnList, _ phone: Phone
    ) throws(ImportError) -> any ReadingSource {
        let whole = try GatheredBytes(bytes, "table of several sensors").bytes
        var (told, silent) = (phone, phone)
        told.guesses.append(words)
        silent.guesses = []
        func table(_ word: String, holdsRates: Bool, _ phone: Phone) -> FileReadings {
            FileReadings(
                MemoryBytes(whole),
                TableReader(
                    .columns(columns), options, holdsRates: holdsRates, phone: phone,
                    rows: RowFilter(self, word)))
        }
        let forces = table(force, holdsRates: false, told)
        guard let rate else { return forces }
        return RateMerge(
            accelerometer: forces, gyroscope: table(rate, holdsRates: true, silent),
            names: [force, rate].map { "what \($0.excerpt) says" })
    }
}
