import TiltCore

/// What a service manager is told of the sensor.
extension DaemonCore {
    /// What the daemon does at present.
    enum Stage { case idle, withoutSensor, reading, silent }

    mutating func stage() -> Stage {
        guard period > 0 else { return .idle }
        guard keeper.hasSensor else { return .withoutSensor }
        // Of one that was found since, the last tick does not tell.
        let isSilent = engine.motion.state == .stale && engine.motion.time.nanoseconds > foundAt
        return isSilent ? .silent : .reading
    }

    /// ``stage()`` in words.
    mutating func status() -> String {
        let name = keeper.description?.name ?? ""
        return switch stage() {
        case .idle: "idle: nobody listens"
        case .withoutSensor: "no sensor open"
        case .reading: told == .silent ? "\(name) is heard again" : "reading \(name)"
        case .silent: "\(name) is silent"
        }
    }

    /// Tells of another stage; what is being opened is there or not in a moment.
    mutating func tellStage() {
        let stage = stage()
        guard stage != told, stage != .withoutSensor || !keeper.isOpening else { return }
        out.notify(.status, status())
        told = stage
    }
}
