import TiltCore

/// Reads the fields of a table: numbers with a point or a comma, and times in any unit.
struct TableCells {
    /// Digits of a time in nanoseconds, as 1.40363657975856E+18, that tell it to 10 µs.
    private static let leastDigits = 13
    private static let day: Int64 = 86_400_000_000_000

    /// True where fields are parted by something else than commas, so that one in a field is a decimal comma.
    var mayHaveCommas = false

    /// Times that a spreadsheet rounded to a power of ten, and those of which too little is left.
    private var (rounded, spoilt) = (0, 0)
    /// The last time of day, in nanoseconds, and the midnights before it.
    private var (timeOfDay, midnights) = (Int64.min, Int64(0))
    /// What stood before the last time of day, and before the first, where that was no date that begins with the year.
    private var (before, firstBefore): ([UInt8], [UInt8]) = ([], [])
    /// The last of these as a date.
    private var date: ForeignDate?
    /// The first that was another than the last, and does not tell how many days lie between.
    private var unreadDate: [UInt8]?
    private let scratch = ByteRoom(count: 64)

    /// What is wrong with the times, where that does no harm.
    var doubts: [String] {
        var doubts: [String] = []
        if rounded > 0 {
            doubts.append(
                "\(rounded) times are rounded to 15 digits, as a spreadsheet saves them: to 10 µs or so")
        }
        func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).trimmingSpaces.quoted }
        if let unreadDate {
            doubts.append(
                "its dates, as \(text(firstBefore)) and then \(text(unreadDate)), do not tell the days between them: a day "
                    + "is counted at each midnight alone; write them as 2026-01-31")
        } else if firstBefore.contains(where: { $0 &- 48 < 10 }) {
            doubts.append(
                "of its dates, as \(text(firstBefore)), only the days between them are read: times count from the first "
                    + "midnight")
        }
        return doubts
    }

    /// True where a spreadsheet left too little of a time.
    var hasSpoiltTimes: Bool { spoilt > 0 }

    /// A number that is finite.
    func decimal(_ field: UnsafeBufferPointer<UInt8>) -> Double? {
        DecimalParser.double(pointed(field)).flatMap { $0.isFinite ? $0 : nil }
    }

    /// True of `nan`, as numpy writes what is not there.
    static func isNoNumber(_ field: UnsafeBufferPointer<UInt8>) -> Bool {
        field.count == 3 && field.lazy.map { $0 | 0x20 }.elementsEqual("nan".utf8)
    }

    /// A time in nanoseconds.
    mutating func time(_ field: UnsafeBufferPointer<UInt8>, _ unit: TimeUnit) -> Int64? {
        if unit == .nanoseconds {
            return DecimalParser.integer(field) ?? pointedTime(field) ?? roundedTime(field)
        }
        let text = field
        let field = pointed(field)
        if field.contains(UInt8(ascii: ":")) { return dated(field, text) }
        guard unit != .seconds else { return DecimalParser.nanoseconds(seconds: field) }
        // Whole numbers are exact, and fractions of a millisecond or an hour are far from the last digit of a `Double`.
        let factor = unit.nanoseconds
        if let whole = DecimalParser.integer(field) {
            let (product, overflow) = whole.multipliedReportingOverflow(by: factor)
            return overflow ? nil : product
        }
        guard let value = DecimalParser.double(field), value.magnitude * Double(factor) < 9.2e18 else {
            return nil
        }
        return Int64((value * Double(factor)).rounded())
    }

    /// The nearest of nanoseconds with decimals, as pandas writes a column of floats: `1700000000000000000.0`.
    ///
    /// Its digits are read and not a `Double`, which would round such a time to 256 ns.
    private func pointedTime(_ field: UnsafeBufferPointer<UInt8>) -> Int64? {
        let field = pointed(field)
        guard let point = field.firstIndex(of: UInt8(ascii: ".")),
            let whole = DecimalParser.integer(UnsafeBufferPointer(rebasing: field[..<point]))
        else { return nil }
        let decimals = field[(point + 1)...]
        guard decimals.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
        guard let first = decimals.first, first >= UInt8(ascii: "5") else { return whole }
        let (time, overflow) = whole.addingReportingOverflow(field.first == UInt8(ascii: "-") ? -1 : 1)
        return overflow ? nil : time
    }

    /// Nanoseconds that a spreadsheet wrote with a power of ten.
    private mutating func roundedTime(_ field: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard let value = DecimalParser.double(pointed(field)), value.magnitude < 9.2e18,
            let power = field.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") })
        else { return nil }
        guard field[..<power].count(where: { $0 &- 48 < 10 }) >= Self.leastDigits else {
            spoilt += 1
            return nil
        }
        rounded += 1
        return Int64(value)
    }

    /// A time of day, alone or with a date as in `2016-03-01 10:11:12.345` or `2016-03-01T10:11:12Z`.
    ///
    /// A date that begins with the year counts, and so does the zone behind it; of any other only the time of day does,
    /// counted on through midnight and by the days between two dates. `nil` from 2262-04-12 on: 64 bits of nanoseconds since
    /// 1970 end there. `text` is the field with its commas: behind a date one is no decimal comma.
    private mutating func dated(
        _ field: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>
    ) -> Int64? {
        let words = field.split { $0 == 0x20 || $0 == UInt8(ascii: "T") }
        guard let word = words.first(where: { $0.contains(UInt8(ascii: ":")) }) else { return nil }
        let digits = word.prefix { $0 &- 48 < 10 || ":.,".utf8.contains($0) }
        let rest = UnsafeBufferPointer(rebasing: field[digits.endIndex...])
        guard let clock = Self.clock(UnsafeBufferPointer(rebasing: digits), Self.half(rest)) else {
            return nil
        }
        let before = UnsafeBufferPointer(rebasing: text[..<word.startIndex])
        let isSameDate = timeOfDay != .min && isLast(before)
        guard !isSameDate, let days = words.first.flatMap({ Self.days(UnsafeBufferPointer(rebasing: $0)) })
        else {
            let isNextDay = timeOfDay != .min && clock < timeOfDay - Self.day / 2
            midnights += isSameDate ? isNextDay ? 1 : 0 : daysPassed(before, isNextDay)
            timeOfDay = clock
            return Self.time(days: midnights, clock)
        }
        if timeOfDay != .min { (timeOfDay, midnights, self.before, date) = (.min, 0, [], nil) }
        return Self.time(days: days, clock - Self.zone(rest))
    }

    /// Nanoseconds of so many days and a time of day; `nil` where 64 bits do not hold them.
    private static func time(days: Int64, _ clock: Int64) -> Int64? {
        let (midnight, overflow) = days.multipliedReportingOverflow(by: day)
        let (sum, overflow2) = midnight.addingReportingOverflow(clock)
        return overflow || overflow2 ? nil : sum
    }

    /// True for what stood before the last time of day, too, as it mostly does.
    private func isLast(_ before: UnsafeBufferPointer<UInt8>) -> Bool {
        self.before.withUnsafeBufferPointer { last in
            last.count == before.count && last.indices.allSatisfy { last[$0] == before[$0] }
        }
    }

    /// The days since the last time of day, by what stands before this one, which is something else.
    private mutating func daysPassed(_ before: UnsafeBufferPointer<UInt8>, _ isNextDay: Bool) -> Int64 {
        self.before = Array(before)
        var next = ForeignDate(String(decoding: before, as: UTF8.self))
        defer { date = next }
        guard timeOfDay != .min else {
            firstBefore = self.before
            return 0
        }
        if let date, let days = next?.takeDays(since: date, isNextDay: isNextDay) { return days }
        unreadDate = unreadDate ?? self.before
        return isNextDay ? 1 : 0
    }

    /// The half of a day of twelve hours, as in ` PM` or `p.m.`; of any other `nil`.
    private enum Half { case morning, afternoon }

    private static func half(_ rest: UnsafeBufferPointer<UInt8>) -> Half? {
        let isLetter = { (byte: UInt8) in (byte | 0x20) &- UInt8(ascii: "a") < 26 }
        // A space may be a narrow one that does not break, which takes three bytes.
        let word = rest.drop { !isLetter($0) }.prefix { isLetter($0) || $0 == UInt8(ascii: ".") }
        let letters = word.lazy.filter(isLetter).map { $0 | 0x20 }
        if letters.elementsEqual("am".utf8) { return .morning }
        return letters.elementsEqual("pm".utf8) ? .afternoon : nil
    }

    /// What a zone is ahead of UTC, as in `-05:00`, `+0530` or `+02`, in nanoseconds; 0 without one.
    private static func zone(_ rest: UnsafeBufferPointer<UInt8>) -> Int64 {
        guard let sign = rest.firstIndex(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }) else {
            return 0
        }
        let digits = rest[(sign + 1)...].prefix { $0 &- 48 < 10 || $0 == UInt8(ascii: ":") }
            .filter { $0 != UInt8(ascii: ":") }
        guard [2, 4].contains(digits.count) else { return 0 }
        let figures = digits.map { Int64($0 &- 48) } + [0, 0]
        let minutes = (figures[0] * 10 + figures[1]) * 60 + figures[2] * 10 + figures[3]
        return (rest[sign] == UInt8(ascii: "-") ? -minutes : minutes) * 60_000_000_000
    }

    /// The days since 1970 of `2016-03-01` or `2016/03/01`.
    private static func days(_ date: UnsafeBufferPointer<UInt8>) -> Int64? {
        let parts = date.split { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "/") }
        let numbers = parts.compactMap { DecimalParser.integer(UnsafeBufferPointer(rebasing: $0)) }
        guard numbers.count == 3, 1900..<10_000 ~= numbers[0], 1...12 ~= numbers[1], 1...31 ~= numbers[2]
        else {
            return nil
        }
        return days(numbers[0], numbers[1], numbers[2])
    }

    /// The days since 1970 of a date, by Howard Hinnant's `days_from_civil`.
    static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        // March begins the year, so that a leap day is its last.
        let year = month > 2 ? year : year - 1
        let (era, ofEra) = (year / 400, year % 400)
        let ofYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    }

    /// A time of day, `13:05:10:681` or `13:05:10.681`, or of a half of it, in nanoseconds.
    private static func clock(_ field: UnsafeBufferPointer<UInt8>, _ half: Half?) -> Int64? {
        let parts = field.split(separator: UInt8(ascii: ":"))
        guard 3...4 ~= parts.count, var hours = DecimalParser.integer(.init(rebasing: parts[0])),
            let minutes = DecimalParser.integer(.init(rebasing: parts[1])), 0..<24 ~= hours,
            0..<60 ~= minutes,
            let seconds = DecimalParser.nanoseconds(seconds: .init(rebasing: parts[2])),
            0..<61_000_000_000 ~= seconds
        else { return nil }
        var thousandths: Int64 = 0
        if parts.count == 4 {
            guard let value = DecimalParser.integer(.init(rebasing: parts[3])), 0..<1000 ~= value else {
                return nil
            }
            thousandths = value
        }
        // Twelve comes before one.
        switch half {
        case .morning where hours == 12: hours = 0
        case .afternoon where hours < 12: hours += 12
        default: break
        }
        return (hours * 60 + minutes) * 60_000_000_000 + seconds + thousandths * 1_000_000
    }

    /// The field with a decimal point in the place of a comma.
    private func pointed(_ field: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard mayHaveCommas, field.contains(UInt8(ascii: ",")), field.count <= scratch.bytes.count else {
            return field
        }
        for (index, byte) in field.enumerated() {
            scratch.bytes[index] = byte == UInt8(ascii: ",") ? UInt8(ascii: ".") : byte
        }
        return scratch.first(field.count)
    }
}
