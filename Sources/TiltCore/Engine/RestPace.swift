/// Lets a tick through every ``period`` while the fallback is shown and nothing moves, and every tick otherwise.
///
/// A tick that is held back is due to nobody, so it leaves no gap in anybody's numbers.
package struct RestPace: Equatable, Sendable {
    /// The distance of two ticks at rest, in nanoseconds: 1 s.
    package static let period: Int64 = 1_000_000_000
    /// What a tick before its turn costs, in nanoseconds: 250 ms, so that there are four a second, however many come.
    private static let cost: Int64 = 250_000_000
    /// How far ahead they may be paid, in nanoseconds: as far as four at once are.
    private static let credit: Int64 = 750_000_000

    /// The last tick that was let through at rest; `nil` where something moved since.
    private var last: Motion?
    /// True where somebody has come since.
    private var isOwed = false
    /// Until when those before their turn are paid, in nanoseconds.
    private var paidUntil: Int64 = 0

    /// Creates a pace that lets the first tick through.
    package init() {}

    /// True where the tick is to be published; the first one at rest always is, since it carries the final offset.
    package mutating func admits(_ motion: Motion) -> Bool {
        guard motion.isAtRest else {
            last = nil
            return true
        }
        let time = motion.time.nanoseconds
        if let last, last.state == motion.state, time - last.time.nanoseconds < Self.period {
            guard isOwed, time >= paidUntil - Self.credit else { return false }
            paidUntil = max(paidUntil, time) + Self.cost
        }
        last = motion
        isOwed = false
        return true
    }

    /// Leaves out the ticks at rest that were due before the one of `deadline`, in nanoseconds, and did not come, and says how
    /// many those are.
    ///
    /// The last of them is that one, where it is late by less than a period: late, and not lost.
    package mutating func miss(before deadline: Int64) -> UInt64 {
        guard let time = last?.time.nanoseconds else { return 0 }
        let missed = max(0, (deadline - time) / Self.period - 1)
        last?.time = Timestamp(nanoseconds: time + missed * Self.period)
        return UInt64(missed)
    }

    /// Lets the next tick through before its turn, but for a crowd: somebody new has not seen one yet.
    package mutating func owe() { isOwed = true }

    /// Lets the next tick through, and misses none before it.
    package mutating func restart() { (last, isOwed) = (nil, false) }

    /// From when on a tick at rest is let through before its turn, in nanoseconds; `nil` where none is.
    package var owedFrom: Int64? {
        guard last != nil else { return .min }
        return isOwed ? paidUntil - Self.credit : nil
    }
}
