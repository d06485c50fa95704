/// Why a request was refused.
public enum ControlError: Error, Equatable {
    /// The line is not JSON.
    case notJSON(JSONError)
    /// The line is JSON but no object.
    case notAnObject(got: String)
    /// There is no `type`.
    case missingType
    /// A key has a value of the wrong kind.
    case wrongKind(key: String, expected: String, got: String)
    /// A number is outside its range.
    case outOfRange(key: String, got: Double, range: ClosedRange<Double>)
    /// A number is no whole one of nanoseconds that an instant can be.
    case noInstant(key: String, got: JSONNumber)
    /// A word is none of those that are known.
    case unknownWord(key: String, got: String, expected: [String])
    /// Raw samples are for members of `group` alone; `user` is not one, and `nil` where nobody knows who it is.
    case rawNotPermitted(user: UInt32?, group: String)
    /// This user, `nil` where nobody knows which, neither sits in front nor is in the group; the connection is closed.
    case accessNotPermitted(user: UInt32?)
    /// This user does not sit in front for now.
    case away(user: UInt32?)
    /// There is no page of memory to be had, for this reason.
    case noPage(because: String)
    /// More subscribers of one user than allowed; the connection is closed.
    case tooManyOfUser(user: UInt32?, limit: Int)
    /// A line is longer than the protocol allows; the connection is closed.
    case lineTooLong(limit: Int)
    /// More requests a second than allowed; the connection is closed.
    case tooManyRequests(limit: Int)
    /// File descriptors were passed along; the connection is closed.
    case passedDescriptors
    /// More subscribers than allowed; the connection is closed.
    case tooManySubscribers(limit: Int)

    /// The group whose members may subscribe wherever they are.
    public static let accessGroup = "tiltshadow"

    /// The word for programs, as `code` in an `error` message.
    public var code: String {
        switch self {
        case .notJSON, .notAnObject: "not-json"
        case .missingType: "missing-type"
        case .wrongKind: "wrong-kind"
        case .outOfRange, .noInstant: "out-of-range"
        case .unknownWord: "unknown-word"
        case .rawNotPermitted, .accessNotPermitted, .away: "not-permitted"
        case .noPage: "no-page"
        case .lineTooLong: "line-too-long"
        case .tooManyRequests: "too-many-requests"
        case .passedDescriptors: "descriptors"
        case .tooManySubscribers, .tooManyOfUser: "too-many"
        }
    }

    /// True where the connection is closed after the message.
    public var isFatal: Bool {
        switch self {
        case .lineTooLong, .tooManyRequests, .passedDescriptors, .tooManySubscribers, .accessNotPermitted,
            .tooManyOfUser:
            true
        case .notJSON, .notAnObject, .missingType, .wrongKind, .outOfRange, .noInstant, .unknownWord,
            .rawNotPermitted, .away, .noPage:
            false
        }
    }
}

extension ControlError: CustomStringConvertible {
    /// What happened, quoting what was given.
    public var description: String {
        switch self {
        case .notJSON(let error): error.description
        case .notAnObject(let got): "the line is \(got), expected an object"
        case .missingType: "the request has no \"type\""
        case .wrongKind(let key, let expected, let got): "\(key) is \(got), expected \(expected)"
        case .outOfRange(let key, let got, let range):
            "\(key) \(got.shortText): expected \(range.lowerBound.shortText) to \(range.upperBound.shortText)"
        case .noInstant(let key, let got):
            "\(key) \(got.inWords): expected a whole number from \(Int64.min) to \(Int64.max)"
        case .unknownWord(let key, let got, let expected):
            "\(key) \"\(got.excerpt)\": expected \(expected.joined(separator: ", "))"
        case .accessNotPermitted(let user):
            "\(Self.name(of: user)) has no active session on a seat of this machine, and is no member of the group "
                + Self.accessGroup
        case .away(let user):
            "no session of \(Self.name(of: user)) is active on a seat of this machine: frames go on when one is again"
        case .noPage(let reason): "map: \(reason)"
        case .tooManyOfUser(let user, let limit):
            "\(Self.name(of: user)) may have no more than \(Self.text(limit, of: "connection"))"
        case .rawNotPermitted(let user, let group):
            "include \"raw\": \(Self.name(of: user)) is not root, not the daemon's own user, "
                + "and no member of the group \(group)"
        case .lineTooLong(let limit): "a line is longer than \(limit) bytes"
        case .tooManyRequests(let limit): "more than \(limit) requests within a second"
        case .passedDescriptors: "file descriptors were passed"
        case .tooManySubscribers(let limit):
            "no more than \(Self.text(limit, of: "subscriber")) may be connected"
        }
    }

    private static func name(of user: UInt32?) -> String { user.map { "user \($0)" } ?? "whoever asks" }

    private static func text(_ limit: Int, of thing: String) -> String {
        "\(limit) \(thing)\(limit == 1 ? "" : "s")"
    }

    /// What to try.
    public var hint: String {
        switch self {
        case .notJSON, .notAnObject: #"send one object a line, such as {"type":"subscribe","rate_hz":25}"#
        case .missingType:
            "say what is asked: \"type\":\"\(ControlMessage.types.joined(separator: "\", \""))\""
        case .noInstant: "give CLOCK_MONOTONIC in nanoseconds, with every digit and no fraction"
        case .wrongKind, .outOfRange, .unknownWord:
            "nothing was changed; see tiltshadow-protocol(7) for the options"
        case .rawNotPermitted(_, let group):
            "raw motion can betray keystrokes; for those who may: usermod -aG \(group) USER, then log in again"
        case .accessNotPermitted:
            "motion can betray keystrokes; sit in front, or for those who may: usermod -aG \(Self.accessGroup) USER, then log "
                + "in again"
        case .away:
            "wait, or for those who may always: usermod -aG \(Self.accessGroup) USER, then log in again"
        case .noPage: "read frames: they come as before; or ask again later"
        case .tooManyOfUser:
            "close a connection, or raise max_subscribers under [socket]: half of it is one user's"
        case .lineTooLong: "end every request with a line feed"
        case .tooManyRequests: "ask once; options stay in force"
        case .passedDescriptors: "send requests alone; nothing else is taken"
        case .tooManySubscribers: "close a connection or raise max_subscribers under [socket]"
        }
    }
}
