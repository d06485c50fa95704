import Testing
import TiltSensors

@Suite struct `Stamp repair` {
    private static let second: Int64 = 1_000_000_000

    /// The times of a batch of stamps read at `now`, all in nanoseconds.
    private func times(_ repair: inout StampRepair, _ stamps: [Int64], now: Int64) -> [Int64] {
        repair.begin(newest: stamps.last ?? 0, count: stamps.count, now: now)
        return stamps.enumerated().map { repair.time(of: $0.element, after: stamps.count - 1 - $0.offset) }
    }

    @Test func `keeps stamps that are near now`() {
        var repair = StampRepair(rateHz: 200)
        let now = 100 * Self.second
        #expect(
            times(&repair, [now - 9_000_000, now - 4_000_000], now: now) == [
                now - 9_000_000, now - 4_000_000,
            ])
    }

    @Test func `spreads a batch over the nominal period where the driver always says 0`() {
        var repair = StampRepair(rateHz: 200)
        let now = 100 * Self.second
        #expect(times(&repair, [0, 0, 0], now: now) == [now - 10_000_000, now - 5_000_000, now])
    }

    @Test func `never goes back where more came than the nominal rate allows`() {
        var repair = StampRepair(rateHz: 50)
        let now = 100 * Self.second
        let first = times(&repair, [0], now: now)
        let second = times(&repair, [0, 0, 0, 0], now: now + 20_000_000)
        #expect(second == [5, 10, 15, 20].map { now + $0 * 1_000_000 })
        #expect(first[0] < second[0])
    }

    @Test func `shifts another clock and keeps its distances`() {
        var repair = StampRepair(rateHz: 100)
        let now = 100 * Self.second
        let realtime = 1_700_000_000 * Self.second
        let batch = times(&repair, [realtime - 10_000_000, realtime], now: now)
        #expect(batch == [now - 10_000_000, now])
        let later = times(&repair, [realtime + 12_000_000], now: now + 15_000_000)
        #expect(later == [now + 12_000_000])
    }

    @Test(arguments: [.max, 200 * second, 1_700_000_000 * second])
    func `is not held back by one stamp of the far future within a batch`(garbage: Int64) {
        var repair = StampRepair(rateHz: 100)
        let now = 100 * Self.second
        let batch = times(&repair, [now - 20_000_000, garbage, now - 1_000_000], now: now)
        #expect(batch == [now - 20_000_000, now - 10_000_000, now - 1_000_000])
        #expect(times(&repair, [now + 9_000_000], now: now + 10_000_000) == [now + 9_000_000])
    }

    @Test func `is never in the future with another clock`() {
        var repair = StampRepair(rateHz: 100)
        let now = 100 * Self.second
        let realtime = 1_700_000_000 * Self.second
        _ = times(&repair, [realtime], now: now)
        #expect(times(&repair, [realtime + 20_000_000], now: now + 10_000_000) == [now + 10_000_000])
    }

    @Test func `takes up again after another clock has jumped`() {
        var repair = StampRepair(rateHz: 100)
        let now = 100 * Self.second
        let realtime = 1_700_000_000 * Self.second
        _ = times(&repair, [realtime], now: now)
        // A suspend of an hour: realtime went on, the monotonic clock did not.
        #expect(times(&repair, [realtime + 3600 * Self.second], now: now + 5_000_000) == [now + 5_000_000])
    }

    @Test func `believes monotonic stamps of a backlog that is older than a second`() {
        var repair = StampRepair(rateHz: 200)
        let now = 100 * Self.second
        let stamps = [now - 3 * Self.second, now - 2 * Self.second, now - 1_000_000]
        #expect(times(&repair, stamps, now: now) == stamps)
    }

    @Test func `gives every reading a later time than the one before, whatever the stamps`() {
        var repair = StampRepair(rateHz: 100)
        var now = 100 * Self.second
        var last = Int64.min
        for stamps in [[5, 5, 5], [-1, .max, .min], [0, 7, 3], [now, now, now - 1]] as [[Int64]] {
            now += 20_000_000
            for time in times(&repair, stamps, now: now) {
                #expect(time > last)
                last = time
            }
        }
    }

    @Test(arguments: [1_000_000, 300_000_000, 999_000_000, 5_000_000_000] as [Int64])
    func `never believes a stamp of the future`(_ ahead: Int64) {
        var repair = StampRepair(rateHz: 100)
        let now = 100 * Self.second
        let batch = times(&repair, [now + ahead - 10_000_000, now + ahead], now: now)
        #expect(batch == [now - 10_000_000, now], "a clock that is ahead keeps its distances")
        let later = times(&repair, [now + ahead + 10_000_000], now: now + 12_000_000)
        #expect(later == [now + 10_000_000])
    }

    @Test func `goes on with the driver's own stamps after a single one of the future`() {
        var repair = StampRepair(rateHz: 100)
        let now = 100 * Self.second
        _ = times(&repair, [now + 900_000_000], now: now)
        let second = now + 10_000_000
        #expect(times(&repair, [second - 1_000_000], now: second).allSatisfy { $0 <= second })
        let third = now + 20_000_000
        #expect(times(&repair, [third - 1_000_000], now: third) == [third - 1_000_000])
    }

    /// How late the newest readings come out of a sensor of 100 Hz that is read 50 times a second, in ms: the most of each
    /// second.
    ///
    /// Its clock says what `clock` makes of ours, in nanoseconds.
    private func lateness(seconds: Int, clock: (Int64) -> Int64) -> [Double] {
        var repair = StampRepair(rateHz: 100)
        let start = 100 * Self.second
        var worst = [Double](repeating: 0, count: seconds)
        for second in worst.indices {
            for tick in 0..<50 {
                // Measured 1 to 11 ms before it is read, as the clocks of sensors are nobody's.
                let measured =
                    start + Int64(second * 50 + tick) * 20_000_000 + Int64((second * 50 + tick) % 11)
                    * 1_000_000
                let now = start + Int64(second * 50 + tick) * 20_000_000 + 11_000_000
                let times = times(&repair, [clock(measured - 10_000_000), clock(measured)], now: now)
                let late = Double(measured - times[1]) * 1e-6
                #expect(times[1] <= now && times[0] < times[1])
                worst[second] = max(worst[second], late.magnitude)
            }
        }
        return worst
    }

    @Test(arguments: [-100, -20, 20, 100])
    func `follows a clock of the sensor's own that is slow or fast by so many millionths`(drift: Double)
        throws
    {
        let late = lateness(seconds: 1800) { 5 * Self.second + $0 + Int64(Double($0) * drift * 1e-6) }
        // The soonest counts as at once, and eight seconds of drift.
        #expect(try #require(late.max()) < 12.1)
    }

    @Test(arguments: [-100, 100])
    func `notices that a clock which began with ours is another`(drift: Double) throws {
        let start = 100 * Self.second
        let late = lateness(seconds: 1800) { $0 + Int64(Double($0 - start) * drift * 1e-6) }
        // What a bus may take, a period, and eight seconds of drift.
        #expect(try #require(late.max()) < 36.1)
        #expect(try #require(late[1000...].max()) < 12.1)
    }

    /// One reading says that it was measured so many ms later than it was.
    @Test(arguments: [12, 24, 60, 97, 99, 101, 400, 990], [100.2, 107])
    func `is not led astray by a stamp or two that lie after now`(ahead: Double, at: Double) throws {
        let (first, last) = (Int64(at * 1e9), Int64((at + 0.03) * 1e9))
        let late = lateness(seconds: 20) { $0 + ((first...last).contains($0) ? Int64(ahead * 1e6) : 0) }
        // What is replaced lies at now, up to 11 ms after it was measured.
        #expect(try #require(late.max()) < 12.1, "\(late)")
    }

    @Test(arguments: [0.05, 0.3, 0.6, 0.9, 1.2, -0.3, -5])
    func `is right again soon after another clock was set back or forward`(back: Double) throws {
        let setAt = 120 * Self.second
        let late = lateness(seconds: 40) {
            1_700_000_000 * Self.second + $0 - ($0 < setAt ? 0 : Int64(back * 1e9))
        }
        #expect(try #require(late[..<19].max()) < 12.1)
        // Little waits until it is forgotten; much is noticed as soon as a whole second is later.
        #expect(try #require(late[(back < 0.1 ? 30 : 23)...].max()) < 12.1, "\(late)")
    }
}
