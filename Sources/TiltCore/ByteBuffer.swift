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

    /// Appends the bytes of another buffer.
    public mutating func append(_ other: ByteBuffer) { bytes.append(contentsOf: other.bytes) }

    /// Appends a whole number.
    public mutating func append(_ value: Int64) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        append(digitsOf: value.magnitude, atLeast: 1)
    }

    /// Appends a number with `decimals` digits after the point, 0 to 9, rounded half away from zero.
    ///
    /// Never a locale, an exponent, NaN or `-0.00`: what is not finite or beyond ±9e8 is written as the nearest number
    /// that is, because a reader's shadow must not vanish.
    public mutating func append(_ value: Double, decimals: Int) {
        let scale = Self.powersOfTen[min(9, max(0, decimals))]
        let limited = value.isNaN ? 0 : min(9e8, max(-9e8, value))
        let scaled = (limited * Double(scale)).rounded(.toNearestOrAwayFromZero)
        let magnitude = UInt64(scaled.magnitude)
        if scaled < 0, magnitude > 0 { bytes.append(UInt8(ascii: "-")) }
        append(digitsOf: magnitude / scale, atLeast: 1)
        guard scale > 1 else { return }
        bytes.append(UInt8(ascii: "."))
        append(digitsOf: magnitude % scale, atLeast: decimals)
    }

    /// Appends a number with nine significant digits, at most nine of them after the point, without trailing zeroes.
    public mutating func append(significant value: Double) {
        var decimals = 9
        var bound = 1.0
        while decimals > 0, value.magnitude >= bound {
            decimals -= 1
            bound *= 10
        }
        append(value, decimals: decimals)
        guard decimals > 0 else { return }
        while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
    }

    /// Appends a time in seconds with all its nanoseconds, without trailing zeroes but for one.
    public mutating func append(seconds time: Timestamp) {
        if time.nanoseconds < 0 { bytes.append(UInt8(ascii: "-")) }
        append(digitsOf: time.nanoseconds.magnitude / 1_000_000_000, atLeast: 1)
        bytes.append(UInt8(ascii: "."))
        append(digitsOf: time.nanoseconds.magnitude % 1_000_000_000, atLeast: 9)
        for _ in 0..<8 where bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    }

    /// Appends text as a JSON string with its quotes; control characters and quotes are escaped.
    public mutating func append(json text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20, 0x7f:
                append("\\u00")
                bytes.append(Self.hexDigits[Int(byte >> 4)])
                bytes.append(Self.hexDigits[Int(byte & 15)])
            default:
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(digitsOf value: UInt64, atLeast width: Int) {
        let start = bytes.count
        var rest = value
        var written = 0
        while rest > 0 || written < width {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
            written += 1
        }
        var (low, high) = (start, bytes.count - 1)
        while low < high {
            bytes.swapAt(low, high)
            low += 1
            high -= 1
        }
    }

    private static let hexDigits = Array("0123456789abcdef".utf8)
    private static let powersOfTen: [UInt64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    ]
}
