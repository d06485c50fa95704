import TiltCore
package import TiltSensors

/// A sensor that was found, as `status` shows it: whether it is open, and what speaks against it.
package struct CandidateReport {
    package let candidate: SensorCandidate
    /// True for the sensor in use.
    package let isOpen: Bool
    /// What went wrong when it was tried; `nil` where nothing did, where it was not tried, or where it is in use again.
    let failures: SensorFailures?

    init(_ entry: CandidateTable.Entry) {
        var candidate = entry.candidate
        candidate.reason = entry.reason
        self.candidate = candidate
        isOpen = entry.state.use != nil
        failures = isOpen ? nil : entry.failures
    }

    /// Appends a line with all that is known; texts of a device that would not fit are cut.
    func append(id: RequestID?, at now: Int64, to buffer: inout ByteBuffer) {
        func text(_ key: StaticString, _ value: String) {
            ServerMessage.append(key: key, stranger: value, to: &buffer)
        }
        buffer.append(#"{"type":"candidate""#)
        ServerMessage.append(id: id, to: &buffer)
        buffer.append(isOpen ? #","open":true"# : #","open":false"#)
        // Absent where it was refused; the reason says why.
        if let rank = candidate.rank { ServerMessage.append(key: "rank", Double(rank), to: &buffer) }
        // "id" is the request's.
        text("sensor_id", candidate.id)
        text("name", candidate.name)
        ServerMessage.append(key: "kind", candidate.kind.rawValue, to: &buffer)
        text("device", candidate.device)
        text("reason", candidate.reason)
        if let failures {
            text("fault", failures.error.description)
            if let hint = failures.error.hint { text("hint", hint) }
            StatusMessage.append(key: "failures", UInt64(failures.count), to: &buffer)
            // One that is not tried again before somebody does something has none.
            if failures.retryAt != .max {
                let seconds = max(0, failures.retryAt - now) / 1_000_000_000
                ServerMessage.append(key: "retry_in_s", Double(seconds), to: &buffer)
            }
        }
        buffer.append("}\n")
    }
}
