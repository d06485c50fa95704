package import TiltCore

/// What a publisher says, as one who serves it takes it: read strictly, for whoever may write the topic may write anything.
package enum RemoteMessage: Equatable {
    case hello(RemoteHello)
    /// A hello of another version of these messages.
    case otherVersion(Int64)
    case state(session: String, TrackingState)
    case goodbye(session: String, Messages.Goodbye)
    case frame(RemoteFrame)

    /// Reads a message of a channel; `nil` where it is none that is known here.
    package static func read(_ payload: UnsafeBufferPointer<UInt8>, of channel: Channel) -> RemoteMessage? {
        guard payload.count <= ProtocolVersion.longestLine, let message = try? JSONParser.parse(payload)
        else { return nil }
        switch (channel, message["type"]?.string) {
        case (.hello, "hello"):
            guard let version = message["relay"]?.integer else { return nil }
            guard version == Messages.version else { return .otherVersion(version) }
            return RemoteHello(message).map { .hello($0) }
        case (.state, "state"):
            guard let session = message["session"]?.string, let word = message["state"]?.string,
                let state = TrackingState(rawValue: word)
            else { return nil }
            return .state(session: session, state)
        case (.state, "goodbye"):
            guard let session = message["session"]?.string, let word = message["reason"]?.string,
                let reason = Messages.Goodbye(rawValue: word)
            else { return nil }
            return .goodbye(session: session, reason)
        case (.frame, "frame"): return RemoteFrame(message).map { .frame($0) }
        default: return nil
        }
    }
}

/// Who publishes, and of which sensor.
package struct RemoteHello: Equatable, Sendable {
    /// The sensor, by the name that its owner gave it.
    package struct Sensor: Equatable, Sendable {
        package var name: String
        package var hasGyroscope: Bool
    }

    package var publisher: Messages.Publisher
    /// `nil` while there is none over there.
    package var sensor: Sensor?
    /// Frames a second in motion, in Hz.
    package var rateHz: Double
    /// The longest time from one frame to the next while all is well, in nanoseconds.
    package var longestGap: Int64

    /// The longest session that is read, in bytes.
    private static let longestSession = 64

    init?(_ message: JSONValue) {
        guard let session = message["session"]?.string, session.utf8.count <= Self.longestSession,
            let started = message["started_ns"]?.integer
        else { return nil }
        publisher = Messages.Publisher(session: session, startedNanoseconds: started)
        let rate = message["rate_hz"]?.number ?? 50
        rateHz = Subscription.rates.contains(rate) ? rate : 50
        let gap = message["longest_gap_ms"]?.number ?? 0
        longestGap = Int64(max(1e9 / rateHz, gap > 0 && gap <= 60_000 ? gap * 1e6 : 0))
        guard let sensor = message["sensor"] else { return }
        self.sensor = Sensor(
            name: (sensor["name"]?.string ?? "").onOneLine(limit: SensorDescription.longestName),
            hasGyroscope: sensor["gyro"] == .bool(true))
    }
}

/// A pose over there.
package struct RemoteFrame: Equatable, Sendable {
    package var sequence: UInt64
    /// The tick, in nanoseconds of the publishing machine's clock.
    package var time: Int64
    /// The instant that it is true for, on the same clock.
    package var target: Int64
    package var state: TrackingState
    /// Up in the axes of the picture over there; `nil` where it is not known.
    package var up: Up<DeviceAxes>?
}

extension RemoteFrame {
    /// How far ahead of its tick a frame can be true, in nanoseconds: what subscribers may ask for.
    private static let farthest = Int64(Subscription.lookaheads.upperBound * 1e6)

    init?(_ message: JSONValue) {
        guard let sequence = message["seq"]?.integer, sequence >= 0,
            let time = message["t_ns"]?.integer, time.magnitude < 1 << 62,
            let word = message["state"]?.string, let state = TrackingState(rawValue: word)
        else { return nil }
        self.sequence = UInt64(sequence)
        self.time = time
        self.state = state
        let target = message["for_ns"]?.integer ?? time
        guard target.magnitude < 1 << 62, target >= time, target - time <= Self.farthest else { return nil }
        self.target = target
        guard case .array(let elements)? = message["up"], elements.count == 3 else { return }
        let numbers = elements.compactMap { $0.number }
        guard numbers.count == 3 else { return nil }
        let vector = Up<DeviceAxes>(x: numbers[0], y: numbers[1], z: numbers[2])
        // Rounded to 0.0001 it has this length within 0.0002.
        guard vector.isFinite, abs(vector.length - 1) < 0.01, let up = Up<DeviceAxes>(of: vector) else {
            return nil
        }
        self.up = up
    }
}
