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

    private static func tally(_ count: Int, hz: Double, _ state: TrackingState = .tracking) -> FrameTally {
        var tally = FrameTally(promisedHz: hz)
        for index in 0..<count {
            var arrival = arrival(UInt64(index + 1), at: Int64(Double(index) * 1e9 / hz))
            arrival.frame.state = state
            arrival.time = arrival.frame.time.nanoseconds
            tally.add(arrival)
        }
        return tally
    }

    @Test func `counts the silence of a daemon that stopped`() {
        var tally = Self.tally(51, hz: 50)
        tally.end = 2_000_000_000
        #expect(tally.checks(restart: "r")[0].verdict == .ok)
        tally.end = 7_000_000_000
        let check = tally.checks(restart: "r")[0]
        #expect(check.verdict == .problem && check.advice == "r")
        #expect(check.detail == "7.1 Hz, 50.0 expected: none came in the last 6.0 seconds")
    }

    @Test func `is content with the slowest rate, and with few frames of a silent sensor`() {
        #expect(FrameTally.leastSeconds(at: 50) < 2)
        for hz in [1, 0.001, 0, -1, .nan] { #expect(FrameTally.leastSeconds(at: hz) == 3.5) }
        var slow = Self.tally(4, hz: 1)
        slow.end = 3_500_000_000
        #expect(slow.checks(restart: "r")[0].verdict == .ok)
        let stale = Self.tally(2, hz: 1, .stale)
        #expect(stale.checks(restart: "r")[0].verdict == .skipped)
    }

    @Test func `has gaps reported of the daemon in question`() {
        let tally = FrameTally(
            promisedHz: 50, arrivals: [Self.arrival(1, at: 0), Self.arrival(3, at: 40_000_000)])
        #expect(tally.checks(restart: "r")[1].advice == "tiltshadow doctor --report")
        #expect(
            tally.checks(restart: "r", socket: "/a b")[1].advice
                == "tiltshadow doctor --report --socket '/a b'")
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
