import Testing

@testable import TiltDaemon

@Suite struct `Lateness histogram` {
    @Test func `is empty at first`() {
        #expect(LatenessHistogram().percentile(0.99) == 0)
        #expect(LatenessHistogram().latest == 0)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 7, 8, 11, 64, 71, 1000, 4321, 60_000] as [Int64])
    func `tells a lateness to a quarter`(_ microseconds: Int64) {
        var histogram = LatenessHistogram()
        histogram.add(microseconds * 1000)
        histogram.add(1_000_000_000)
        let told = histogram.percentile(0.5)
        #expect(told >= microseconds)
        #expect(Double(told) <= Double(microseconds) * 1.25 + 1)
    }

    @Test func `counts shares from the earliest`() {
        var histogram = LatenessHistogram()
        for _ in 0..<98 { histogram.add(50_000) }
        for _ in 0..<2 { histogram.add(900_000) }
        #expect(histogram.percentile(0.5) < 64)
        #expect(histogram.percentile(0.98) < 64)
        #expect(histogram.percentile(0.99) == 900)
        #expect(histogram.latest == 900_000)
    }

    @Test func `takes any value`() {
        var histogram = LatenessHistogram()
        for value in [-5, 0, Int64.max] { histogram.add(value) }
        #expect(histogram.percentile(0.3) <= 2)
        #expect(histogram.latest == .max)
    }
}
