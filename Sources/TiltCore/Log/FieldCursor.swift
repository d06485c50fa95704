/// Walks over the comma-separated fields of one line without copying.
struct FieldCursor {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The next field without spaces at its ends, or `nil` after the last.
    mutating func next() -> UnsafeBufferPointer<UInt8>? {
        guard index <= bytes.count else { return nil }
        var start = index
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: ",") { end += 1 }
        index = end + 1
        while start < end, Self.isSpace(bytes[start]) { start += 1 }
        while end > start, Self.isSpace(bytes[end - 1]) { end -= 1 }
        return UnsafeBufferPointer(rebasing: bytes[start..<end])
    }

    /// The next field where it is a plain number; `nil` where it is not, which is then still the next.
    @inline(__always)
    mutating func nextNumber() -> Double? {
        guard let (value, end) = DecimalParser.plain(bytes, at: index) else { return nil }
        index = end &+ 1
        return value
    }

    /// The same of seconds, in nanoseconds.
    mutating func nextSeconds() -> Int64? {
        guard let (nanoseconds, end) = DecimalParser.plainSeconds(bytes, at: index) else { return nil }
        index = end &+ 1
        return nanoseconds
    }

    /// The same of a whole number.
    mutating func nextInteger() -> Int64? {
        guard let (value, end) = DecimalParser.plainInteger(bytes, at: index) else { return nil }
        index = end &+ 1
        return value
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }

    /// The number of fields of a whole line.
    static func count(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        bytes.reduce(1) { $1 == UInt8(ascii: ",") ? $0 + 1 : $0 }
    }
}
