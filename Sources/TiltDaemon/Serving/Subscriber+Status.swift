import LinuxSystem
import TiltCore

/// A subscriber as `status` and the log show it.
extension Subscriber {
    /// The process at the other end, for the log: `socat (pid 812, uid 1000)`.
    var process: String {
        guard let peer else { return "unknown process" }
        let name = command ?? "a process"
        guard peer.pid > 0 else { return "\(name) of another pid namespace (uid \(peer.uid))" }
        return "\(name) (pid \(peer.pid), uid \(peer.uid))"
    }

    /// Appends the line of this subscriber to `buffer`, for `asker`.
    func appendStatus(to asker: Subscriber, at now: Int64, _ buffer: inout ByteBuffer) {
        let inKernel = stream.unreadByPeer
        buffer.append(#"{"type":"subscriber""#)
        ServerMessage.append(id: asker.listing?.id, to: &buffer)
        if let peer {
            if peer.pid > 0 { StatusMessage.append(key: "pid", UInt64(peer.pid), to: &buffer) }
            StatusMessage.append(key: "uid", UInt64(peer.uid), to: &buffer)
            StatusMessage.append(key: "gid", UInt64(peer.gid), to: &buffer)
        }
        if let command { ServerMessage.append(key: "command", command, to: &buffer) }
        ServerMessage.append(key: "connected_s", Double((now - connectedAt) / 1_000_000_000), to: &buffer)
        ServerMessage.append(key: "rate_hz", subscription.rateHz, to: &buffer)
        buffer.append(isPaused ? #","paused":true"# : #","paused":false"#)
        StatusMessage.append(key: "dropped", droppedEver, to: &buffer)
        ServerMessage.append(key: "lag_ms", Double(lag(inKernel, at: now) / 1_000_000), to: &buffer)
        StatusMessage.append(key: "queued_bytes", UInt64(inKernel + heldBytes), to: &buffer)
        buffer.append(self === asker ? ",\"self\":true}\n" : "}\n")
    }

    /// How old the oldest frame is that was sent and not read, in nanoseconds; 0 where it has read them all.
    private func lag(_ memoryInKernel: Int, at now: Int64) -> Int64 {
        guard let oldest = sentFrames.oldest(in: memoryInKernel) ?? waiting?.time.nanoseconds else {
            return 0
        }
        return max(0, now - oldest)
    }

    /// Reads what it has sent and throws it away: a connection that is closed with bytes unread ends in `ECONNRESET`
    /// for the other side, right behind the error that says why.
    ///
    /// Bounded, for one that goes on sending; the default buffer of a sender holds less.
    func discardInput(into buffer: UnsafeMutableRawBufferPointer) {
        for _ in 0..<64 {
            guard case .bytes = stream.receive(into: buffer) else { return }
        }
    }
}
