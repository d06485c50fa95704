/// A request of a subscriber: one line of JSON.
public struct ControlMessage: Equatable, Sendable {
    /// What is asked.
    public enum Request: Equatable, Sendable {
        /// Change the options that are named.
        case subscribe(SubscriptionChange)
        /// Take the next pose as the neutral one.
        case recentre(RequestScope)
        /// Turn the pictures of those who follow.
        case rotate(Rotate)
        /// Hand out the page with the newest pose, written as is said, instead of frames.
        case map(PageDemand)
        /// Send no frames until `resume`.
        case pause
        /// Send frames again.
        case resume
        /// Describe the daemon, with these details.
        case status(include: [StatusDetail])
    }

    /// The request.
    public var request: Request
    /// Echoed in the answer; `nil` where none was given.
    public var id: RequestID?
    /// The first keys that mean nothing here, each once: a misspelt option, or one of a later version.
    public var ignored: [String] = []

    /// The type words, in the order they are listed in messages.
    static let types = ["subscribe", "recentre", "rotate", "map", "pause", "resume", "status"]

    /// Reads one line, without its LF.
    ///
    /// Unknown keys are ignored, and named in ``ignored``. The error carries the request's `id` where that could be read.
    public static func parse(_ line: UnsafeBufferPointer<UInt8>) -> Result<ControlMessage, ControlFailure> {
        let value: JSONValue
        do throws(JSONError) { value = try JSONParser.parse(line) } catch {
            return .failure(ControlFailure(error: .notJSON(error)))
        }
        guard case .object = value else {
            return .failure(ControlFailure(error: .notAnObject(got: value.inWords)))
        }
        let id = RequestID(value["id"])
        do throws(ControlError) {
            if id == nil, let given = value["id"] {
                throw .wrongKind(key: "id", expected: RequestID.expected, got: RequestID.inWords(given))
            }
            let request = try request(in: value)
            return .success(
                ControlMessage(request: request, id: id, ignored: ignored(in: value, by: request)))
        } catch {
            return .failure(ControlFailure(error: error, id: id))
        }
    }

    private static func request(in value: JSONValue) throws(ControlError) -> Request {
        guard let type = value["type"] else { throw .missingType }
        guard let word = type.string else {
            throw .wrongKind(key: "type", expected: "a string", got: type.inWords)
        }
        switch word {
        case "subscribe": return .subscribe(try SubscriptionChange(value))
        case "recentre": return .recentre(try RequestScope.named(in: value))
        case "rotate": return .rotate(try Rotate.named(in: value))
        case "map": return .map(try PageDemand.named(in: value))
        case "pause": return .pause
        case "resume": return .resume
        case "status": return .status(include: try StatusDetail.included(in: value))
        default: throw .unknownWord(key: "type", got: word, expected: types)
        }
    }

    /// At most so many ignored keys are named, each cut to an excerpt: the answer is one line of bounded length.
    static let mostIgnored = 8

    private static func ignored(in value: JSONValue, by request: Request) -> [String] {
        guard case .object(let members) = value else { return [] }
        var ignored: [String] = []
        for member in members where !request.knows(member.key) {
            let key = member.key.excerpt
            if ignored.count < mostIgnored, !ignored.contains(key) { ignored.append(key) }
        }
        return ignored
    }
}

extension ControlMessage.Request {
    /// True where `key` means something in a request of this type.
    fileprivate func knows(_ key: String) -> Bool {
        if key == "type" || key == "id" { return true }
        return switch self {
        case .subscribe: SubscribeOption.named(key) != nil
        case .recentre: key == "scope"
        case .rotate: key == Rotate.key || key == "scope"
        case .map: PageDemand.keys.contains(key)
        case .status: key == "include"
        case .pause, .resume: false
        }
    }
}

/// A request that could not be understood, with its `id` where that could.
public struct ControlFailure: Error, Equatable {
    /// What is wrong.
    public var error: ControlError
    /// The request's own id.
    public var id: RequestID?
}
