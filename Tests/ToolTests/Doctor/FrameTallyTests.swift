import Testing
import TiltCore

@testable import tiltshadow

@Suite struct `A tally of frames` {
    private static func arrival(_ sequence: UInt64, at time: Int64, dropped: UInt64 = 0) -> FrameTally.Arrival
    {
        let frame = Frame(
            sequence: sequence, time: Timestamp(nanoseconds: time), state: .tracking,
            offset: ShadowOffset(x: 0, y: 0))
        return .init(frame: frame, dropped: dropped, time: 1_000_000_000)
    }

    @Test func `says what is missing and what was marked so`() {
        let tally = FrameTally(
            promisedHz: 50,
            arrivals: [
                Self.arrival(1, at: 0), Self.arrival(2, at: 20_000_000),
                Self.arrival(7, at: 120_000_000, dropped: 4), Self.arrival(7, at: 140_000_000),
                Self.arrival(3, at: 160_000_000),
            ])
        #expect(tally.missing == 4 && tally.dropped == 4)
        #expect(tally.latency?.p99 == 1000)
    }

    @Test func `holds whatever numbers a stranger sends`() {
        let times: [Int64] = [.max, .min, 0, .max, .min, 0]
        let tally = FrameTally(
            promisedHz: 50,
            arrivals: times.enumerated().map { index, time in
                Self.arrival([.max, 0][index % 2], at: time, dropped: .max - 1)
            })
        #expect(tally.missing == .max && tally.dropped == .max)
        #expect(tally.checks(restart: "r").count == 3)
    }
}
