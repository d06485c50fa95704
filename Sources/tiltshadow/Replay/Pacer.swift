import CLinux
import LinuxSystem
import TiltCore

/// Holds frames back until their time has come, counted from the first one.
struct Pacer {
    /// Where the log's clock and ours met, in nanoseconds of each.
    private var start: (log: Int64, clock: Int64)?

    /// Sleeps until `frame` is due (`clock_nanosleep`); returns at once where it is late.
    mutating func wait(for frame: Frame) {
        let start = self.start ?? (frame.time.nanoseconds, MonotonicClock.now())
        self.start = start
        let due = start.clock &+ (frame.time.nanoseconds &- start.log)
        var deadline = timespec(tv_sec: Int(due / 1_000_000_000), tv_nsec: Int(due % 1_000_000_000))
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &deadline, nil) == EINTR {}
    }
}
