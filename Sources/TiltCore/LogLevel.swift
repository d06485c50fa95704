/// How much the daemon writes to its log; each level includes those before it.
public enum LogLevel: String, CaseIterable, Comparable, Sendable {
    /// Needs a person: the daemon cannot do its work.
    case error
    /// Something outside is at fault, and the line names it: a kernel, a driver, a setting.
    case warning
    /// Start, stop, a sensor found or lost.
    case info
    /// Each sample and each decision.
    case debug

    /// The priority of syslog(3), which journald reads from a line that begins with it in angle brackets.
    public var syslogPriority: Int {
        switch self {
        case .error: 3
        case .warning: 4
        case .info: 6
        case .debug: 7
        }
    }

    /// True where `a` needs attention sooner than `b`.
    public static func < (a: LogLevel, b: LogLevel) -> Bool { a.syslogPriority < b.syslogPriority }
}
