import TiltCore

/// A daemon's answer to `status`: its lines as they came, and what they say.
///
/// A daemon of another version may leave anything out; what it does not say is `nil` or empty here.
struct StatusAnswer: Equatable {
    /// The lines as they came, the summary last.
    private(set) var lines: [String] = []
    /// The `status` line.
    private(set) var summary: JSONValue = .null
    /// The sensors that were found, best first.
    private(set) var candidates: [JSONValue] = []
    /// The connections; every daemon that tells details tells at least the one that asks.
    private(set) var subscribers: [JSONValue] = []
    /// What happened to the sensor lately, oldest first.
    private(set) var recovery: [JSONValue] = []

    /// Adds a line of the answer; what is no detail that this version knows is kept as a line alone.
    mutating func add(_ line: String, _ value: JSONValue) {
        lines.append(line)
        switch value["type"]?.string {
        case "candidate": candidates.append(value)
        case "subscriber": subscribers.append(value)
        case "recovery", "healing": recovery.append(value)
        case "status":
            summary = value
            // A daemon that tells no details has them here, as many as fit.
            if candidates.isEmpty, case .array(let listed)? = value["candidates"] { candidates = listed }
        default: break
        }
    }

    /// True where the daemon told the details that it was asked for.
    var hasDetails: Bool { !subscribers.isEmpty }

    /// Whether there is a sensor; `nil` where the daemon does not say.
    var state: TrackingState? { summary["state"]?.string.flatMap { TrackingState(rawValue: $0) } }
}

extension JSONValue {
    /// The sensor's faults of a status; a daemon of 0.1.0 calls them complaints.
    var faults: JSONValue? { self["faults"] ?? self["complaints"] }

    /// What went wrong with a candidate last; a daemon of 0.1.0 calls it trouble.
    var fault: String? { (self["fault"] ?? self["trouble"])?.string }
}
