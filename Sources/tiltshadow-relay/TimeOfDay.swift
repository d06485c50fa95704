import CLinux

/// The clock on the wall.
enum TimeOfDay {
    /// Nanoseconds since 1970.
    ///
    /// Calls `clock_gettime`.
    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
