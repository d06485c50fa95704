import LinuxSystem
import TiltCore

/// The daemon's own view of itself, for `status`.
extension Daemon {
    /// Appends the summary's fields; the line begins with the buffer.
    func appendStatus(to buffer: inout ByteBuffer) {
        let now = MonotonicClock.now()
        ServerMessage.append(key: "server", ProtocolVersion.server, to: &buffer)
        ServerMessage.append(key: "uptime_s", Double((now - startedAt) / 1_000_000_000), to: &buffer)
        ServerMessage.append(key: "state", engine.motion.state.rawValue, to: &buffer)
        ServerMessage.append(key: "tick_hz", ticker.isRunning ? 1e9 / Double(ticker.period) : 0, to: &buffer)
        StatusMessage.append(key: "ticks", publisher.ticks, to: &buffer)
        StatusMessage.append(key: "missed_ticks", UInt64(missedTicks), to: &buffer)
        ServerMessage.append(key: "late_p50_us", Double(lateness.percentile(0.5)), to: &buffer)
        ServerMessage.append(key: "late_p99_us", Double(lateness.percentile(0.99)), to: &buffer)
        ServerMessage.append(key: "late_max_us", Double(lateness.latest / 1000), to: &buffer)
        ServerMessage.append(key: "subscribers", Double(publisher.count), to: &buffer)
        StatusMessage.append(key: "dropped", publisher.droppedFrames, to: &buffer)
        ServerMessage.append(sensor: keeper.description, to: &buffer)
        appendMounting(to: &buffer)
        if let inspection {
            if let rate = inspection.rate.hertz(at: now) {
                ServerMessage.append(key: "sample_hz", rate, to: &buffer)
            }
            inspection.latency.append(to: &buffer)
            StatusMessage.append(inspection.inspector, to: &buffer)
        }
        StatusMessage.append(candidates: keeper.report(), to: &buffer)
    }

    /// Appends the line of a detail at `index`; false where there are no more.
    func appendDetail(
        _ detail: StatusDetail, at index: Int, id: RequestID?, to buffer: inout ByteBuffer
    ) -> Bool {
        switch detail {
        case .candidates:
            guard let report = keeper.report(at: index) else { return false }
            report.append(id: id, at: MonotonicClock.now(), to: &buffer)
            return true
        case .healing:
            guard index < keeper.history.count else { return false }
            keeper.history[index].append(id: id, to: &buffer)
            return true
        case .subscribers: return false
        }
    }

    private func appendMounting(to buffer: inout ByteBuffer) {
        guard let sensor = keeper.description else { return }
        ServerMessage.append(key: "device", sensor.device, to: &buffer)
        if let rate = sensor.rateHz { ServerMessage.append(key: "nominal_hz", rate, to: &buffer) }
        ServerMessage.append(key: "mount_matrix", sensor.mounting.matrix.description, to: &buffer)
        ServerMessage.append(key: "mount_source", sensor.mounting.source.rawValue, to: &buffer)
    }
}
