import Testing
import TiltCore

@testable import TiltDaemon

/// Limits and books of what subscribers are given; what they see of it is told by the sessions.
@Suite struct `Phases of subscribers` {
    private static let start: Int64 = 1_000_000_000_000

    private static func enter(
        _ phases: inout Phases, _ place: Int, of user: UInt32? = 1000, at phase: Int64, rate: Double = 50
    ) -> Int64? {
        ticks(&phases, place, of: user, at: phase, rate: rate)?.phase
    }

    private static func ticks(
        _ phases: inout Phases, _ place: Int, of user: UInt32? = 1000, at phase: Int64, rate: Double
    ) -> TickGrid? {
        phases.enter(
            place, of: user, asked: TickGrid(phase: phase, rateHz: rate), from: start,
            by: start + 2_000_000_000,
            at: start)
    }

    @Test func `wake as often for many as for one where they lie within 250 µs, and no oftener`() {
        var phases = Phases()
        for place in 0...250 {
            #expect(Self.enter(&phases, place, at: Int64(1_000 * place)) == Int64(1_000 * place))
        }
        #expect(phases.deadlinesPerSecond == 50)
        #expect(Self.enter(&phases, 251, at: 250_001) == 250_001)
        #expect(phases.deadlinesPerSecond == 100)
        // From the other side there is room again once the last one has gone.
        #expect(Self.enter(&phases, 252, at: -1) == -1)
        #expect(phases.deadlinesPerSecond == 150)
        phases.leave(250)
        phases.leave(252)
        #expect(Self.enter(&phases, 253, at: -1_000) == -1_000)
        #expect(phases.deadlinesPerSecond == 100)
    }

    @Test func `belong to a user eight at a time, counting no grid twice and nobody else's`() {
        var phases = Phases()
        for place in 0..<8 { #expect(Self.enter(&phases, place, at: 2_000_000 * Int64(place)) != nil) }
        #expect(Self.enter(&phases, 8, at: 14_100_000) == 14_100_000)
        #expect(Self.enter(&phases, 9, at: 16_000_000) == 14_100_000)
        #expect(Self.enter(&phases, 10, at: 16_000_000, rate: 60) == nil)
        #expect(Self.enter(&phases, 11, of: 1001, at: 16_000_000) == 16_000_000)
        #expect(Self.enter(&phases, 12, of: nil, at: 18_000_000) == 18_000_000)
        phases.leave(3)
        #expect(Self.enter(&phases, 13, at: 16_000_000, rate: 60) == 16_000_000)
    }

    /// What is asked for once there are eight, of which the first was 0 to begin with, and what is given: the nearest of all
    /// that somebody has, even where the first member of its grid lies farther off than that of another one.
    static let nearest: [(asked: Int64, given: Int64)] = [
        (410_000, 200_000), (1_090_000, 200_000), (1_110_000, 2_000_000), (-400_000, 150_000),
        (16_100_000, 14_000_000), (18_000_000, 20_150_000), (8_900_000, 8_000_000), (9_100_000, 10_000_000),
    ]

    @Test(arguments: nearest)
    func `beyond the limits are the nearest that somebody has, in whichever grid`(
        asked: Int64, given: Int64
    ) {
        var phases = Phases()
        for place in 0..<8 { _ = Self.enter(&phases, place, at: 2_000_000 * Int64(place)) }
        #expect(Self.enter(&phases, 8, at: 200_000) == 200_000)
        #expect(Self.enter(&phases, 9, at: 150_000) == 150_000)
        // Nobody has it any more, though its grid is still counted from there.
        phases.leave(0)
        let ticks = Self.ticks(&phases, 10, at: asked, rate: 50)
        #expect(ticks?.offset(of: given) == 0, "\(ticks?.phase ?? -1)")
        #expect(phases.deadlinesPerSecond == 400)
    }

    @Test func `are a thousand deadlines a second at most, and free again when their owners go`() {
        var phases = Phases()
        for place in 0..<5 {
            let given = Self.enter(&phases, place, of: UInt32(place), at: Int64(place) * 900_000, rate: 200)
            #expect(given == Int64(place) * 900_000)
        }
        #expect(Self.enter(&phases, 5, of: 5, at: 40_000, rate: 1) == nil)
        #expect(Self.enter(&phases, 6, of: 6, at: 4_500_000 + 5_000_000_000, rate: 200) == 5_005_000_000)
        phases.leave(0)
        #expect(phases.deadlinesPerSecond == 1000)
        phases.leave(6)
        phases.leave(6)
        #expect(phases.deadlinesPerSecond == 800)
        #expect(Self.enter(&phases, 5, of: 5, at: 40_000, rate: 200) == 40_000)
        for place in 0..<7 { phases.leave(place) }
        #expect(phases.isEmpty && phases.deadlinesPerSecond == 0 && phases.earliest == .max)
    }

    @Test func `are five hundred deadlines a second of one user at most, counting what it shares`() {
        var phases = Phases()
        #expect(Self.enter(&phases, 0, of: 1, at: 0, rate: 200) == 0)
        #expect(Self.enter(&phases, 1, of: 1, at: 1_000_000, rate: 200) == 1_000_000)
        #expect(Self.enter(&phases, 2, of: 1, at: 2_000_000, rate: 200) == 1_000_000)
        #expect(Self.enter(&phases, 3, of: 1, at: 2_000_000, rate: 101) == nil)
        #expect(Self.enter(&phases, 4, of: 1, at: 2_000_000, rate: 100) == 2_000_000)
        #expect(Self.enter(&phases, 5, of: 2, at: 2_000_000, rate: 200) == 2_000_000)
        #expect(phases.deadlinesPerSecond == 700)
        #expect(Self.enter(&phases, 6, of: 1, at: 2_100_000, rate: 200) == 2_100_000)
        phases.leave(4)
        #expect(Self.enter(&phases, 4, of: 1, at: 2_000_000, rate: 100) == nil)
    }

    @Test(
        arguments: [
            (59.9401, 100_000, 59.94, 100_000), (59.9399, -150_000, 59.94, -150_000), (59.94, 0, 59.94, 0),
            (59.9401, 260_000, 59.9401, 260_000), (59.9413, 0, 59.9413, 0),
        ] as [(Double, Int64, Double, Int64)])
    func `of a rate that is another by its last digits alone are the grid's, where they are now`(
        rate: Double, off: Int64, givenRate: Double, givenOff: Int64
    ) throws {
        var phases = Phases()
        _ = Self.enter(&phases, 0, at: Self.start + 5, rate: 59.94)
        // Asked for by an instant of long ago, from which the two rates lead elsewhere.
        let asked = TickGrid(phase: Self.start + 5 + off, rateHz: rate)
        let longAgo = TickGrid(phase: asked.instant(-1_000_000), rateHz: rate)
        let entered = phases.enter(
            1, of: 1000, asked: longAgo, from: Self.start, by: .max, at: Self.start)
        let given = try #require(entered)
        #expect(given.rateHz == givenRate)
        #expect(abs(given.nearest(to: Self.start) - (Self.start + 5 + givenOff)) <= 1)
        #expect(phases.deadlinesPerSecond == (givenRate == 59.94 ? 59.94 : 59.94 + rate))
    }

    @Test func `that move have a frame at once where the next would come too late, and then go on`() {
        var phases = Phases()
        let asked = TickGrid(phase: Self.start + 19_000_000, rateHz: 50)
        _ = phases.enter(
            0, of: 1, asked: asked, from: Self.start, by: Self.start + 18_999_999, at: Self.start)
        #expect(phases.earliest == Self.start)
        phases.takeDue(upTo: Self.start)
        #expect(phases.due.map(\.deadline) == [Self.start])
        #expect(phases.earliest == Self.start + 19_000_000)
        #expect(phases.skip(to: Self.start + 79_000_000) == 3)
        // What comes within half a period of the one in between would be one too many.
        _ = phases.enter(
            1, of: 1, asked: asked, from: Self.start + 10_000_000, by: Self.start + 15_000_000,
            at: Self.start + 12_000_000)
        phases.leave(0)
        #expect(phases.earliest == Self.start + 12_000_000)
        phases.takeDue(upTo: phases.earliest)
        #expect(phases.earliest == Self.start + 39_000_000)
    }

    @Test func `have one deadline after the other, each exactly where it belongs`() {
        var phases = Phases()
        _ = Self.enter(&phases, 3, at: Self.start + 5, rate: 60)
        _ = Self.enter(&phases, 7, at: Self.start + 100_005, rate: 144)
        #expect(phases.earliest == Self.start + 5)
        phases.takeDue(upTo: Self.start + 250_005)
        #expect(phases.due.map(\.place) == [3, 7])
        #expect(phases.due.map(\.deadline) == [Self.start + 5, Self.start + 100_005])
        #expect(phases.earliest == Self.start + 100_005 + 6_944_444)
        phases.takeDue(upTo: phases.earliest - 1)
        #expect(phases.due.isEmpty)
        phases.takeDue(upTo: phases.earliest)
        #expect(phases.due.map(\.place) == [7])
    }

    @Test func `miss what lies before the newest that has come`() {
        var phases = Phases()
        _ = Self.enter(&phases, 0, at: Self.start)
        _ = Self.enter(&phases, 1, at: Self.start + 100)
        _ = Self.enter(&phases, 2, at: Self.start + 15_000_000)
        #expect(phases.skip(to: Self.start + 100_000_000) == 9)
        #expect(phases.missing.map(\.place) == [0, 1, 2] && phases.missing.map(\.count) == [5, 4, 4])
        #expect(phases.earliest == Self.start + 80_000_100)
        #expect(phases.skip(to: Self.start + 100_000_000) == 0)
        phases.restart(after: Self.start + 1_000_000_000)
        #expect(phases.earliest == Self.start + 1_000_000_100)
    }
}
