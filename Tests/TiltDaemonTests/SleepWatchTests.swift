import LinuxSystem
import Testing

@testable import TiltDaemon

@Suite struct `Sleep watch` {
    @Test func `tells each sleep once, and no moment between two readings`() {
        var watch = SleepWatch()
        let now = MonotonicClock.now()
        let awake = MonotonicClock.withSleep() - now
        #expect(watch.sleep(until: now, withSleep: now + awake) == nil)
        #expect(watch.sleep(until: now, withSleep: now + awake + 90_000_000) == nil)
        let slept = watch.sleep(until: now, withSleep: now + awake + 60_000_000_000, after: now) ?? 0
        #expect(abs(slept - 60_000_000_000) < 100_000_000)
        // Held up between the two for half a second.
        let later = now + 60_500_000_000
        #expect(watch.sleep(until: now, withSleep: later + awake, after: now + 500_000_000) == nil)
        #expect(watch.sleep(until: now + 1, withSleep: now + 1 + awake + 60_000_000_000) == nil)
    }

    @Test func `takes no clock that seems to go back for a sleep`() {
        var watch = SleepWatch()
        let now = MonotonicClock.now()
        #expect(watch.sleep(until: now + 5_000_000_000, withSleep: MonotonicClock.withSleep()) == nil)
    }
}
