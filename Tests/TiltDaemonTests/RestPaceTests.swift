import Testing
import TiltCore

@testable import TiltDaemon

@Suite struct `Rest pace` {
    /// One tick, in milliseconds.
    private struct Tick {
        var milliseconds: Int64
        var state = TrackingState.none
        var isAtRest = true
    }

    /// Ticks at rest every 20 ms.
    private func ticks(from start: Int64, to end: Int64) -> [Tick] {
        stride(from: start, through: end, by: 20).map { Tick(milliseconds: $0) }
    }

    /// The milliseconds of the ticks that are let through.
    private func admitted(_ ticks: [Tick], by pace: inout RestPace) -> [Int64] {
        ticks.filter { tick in
            let time = Timestamp(nanoseconds: tick.milliseconds * 1_000_000)
            return pace.admits(Motion(time: time, state: tick.state, fade: tick.isAtRest ? 0 : 0.5))
        }.map { $0.milliseconds }
    }

    @Test func `lets the first tick at rest through, then one a second`() {
        var pace = RestPace()
        #expect(admitted(ticks(from: 0, to: 3000), by: &pace) == [0, 1000, 2000, 3000])
    }

    @Test func `holds nothing back while something moves, and begins afresh afterwards`() {
        var pace = RestPace()
        let moving = [Tick(milliseconds: 40, isAtRest: false), Tick(milliseconds: 60, isAtRest: false)]
        let all = ticks(from: 0, to: 20) + moving + ticks(from: 80, to: 1100)
        #expect(admitted(all, by: &pace) == [0, 40, 60, 80, 1080])
    }

    @Test func `lets another state through at once`() {
        var pace = RestPace()
        let all = [Tick(milliseconds: 0, state: .stale), Tick(milliseconds: 20, state: .stale)]
        #expect(admitted(all + ticks(from: 40, to: 60), by: &pace) == [0, 40])
    }

    @Test func `misses what another has come for, and not what is late`() {
        var pace = RestPace()
        _ = admitted([Tick(milliseconds: 0)], by: &pace)
        let missed = [20, 1000, 1150, 1980, 2000, 4990].map { pace.miss(before: $0 * 1_000_000) }
        #expect(missed == [0, 0, 0, 0, 1, 2])
    }

    @Test func `lets the next tick through for somebody new`() {
        var pace = RestPace()
        _ = admitted(ticks(from: 0, to: 300), by: &pace)
        pace.owe()
        #expect(admitted(ticks(from: 320, to: 400), by: &pace) == [320])
    }

    @Test func `lets four a second through for a crowd: everybody gets them`() {
        var pace = RestPace()
        var times: [Int64] = []
        for time in stride(from: Int64(0), through: 3000, by: 20) {
            pace.owe()
            times += admitted([Tick(milliseconds: time)], by: &pace)
        }
        let later: [Int64] = [280, 520, 780, 1020, 1280, 1520, 1780, 2020, 2280, 2520, 2780]
        #expect(times == [0, 20, 40, 60, 80] + later)
        #expect(pace.owedFrom == 3_020_000_000)
    }
}
