/// Numbers as logs have them, read where they stand and in one go: most of the time that a log takes is theirs.
extension DecimalParser {
    /// Powers of ten as whole numbers, up to the nanoseconds of a second.
    private static let wholePowers: [UInt64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    ]

    /// The number at `start`, written with 15 digits or fewer and no exponent, and where it ends: before a comma or at the
    /// end of `bytes`; `nil` where anything else stands there, for ``double(_:)`` to read.
    ///
    /// What both can read they read as the same number.
    @inline(__always)
    static func plain(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> (value: Double, end: Int)? {
        // Both are read, as the digits then need not wait for the sign.
        let (signed, unsigned) = (EightBytes(bytes, at: start), EightBytes(bytes, at: start &+ 1))
        let isNegative = signed[0] == UInt8(ascii: "-")
        let text = isNegative ? unsigned : signed
        guard
            let (digits, count, decimals, end) = digits(
                text, of: bytes, at: isNegative ? start &+ 1 : start),
            1...15 ~= count
        else { return nil }
        let magnitude = Double(Int64(bitPattern: digits)) / exactPowers[decimals]
        // Noise is as often negative as not, so that a branch on it would be guessed wrong half the time.
        let sign: UInt64 = isNegative ? 1 << 63 : 0
        return (Double(bitPattern: magnitude.bitPattern ^ sign), end)
    }

    /// The seconds at `start`, written with a point, nine digits or fewer on either side of it and no sign, in nanoseconds,
    /// and where they end; `nil` where anything else stands there, for ``nanoseconds(seconds:)`` to read.
    static func plainSeconds(
        _ bytes: UnsafeBufferPointer<UInt8>, at start: Int
    ) -> (nanoseconds: Int64, end: Int)? {
        let text = EightBytes(bytes, at: start)
        guard let (digits, count, decimals, end) = digits(text, of: bytes, at: start), 1...9 ~= decimals,
            1...9 ~= count &- decimals
        else { return nil }
        return (Int64(bitPattern: digits &* wholePowers[9 &- decimals]), end)
    }

    /// The whole number at `start`, of 18 digits or fewer and without a sign, and where it ends; `nil` where anything else
    /// stands there, for ``integer(_:)`` to read.
    static func plainInteger(
        _ bytes: UnsafeBufferPointer<UInt8>, at start: Int
    ) -> (value: Int64, end: Int)? {
        let text = EightBytes(bytes, at: start)
        guard let (digits, count, decimals, end) = digits(text, of: bytes, at: start), decimals == 0,
            1...18 ~= count,
            bytes[end &- 1] != UInt8(ascii: ".")
        else { return nil }
        return (Int64(bitPattern: digits), end)
    }

    /// Digits with a point among them or without, how many, how many of them behind the point, and where they end; wrong
    /// where there are more than 19.
    ///
    /// `text` is what stands at `start`.
    @inline(__always)
    private static func digits(
        _ text: EightBytes, of bytes: UnsafeBufferPointer<UInt8>, at start: Int
    ) -> (digits: UInt64, count: Int, decimals: Int, end: Int)? {
        // Most numbers and what ends them are in eight bytes.
        var text = text
        let (whole, next) = text.ends
        guard whole < 8 else { return manyDigits(bytes, at: start) }
        var (count, end) = (whole, start &+ whole)
        if text[whole] == UInt8(ascii: ".") {
            guard next < 8 else { return manyDigits(bytes, at: start) }
            text.remove(at: whole)
            (count, end) = (next &- 1, start &+ next)
        }
        guard text.digits >= count, end >= bytes.count || bytes[end] == UInt8(ascii: ",") else { return nil }
        return (text.number(count), count, count &- whole, end)
    }

    /// The same of any number of digits; a function of its own, so that the usual way stays short.
    @inline(never)
    private static func manyDigits(
        _ bytes: UnsafeBufferPointer<UInt8>, at start: Int
    ) -> (digits: UInt64, count: Int, decimals: Int, end: Int)? {
        var digits: UInt64 = 0
        var index = start
        takeDigits(bytes, &index, &digits)
        var (count, decimals) = (index &- start, 0)
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index &+= 1
            let point = index
            takeDigits(bytes, &index, &digits)
            decimals = index &- point
            count &+= decimals
        }
        guard index >= bytes.count || bytes[index] == UInt8(ascii: ",") else { return nil }
        return (digits, count, decimals, index)
    }

    /// Reads as many digits as there are from `index` on behind those that are in `digits`.
    @inline(__always)
    static func takeDigits(
        _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int, _ digits: inout UInt64
    ) {
        var count = 8
        while count == 8 {
            let text = EightBytes(bytes, at: index)
            count = text.digits
            guard count > 0 else { return }
            digits = digits &* wholePowers[count] &+ text.number(count)
            index &+= count
        }
    }
}
