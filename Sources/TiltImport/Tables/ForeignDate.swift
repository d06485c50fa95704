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
        let numbers = words.compactMap { word in word.utf8.count <= 4 ? DecimalParser.integer(word) : nil }
        let month = words.lazy.filter { $0.first?.isLetter ?? false }
            .compactMap { word in Self.months.firstIndex { word.hasPrefix($0) } }.first
        var days: [Order: Int64] = [:]
        if let month {
            guard numbers.count >= 2 else { return nil }
            let (year, day) = numbers[0] > 31 ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
            days[.dayFirst] = Self.days(year, Int64(month + 1), day)
        } else {
            guard numbers.count >= 3 else { return nil }
            for order in Order.allCases where order == .dayFirst || !text.contains(".") {
                let (a, b, c) = (numbers[0], numbers[1], numbers[2])
                days[order] =
                    switch order {
                    case .dayFirst: Self.days(c, b, a)
                    case .monthFirst: Self.days(c, a, b)
                    // Of four digits it would count as a date: only one of two is looked for here.
                    case .yearFirst: words[2].utf8.count == 2 ? Self.days(a, b, c) : nil
                    }
            }
        }
        guard !days.isEmpty else { return nil }
        self.days = days
    }

    /// The days since 1970; `nil` where no day has these numbers.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64? {
        let year = year < 100 ? year + 2000 : year
        guard 1900..<10_000 ~= year, 1...12 ~= month, 1...31 ~= day else { return nil }
        return TableCells.days(year, month, day)
    }

    /// The days from an earlier date of the same column; `nil` where that depends on which number is the day.
    ///
    /// Only the orders by which both are dates are left, and where midnight has just passed only those by which it is
    /// the next day, if there are any.
    mutating func takeDays(since other: ForeignDate, isNextDay: Bool) -> Int64? {
        let both = days.filter { other.days[$0.key] != nil }
        guard !both.isEmpty else { return nil }
        let next = both.filter { order, days in days - 1 == other.days[order] }
        days = isNextDay && !next.isEmpty ? next : both
        let counts = Set(days.compactMap { order, days in other.days[order].map { days - $0 } })
        return counts.count == 1 ? counts.first : nil
    }
}
