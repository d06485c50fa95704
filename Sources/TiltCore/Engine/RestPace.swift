/// Lets a tick through every ``period`` while the fallback is shown and nothing moves, and every tick otherwise.
///
/// A tick that is held back is due to nobody, so it leaves no gap in anybody's numbers.
package struct RestPace: Equatable, Sendable {
    /// The distance of two ticks at rest, in nanoseconds: 1 s.
    package static let period: Int64 = 1_000_000_000

    /// The last tick that was let through at rest; `nil` where something moved or somebody came since.
    private var last: Motion?

    /// Creates a pace that lets the first tick through.
    package init() {}

    /// True where the tick is to be published; the first one at rest always is, since it carries the final offset.
    package mutating func admits(_ motion: Motion) -> Bool {
        guard motion.isAtRest else {
            last = nil
            return true
        }
        if let last, last.state == motion.state,
            motion.time.nanoseconds - last.time.nanoseconds < Self.period
        {
            return false
        }
        last = motion
        return true
    }

    /// The ticks at rest that were due before the one of `deadline`, in nanoseconds, and did not come.
    ///
    /// The last of them is that one, where it is late by less than a period: late, and not lost.
    package func missed(before deadline: Int64) -> UInt64 {
        guard let last else { return 0 }
        return UInt64(max(0, (deadline - last.time.nanoseconds) / Self.period - 1))
    }

    /// Lets the next tick through: somebody new has not seen one yet.
    package mutating func restart() { last = nil }

    /// True where the next tick at rest is let through whenever it comes.
    package var owesTick: Bool { last == nil }
}
