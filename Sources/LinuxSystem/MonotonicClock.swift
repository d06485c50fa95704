import CLinux

/// The clock of every deadline and timestamp: `CLOCK_MONOTONIC`, which stands still during suspend.
package enum MonotonicClock {
    /// Calls `clock_gettime`; nanoseconds since an unspecified start.
    package static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Calls `clock_gettime` for `CLOCK_BOOTTIME`, the same with the time asleep; nanoseconds since boot.
    package static func withSleep() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
