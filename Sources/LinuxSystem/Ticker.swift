import CLinux

/// A timer (`timerfd`) on the grid start + k · period, which never drifts, or of one deadline at a time.
///
/// The kernel counts the deadlines that pass, so a stalled loop skips them: it gets one ``Tick`` with the newest
/// deadline, never a burst. Stopped, it causes no wake-up.
package struct Ticker: ~Copyable {
    private let timer: OwnedDescriptor
    /// The deadline last handed out, or the start of the grid; nanoseconds.
    private var previous: Int64 = 0
    /// The distance of two deadlines in nanoseconds; 0 while stopped.
    package private(set) var period: Int64 = 0
    /// The one deadline that it waits for, in nanoseconds.
    private var single: Int64?

    private init(adopting timer: consuming OwnedDescriptor) {
        self.timer = timer
    }

    /// Calls `timerfd_create`; the ticker is stopped.
    package static func open() throws(SystemError) -> Ticker {
        let flags = CInt(TFD_CLOEXEC) | CInt(TFD_NONBLOCK)
        return Ticker(adopting: try .checked(timerfd_create(CLOCK_MONOTONIC, flags), "timerfd_create"))
    }

    /// The number to watch; readable when a deadline has come.
    package var descriptor: CInt { timer.raw }

    /// True from ``start(period:from:)`` on until ``stop()``, or from ``start(onceAt:)`` on until its deadline was read.
    package var isRunning: Bool { period > 0 || single != nil }

    /// Begins a grid: the first deadline is `start + period`.
    ///
    /// A running ticker changes to the new grid, and deadlines not yet read are forgotten. To change the period
    /// and keep the rhythm, pass the deadline of the last tick as `start`.
    ///
    /// - Parameters:
    ///   - period: the distance of two deadlines, in nanoseconds, greater than 0.
    ///   - start: in nanoseconds of ``MonotonicClock``; may lie in the past.
    /// - Throws: ``SystemError`` with `EINVAL` where `period` is not greater than 0.
    package mutating func start(period: Int64, from start: Int64) throws(SystemError) {
        guard period > 0 else { throw SystemError("timerfd_settime", "period \(period)", errno: EINVAL) }
        try arm(first: start + period, interval: period)
        previous = start
        self.period = period
        single = nil
    }

    /// Waits for one deadline in place of any other, in nanoseconds of ``MonotonicClock``; it comes at once where it lies in
    /// the past.
    package mutating func start(onceAt deadline: Int64) throws(SystemError) {
        // An instant of 0 would disarm it.
        try arm(first: max(1, deadline), interval: 0)
        single = deadline
        period = 0
    }

    /// Disarms the timer; deadlines not yet read are forgotten.
    package mutating func stop() {
        // Disarming fails for no valid timer.
        try? arm(first: 0, interval: 0)
        period = 0
        single = nil
    }

    /// Takes the newest deadline that has come, or `nil` where none came since the last call.
    package mutating func read() -> Tick? {
        var count: UInt64 = 0
        let size = MemoryLayout.size(ofValue: count)
        guard CLinux.read(timer.raw, &count, size) == size, count > 0, isRunning else { return nil }
        if let single {
            self.single = nil
            return Tick(deadline: single, missed: 0)
        }
        previous += Int64(count) * period
        return Tick(deadline: previous, missed: Int(count) - 1)
    }

    /// Calls `timerfd_settime` with `TFD_TIMER_ABSTIME`; both in nanoseconds, `first` 0 disarms.
    private func arm(first: Int64, interval: Int64) throws(SystemError) {
        var setting = itimerspec(it_interval: Self.timespec(interval), it_value: Self.timespec(first))
        guard timerfd_settime(timer.raw, CInt(TFD_TIMER_ABSTIME), &setting, nil) == 0 else {
            throw SystemError("timerfd_settime")
        }
    }

    private static func timespec(_ nanoseconds: Int64) -> timespec {
        CLinux.timespec(
            tv_sec: time_t(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }
}

/// A deadline of a ``Ticker`` that has come.
package struct Tick: Equatable {
    /// When it was due, in nanoseconds of ``MonotonicClock``: exactly on the ticker's grid.
    package let deadline: Int64
    /// How many earlier deadlines passed unread since the tick before this one; 0 unless the loop stalled.
    package let missed: Int
}
