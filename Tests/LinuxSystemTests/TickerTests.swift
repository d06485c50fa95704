import CLinux
import LinuxSystem
import Testing

@Suite struct `A ticker` {
    private static let millisecond: Int64 = 1_000_000

    /// Waits, without a limit of time, until the ticker has a tick.
    private func next(_ ticker: inout Ticker) throws -> Tick {
        var waiting = pollfd(fd: ticker.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&waiting, 1, -1) == 1)
        let tick = ticker.read()
        return try #require(tick)
    }

    @Test func `ticks exactly on the grid, counting every deadline that passes`() throws {
        var ticker = try Ticker.open()
        let start = MonotonicClock.now()
        try ticker.start(period: Self.millisecond, from: start)
        var counted: Int64 = 0
        for _ in 0..<20 {
            let tick = try next(&ticker)
            counted += 1 + Int64(tick.missed)
            #expect(tick.deadline == start + counted * Self.millisecond)
            #expect(tick.deadline <= MonotonicClock.now())
        }
    }

    @Test func `skips what a stall missed instead of bursting`() throws {
        var ticker = try Ticker.open()
        // A start in the past stands for the stall, of a minute: this machine's own stalls are shorter.
        let period = 10 * Self.millisecond
        let start = MonotonicClock.now() - 6000 * period
        try ticker.start(period: period, from: start)
        let stalled = try next(&ticker)
        #expect(stalled.missed >= 5999)
        #expect(stalled.deadline == start + Int64(stalled.missed + 1) * period)
        let following = try next(&ticker)
        #expect(following.deadline == stalled.deadline + Int64(following.missed + 1) * period)
        #expect(following.missed < stalled.missed)
    }

    @Test func `has no tick before the first deadline`() throws {
        var ticker = try Ticker.open()
        #expect(ticker.read() == nil)
        try ticker.start(period: 1_000_000 * Self.millisecond, from: MonotonicClock.now())
        #expect(ticker.isRunning == true)
        #expect(ticker.read() == nil)
    }

    @Test func `stops: what was due is forgotten and nothing wakes the loop`() throws {
        var ticker = try Ticker.open()
        try ticker.start(period: Self.millisecond, from: MonotonicClock.now() - 5 * Self.millisecond)
        ticker.stop()
        #expect(ticker.isRunning == false)
        var waiting = pollfd(fd: ticker.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&waiting, 1, 5) == 0)
        #expect(ticker.read() == nil)
    }

    @Test func `changes the period and keeps the rhythm from the last tick`() throws {
        var ticker = try Ticker.open()
        let start = MonotonicClock.now()
        try ticker.start(period: 4 * Self.millisecond, from: start)
        let slow = try next(&ticker)
        try ticker.start(period: Self.millisecond, from: slow.deadline)
        let fast = try next(&ticker)
        #expect(fast.deadline == slow.deadline + Int64(fast.missed + 1) * Self.millisecond)
        #expect(ticker.period == Self.millisecond)
    }

    @Test func `waits for one deadline alone, and goes back to a grid`() throws {
        var ticker = try Ticker.open()
        try ticker.start(period: Self.millisecond, from: MonotonicClock.now() - 5 * Self.millisecond)
        let deadline = MonotonicClock.now() + 2 * Self.millisecond
        try ticker.start(onceAt: deadline)
        #expect(ticker.isRunning == true)
        let single = try next(&ticker)
        #expect(single.deadline == deadline && single.missed == 0 && MonotonicClock.now() >= deadline)
        #expect(ticker.isRunning == false)
        #expect(ticker.read() == nil)
        try ticker.start(onceAt: -7)
        let past = try next(&ticker)
        #expect(past.deadline == -7 && past.missed == 0)
        try ticker.start(onceAt: .max)
        #expect(ticker.read() == nil)
        let start = MonotonicClock.now()
        try ticker.start(period: Self.millisecond, from: start)
        let tick = try next(&ticker)
        #expect(tick.deadline == start + Int64(tick.missed + 1) * Self.millisecond)
        try ticker.start(onceAt: deadline)
        ticker.stop()
        #expect(ticker.read() == nil)
        #expect(ticker.isRunning == false)
    }

    @Test(arguments: [0, -1] as [Int64]) func `refuses a period that is not greater than zero`(period: Int64)
    {
        #expect(throws: SystemError("timerfd_settime", "period \(period)", errno: EINVAL)) {
            var ticker = try Ticker.open()
            try ticker.start(period: period, from: 0)
        }
    }
}
