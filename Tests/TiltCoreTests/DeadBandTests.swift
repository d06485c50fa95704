import Testing

@testable import TiltCore

@Suite struct `Still offsets` {
    private static func at(_ tick: Int) -> Timestamp { Timestamp(nanoseconds: Int64(tick) * 20_000_000) }

    @Test func `holds an offset exactly after a second of wandering below 0.01 point`() {
        var deadBand = DeadBand()
        var shown: [ShadowOffset] = []
        for tick in 0..<200 {
            let wander = ShadowOffset(x: 3 + 0.004 * Double(tick % 3), y: -1)
            let (offset, isStill) = deadBand.settled(wander, at: Self.at(tick))
            #expect(isStill == (tick >= 50), "tick \(tick)")
            if isStill { shown.append(offset) }
        }
        #expect(Set(shown.map { $0.x }).count == 1)
    }

    @Test
    func `leaves rest at the very tick that moves by 0.01 point, and is where it should be 0.8 s later`() {
        var deadBand = DeadBand()
        for tick in 0..<100 { _ = deadBand.settled(.zero, at: Self.at(tick)) }
        let moved = ShadowOffset(x: 1, y: 0)
        let first = deadBand.settled(moved, at: Self.at(100))
        #expect(first.isStill == false && (first.offset - moved).length <= 0.01)
        for tick in 101..<141 { _ = deadBand.settled(moved, at: Self.at(tick)) }
        #expect(deadBand.settled(moved, at: Self.at(141)) == (moved, false))
    }

    @Test func `makes no step of its own when a slow drift leaves its place`() {
        var deadBand = DeadBand()
        var last: ShadowOffset?
        for tick in 0..<2000 {
            let (offset, _) = deadBand.settled(
                ShadowOffset(x: 0.0001 * Double(tick), y: 0), at: Self.at(tick))
            if let last { #expect((offset - last).length < 0.001) }
            last = offset
        }
    }

    @Test func `never calls a slow drift still for longer than it stays within 0.01 point`() {
        var deadBand = DeadBand()
        for tick in 0..<2000 {
            let drift = ShadowOffset(x: 0.0001 * Double(tick), y: 0)
            let (offset, _) = deadBand.settled(drift, at: Self.at(tick))
            #expect((offset - drift).length < 0.01)
        }
    }
}
