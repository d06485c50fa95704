/// Whose neutral pose a `recentre` request moves.
public enum RecentreScope: String, CaseIterable, Sendable {
    /// The asker's own; the default.
    case own
    /// Also that of every other connection of the same user; everybody's where root or the daemon's own user asks.
    case all

    /// Reads `scope` of a `recentre` request.
    static func named(in request: JSONValue) throws(ControlError) -> RecentreScope {
        guard let value = request["scope"] else { return .own }
        guard let word = value.string else {
            throw .wrongKind(key: "scope", expected: "a string", got: value.kindInWords)
        }
        guard let scope = RecentreScope(rawValue: word) else {
            throw .unknownWord(key: "scope", got: word, expected: allCases.map { $0.rawValue })
        }
        return scope
    }
}

/// What came of a `recentre` of ``RecentreScope/all``, of the subscribers other than the asker.
public struct RecentreCount: Equatable, Sendable {
    /// Those whose neutral pose is the present one now.
    public var recentred = 0
    /// Those who have one, too, and belong to another user.
    public var leftAlone = 0

    /// Counts nobody.
    public init() {}
}
