import Testing
import TiltCore

@Suite struct `A grid of ticks` {
    /// Worked out with fractions of whole numbers, by Python.
    @Test(
        arguments: [
            (59.94, 1_000_012_345_678, 0, 1_000_012_345_678),
            (59.94, 1_000_012_345_678, 1, 1_000_029_029_028),
            (59.94, 1_000_012_345_678, 5_178_816, 87_400_012_345_678),
            (59.94, 1_000_012_345_678, -1, 999_995_662_328),
            (60, 0, 1, 16_666_667), (60, 0, 2, 33_333_333), (60, 0, 3, 50_000_000), (60, 0, -1, -16_666_667),
            (144, 5, 12_441_600, 86_400_000_000_005), (1, -7, 3, 2_999_999_993),
            (200, .min, 3_689_348_814_741, 18_446_744_073_705_000_000 - 9_223_372_036_854_775_808),
        ] as [(Double, Int64, Int64, Int128)])
    func `has its instants where they are, however far from the phase`(
        rate: Double, phase: Int64, index: Int64, instant: Int128
    ) {
        #expect(Int128(TickGrid(phase: phase, rateHz: rate).instant(index)) == instant)
    }

    @Test(arguments: [1, 23.976, 50, 59.94, 60, 90, 119.88, 143.856, 144, 165, 199.999, 200])
    func `finds the instant before and after any time`(rate: Double) {
        for phase in [0, 1, -1, 81_234_567_890_123, .min, .max] as [Int64] {
            let grid = TickGrid(phase: phase, rateHz: rate)
            for time in [-5, 0, 81_234_567_000_000, 9_007_199_254_740_993] as [Int64] {
                let index = grid.index(atOrBefore: time)
                let (before, after) = (grid.instant(index), grid.instant(index + 1))
                #expect(before <= time && time < after)
                #expect(abs(Double(after - before) - 1e9 / rate) < 1)
                #expect(grid.index(after: time) == index + 1 && grid.index(atOrBefore: before) == index)
                #expect(grid.index(after: after - 1) == index + 1 && grid.index(after: after) == index + 2)
            }
        }
    }

    @Test func `tells how far another of its rate lies off`() {
        let grid = TickGrid(phase: 1_000, rateHz: 50)
        #expect(grid.offset(of: 1_000 + 20_000_000 * 77 + 250_000) == 250_000)
        #expect(grid.offset(of: 1_000 - 20_000_000 * 77 - 1) == -1)
        #expect(grid.nearest(to: 1_000 + 9_999_999) == 1_000)
        #expect(grid.nearest(to: 1_000 + 10_000_001) == 20_001_000)
        #expect(TickGrid(phase: 5, rateHz: 50).offset(of: .max).magnitude <= 10_000_000)
    }

    @Test func `keeps its period over a day, where a rounded one is off by far`() {
        let grid = TickGrid(phase: 0, rateHz: 144)
        let day = 12_441_600 as Int64
        #expect(grid.instant(day) == 86_400_000_000_000)
        #expect(grid.instant(day) - day * grid.instant(1) > 5_000_000)
    }
}
