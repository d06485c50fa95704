/// How long to wait before the next attempt: 0.1 s, doubled each time, never over 5 s.
struct Backoff: Equatable, Sendable {
    /// The first wait, in nanoseconds: a daemon that is only restarted is back by then.
    static let shortest: Int64 = 100_000_000
    /// The longest wait, in nanoseconds.
    static let longest: Int64 = 5_000_000_000

    private var wait = Backoff.shortest

    /// The wait for this attempt, in nanoseconds.
    mutating func next() -> Int64 {
        defer { wait = min(2 * wait, Self.longest) }
        return wait
    }

    /// Begins again with the shortest wait.
    mutating func reset() { wait = Self.shortest }
}
