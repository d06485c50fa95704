/// A child of the relay's topic; each carries messages of one kind.
package enum Channel: String, CaseIterable, Sendable {
    /// Who publishes, and of what: retained.
    case hello
    /// Whether there is a sensor, or a goodbye: retained, and the last will.
    case state
    /// What is drawn: each is worth nothing when the next has come.
    case frame
    /// The angles for people and their automations, once a second at most: retained, and there only where discovery is asked
    /// for.
    case tilt

    /// True where the broker is to keep the last message for those who come later.
    package var isRetained: Bool { self != .frame }

    /// MQTT's quality of service: 1 has the broker say that it took a message, or why not.
    ///
    /// Of frames, the first of a connection alone asks that.
    package var quality: Int32 { self == .frame ? 0 : 1 }
}

/// The one table of what leaves the machine: every key of every message, a dot before the key of an object within.
///
/// What is not here is not published, whatever the daemon says: no id of a device, no path, no status, no subscriber, no
/// reading of the sensor itself.
package enum PublishedFields {
    /// The keys of a channel's messages.
    package static func keys(of channel: Channel) -> [String] {
        switch channel {
        case .hello:
            [
                "type", "relay", "session", "started_ns", "protocol", "server", "rate_hz",
                "longest_gap_ms", "gain",
                "shadow", "shadow.blur_px", "shadow.opacity",
                "sensor", "sensor.name", "sensor.kind", "sensor.gyro",
            ]
        case .state: ["type", "session", "state", "reason"]
        case .frame:
            [
                "type", "seq", "t_ns", "for_ns", "state", "x", "y", "pitch_rad", "roll_rad", "up", "dropped",
            ]
        case .tilt: ["type", "state", "pitch_deg", "roll_deg", "rate_hz"]
        }
    }
}
