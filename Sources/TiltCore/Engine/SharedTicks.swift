/// The ticks that all subscribers without a phase of their own share, and which of them are one's.
package enum SharedTicks {
    /// The slowest tick while a sensor is open, in nanoseconds: the smallest evdev ring holds 80 ms at 200 Hz.
    package static let slowest: Int64 = 50_000_000

    /// From one tick to the next where `rateHz` is the fastest rate asked for, in nanoseconds.
    package static func period(_ rateHz: Double) -> Int64 { min(slowest, Int64((1e9 / rateHz).rounded())) }

    /// From one frame to the next of a subscriber that asks for `rateHz`, in nanoseconds.
    package static func framePeriod(_ rateHz: Double) -> Int64 { Int64(1e9 / rateHz) }

    /// What a tick may be early, in nanoseconds: 1 µs.
    ///
    /// Periods are whole nanoseconds, so that three ticks of 75 Hz are one shorter than the period of 25 Hz.
    private static let rounding: Int64 = 1_000

    /// True where the tick at `deadline` is one of a subscriber's; `next` is when its next frame is due, in nanoseconds.
    ///
    /// That moves by the subscriber's own period, so 30 Hz on a 50 Hz tick is 30 frames a second and not 25. Where a tick
    /// comes just when the frame is due, it moves with the ticks: a whole part of their rate never drifts off them.
    package static func isDue(_ next: inout Int64?, at deadline: Int64, period: Int64) -> Bool {
        guard let due = next else {
            next = deadline &+ period
            return true
        }
        let late = deadline &- due
        guard late >= -rounding else { return false }
        next = late < rounding || late >= period ? deadline &+ period : due &+ period
        return true
    }

    /// How many frames that were due at `next`, in nanoseconds, and after it the one of a tick at `deadline` replaces, which
    /// that moves on by; one that is late by less than its own period is late and not lost.
    package static func missed(_ next: inout Int64?, before deadline: Int64, period: Int64) -> Int64 {
        guard let due = next else { return 0 }
        let count = max(0, (deadline &- due &+ rounding) / period)
        next = due &+ count &* period
        return count
    }
}
