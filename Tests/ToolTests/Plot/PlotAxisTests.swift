import Testing

@testable import tiltshadow

@Suite struct `Plot axes` {
    @Test(arguments: [
        (-10.0...10.0, 5.0, -10.0, 10.0, "−10"), (-1...1, 0.5, -1, 1, "−1.0"),
        (-31.4...31.4, 20, -40, 40, "−40"),
        (0...0.03, 0.01, 0, 0.03, "0.00"), (-88...91, 50, -100, 100, "−100"),
    ])
    func `hold all values between round numbers`(
        _ range: ClosedRange<Double>, step: Double, first: Double, last: Double, text: String
    ) throws {
        let ticks = AxisTicks(around: range, count: 6)
        #expect(ticks.step == step)
        #expect(try #require(ticks.values.first) == first && #require(ticks.values.last) == last)
        #expect(ticks.text(first) == text)
    }

    @Test(arguments: [(8.0, 1.0), (23, 2), (100, 10), (600, 60), (3600, 300), (86_400, 7200), (0.5, 0.05)])
    func `of time have round steps, minutes and hours too`(seconds: Double, step: Double) {
        let ticks = AxisTicks(seconds: seconds, count: 12)
        #expect(ticks.step == step && ticks.values.allSatisfy { $0 <= seconds + 1e-9 })
    }

    @Test func `map a ramp to a straight line from corner to corner`() {
        let scale = PlotScale(left: 10, top: 20, width: 100, height: 50, duration: 4, values: -1...1)
        var trace = Envelope()
        for index in 0...4 { trace.append(Double(index) / 2 - 1, at: Double(index)) }
        let corners: [PlotPoint] = (0...4).map {
            PlotPoint(x: 10 + 25 * Double($0), y: 70 - 12.5 * Double($0))
        }
        #expect(
            scale.lines(trace) == [corners])
    }

    @Test func `keep labels apart, in order and within the panel`() {
        let rows = LabelColumn.rows([50, 49, 95, 0], spacing: 16, within: 4...96)
        #expect(rows == [65, 49, 95, 4])
        let crowded = LabelColumn.rows([90, 91, 92], spacing: 16, within: 4...96)
        #expect(crowded == [64, 80, 96])
    }
}
