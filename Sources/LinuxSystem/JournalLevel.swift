/// How much a log line matters.
package enum JournalLevel: Int, Comparable, CaseIterable {
    /// Every sample or request; for finding a fault.
    case debug
    /// Start, stop, found, lost.
    case info
    /// Something is wrong, with its culprit named, and the program goes on.
    case warning
    /// A person has to act.
    case error

    /// The word of it in plain lines.
    package var name: String {
        switch self {
        case .debug: "debug"
        case .info: "info"
        case .warning: "warning"
        case .error: "error"
        }
    }

    /// The severity of syslog(3), where less is worse.
    var priority: Int {
        switch self {
        case .debug: 7
        case .info: 6
        case .warning: 4
        case .error: 3
        }
    }

    package static func < (left: JournalLevel, right: JournalLevel) -> Bool { left.rawValue < right.rawValue }
}
