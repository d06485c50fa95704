/// Walks over the fields of one row without copying; spaces and quotation marks at their ends are no part of them, and
/// between such marks a delimiter is text (RFC 4180).
struct TableFields {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let delimiter: UInt8
    private var index = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, delimiter: UInt8) {
        self.bytes = bytes
        self.delimiter = delimiter
        if delimiter == 0x20 { skipSpaces() }
    }

    /// The next field, or `nil` after the last.
    mutating func next() -> UnsafeBufferPointer<UInt8>? {
        guard index <= bytes.count else { return nil }
        var start = index
        var end = start
        if delimiter == 0x20 {
            while end < bytes.count, bytes[end] != 0x20, bytes[end] != 0x09 { end += 1 }
            index = end
            skipSpaces()
            if index == bytes.count { index += 1 }
            return UnsafeBufferPointer(rebasing: bytes[start..<end])
        }
        if end < bytes.count, bytes[end] == UInt8(ascii: "\"") { end = behindQuotes(from: end) }
        while end < bytes.count, bytes[end] != delimiter { end += 1 }
        index = end + 1
        while start < end, Self.isPadding(bytes[start]) { start += 1 }
        // WISDM ends its rows with one.
        if delimiter == UInt8(ascii: ","), end == bytes.count, end > start,
            bytes[end - 1] == UInt8(ascii: ";")
        {
            end -= 1
        }
        while end > start, Self.isPadding(bytes[end - 1]) { end -= 1 }
        return UnsafeBufferPointer(rebasing: bytes[start..<end])
    }

    /// The place behind the marks that a field begins and ends with, between which a delimiter is text; `start` where
    /// the closing one is missing.
    private func behindQuotes(from start: Int) -> Int {
        let closing = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "\""))
        return closing.map { $0 + 1 } ?? start
    }

    /// The number of fields of a whole row.
    static func count(_ bytes: UnsafeBufferPointer<UInt8>, delimiter: UInt8) -> Int {
        var fields = TableFields(bytes, delimiter: delimiter)
        var count = 0
        while fields.next() != nil { count += 1 }
        return count
    }

    private mutating func skipSpaces() {
        while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    }

    private static func isPadding(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x22 }
}
