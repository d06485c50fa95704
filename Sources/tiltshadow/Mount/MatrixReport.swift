import TiltCore
import TiltSensors

/// Tells a person or a program the mount matrices of candidates in words.
enum MatrixReport {
    typealias Entry = (candidate: SensorCandidate, explanation: MatrixExplanation)

    /// Looks the matrices up, for candidates that the same survey found.
    static func entries(_ candidates: [SensorCandidate], in survey: SensorSurvey) -> [Entry] {
        candidates.compactMap { candidate in
            survey.lookup(of: candidate).map {
                (candidate, MatrixExplanation(lookup: $0, sysPath: candidate.sysPath))
            }
        }
    }

    /// Paragraphs, in the order of `entries`.
    static func text(_ entries: [Entry]) -> String {
        entries.map { entry in
            let mark = entry.candidate.rank == nil ? "- " : "  "
            var text = mark + entry.candidate.name.onOneLine() + " (\(entry.candidate.id))\n"
            let refusal = entry.candidate.rank == nil ? [(key: "refused", text: entry.candidate.reason)] : []
            for (key, words) in refusal + entry.explanation.lines {
                text += "    " + key + String(repeating: " ", count: max(1, 12 - key.count))
                text += words.onOneLine() + "\n"
            }
            return text
        }.joined(separator: "\n")
    }

    /// One line of JSON.
    static func json(_ entries: [Entry]) -> String {
        var buffer = ByteBuffer(capacity: 4096)
        buffer.append(#"{"type":"matrices","sensors":["#)
        for (index, entry) in entries.enumerated() {
            buffer.append(index > 0 ? ",{" : "{")
            append(entry, to: &buffer)
            buffer.append("}")
        }
        buffer.append("]}\n")
        return buffer.text
    }

    private static func append(_ entry: Entry, to buffer: inout ByteBuffer) {
        let mounting = entry.explanation.mounting
        buffer.append(#""id":"#)
        buffer.append(json: entry.candidate.id)
        ServerMessage.append(key: "mount_matrix", mounting.matrix.description, to: &buffer)
        ServerMessage.append(key: "source", mounting.source.rawValue, to: &buffer)
        ServerMessage.append(key: "convention", mounting.convention.rawValue, to: &buffer)
        ServerMessage.append(key: "raw_sign", mounting.rawSign, to: &buffer)
        ServerMessage.append(key: "determinant", mounting.matrix.matrix.determinant, to: &buffer)
        let axes = MountedAxes(mounting)
        for (key, direction) in zip(["x_axis", "y_axis", "z_axis"] as [StaticString], axes.directions) {
            ServerMessage.append(key: key, DeviceDirection.words(for: direction), to: &buffer)
        }
        SensorReport.append(#","notes":["#, entry.explanation.remarks, to: &buffer)
        SensorReport.append(#","warnings":["#, entry.explanation.warnings, to: &buffer)
    }
}
