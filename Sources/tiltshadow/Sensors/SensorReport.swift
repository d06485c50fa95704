import TiltCore
import TiltSensors

/// Tells a person or a program which sensors there are and why one of them wins.
enum SensorReport {
    /// Paragraphs, best candidate first.
    static func text(_ candidates: [SensorCandidate]) -> String {
        guard !candidates.isEmpty else { return "" }
        return candidates.enumerated().map { index, candidate in
            paragraph(candidate, isChosen: index == 0 && candidate.rank != nil)
        }.joined(separator: "\n")
    }

    private static func paragraph(_ candidate: SensorCandidate, isChosen: Bool) -> String {
        let mark = isChosen ? "*" : candidate.rank == nil ? "-" : " "
        var text = "\(mark) \(candidate.name)\n"
        func line(_ key: String, _ value: String) {
            text += "    " + key + String(repeating: " ", count: max(1, 10 - key.count)) + value + "\n"
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
        return text
    }

    /// One line of JSON.
    static func json(_ candidates: [SensorCandidate]) -> String {
        var buffer = ByteBuffer(capacity: 4096)
        buffer.append(#"{"type":"sensors","candidates":["#)
        for (index, candidate) in candidates.enumerated() {
            if index > 0 { buffer.append(",") }
            append(candidate, isChosen: index == 0 && candidate.rank != nil, to: &buffer)
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
        buffer.append(candidate.hasGyroscope ? #","gyro":true,"notes":["# : #","gyro":false,"notes":["#)
        for (index, detail) in candidate.details.enumerated() {
            if index > 0 { buffer.append(",") }
            buffer.append(json: detail)
        }
        buffer.append("]}")
    }
}
