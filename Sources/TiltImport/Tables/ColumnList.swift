import TiltCore

/// What each column of a table is, as a person tells it: `t,ax,ay,az,gx,gy,gz` in any order, `-` for any other.
package struct ColumnList: Equatable, Sendable {
    /// Why a text is no list of columns.
    package enum Failure: Error, Equatable, CustomStringConvertible {
        /// A word that is neither a column nor `-`.
        case unknown(String)
        /// A column stands twice.
        case repeated(String)
        /// Columns that a list must have, or has only some of.
        case missing([String])

        package var description: String {
            switch self {
            case .unknown(let word): "\"\(word.excerpt)\" is none of t, ax, ay, az, gx, gy, gz and -"
            case .repeated(let word): "\(word) stands there twice"
            case .missing(let words): "\(words.joined(separator: ", ")) is missing"
            }
        }
    }

    private static let known: [(name: String, role: NumberTable.Role)] = [
        ("t", .time), ("ax", .acceleration(0)), ("ay", .acceleration(1)), ("az", .acceleration(2)),
        ("gx", .rate(0)), ("gy", .rate(1)), ("gz", .rate(2)),
    ]

    /// The words of the list.
    let names: [String]

    /// A list of columns with these names, of which those at its end that are not read are left out.
    init(roles: [String]) { names = Array(roles.prefix(1 + (roles.lastIndex { $0 != "-" } ?? -1))) }

    /// True where a column is read, counted from 0.
    func reads(_ column: Int) -> Bool { column < names.count && names[column] != "-" }

    /// True where columns are rates.
    var hasRates: Bool { names.contains("gx") }

    /// True where a column is the time.
    var hasTime: Bool { names.contains("t") }

    /// Reads a list such as `t,-,ax,ay,az`; without `t` the rows are read at an even rate.
    package init(parsing text: String) throws(Failure) {
        names = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmingSpaces }
        for (index, name) in names.enumerated() where name != "-" {
            guard Self.known.contains(where: { $0.name == name }) else { throw .unknown(name) }
            if names[..<index].contains(name) { throw .repeated(name) }
        }
        let hasRates = names.contains { $0.hasPrefix("g") }
        let wanted = Self.known.map { $0.name }.filter { $0 != "t" && (hasRates || !$0.hasPrefix("g")) }
        let missing = wanted.filter { !names.contains($0) }
        guard missing.isEmpty else { throw .missing(missing) }
    }

    /// The columns that a header of neutral CSV names; `nil` where some are missing.
    init?(header: String) {
        let names = Self.names(inHeader: header).map { name in
            Self.known.contains { $0.name == name } ? name : "-"
        }
        do throws(Failure) { try self.init(parsing: names.joined(separator: ",")) } catch { return nil }
        guard hasTime else { return nil }
    }

    /// The names in a header of neutral CSV that are none of its columns.
    static func strangers(inHeader header: String) -> [String] {
        names(inHeader: header).filter { name in !known.contains { $0.name == name } }
    }

    /// True for a header that has these columns in their order, and nothing else.
    static func isPlain(header: String) -> Bool {
        let names = fields(ofHeader: header)
        let all = known.map { $0.name }
        return names == all || names == Array(all.prefix(4))
    }

    /// The names in a header; a comma behind the last makes no column.
    private static func names(inHeader header: String) -> [String] {
        let names = fields(ofHeader: header)
        return Array(names.prefix(1 + (names.lastIndex { !$0.isEmpty } ?? -1)))
    }

    private static func fields(ofHeader header: String) -> [String] {
        var text = header.trimmingSpaces
        if text.hasPrefix("#") { text.removeFirst() }
        return text.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmingSpaces }
    }

    /// Columns of a header that are named, before the rest is counted.
    private static let mostNamed = 6

    /// What is said of columns with these names that are not read: one sentence part; `nil` where there are none.
    static func passedOver(_ names: [String]) -> String? {
        let names = names.filter { !$0.isEmpty }.map { $0.quoted }
        guard !names.isEmpty else { return nil }
        let more = names.count > mostNamed ? " and \(names.count - mostNamed) more" : ""
        return "of its header not read: " + names.prefix(mostNamed).joined(separator: ", ") + more
            + "; --columns tells which column is what"
    }

    /// The table whose first row is `line`, parted by whatever makes numbers of its fields; `nil` where nothing does.
    func table(firstRow line: String) -> NumberTable? {
        let roles = names.map { name in Self.known.first { $0.name == name }?.role ?? .other }
        for delimiter in NumberTable.delimiters {
            let table = NumberTable(
                delimiter: delimiter, timeUnit: .seconds, roles: roles, names: names, isOpenEnded: true)
            if isRow(NumberTable.names(in: line, delimiter: delimiter), of: table) { return table }
        }
        return nil
    }

    /// True for fields that are numbers where the table has some; all axes of one sensor may be empty, as where each has
    /// rows of its own.
    private func isRow(_ fields: [String], of table: NumberTable) -> Bool {
        guard fields.count >= names.count else { return false }
        var present = 0
        for (field, slot) in zip(fields, table.slots) where slot != NumberTable.noSlot {
            if field.isEmpty, slot < NumberTable.timeSlot { continue }
            let isTime = slot == NumberTable.timeSlot && Self.isClock(field)
            guard isTime || Self.isNumber(field) else { return false }
            present |= 1 << slot
        }
        let (force, rate) = (present & 0b111, present >> 3 & 0b111)
        return [0, 0b111].contains(force) && [0, 0b111].contains(rate) && force | rate != 0
    }

    /// True for a time of day, with or without a date.
    private static func isClock(_ field: String) -> Bool {
        var (cells, text) = (TableCells(), field)
        cells.mayHaveCommas = true
        return field.contains(":") && text.withUTF8 { cells.time($0, .seconds) } != nil
    }

    /// True for a number with a decimal point or a comma, which is no delimiter where it stands in a field.
    private static func isNumber(_ field: String) -> Bool {
        DecimalParser.double(field.replacing(",", with: ".")) != nil
    }
}
