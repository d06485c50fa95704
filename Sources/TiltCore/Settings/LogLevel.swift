/// How much the daemon writes to its log; each level includes those before it.
public enum LogLevel: String, CaseIterable, Sendable {
    /// Needs a person: the daemon cannot do its work.
    case error
    /// Something outside is at fault, and the line names it: a kernel, a driver, a setting.
    case warning
    /// Start, stop, a sensor found or lost.
    case info
    /// Each sample and each decision.
    case debug
}
