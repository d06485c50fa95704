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
