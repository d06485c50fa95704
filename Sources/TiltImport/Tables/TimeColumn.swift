import TiltCore

/// The column of a stranger's table that is the time, and its unit.
struct TimeColumn {
    /// What there is in the place of one.
    enum Absence: Error {
        /// No column rises from row to row.
        case none
        /// One does, and it numbers the rows.
        case rowNumbers
        /// One is called so, and its name tells a unit that is not read here.
        case unknownUnit(String)
        /// One is called so, and most of it is no time in its unit, as this one.
        case unreadable(String, TimeUnit)
    }

    let column: Int
    let unit: TimeUnit
    /// Why the unit is what it is; `nil` where a name or a person tells.
    let reason: String?

    /// Words that name a number of a row.
    private static let counters: Set = [
        "index", "idx", "row", "sample", "samples", "count", "counter", "number", "seq", "frame",
    ]

    /// Finds it among the columns that are called so, or takes the first column; `told` is the unit a person gives.
    ///
    /// A column that never goes back is preferred: one of milliseconds may begin again with every second.
    init(
        in sample: TableSample, _ columns: [ColumnName?], besides force: [Int], unit told: TimeUnit?
    ) throws(Absence) {
        let named = columns.indices.filter { columns[$0]?.quantity == .time }
        var rising: [TimeColumn] = []
        var absence = Absence.none
        for column in named.isEmpty && !force.contains(0) ? [0] : named {
            let known = told ?? TimeUnit(named: columns[column])
            if known == nil, let name = columns[column]?.unit, name.isUnit {
                absence = .unknownUnit(name.text)
                continue
            }
            let unit = known ?? sample.timeUnit(column)
            guard sample.rises(column, unit) else {
                if known != nil, let text = sample.unreadableTime(column, unit) {
                    absence = .unreadable(text, unit)
                }
                continue
            }
            let isCounter =
                Self.counters.contains(sample.names[column].lowercased()) || sample.countsRows(column)
            guard known != nil || !isCounter else {
                absence = .rowNumbers
                continue
            }
            let reason =
                known == nil
                ? sample.step(column).map { "its times step by \((($0 * 1e6).rounded() / 1e6).shortText)" }
                : nil
            rising.append(TimeColumn(column: column, unit: unit, reason: reason))
        }
        let best = rising.first { sample.rises($0.column, $0.unit, backSteps: 0) } ?? rising.first
        guard let best else { throw absence }
        self = best
    }

    private init(column: Int, unit: TimeUnit, reason: String?) {
        self.column = column
        self.unit = unit
        self.reason = reason
    }
}

extension TableSample {
    /// The first instants since 1970 in each unit that are taken for one, until three times as many.
    private static let sinceEpoch: [(Double, TimeUnit)] = [
        (1e9, .seconds), (1e12, .milliseconds), (1e15, .microseconds), (1e18, .nanoseconds),
    ]
    /// Decimals that no millisecond has: they are below a picosecond of it.
    private static let decimalsOfSeconds = 7

    /// The unit of a column of times, by the epoch that they count from or by the steps between them.
    func timeUnit(_ column: Int) -> TimeUnit {
        // Times of day and dates are no numbers.
        guard let first = numbers(column).lazy.compactMap({ $0 }).first else { return .seconds }
        let step = step(column) ?? 0
        if let (_, unit) = Self.sinceEpoch.first(where: { $0.0..<3 * $0.0 ~= first }) {
            // A clock of milliseconds that began some days ago looks like one of seconds since 1970.
            guard unit == .seconds, step >= 2, hasWholeNumbers(column) else { return unit }
        }
        switch step {
        case ..<0.9: return .seconds
        case ..<5 where decimals(column) >= Self.decimalsOfSeconds: return .seconds
        case ..<500: return .milliseconds
        case ..<500_000: return .microseconds
        default: return .nanoseconds
        }
    }

    /// The middle step between numbers that rise; `nil` where none does.
    func step(_ column: Int) -> Double? {
        let values = numbers(column).compactMap { $0 }
        let steps = zip(values.dropFirst(), values).map { $0 - $1 }.filter { $0 > 0 }.sorted()
        return steps.isEmpty ? nil : steps[steps.count / 2]
    }

    /// True for a column that counts from row to row, and not the seconds since 1970.
    func countsRows(_ column: Int) -> Bool {
        let values = numbers(column).compactMap { $0 }
        let steps = zip(values.dropFirst(), values).map { $0 - $1 }
        guard let first = values.first, first < 1e9, !steps.isEmpty else { return false }
        return steps.count { $0 == 1 } >= steps.count * 19 / 20
    }

    /// The first text of a column that is no time, where most are none.
    func unreadableTime(_ column: Int, _ unit: TimeUnit) -> String? {
        let times = times(column, unit)
        guard times.count(where: { $0 == nil }) > times.count / 2 else { return nil }
        return times.firstIndex { $0 == nil }.map { text(row: $0, column) }
    }

    private func hasWholeNumbers(_ column: Int) -> Bool {
        numbers(column).allSatisfy { $0.map { $0.rounded() == $0 } ?? true }
    }

    /// True where times are later than those before, and hardly any earlier: one in fifty, or `backSteps`.
    ///
    /// Most are; where two sensors have a row each, the second row of a time counts as later.
    func rises(_ column: Int, _ unit: TimeUnit, backSteps: Int? = nil) -> Bool {
        let times = times(column, unit).enumerated().compactMap { row, time in time.map { (row, $0) } }
        guard times.count >= 5, times.count >= rowCount * 4 / 5 else { return false }
        // Compared and not subtracted: two of a stranger's numbers may be farther apart than 64 bits hold.
        let steps = Array(zip(times, times.dropFirst()))
        let later = steps.count { before, after in
            before.1 < after.1 || before.1 == after.1 && areOfTwoSensors(before.0, after.0)
        }
        return later > steps.count / 2
            && steps.count { $0.1 > $1.1 } <= backSteps ?? (steps.count / 50)
    }
}

extension TimeUnit {
    /// The unit that a number may be in which is no time in seconds: that of an instant since 1970, else nanoseconds
    /// since a phone was started; `nil` for any other text.
    init?(tooLargeForSeconds field: UnsafeBufferPointer<UInt8>) {
        let whole = UnsafeBufferPointer(rebasing: field.prefix { $0 != UInt8(ascii: ".") })
        guard let number = DecimalParser.integer(whole), number.magnitude >= 9_200_000_000 else { return nil }
        switch number.magnitude {
        case 1_000_000_000_000..<3_000_000_000_000: self = .milliseconds
        case 1_000_000_000_000_000..<3_000_000_000_000_000: self = .microseconds
        default: self = .nanoseconds
        }
    }

    /// What is expected in the place of such a number.
    var insteadOfSeconds: String { "seconds below 9200000000, or --time-unit \(rawValue)," }
}
