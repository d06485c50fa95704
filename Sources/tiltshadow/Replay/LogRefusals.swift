import TiltCore

/// Warnings about rows that were left out: the first few in full, the rest as a count.
struct LogRefusals {
    private static let shown = 5

    /// What the log is called in messages.
    let name: String
    private var count = 0

    init(name: String) { self.name = name }

    /// Warns, unless there have been enough.
    mutating func add(_ error: LogError) { add(error.description, hint: error.hint) }

    /// Warns of what happened and what to try, unless there has been enough.
    mutating func add(_ description: String, hint: String) {
        count += 1
        if count <= Self.shown { Diagnostics.warn("\(name): \(description); \(hint)") }
    }

    /// Says how many were not shown.
    func sum() {
        guard count > Self.shown else { return }
        Diagnostics.warn("\(name): \(count - Self.shown) more like these")
    }
}
