import TiltCore

/// A date that does not begin with the year, as `01/31/2026`, `31.01.2026`, `01-Mar-2026` or `Sat Jan 31 2026`.
///
/// Which number is the day is often open; two such dates together may tell it.
struct ForeignDate: Equatable {
    /// In which order day, month and year stand.
    private enum Order: CaseIterable { case dayFirst, monthFirst, yearFirst }

    /// The days since 1970 by each order in which it is a date.
    private var days: [Order: Int64]

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Reads what stands before a time of day; `nil` where that is no date, as one without a year.
    init?(_ text: String) {
        let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let numbers = words.compactMap(Self.number)
        var days: [Order: Int64] = [:]
        // Three numbers are a date, and a word beside them is no month: `mar` is a Tuesday, too.
        if numbers.count < 3, let month = Self.month(words) {
            guard numbers.count >= 2 else { return nil }
            let (year, day) = numbers[0] > 31 ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
            days[.dayFirst] = Self.days(year, Int64(month + 1), day)
        } else {
            guard numbers.count >= 3 else { return nil }
            // With points the month is in the middle.
            let hasPoints = Self.hasPoints(text)
            for order in Order.allCases where order != .monthFirst || !hasPoints {
                let (a, b, c) = (numbers[0], numbers[1], numbers[2])
                days[order] =
                    switch order {
                    case .dayFirst: Self.days(c, b, a)
                    case .monthFirst: Self.days(c, a, b)
                    // Of four digits it is mostly read as a date: one of two is looked for here.
                    case .yearFirst: words[2].utf8.count == 2 ? Self.days(a, b, c) : nil
                    }
            }
        }
        guard !days.isEmpty else { return nil }
        self.days = days
    }

    private static func number(_ word: String) -> Int64? {
        word.utf8.count <= 4 ? DecimalParser.integer(word) : nil
    }

    /// True where a point stands between two digits: others are of words that are cut short.
    private static func hasPoints(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.indices.dropFirst().dropLast().contains { index in
            bytes[index] == UInt8(ascii: ".") && bytes[index - 1] &- 48 < 10 && bytes[index + 1] &- 48 < 10
        }
    }

    /// The month that the words of a date name, counted from 0; `nil` where none is known.
    ///
    /// Where words stand between its numbers the month is one of these, and else the last that is one: `mar` before
    /// them is a Tuesday of France, Italy and Spain.
    private static func month(_ words: [String]) -> Int? {
        let numbers = words.indices.filter { number(words[$0]) != nil }
        guard let first = numbers.first, let last = numbers.last else { return nil }
        let isName = { (word: String) in word.first?.isLetter ?? false }
        let between = words[first...last].filter(isName)
        return (between.isEmpty ? words.filter(isName) : between)
            .compactMap { word in months.firstIndex { word.hasPrefix($0) } }.last
    }

    /// The days since 1970; `nil` where no day has these numbers.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64? {
        let year = year < 100 ? year + 2000 : year
        guard 1900..<10_000 ~= year, 1...12 ~= month, 1...31 ~= day else { return nil }
        return TableCells.days(year, month, day)
    }

    /// The days from an earlier date of the same column; `nil` where that depends on which number is the day.
    ///
    /// Only the orders by which both are dates are left; if there are any, only those by which it is no earlier and
    /// less than a year later, and where midnight has just passed only those by which it is the next day.
    mutating func takeDays(since other: ForeignDate, isNextDay: Bool) -> Int64? {
        let both = days.filter { other.days[$0.key] != nil }
        guard !both.isEmpty else { return nil }
        func passed(_ order: Order, _ days: Int64) -> Int64 { days - (other.days[order] ?? days) }
        let near = both.filter { 0..<365 ~= passed($0.key, $0.value) }
        let next = near.filter { passed($0.key, $0.value) == 1 }
        days = isNextDay && !next.isEmpty ? next : near.isEmpty ? both : near
        let counts = Set(days.map { passed($0.key, $0.value) })
        return counts.count == 1 ? counts.first : nil
    }
}
