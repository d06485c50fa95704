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
}
