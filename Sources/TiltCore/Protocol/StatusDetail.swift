/// What a `status` request can ask for besides the summary; each comes as lines of its own, before it.
public enum StatusDetail: String, CaseIterable, Sendable {
    /// The details, in the order of the answer; ``healing`` is not one of its own.
    public static let allCases: [StatusDetail] = [.candidates, .subscribers, .recovery]
    /// The same in the words of 0.1.0, for a daemon of that version.
    public static let former: [StatusDetail] = [.candidates, .subscribers, .healing]

    /// The sensors that were found, and what speaks against them.
    case candidates
    /// The connections, and how well they keep up.
    case subscribers
    /// What happened to the sensor lately, and what it took to get it back.
    case recovery
    /// ``recovery`` as 0.1.0 called it: who asks by this word is answered by it.
    case healing

    /// Reads `include` of a `status` request: each detail once, in the order of the answer.
    static func included(in request: JSONValue) throws(ControlError) -> [StatusDetail] {
        guard let value = request["include"] else { return [] }
        guard case .array(let elements) = value else {
            throw .wrongKind(key: "include", expected: "an array of strings", got: value.inWords)
        }
        var asked: [StatusDetail] = []
        for element in elements {
            guard let word = element.string else {
                throw .wrongKind(
                    key: "include", expected: "an array of strings", got: "an array with \(element.inWords)")
            }
            guard let detail = StatusDetail(rawValue: word) else {
                throw .unknownWord(key: "include", got: word, expected: allCases.map { $0.rawValue })
            }
            if !asked.contains(detail) { asked.append(detail) }
        }
        return (allCases + [.healing]).filter { asked.contains($0) }
    }
}
