package import TiltCore
import TiltSensors

/// Writes the part of a `status` message that lists sensors.
package enum StatusMessage {
    /// Bytes left for the end of the line, the count of what was left out included.
    private static let reserve = 48
    /// Bytes of a device's text in that line, as it is written: a line of its own has more.
    static let longestText = 240

    /// Appends `,"key":count`: other numbers have nine digits, and ticks are more after 208 days.
    static func append(key: StaticString, _ count: UInt64, to buffer: inout ByteBuffer) {
        buffer.append(",\"")
        buffer.append(key)
        buffer.append("\":")
        buffer.append(Int64(clamping: count))
    }

    /// Appends `,"candidates":[…]`: best first, those that the longest line has room for, and
    /// `,"candidates_left_out":count` where that is not all; the line begins with the buffer.
    static func append(candidates: [CandidateReport], to buffer: inout ByteBuffer) {
        buffer.append(#","candidates":["#)
        var count = 0
        for report in candidates {
            let before = buffer.count
            if count > 0 { buffer.append(",") }
            append(report, to: &buffer)
            guard buffer.count < ProtocolVersion.longestLine - reserve else {
                buffer.removeLast(buffer.count - before)
                continue
            }
            count += 1
        }
        buffer.append("]")
        guard count < candidates.count else { return }
        append(key: "candidates_left_out", UInt64(candidates.count - count), to: &buffer)
    }

    /// Appends `,"rejected":…,"clipped":…`: how many of the sensor's readings were left out, or at the end of its range.
    package static func append(countsOf inspector: SensorInspector, to buffer: inout ByteBuffer) {
        append(key: "rejected", UInt64(inspector.rejected), to: &buffer)
        append(key: "clipped", UInt64(inspector.clipped), to: &buffer)
    }

    /// Appends `,"faults":[…]`: what the sensor's own readings say against it.
    package static func append(faultsOf inspector: SensorInspector, to buffer: inout ByteBuffer) {
        buffer.append(#","faults":["#)
        for (index, fault) in inspector.faults.enumerated() {
            buffer.append(index == 0 ? #"{"code":""# : #",{"code":""#)
            buffer.append(fault.code)
            buffer.append("\"")
            ServerMessage.append(key: "message", fault.description, to: &buffer)
            ServerMessage.append(key: "hint", fault.hint, to: &buffer)
            buffer.append("}")
        }
        buffer.append("]")
    }

    private static func append(_ report: CandidateReport, to buffer: inout ByteBuffer) {
        func text(_ key: StaticString, _ value: String) {
            ServerMessage.append(key: key, stranger: value, limit: longestText, to: &buffer)
        }
        let candidate = report.candidate
        buffer.append(report.isOpen ? #"{"open":true"# : #"{"open":false"#)
        text("id", candidate.id)
        text("name", candidate.name)
        ServerMessage.append(key: "kind", candidate.kind.rawValue, to: &buffer)
        text("device", candidate.device)
        text("reason", candidate.reason)
        if let failures = report.failures { text("fault", failures.error.description) }
        buffer.append("}")
    }
}
