import Testing

@testable import TiltCore

@Suite struct `Fade of the motion` {
    private static func time(_ seconds: Double) -> Timestamp {
        Timestamp(nanoseconds: Int64(seconds * 1e9))
    }

    @Test(arguments: [(0.0, 0.0), (0.25, 0.15625), (0.5, 0.5), (0.75, 0.84375), (1, 1), (99, 1), (-1, 0)])
    func `eases by smoothstep over one second`(seconds: Double, weight: Double) {
        var fade = Fade(false, at: Self.time(0))
        fade.turn(to: true, at: Self.time(5))
        #expect(abs(fade.weight(at: Self.time(5 + seconds)) - weight) < 1e-12)
    }

    @Test func `begins where it belongs`() {
        #expect(Fade(true, at: Self.time(3)).weight(at: Self.time(3)) == 1)
        #expect(Fade(false, at: Self.time(3)).weight(at: Self.time(3)) == 0)
    }

    @Test func `turns back from wherever it is, without a step`() {
        var random = SplitMix64(seed: 13)
        var fade = Fade(true, at: Self.time(0))
        var last = 1.0
        var largest = 0.0
        for tick in 1...5000 {
            let now = Self.time(Double(tick) * 0.02)
            if random.below(20) == 0 { fade.turn(to: random.below(2) == 0, at: now) }
            let weight = fade.weight(at: now)
            largest = max(largest, abs(weight - last))
            last = weight
            #expect(weight >= 0 && weight <= 1)
        }
        #expect(largest <= 0.03, "1.5 a second is the steepest slope of the ease")
    }

    @Test func `does not go beyond its end by a last bit, either`() {
        // The world of seed 271127010003002281 met one such nanosecond.
        for turned in stride(from: Int64(144_272_510), to: 1_000_000_000, by: 7_654_321) {
            var fade = Fade(false, at: Timestamp(nanoseconds: 0))
            fade.turn(to: true, at: Timestamp(nanoseconds: 0))
            fade.turn(to: false, at: Timestamp(nanoseconds: turned))
            for early in Int64(1)...20 {
                #expect(fade.weight(at: Timestamp(nanoseconds: turned + 1_000_000_000 - early)) >= 0)
            }
        }
    }

    @Test func `does not start anew when told what it does already`() {
        var fade = Fade(false, at: Self.time(0))
        fade.turn(to: true, at: Self.time(1))
        fade.turn(to: true, at: Self.time(1.5))
        #expect(fade.weight(at: Self.time(2)) == 1)
    }
}
