import TiltCore
import TiltSensors

/// Tells a person or a program which sensors there are and why one of them wins.
enum SensorReport {
    /// The first of candidates in their order, where it can be used.
    static func best(of candidates: [SensorCandidate]) -> SensorCandidate? {
        candidates.first.flatMap { $0.rank == nil ? nil : $0 }
    }

    /// Paragraphs, best candidate first; `chosen` is the one that would be used.
    static func text(_ candidates: [SensorCandidate], chosen: SensorCandidate?) -> String {
        candidates.map { paragraph($0, isChosen: $0 == chosen) }.joined(separator: "\n")
    }

    private static func paragraph(_ candidate: SensorCandidate, isChosen: Bool) -> String {
        let mark = isChosen ? "*" : candidate.rank == nil ? "-" : " "
        var text = "\(mark) \(candidate.name)\n"
        func line(_ key: String, _ value: String) {
            let space = String(repeating: " ", count: max(1, 10 - key.count))
            text += "    " + key + space + value.onOneLine() + "\n"
        }
        if let rank = candidate.rank {
            line("rank", "\(rank): \(candidate.reason)")
        } else {
            line("refused", candidate.reason)
        }
        line("id", candidate.id)
        line("device", "\(candidate.device) (\(candidate.kind.rawValue))")
        line("place", candidate.location.rawValue + (candidate.hasGyroscope ? ", with a gyroscope" : ""))
        for detail in candidate.details { line("note", detail) }
        for warning in candidate.warnings { line("warning", warning) }
        return text
    }

    /// One line of JSON.
    static func json(_ candidates: [SensorCandidate], chosen: SensorCandidate?) -> String {
        var buffer = ByteBuffer(capacity: 4096)
        buffer.append(#"{"type":"sensors","candidates":["#)
        for (index, candidate) in candidates.enumerated() {
            if index > 0 { buffer.append(",") }
            append(candidate, isChosen: candidate == chosen, to: &buffer)
        }
        buffer.append("]}\n")
        return buffer.text
    }

    private static func append(_ candidate: SensorCandidate, isChosen: Bool, to buffer: inout ByteBuffer) {
        buffer.append(isChosen ? #"{"chosen":true"# : #"{"chosen":false"#)
        if let rank = candidate.rank { ServerMessage.append(key: "rank", Double(rank), to: &buffer) }
        ServerMessage.append(key: "reason", candidate.reason, to: &buffer)
        ServerMessage.append(key: "id", candidate.id, to: &buffer)
        ServerMessage.append(key: "name", candidate.name, to: &buffer)
        ServerMessage.append(key: "kind", candidate.kind.rawValue, to: &buffer)
        ServerMessage.append(key: "device", candidate.device, to: &buffer)
        ServerMessage.append(key: "location", candidate.location.rawValue, to: &buffer)
        buffer.append(candidate.hasGyroscope ? #","gyro":true"# : #","gyro":false"#)
        append(#","notes":["#, candidate.details, to: &buffer)
        append(#","warnings":["#, candidate.warnings, to: &buffer)
        buffer.append("}")
    }

    /// A key with its bracket, and a list of texts.
    static func append(_ key: StaticString, _ texts: [String], to buffer: inout ByteBuffer) {
        buffer.append(key)
        for (index, text) in texts.enumerated() {
            if index > 0 { buffer.append(",") }
            buffer.append(json: text)
        }
        buffer.append("]")
    }
}
