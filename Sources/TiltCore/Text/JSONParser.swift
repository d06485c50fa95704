internal import PlainText

/// Reads one JSON text (RFC 8259) from bytes, strictly, at most eight levels deep.
public struct JSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var depth = 0

    private static let deepest = 8

    private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Reads the whole of `bytes` as one value.
    public static func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> JSONValue {
        var parser = JSONParser(bytes)
        let value = try parser.value()
        parser.skipSpace()
        guard parser.index == bytes.count else { throw parser.expected("the end of the line") }
        return value
    }

    private func expected(_ what: String) -> JSONError { JSONError(column: index + 1, expected: what) }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 32 || byte == 9 || byte == 10 || byte == 13 { index += 1 }
    }

    private mutating func accept(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        index += 1
        return true
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        skipSpace()
        guard let byte = next else { throw expected("a value") }
        switch byte {
        case UInt8(ascii: "{"): return try nested { (parser) throws(JSONError) in try parser.object() }
        case UInt8(ascii: "["): return try nested { (parser) throws(JSONError) in try parser.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func nested(
        _ body: (inout JSONParser) throws(JSONError) -> JSONValue
    ) throws(JSONError) -> JSONValue {
        guard depth < Self.deepest else { throw expected("no more than \(Self.deepest) levels") }
        depth += 1
        index += 1
        let value = try body(&self)
        depth -= 1
        return value
    }

    private mutating func object() throws(JSONError) -> JSONValue {
        var members: [JSONValue.Member] = []
        skipSpace()
        if accept(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw expected("a key in quotes") }
            let key = try string()
            skipSpace()
            guard accept(UInt8(ascii: ":")) else { throw expected("':'") }
            members.append(JSONValue.Member(key: key, value: try value()))
            skipSpace()
            if accept(UInt8(ascii: "}")) { return .object(members) }
            guard accept(UInt8(ascii: ",")) else { throw expected("',' or '}'") }
        }
    }

    private mutating func array() throws(JSONError) -> JSONValue {
        var elements: [JSONValue] = []
        skipSpace()
        if accept(UInt8(ascii: "]")) { return .array(elements) }
        while true {
            elements.append(try value())
            skipSpace()
            if accept(UInt8(ascii: "]")) { return .array(elements) }
            guard accept(UInt8(ascii: ",")) else { throw expected("',' or ']'") }
        }
    }

    private mutating func word(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        for offset in 0..<text.utf8CodeUnitCount {
            guard accept(text.utf8Start[offset]) else { throw expected("'\(text)'") }
        }
        return value
    }

    /// The grammar of RFC 8259 §6 first, since `DecimalParser` also takes `+1`, `.5` and `01`.
    private mutating func number() throws(JSONError) -> JSONNumber {
        let start = index
        _ = accept(UInt8(ascii: "-"))
        guard let first = next, first &- 48 < 10 else { throw expected("a value") }
        if !accept(UInt8(ascii: "0")) { skipDigits() }
        if accept(UInt8(ascii: ".")) { try requireDigits() }
        if let byte = next, byte | 0x20 == UInt8(ascii: "e") {
            index += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
            try requireDigits()
        }
        let text = UnsafeBufferPointer(rebasing: bytes[start..<index])
        guard let number = JSONNumber(text) else { throw expected("a finite number") }
        return number
    }

    private mutating func skipDigits() {
        while let byte = next, byte &- 48 < 10 { index += 1 }
    }

    private mutating func requireDigits() throws(JSONError) {
        guard let byte = next, byte &- 48 < 10 else { throw expected("a digit") }
        skipDigits()
    }

    private mutating func string() throws(JSONError) -> String {
        index += 1
        var text: [UInt8] = []
        while let byte = next {
            index += 1
            switch byte {
            case UInt8(ascii: "\""):
                // What is repaired would come back as something else.
                guard let whole = String(whole: text) else {
                    throw JSONError(column: index, expected: "UTF-8 in a string")
                }
                return whole
            case UInt8(ascii: "\\"): try appendEscape(to: &text)
            case 0..<0x20: throw JSONError(column: index, expected: "no control characters in a string")
            default: text.append(byte)
            }
        }
        throw expected("'\"'")
    }

    private mutating func appendEscape(to text: inout [UInt8]) throws(JSONError) {
        guard let byte = next else { throw expected("an escape") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "f"): text.append(12)
        case UInt8(ascii: "n"): text.append(10)
        case UInt8(ascii: "r"): text.append(13)
        case UInt8(ascii: "t"): text.append(9)
        case UInt8(ascii: "u"): try appendUnicodeEscape(to: &text)
        default: throw JSONError(column: index, expected: "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u")
        }
    }

    private mutating func appendUnicodeEscape(to text: inout [UInt8]) throws(JSONError) {
        var scalar = try hexQuad()
        if 0xd800..<0xdc00 ~= scalar {
            guard accept(UInt8(ascii: "\\")), accept(UInt8(ascii: "u")) else {
                throw expected("a low surrogate")
            }
            let low = try hexQuad()
            guard 0xdc00..<0xe000 ~= low else { throw expected("a low surrogate") }
            scalar = 0x10000 + (scalar - 0xd800) << 10 + (low - 0xdc00)
        }
        guard let unicode = Unicode.Scalar(scalar) else { throw expected("a high surrogate first") }
        text.append(contentsOf: String(Character(unicode)).utf8)
    }

    private mutating func hexQuad() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next else { throw expected("four hexadecimal digits") }
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - 48
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - 87
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - 55
            default: throw expected("four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }
}

/// Where and why bytes are not JSON.
public struct JSONError: Error, Equatable {
    /// The byte, counted from 1, at which reading stopped.
    public let column: Int
    /// What would have been right there.
    public let expected: String
}

extension JSONError: CustomStringConvertible {
    /// What is wrong, in one sentence part.
    public var description: String { "not JSON at byte \(column): expected \(expected)" }
}
