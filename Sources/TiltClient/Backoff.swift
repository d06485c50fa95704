/// How long to wait before the next attempt: 0.1 s, doubled each time, never over a limit.
package struct Backoff: Equatable, Sendable {
    /// The first wait, in nanoseconds: a daemon that is only restarted is back by then.
    static let shortest: Int64 = 100_000_000
    /// The longest wait where none is given, in nanoseconds.
    package static let longest: Int64 = 5_000_000_000

    private let limit: Int64
    private var wait = Backoff.shortest

    /// Begins with the shortest wait; `limit` is the longest, in nanoseconds.
    package init(limit: Int64 = Backoff.longest) { self.limit = limit }

    /// The wait for this attempt, in nanoseconds.
    package mutating func next() -> Int64 {
        defer { wait = min(2 * wait, limit) }
        return wait
    }

    /// Begins again with the shortest wait.
    package mutating func reset() { wait = Self.shortest }
}
