/// Whom a `recentre` or `rotate` request is for.
public enum RequestScope: String, CaseIterable, Sendable {
    /// Of `recentre` the asker alone, of `rotate` all connections of its user; the default.
    case own
    /// All connections of the asker's user; everybody's where root or the daemon's own user asks.
    case all

    /// Reads `scope` of a request.
    static func named(in request: JSONValue) throws(ControlError) -> RequestScope {
        guard let value = request["scope"] else { return .own }
        guard let word = value.string else {
            throw .wrongKind(key: "scope", expected: "a string", got: value.inWords)
        }
        guard let scope = RequestScope(rawValue: word) else {
            throw .unknownWord(key: "scope", got: word, expected: allCases.map { $0.rawValue })
        }
        return scope
    }
}

/// What came of a request that is for others, too, of the subscribers other than the asker.
public struct ReachedOthers: Equatable, Sendable {
    /// What was done to them.
    public enum Deed: Equatable, Sendable {
        /// Their neutral pose is the present one now; those without one are not counted.
        case recentred
        /// Their picture is turned as was asked; those who do not follow are not counted.
        case rotated
    }

    /// What was done.
    public let deed: Deed
    /// Those to whom it was.
    public var reached = 0
    /// Those to whom it would have been, had they not belonged to another user.
    public var leftAlone = 0

    /// Counts nobody.
    public init(_ deed: Deed) { self.deed = deed }
}
