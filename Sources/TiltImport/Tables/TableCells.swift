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
    private let scratch = ByteRoom(count: 64)

    /// What is wrong with the times, where that does no harm.
    var doubts: [String] {
        rounded == 0
            ? [] : ["\(rounded) times are rounded to 15 digits, as a spreadsheet saves them: to 10 µs or so"]
    }

    /// True where a spreadsheet left too little of a time.
    var hasSpoiltTimes: Bool { spoilt > 0 }

    /// A number that is finite.
    func decimal(_ field: UnsafeBufferPointer<UInt8>) -> Double? {
        DecimalParser.double(pointed(field)).flatMap { $0.isFinite ? $0 : nil }
    }

    /// A time in nanoseconds.
    mutating func time(_ field: UnsafeBufferPointer<UInt8>, _ unit: TimeUnit) -> Int64? {
        if unit == .nanoseconds { return DecimalParser.integer(field) ?? roundedTime(field) }
        let field = pointed(field)
        if unit == .seconds, field.contains(UInt8(ascii: ":")) { return clock(field) }
        guard unit != .seconds else { return DecimalParser.nanoseconds(seconds: field) }
        // Whole numbers are exact, and fractions of a millisecond are far from the last digit of a `Double`.
        let factor: Int64 = unit == .milliseconds ? 1_000_000 : 1000
        if let whole = DecimalParser.integer(field) {
            let (product, overflow) = whole.multipliedReportingOverflow(by: factor)
            return overflow ? nil : product
        }
        guard let value = DecimalParser.double(field), value.magnitude * Double(factor) < 9.2e18 else {
            return nil
        }
        return Int64((value * Double(factor)).rounded())
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

    /// A time of day, `13:05:10:681` or `13:05:10.681`, counted on through midnight.
    private mutating func clock(_ field: UnsafeBufferPointer<UInt8>) -> Int64? {
        let parts = field.split(separator: UInt8(ascii: ":"))
        guard 3...4 ~= parts.count, let hours = DecimalParser.integer(.init(rebasing: parts[0])),
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
        let time = (hours * 60 + minutes) * 60_000_000_000 + seconds + thousandths * 1_000_000
        if timeOfDay != .min, time < timeOfDay - Self.day / 2 { midnights += 1 }
        timeOfDay = time
        return midnights * Self.day + time
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
