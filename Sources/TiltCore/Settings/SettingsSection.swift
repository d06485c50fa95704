/// A heading of the settings file, written in brackets.
public enum SettingsSection: String, CaseIterable, Sendable {
    case socket, sensor, motion, shadow, log

    /// What its keys are about, in one sentence.
    public var meaning: String {
        switch self {
        case .socket:
            "Where subscribers connect and who may. Under tiltshadow.socket, systemd makes the socket and its unit "
                + "decides path, mode and group."
        case .sensor: "Which sensor is read, and how."
        case .motion: "How gravity is separated from hand motion."
        case .shadow: "How a tilt becomes a shadow offset. A subscriber may ask for other values for itself."
        case .log: "What is written to the log."
        }
    }
}
