/// Numbers as logs have them, read where they stand and in one go: most of the time that a log takes is theirs.
extension DecimalParser {
    /// Powers of ten as whole numbers, up to the nanoseconds of a second.
    private static let wholePowers: [Int64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    ]

    /// The number at `start`, written with 15 digits or fewer and no exponent, and where it ends: before a comma or at the
    /// end of `bytes`; `nil` where anything else stands there, for ``double(_:)`` to read.
    ///
    /// What both can read they read as the same number.
    @inline(__always)
    static func plain(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> (value: Double, end: Int)? {
        let isNegative = start < bytes.count && bytes[start] == UInt8(ascii: "-")
        guard let (digits, count, decimals, end) = digits(bytes, at: isNegative ? start &+ 1 : start),
            1...15 ~= count
        else { return nil }
        let magnitude = Double(Int64(bitPattern: digits)) / exactPowers[decimals]
        return (isNegative ? -magnitude : magnitude, end)
    }

    /// The seconds at `start`, written with a point, nine digits or fewer on either side of it and no sign, in nanoseconds,
    /// and where they end; `nil` where anything else stands there, for ``nanoseconds(seconds:)`` to read.
    static func plainSeconds(
        _ bytes: UnsafeBufferPointer<UInt8>, at start: Int
    ) -> (nanoseconds: Int64, end: Int)? {
        guard let (digits, count, decimals, end) = digits(bytes, at: start), 1...9 ~= decimals,
            1...9 ~= count &- decimals
        else { return nil }
        return (Int64(bitPattern: digits) &* wholePowers[9 &- decimals], end)
    }

    /// The whole number at `start`, of 18 digits or fewer and without a sign, and where it ends; `nil` where anything else
    /// stands there, for ``integer(_:)`` to read.
    static func plainInteger(
        _ bytes: UnsafeBufferPointer<UInt8>, at start: Int
    ) -> (value: Int64, end: Int)? {
        guard let (digits, count, decimals, end) = digits(bytes, at: start), decimals == 0, 1...18 ~= count,
            bytes[end &- 1] != UInt8(ascii: ".")
        else { return nil }
        return (Int64(bitPattern: digits), end)
    }

    /// Digits with a point among them or without, how many, how many of them behind the point, and where they end; wrong
    /// where there are more than 19.
    @inline(__always)
    private static func digits(
        _ bytes: UnsafeBufferPointer<UInt8>, at start: Int
    ) -> (digits: UInt64, count: Int, decimals: Int, end: Int)? {
        var digits: UInt64 = 0
        var index = start
        while index < bytes.count, bytes[index] &- 48 < 10 {
            digits = digits &* 10 &+ UInt64(bytes[index] &- 48)
            index &+= 1
        }
        var (count, decimals) = (index &- start, 0)
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index &+= 1
            let point = index
            while index < bytes.count, bytes[index] &- 48 < 10 {
                digits = digits &* 10 &+ UInt64(bytes[index] &- 48)
                index &+= 1
            }
            decimals = index &- point
            count &+= decimals
        }
        guard index >= bytes.count || bytes[index] == UInt8(ascii: ",") else { return nil }
        return (digits, count, decimals, index)
    }
}
