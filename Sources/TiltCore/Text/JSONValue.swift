/// A JSON value, as far as protocol 1 needs it; objects keep their order.
public indirect enum JSONValue: Equatable, Sendable {
    case object([Member])
    case array([JSONValue])
    case string(String)
    case number(JSONNumber)
    case bool(Bool)
    case null

    /// One key of an object with its value.
    public struct Member: Equatable, Sendable {
        /// The key.
        public var key: String
        /// Its value.
        public var value: JSONValue
    }

    /// The value of `key` in an object; the last one where a key is repeated, as JSON parsers agree on.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// The text of a string.
    public var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The number.
    public var number: Double? { if case .number(let number) = self { number.value } else { nil } }

    /// The number exactly, where it is a whole one that fits.
    public var integer: Int64? { if case .number(let number) = self { number.integer } else { nil } }

    /// The value in words, for messages: `the number 5`.
    public var inWords: String {
        switch self {
        case .object: "an object"
        case .array: "an array"
        case .string(let text): "the string \(text.quoted)"
        case .number(let number): "the number \(number.inWords)"
        case .bool(let isTrue): isTrue ? "true" : "false"
        case .null: "null"
        }
    }
}
