/// What a client calls its request: a whole number or a short string, echoed in the answer.
public enum RequestID: Equatable, Sendable {
    case number(Int64)
    case text(String)

    /// The longest string taken, in bytes of UTF-8.
    static let longestText = 64

    /// Creates an id from a JSON value, or `nil` where it is neither a whole number nor a short string.
    public init?(_ value: JSONValue?) {
        switch value {
        case .number(let number) where number.value.magnitude <= 0x1p53:
            guard let integer = number.integer else { return nil }
            self = .number(integer)
        case .string(let text) where text.utf8.count <= Self.longestText:
            self = .text(text)
        default:
            return nil
        }
    }
}
