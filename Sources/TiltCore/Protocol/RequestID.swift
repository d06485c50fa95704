/// What a client calls its request: a whole number or a short string, echoed in the answer.
public enum RequestID: Equatable, Sendable {
    case number(Int64)
    case text(String)

    /// The longest string taken, in bytes of UTF-8.
    static let longestText = 64
    /// The largest number taken, and the other way the least: any reader of JSON has it exactly.
    static let largestNumber: Int64 = 1 << 53
    /// What is taken, in words.
    static let expected = "a whole number from -2^53 to 2^53 or a string of at most 64 bytes"

    /// What a value that is not taken is, in words.
    static func inWords(_ value: JSONValue) -> String {
        switch value {
        case .number(let number): number.inWords
        case .string(let text): "a string of \(text.utf8.count) bytes"
        default: value.inWords
        }
    }

    /// Creates an id from a JSON value, or `nil` where it is none of those.
    public init?(_ value: JSONValue?) {
        switch value {
        case .number(let number) where number.integer.map { $0.magnitude <= Self.largestNumber } ?? false:
            guard let integer = number.integer else { return nil }
            self = .number(integer)
        case .string(let text) where text.utf8.count <= Self.longestText:
            self = .text(text)
        default:
            return nil
        }
    }
}
