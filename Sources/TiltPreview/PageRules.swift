import TiltCore

/// What a page may ask of the daemon: what its own controls ask, and nothing more.
///
/// Every local user can connect to the preview's port, and the daemon takes what comes by it for a request of whoever
/// started the preview. So a page steers its own shadow, within what the page shows, and neither others' shadows nor what
/// runs on this machine are any business of it. What a later protocol adds is refused until a control asks for it.
enum PageRules {
    /// The requests; `status` is none of them: it names other programs.
    static let types = ["subscribe", "recentre"]
    /// The options that are numbers, each from one end of its slider to the other.
    static let numbers: [(key: String, range: ClosedRange<Double>)] = [
        ("gain", 0...60), ("limit", 0...48), ("lookahead_ms", 0...100), ("rate_hz", 1...200),
        ("display_rotation", 0...270),
    ]
    /// The options that are words; the daemon knows which.
    static let words = ["mapping", "reference"]

    /// Throws where `members` ask for more.
    static func check(_ members: [JSONValue.Member]) throws(PageRequest.Failure) {
        guard members.contains(where: { $0.key == "type" }) else { throw .missing("type") }
        // Each member, not each key: of two with one key, the daemon takes the last.
        for member in members {
            switch member.key {
            case "id": continue
            case "type":
                guard let type = member.value.string, types.contains(type) else {
                    throw .notPermitted(member.value.string.map { "\"\($0)\"" } ?? member.value.inWords)
                }
            case "include":
                // The direction that the page's own mappings need, which is asked for anyway.
                guard member.value == .array([.string("up")]) else { throw .notPermitted("include") }
            default: try check(option: member)
            }
        }
    }

    private static func check(option member: JSONValue.Member) throws(PageRequest.Failure) {
        if words.contains(member.key), member.value.string != nil { return }
        guard let (key, range) = numbers.first(where: { $0.key == member.key }) else {
            guard words.contains(member.key) else { throw .notPermitted(member.key) }
            throw .wrongValue(.wrongKind(key: member.key, expected: "a string", got: member.value.inWords))
        }
        guard let number = member.value.number else {
            throw .wrongValue(.wrongKind(key: key, expected: "a number", got: member.value.inWords))
        }
        guard range.contains(number) else {
            throw .wrongValue(.outOfRange(key: key, got: number, range: range))
        }
    }
}
