import Testing

@testable import tiltshadow

@Suite struct `Plot spans` {
    @Test func `are joined when they are too many, and still counted`() {
        var spans = Spans()
        for index in 0..<10_000 { spans.append(Double(index)...Double(index) + 0.1) }
        #expect(spans.count == 10_000 && spans.spans.count <= Spans.limit)
        #expect(spans.spans.first?.lowerBound == 0 && spans.spans.last?.upperBound == 9999.1)
    }

    @Test func `go on where they are continued`() {
        var spans = Spans()
        spans.append(1...2, continuing: false)
        spans.append(2...3, continuing: true)
        spans.append(5...6, continuing: false)
        #expect(spans.count == 2 && spans.spans == [1...3, 5...6])
        #expect(spans.joined(nearerThan: 2.5) == [1...6])
    }

    @Test(
        arguments: [
            (50.0, 0.06, false), (50, 0.11, true), (200, 0.04, false), (200, 0.06, true), (nil, 0.4, true),
            (nil, 0.09, false),
        ] as [(Double?, Double, Bool)])
    func `gaps are longer than five intervals and 50 ms`(rate: Double?, step: Double, isGap: Bool) {
        var watch = GapWatch(rateHz: rate)
        for index in 0..<50 { #expect(watch.gap(before: Double(index) * 0.02) == nil) }
        let gap = watch.gap(before: 0.98 + step)
        #expect(gap == (isGap ? 0.98...(0.98 + step) : nil))
    }

    /// The gaps before readings that follow each other by these steps, in seconds, to 0.1 s.
    private static func gaps(_ steps: [Double], rate: Double?) -> [Double] {
        var (watch, time) = (GapWatch(rateHz: rate), 0.0)
        return ([0] + steps).compactMap { step in
            time += step
            return watch.gap(before: time).map { (($0.upperBound - $0.lowerBound) * 10).rounded() / 10 }
        }
    }

    private static func steps(_ step: Double, _ count: Int) -> [Double] {
        [Double](repeating: step, count: count)
    }

    @Test(
        arguments: [
            ("slows down", steps(0.02, 250) + steps(0.2, 300), [0.2]),
            ("slows down to no even pace", steps(0.02, 250) + [0.2, 0.3, 0.15, 0.25, 0.2, 0.3], [0.2]),
            (
                "slows down, and falls silent", steps(0.02, 250) + steps(0.2, 50) + [3] + steps(0.2, 50),
                [0.2, 3]
            ),
            (
                "slows down for a while", steps(0.02, 250) + steps(0.2, 50) + steps(0.02, 250) + [0.3, 0.02],
                [0.2, 0.3]
            ),
            ("falls silent twice", steps(0.02, 250) + [3, 0.02, 3] + steps(0.02, 9) + [0.3], [3, 3, 0.3]),
        ] as [(String, [Double], [Double])])
    func `gaps are few where a sensor`(does: String, steps: [Double], gaps: [Double]) {
        for rate in [nil, 50.0] { #expect(Self.gaps(steps, rate: rate) == gaps, "rate \(rate ?? 0)") }
    }
}
