import CMath

/// Reads decimal numbers from bytes: always with a point, never with a locale, no allocation on the usual path.
public enum DecimalParser {
    /// Powers of ten that a `Double` holds exactly (Clinger 1990: one division or multiplication then rounds once).
    static let exactPowers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
        1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// The number written in the whole of `text`, or `nil`: no spaces, no `nan`, no `inf`, no hexadecimal.
    public static func double(_ text: String) -> Double? {
        var text = text
        return text.withUTF8 { double($0) }
    }

    /// The number written in the whole of `bytes`; infinite where it is too large for a `Double`.
    public static func double(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        let isNegative = bytes.first == UInt8(ascii: "-")
        let first = isNegative || bytes.first == UInt8(ascii: "+") ? 1 : 0
        // Wraps where there are too many digits, which are then read another way.
        var digits: UInt64 = 0
        var index = first
        takeDigits(bytes, &index, &digits)
        var digitCount = index - first
        var exponent = 0
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index += 1
            let point = index
            takeDigits(bytes, &index, &digits)
            exponent = point - index
            digitCount -= exponent
        }
        guard digitCount > 0 else { return nil }
        if index < bytes.count {
            guard let power = powerOfTen(bytes, from: index) else { return nil }
            exponent += power
        }
        guard digitCount <= 19, digits < 1 << 53, -22...22 ~= exponent else { return slowDouble(bytes) }
        let power = exactPowers[Int(exponent.magnitude)]
        let magnitude = exponent < 0 ? Double(digits) / power : Double(digits) * power
        return isNegative ? -magnitude : magnitude
    }

    /// Reads `e`, an optional sign and digits to the end; large powers are capped, they are 0 or infinite anyway.
    private static func powerOfTen(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard bytes[start] | 0x20 == UInt8(ascii: "e") else { return nil }
        var index = start + 1
        var isNegative = false
        if index < bytes.count, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
            isNegative = bytes[index] == UInt8(ascii: "-")
            index += 1
        }
        guard index < bytes.count else { return nil }
        var value = 0
        while index < bytes.count {
            guard bytes[index] &- 48 < 10 else { return nil }
            value = min(value * 10 + Int(bytes[index] &- 48), 100_000)
            index += 1
        }
        return isNegative ? -value : value
    }

    /// More digits or a larger power than one exact operation can round: left to `strtod` in the C locale.
    private static func slowDouble(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { text in
            for (index, byte) in bytes.enumerated() { text[index] = CChar(bitPattern: byte) }
            text[bytes.count] = 0
            guard let start = UnsafePointer(text.baseAddress) else { return nil }
            return cmath_strtod(start)
        }
    }

    /// The whole number written in the whole of `bytes`, or `nil` where it is none or does not fit.
    public static func integer(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        var index = 0
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative || bytes.first == UInt8(ascii: "+") { index = 1 }
        guard index < bytes.count else { return nil }
        var value: Int64 = 0
        while index < bytes.count {
            let digit = bytes[index] &- 48
            guard digit < 10 else { return nil }
            let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
            let (next, overflow2) =
                isNegative
                ? tenfold.subtractingReportingOverflow(Int64(digit))
                : tenfold.addingReportingOverflow(Int64(digit))
            guard !overflow, !overflow2 else { return nil }
            value = next
            index += 1
        }
        return value
    }

    /// Seconds as exact nanoseconds: the tenth decimal rounds, away from zero, and further ones are not looked at.
    ///
    /// A `Double` of seconds since 1970 would lose 200 ns; only a power of ten, or no digit before the point, is read by
    /// way of one.
    public static func nanoseconds(seconds bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard let point = bytes.firstIndex(of: UInt8(ascii: ".")),
            let whole = integer(UnsafeBufferPointer(rebasing: bytes[..<point])),
            bytes[(point + 1)...].allSatisfy({ $0 &- 48 < 10 })
        else {
            guard let seconds = double(bytes), seconds.magnitude < 9.2e9 else { return nil }
            return Int64((seconds * 1e9).rounded())
        }
        var fraction: Int64 = 0
        for index in (point + 1)..<(point + 10) {
            fraction = fraction * 10 + (index < bytes.count ? Int64(bytes[index] &- 48) : 0)
        }
        if point + 10 < bytes.count, bytes[point + 10] >= UInt8(ascii: "5") { fraction += 1 }
        let isNegative = bytes.first == UInt8(ascii: "-")
        let (scaled, overflow) = whole.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflow2) =
            isNegative
            ? scaled.subtractingReportingOverflow(fraction) : scaled.addingReportingOverflow(fraction)
        return overflow || overflow2 ? nil : sum
    }

    /// The whole number that the whole of `bytes` says, with a point or a power of ten or without, or `nil` where there is
    /// a fraction or it does not fit: `1.5e1` is 15.
    ///
    /// No digit is lost, as it would be by way of a `Double` beyond 2^53.
    public static func wholeNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        let isNegative = bytes.first == UInt8(ascii: "-")
        let first = isNegative || bytes.first == UInt8(ascii: "+") ? 1 : 0
        let end = bytes.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? bytes.count
        let point = bytes[..<end].firstIndex(of: UInt8(ascii: ".")) ?? end
        guard let power = end < bytes.count ? powerOfTen(bytes, from: end) : 0,
            bytes[first..<end].contains(where: { $0 &- 48 < 10 })
        else { return nil }
        var value: Int64 = 0
        // Places behind the last digit that counts, and those that the power of ten adds.
        var zeros = 0
        for index in first..<end where index != point {
            let digit = bytes[index] &- 48
            guard digit < 10 else { return nil }
            zeros += 1
            guard digit > 0 else { continue }
            guard let next = shifted(value, by: zeros, adding: Int64(digit), isNegative) else { return nil }
            value = next
            zeros = 0
        }
        let places = zeros - max(0, end - point - 1) + power
        guard value != 0 else { return 0 }
        return places < 0 ? nil : shifted(value, by: places, adding: 0, isNegative)
    }

    /// `value` · 10^`places`, and a digit; `nil` where it does not fit.
    private static func shifted(
        _ value: Int64, by places: Int, adding digit: Int64, _ isNegative: Bool
    ) -> Int64? {
        var value = value
        for _ in 0..<places where value != 0 {
            let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            value = tenfold
        }
        let (sum, overflow) =
            isNegative ? value.subtractingReportingOverflow(digit) : value.addingReportingOverflow(digit)
        return overflow ? nil : sum
    }

    /// The whole number written in the whole of `text`, or `nil`.
    public static func integer(_ text: String) -> Int64? {
        var text = text
        return text.withUTF8 { integer($0) }
    }
}
