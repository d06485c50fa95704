import Testing

@testable import tiltshadow

@Suite struct `Plot envelope` {
    @Test func `keeps a short line whole`() {
        var envelope = Envelope()
        let points = (0..<Envelope.limit).map {
            Envelope.Point(time: Double($0) * 0.02, value: Double($0 % 7))
        }
        for point in points { envelope.append(point.value, at: point.time) }
        #expect(envelope.lines == [points])
    }

    @Test(arguments: [100, 7_919, 720_000]) func `keeps every extreme of a long line in bounded room`(
        peak: Int
    ) {
        var envelope = Envelope()
        for index in 0..<720_000 {
            let value = index == peak ? 40.0 : index == peak + 1 ? -40 : Double(index % 3)
            envelope.append(value, at: Double(index) * 0.005)
        }
        envelope.append(0, at: 3600.005)
        let points = envelope.lines.flatMap { $0 }
        #expect(points.count <= 2 * Envelope.limit && points.count > Envelope.limit / 2)
        #expect(zip(points, points.dropFirst()).allSatisfy { $0.time <= $1.time })
        #expect(envelope.last == Envelope.Point(time: 3600.005, value: 0))
        guard peak < 719_999 else { return }
        #expect(points.contains(Envelope.Point(time: Double(peak) * 0.005, value: 40)))
        #expect(points.contains(Envelope.Point(time: Double(peak + 1) * 0.005, value: -40)))
        #expect(envelope.range == -40...40)
    }

    @Test func `keeps a ramp on its straight line`() {
        var envelope = Envelope()
        for index in 0..<100_000 { envelope.append(3 * Double(index) * 0.01 + 1, at: Double(index) * 0.01) }
        let points = envelope.lines.flatMap { $0 }
        #expect(points.first == Envelope.Point(time: 0, value: 1))
        #expect(points.allSatisfy { ($0.value - 3 * $0.time - 1).magnitude < 1e-9 })
    }

    @Test func `draws no line over a break, and takes what is no number for nothing`() {
        var envelope = Envelope()
        envelope.append(1, at: 0)
        envelope.append(.nan, at: 0.5)
        envelope.breakLine()
        envelope.append(.infinity, at: 0.7)
        envelope.append(2, at: 1)
        #expect(envelope.lines.map { $0.map(\.value) } == [[1], [2]])
    }
}
