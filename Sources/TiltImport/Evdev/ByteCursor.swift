/// Walks over one line and remembers the column.
struct ByteCursor {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// Bytes passed.
    private(set) var index = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The next byte, or `nil` at the end of the line.
    var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Passes one byte; `nil` at the end of the line.
    mutating func next() -> UInt8? {
        guard let byte = peek else { return nil }
        index += 1
        return byte
    }

    /// Passes spaces and tabs.
    mutating func skipSpaces() {
        while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    }

    /// Passes `byte` if it is next.
    mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        index += 1
        return true
    }

    /// Passes `text` if it is next.
    mutating func take(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count - index >= count else { return false }
        for offset in 0..<count where bytes[index + offset] != text.utf8Start[offset] { return false }
        index += count
        return true
    }

    /// Passes a whole number, its sign included; `nil`, passing nothing, where there is none or it does not fit.
    mutating func decimal() -> Int64? {
        var at = index
        let isNegative = at < bytes.count && bytes[at] == UInt8(ascii: "-")
        if isNegative { at += 1 }
        let first = at
        var value: Int64 = 0
        while at < bytes.count, bytes[at] &- 48 < 10 {
            guard at - first < 18 else { return nil }
            value = value &* 10 &+ Int64(bytes[at] &- 48)
            at += 1
        }
        guard at > first else { return nil }
        index = at
        return isNegative ? -value : value
    }

    /// Passes hexadecimal digits, at most `most`; `nil`, passing nothing, where there are none or more.
    mutating func hexadecimal(most: Int = 8) -> Int64? {
        var at = index
        var value: Int64 = 0
        while at < bytes.count, let digit = Self.digit(bytes[at]) {
            guard at - index < most else { return nil }
            value = value << 4 | Int64(digit)
            at += 1
        }
        guard at > index else { return nil }
        index = at
        return value
    }

    /// The word at the cursor, for messages.
    var word: String {
        let rest = bytes[min(index, bytes.count)...]
        return String(decoding: rest.prefix(while: { $0 != 0x20 && $0 != 0x09 }).prefix(60), as: UTF8.self)
    }

    /// What is left of the line.
    var rest: String { String(decoding: bytes[min(index, bytes.count)...], as: UTF8.self) }

    /// The error of a field that begins here.
    func wrong(_ expected: String, line: Int) -> ImportError {
        .field(line: line, column: index + 1, got: word, expected: expected)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        if byte &- 48 < 10 { return byte &- 48 }
        let letter = (byte | 0x20) &- 97
        return letter < 6 ? letter + 10 : nil
    }
}
