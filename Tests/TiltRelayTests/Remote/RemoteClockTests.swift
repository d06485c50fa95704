import Testing

@testable import TiltRelay

@Suite struct `A remote clock` {
    private static let millisecond: Int64 = 1_000_000

    /// Hears a frame every 20 ms for some seconds, each after a delay in ms, of a clock that is `ahead`, in nanoseconds.
    private func hear(
        _ clock: inout RemoteClock, from start: Int64, seconds: Int, ahead: (Int64) -> Int64,
        delay: (Int) -> Double
    ) -> Int64 {
        var now = start
        for number in 0..<seconds * 50 {
            let sent = start + Int64(number) * 20 * Self.millisecond
            now = sent + Int64(delay(number) * 1e6)
            _ = clock.take(sent + ahead(sent), at: now)
        }
        return now
    }

    @Test func `counts the smallest delay as none`() throws {
        var clock = RemoteClock()
        _ = hear(
            &clock, from: 0, seconds: 20, ahead: { _ in 77_000_000_000 }, delay: { 25 + Double($0 * 7 % 31) })
        #expect(clock.offset == 25 * Self.millisecond - 77_000_000_000)
        #expect(abs(clock.jitter - 28 * Self.millisecond) <= 2 * Self.millisecond)
    }

    @Test(arguments: [100.0, -100]) func `follows a drift of so many of a million`(ppm: Double) throws {
        var clock = RemoteClock()
        let ahead = { (sent: Int64) in Int64(Double(sent) * ppm * 1e-6) }
        let now = hear(&clock, from: 0, seconds: 600, ahead: ahead, delay: { 5 + Double($0 * 7 % 31) })
        let truth = 5 * Self.millisecond - ahead(now)
        #expect(abs(try #require(clock.offset) - truth) < 4 * Self.millisecond)
    }

    @Test(arguments: [3_600_000_000_000, -3_600_000_000_000] as [Int64])
    func `begins anew where the other clock steps`(step: Int64) throws {
        var clock = RemoteClock()
        let now = hear(&clock, from: 0, seconds: 5, ahead: { _ in 0 }, delay: { _ in 5 })
        let isAnother = clock.take(now + step, at: now + 5 * Self.millisecond)
        #expect(isAnother)
        #expect(clock.offset == 5 * Self.millisecond - step)
        #expect(clock.jitter == 0)
    }

    @Test func `is even where few come late, and no longer where many do`() {
        var clock = RemoteClock()
        var now = hear(&clock, from: 0, seconds: 1, ahead: { _ in 0 }, delay: { 5 + Double($0 % 10) * 0.25 })
        #expect(!clock.isEven)
        now = hear(&clock, from: now, seconds: 3, ahead: { _ in 0 }) {
            $0 % 50 == 0 ? 9 : 5 + Double($0 % 6) * 0.25
        }
        #expect(clock.isEven)
        now = hear(&clock, from: now, seconds: 3, ahead: { _ in 0 }, delay: { 5 + Double($0 % 10) * 0.25 })
        #expect(clock.isEven)
        _ = hear(&clock, from: now, seconds: 3, ahead: { _ in 0 }, delay: { 5 + Double($0 % 10) * 0.5 })
        #expect(!clock.isEven)
    }

    @Test func `takes a longer way for what it is within seconds`() throws {
        var clock = RemoteClock()
        var now = hear(&clock, from: 0, seconds: 5, ahead: { _ in 0 }, delay: { _ in 5 })
        now = hear(&clock, from: now, seconds: 10, ahead: { _ in 0 }, delay: { _ in 300 })
        #expect(clock.offset == 300 * Self.millisecond)
    }
}
