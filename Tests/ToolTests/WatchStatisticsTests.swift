import Testing
import TiltCore

@testable import tiltshadow

@Suite struct `Watch statistics` {
    func frame(_ sequence: UInt64, x: Double = 0, state: TrackingState = .tracking) -> Frame {
        Frame(
            sequence: sequence, time: Timestamp(nanoseconds: Int64(sequence) * 20_000_000), state: state,
            offset: ShadowOffset(x: x, y: 0))
    }

    @Test func `measures the rate of arrival`() throws {
        var statistics = WatchStatistics()
        for index in 0..<200 {
            statistics.add(frame(UInt64(index)), dropped: 0, now: Int64(index) * 20_000_000)
        }
        #expect(abs(try #require(statistics.rate) - 50) < 1e-9)
        for index in 0..<200 {
            statistics.add(frame(UInt64(index)), dropped: 0, now: Int64(200 + index * 2) * 20_000_000)
        }
        #expect(abs(try #require(statistics.rate) - 25) < 1e-9)
    }

    @Test func `counts a step only between frames that follow each other`() {
        var statistics = WatchStatistics()
        statistics.add(frame(1, x: 0), dropped: 0, now: 0)
        statistics.add(frame(2, x: 0.5), dropped: 0, now: 1)
        statistics.add(frame(9, x: 9), dropped: 6, now: 2)
        statistics.add(frame(10, x: 0, state: .stale), dropped: 0, now: 3)
        statistics.reconnected()
        statistics.add(frame(11, x: 16), dropped: 0, now: 4)
        #expect(statistics.largestStep == 0.5)
        #expect(statistics.dropped == 6)
        #expect(statistics.frames == 5)
    }

    @Test func `count up to the largest number there is`() {
        var statistics = WatchStatistics()
        let last = Frame(
            sequence: .max, time: Timestamp(nanoseconds: 0), state: .tracking,
            offset: ShadowOffset(x: 0, y: 0))
        for _ in 0..<3 { statistics.add(last, dropped: 18_446_744_073_709_549_568, now: 0) }
        #expect(statistics.dropped == .max && statistics.frames == 3)
    }
}
