import LinuxSystem

/// Tells that the machine slept: `CLOCK_BOOTTIME` goes on then, `CLOCK_MONOTONIC` does not.
///
/// No timer is late and no tick is missed over a suspend, so nothing else would show it.
struct SleepWatch {
    /// How much the two clocks are apart, in nanoseconds.
    private var distance = MonotonicClock.withSleep() - MonotonicClock.now()

    /// Less is a moment between the two readings, in nanoseconds: 0.1 s.
    private static let shortest: Int64 = 100_000_000

    /// For how long the machine slept since the last call, in nanoseconds; `nil` where it did not.
    ///
    /// This program itself may have been held up between the two readings: `after` is what `CLOCK_MONOTONIC` says behind both.
    mutating func sleep(
        until now: Int64, withSleep: Int64 = MonotonicClock.withSleep(),
        after: @autoclosure () -> Int64 = MonotonicClock.now()
    ) -> Int64? {
        let slept = withSleep - now - distance
        guard slept.magnitude > Self.shortest.magnitude, after() - now < Self.shortest else { return nil }
        distance += slept
        return slept > 0 ? slept : nil
    }
}
