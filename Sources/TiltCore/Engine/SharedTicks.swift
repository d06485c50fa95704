/// The ticks that all subscribers without a phase of their own share, and which of them are one's.
package enum SharedTicks {
    /// The slowest tick while a sensor is open, in nanoseconds: the smallest evdev ring holds 80 ms at 200 Hz.
    package static let slowest: Int64 = 50_000_000

    /// From one tick to the next where `rateHz` is the fastest rate asked for, in nanoseconds.
    package static func period(_ rateHz: Double) -> Int64 { min(slowest, Int64((1e9 / rateHz).rounded())) }

    /// From one frame to the next of a subscriber that asks for `rateHz`, in nanoseconds.
    package static func framePeriod(_ rateHz: Double) -> Int64 { Int64(1e9 / rateHz) }

    /// True where the tick at `deadline` is one of a subscriber's; `next` is when its next frame is due, in nanoseconds.
    ///
    /// That moves by the subscriber's own period, so 30 Hz on a 50 Hz tick is 30 frames a second and not 25.
    package static func isDue(_ next: inout Int64?, at deadline: Int64, period: Int64) -> Bool {
        guard let due = next else {
            next = deadline &+ period
            return true
        }
        guard deadline >= due else { return false }
        next = deadline &- due >= period ? deadline &+ period : due &+ period
        return true
    }
}
