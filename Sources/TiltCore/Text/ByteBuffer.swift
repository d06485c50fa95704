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
    public mutating func append(_ value: Int64) { append(numbers: 1) { $0.put(value) } }

    /// Appends a number with `decimals` digits after the point, 0 to 9, rounded half away from zero.
    ///
    /// Never a locale, an exponent, NaN or `-0.00`: what is not finite, or has more than 19 digits, is written as the
    /// nearest number that has not, because a reader's shadow must not vanish.
    public mutating func append(_ value: Double, decimals: Int) {
        append(numbers: 1) { $0.put(value, decimals: decimals) }
    }

    /// Appends a number with nine significant digits, at most nine of them after the point, without trailing zeroes.
    public mutating func append(significant value: Double) {
        append(numbers: 1) { $0.put(significant: value) }
    }

    /// Appends the shortest text that reads back as this number, without a trailing `.0`, as `shortText` does.
    public mutating func append(shortest value: Double) { append(numbers: 1) { $0.put(shortest: value) } }

    /// Appends a time in seconds with all its nanoseconds, without trailing zeroes but for one.
    public mutating func append(seconds time: Timestamp) { append(numbers: 1) { $0.put(seconds: time) } }

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
}
