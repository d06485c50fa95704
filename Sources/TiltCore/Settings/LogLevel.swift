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

    /// Less is more urgent.
    public static func < (a: LogLevel, b: LogLevel) -> Bool { a.severity < b.severity }

    private var severity: Int {
        switch self {
        case .error: 0
        case .warning: 1
        case .info: 2
        case .debug: 3
        }
    }
}
