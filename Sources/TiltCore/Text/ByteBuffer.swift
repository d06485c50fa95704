internal import PlainText

/// A growing run of bytes that is cleared and written again: frames, log rows and messages allocate nothing after the
/// first few.
public struct ByteBuffer: Equatable, Sendable {
    /// What has been written since the last ``removeAll()``.
    public private(set) var bytes: [UInt8] = []

    /// Creates a buffer with room for `capacity` bytes.
    public init(capacity: Int = 512) { bytes.reserveCapacity(capacity) }

    /// The number of bytes written.
    public var count: Int { bytes.count }

    /// The bytes as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Forgets what was written and keeps the room.
    public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Forgets the last `count` bytes, at most all.
    public mutating func removeLast(_ count: Int) { bytes.removeLast(min(count, bytes.count)) }

    /// Appends text as UTF-8, as it is.
    public mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends text as UTF-8, as it is.
    public mutating func append(text: String) { bytes.append(contentsOf: text.utf8) }

    /// Appends one byte.
    public mutating func append(byte: UInt8) { bytes.append(byte) }

    /// Appends bytes as they are.
    public mutating func append(_ other: some Collection<UInt8>) { bytes.append(contentsOf: other) }

    /// Appends once more `count` bytes that stand at `start`, or those there are.
    public mutating func appendAgain(from start: Int, count: Int) {
        let end = min(bytes.count, start + count)
        guard start >= 0, start < end else { return }
        let room = end - start
        bytes.append(contentsOf: repeatElement(0, count: room))
        bytes.withUnsafeMutableBytes { all in
            let copy = UnsafeMutableRawBufferPointer(rebasing: all[(all.count - room)...])
            copy.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[start..<end]))
        }
    }

    /// Appends the bytes of another buffer.
    public mutating func append(_ other: ByteBuffer) { bytes.append(contentsOf: other.bytes) }

    /// Appends a whole number.
    public mutating func append(_ value: Int64) {
        append(digits: value.magnitude, decimals: 0, isNegative: value < 0)
    }

    /// Appends a number with `decimals` digits after the point, 0 to 9, rounded half away from zero.
    ///
    /// Never a locale, an exponent, NaN or `-0.00`: what is not finite, or has more than 19 digits, is written as the
    /// nearest number that has not, because a reader's shadow must not vanish.
    public mutating func append(_ value: Double, decimals: Int) {
        append(value, decimals: decimals, leastDecimals: decimals)
    }

    /// The same, but without zeroes at the end, of which `leastDecimals` digits after the point are left.
    private mutating func append(_ value: Double, decimals: Int, leastDecimals: Int) {
        let decimals = min(9, max(0, decimals))
        let limited = value.isNaN ? 0 : min(9e18, max(-9e18, value * Self.powersOfTen[decimals]))
        let scaled = limited.nearestWhole
        let magnitude = UInt64(scaled.magnitude)
        append(
            digits: magnitude, decimals: decimals, isNegative: scaled < 0 && magnitude > 0,
            leastDecimals: leastDecimals)
    }

    /// Appends a number with nine significant digits, at most nine of them after the point, without trailing zeroes.
    public mutating func append(significant value: Double) {
        var decimals = 9
        var bound = 1.0
        while decimals > 0, value.magnitude >= bound {
            decimals -= 1
            bound *= 10
        }
        append(value, decimals: decimals, leastDecimals: 0)
    }

    /// Appends the shortest text that reads back as this number, without a trailing `.0`, as `shortText` does.
    public mutating func append(shortest value: Double) {
        if value.magnitude < 0x1p53, value == Double(Int64(value)) { return append(Int64(value)) }
        // Two numbers of fifteen digits or fewer never read as the same `Double`: where such a one reads as this, no
        // shorter one does. What is below 1e-4 is written with an exponent.
        let scaled = (value * 1e9).rounded()
        guard 1e5..<1e15 ~= scaled.magnitude, scaled / 1e9 == value else {
            var text = value.description
            return text.withUTF8 { bytes.append(contentsOf: $0) }
        }
        var digits = UInt64(scaled.magnitude)
        var decimals = 9
        while digits.isMultiple(of: 10) {
            digits /= 10
            decimals -= 1
        }
        append(digits: digits, decimals: decimals, isNegative: value < 0)
    }

    /// Appends a time in seconds with all its nanoseconds, without trailing zeroes but for one.
    public mutating func append(seconds time: Timestamp) {
        append(
            digits: time.nanoseconds.magnitude, decimals: 9, isNegative: time.nanoseconds < 0,
            leastDecimals: 1)
    }

    /// Appends text as a JSON string with its quotes, which are escaped within, as is all that would not be shown: the
    /// daemon's lines are read on terminals, too.
    public mutating func append(json text: String) {
        bytes.append(UInt8(ascii: "\""))
        let start = bytes.count
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte)
        }
        if text.mayHideScalars {
            let escaped = String(decoding: bytes[start...], as: UTF8.self)
            bytes.removeLast(bytes.count - start)
            bytes.append(visibleJSON: escaped)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends digits with a point before the last `decimals` of them, 0 to 9, and one or more before the point; of zeroes at
    /// the end, those that make more than `leastDecimals` digits after the point are left out.
    private mutating func append(digits: UInt64, decimals: Int, isNegative: Bool, leastDecimals: Int = 9) {
        var (digits, decimals) = (digits, decimals)
        while decimals > leastDecimals, digits.isMultiple(of: 10) {
            digits /= 10
            decimals -= 1
        }
        // Written from the end, and kept in one go: twenty digits at most, a point and a sign.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 22) { room in
            var start = room.count
            var rest = digits
            func put(_ byte: UInt8) {
                start -= 1
                room[start] = byte
            }
            func putDigit() {
                put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
                rest /= 10
            }
            if decimals > 0 {
                for _ in 0..<decimals { putDigit() }
                put(UInt8(ascii: "."))
            }
            repeat { putDigit() } while rest > 0
            if isNegative { put(UInt8(ascii: "-")) }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: room[start...]))
        }
    }

    private static let powersOfTen = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
}
