/// Whether a picture is turned as its own program says, or as the user's `rotate` request does.
public enum RotationSource: String, CaseIterable, Sendable {
    /// As the subscriber says; the default.
    case own
    /// As the same user has said last by `rotate`, while this subscriber has never said itself.
    case follow
}

/// A `rotate` request: how the pictures are turned of those who follow.
public struct Rotate: Equatable, Sendable {
    /// How they are turned from now on.
    public var rotation: DisplayRotation
    /// Whose: the asker's user's, or everybody's where root or the daemon's own user asks.
    public var scope: RequestScope

    /// Says how those of `scope` are turned.
    public init(_ rotation: DisplayRotation, _ scope: RequestScope) {
        self.rotation = rotation
        self.scope = scope
    }

    /// The key of the rotation.
    package static let key = "degrees"

    /// Reads a `rotate` request, which must say one rotation: where it says two, nobody knows which is meant.
    static func named(in request: JSONValue) throws(ControlError) -> Rotate {
        let expected = "one of " + DisplayRotation.words.joined(separator: ", ")
        guard let value = request[key] else {
            throw .wrongKind(key: key, expected: expected, got: "missing")
        }
        if case .object(let members) = request, members.count(where: { $0.key == key }) > 1 {
            throw .wrongKind(key: key, expected: expected, got: "there more than once")
        }
        return Rotate(
            try DisplayRotation.named(by: value, key), try RequestScope.named(in: request))
    }
}

extension DisplayRotation {
    /// The numbers that say one, as words.
    static let words = allCases.map { "\($0.rawValue)" }

    /// Reads the value of `key`, a number.
    static func named(by value: JSONValue, _ key: String) throws(ControlError) -> DisplayRotation {
        let degrees = try SubscribeOption.number(value, key, -.infinity ... .infinity)
        guard let rotation = allCases.first(where: { Double($0.rawValue) == degrees }) else {
            throw .unknownWord(key: key, got: degrees.shortText, expected: words)
        }
        return rotation
    }
}
