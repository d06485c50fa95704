package import TiltCore

/// One change of the sensors: what happened, to which, why, and how long it took.
package struct RecoveryEvent: Equatable {
    /// What happened.
    package enum Kind: String, CaseIterable {
        /// A sensor was opened and is read from now on.
        case found
        /// The open sensor is gone: unplugged, or its driver failed.
        case lost
        /// The open sensor stopped sending.
        case silent
        /// Another program took the open sensor away, such as by switching its buffer off.
        case stolen
        /// A candidate cannot be used, such as one that another program holds; told once for each new reason.
        case refused
        /// The machine slept; `took` is for how long.
        case resumed
        /// More was plugged and unplugged than the kernel kept for us: everything was looked at again.
        case overrun
    }

    /// When, in nanoseconds of CLOCK_MONOTONIC.
    package let time: Int64
    package let kind: Kind
    /// The device node or directory; `nil` where no single device is meant.
    package let device: String?
    /// The device's own name.
    package let name: String?
    /// Why, in a sentence part.
    package let reason: String?
    /// With `found`, the time without any sensor before it, and with `resumed` the sleep, in nanoseconds; `nil` where
    /// there was none.
    package let took: Int64?

    /// The longest texts that are kept, in bytes.
    ///
    /// A line that consists of nothing but escapes (six bytes each) then still fits in the protocol's longest.
    private static let longestName = 128
    private static let longestReason = 320

    /// Creates an event; texts that are too long are cut.
    package init(
        _ kind: Kind, at time: Int64, device: String? = nil, name: String? = nil, reason: String? = nil,
        took: Int64? = nil
    ) {
        self.kind = kind
        self.time = time
        self.device = device?.onOneLine(limit: Self.longestName)
        self.name = name?.onOneLine(limit: Self.longestName)
        self.reason = reason?.onOneLine(limit: Self.longestReason)
        self.took = took
    }

    /// Appends the event as one line of JSON with its LF: `{"type":"recovery","id":…,"t_ns":…,"event":"found",…}`.
    ///
    /// Its type is the word by which it was asked for.
    package func append(
        as word: StatusDetail = .recovery, id: RequestID?, to buffer: inout ByteBuffer
    ) {
        buffer.append(#"{"type":"#)
        buffer.append(json: word.rawValue)
        ServerMessage.append(id: id, to: &buffer)
        buffer.append(#","t_ns":"#)
        buffer.append(time)
        ServerMessage.append(key: "event", kind.rawValue, to: &buffer)
        if let device { ServerMessage.append(key: "device", device, to: &buffer) }
        if let name { ServerMessage.append(key: "name", name, to: &buffer) }
        if let reason { ServerMessage.append(key: "reason", reason, to: &buffer) }
        if let took { ServerMessage.append(key: "took_ms", Double(took / 1_000_000), to: &buffer) }
        buffer.append("}\n")
    }
}
