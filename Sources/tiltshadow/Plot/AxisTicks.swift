/// Round numbers along an axis: 1, 2 or 5 times a power of ten apart, or round spans of time.
struct AxisTicks: Equatable {
    /// From one to the next.
    let step: Double
    /// Their values, ascending.
    let values: [Double]
    /// Digits after the point.
    let decimals: Int

    /// Ticks around a range of values, at most about `count`: the first is not above it and the last not below.
    ///
    /// Angles that are large have parts of a right angle between them, in degrees.
    init(around range: ClosedRange<Double>, count: Int, isAngle: Bool = false) {
        let least = (range.upperBound - range.lowerBound) / Double(max(1, count - 1))
        let angle = isAngle && least > 10 ? [15.0, 30, 45, 90].first { $0 >= least } : nil
        let step = angle ?? Self.step(atLeast: least)
        // What a division leaves of a bound that is a tick is no reason for another.
        let first = (range.lowerBound / step + 1e-9).rounded(.down)
        let last = max(first + 1, (range.upperBound / step - 1e-9).rounded(.up))
        self.init(step: step, first: first, last: last)
    }

    /// Ticks from zero on in `seconds` of time, none beyond, at most about `count`.
    init(seconds: Double, count: Int) {
        let least = seconds / Double(max(1, count))
        let round: [Double] = [60, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400, 28_800, 43_200, 86_400]
        var step = least <= 30 ? Self.step(atLeast: least) : round.first { $0 >= least } ?? 86_400
        while step < least { step *= 2 }
        self.init(step: step, first: 0, last: (seconds / step + 1e-9).rounded(.down))
    }

    private init(step: Double, first: Double, last: Double) {
        self.step = step
        values = stride(from: first, through: last, by: 1).map { $0 * step }
        var (decimals, unit) = (0, step)
        while decimals < 9, (unit - unit.rounded()).magnitude > 1e-6 {
            unit *= 10
            decimals += 1
        }
        self.decimals = decimals
    }

    /// A tick's text.
    func text(_ value: Double) -> String {
        let text = FrameLine.number(value, decimals: decimals, signed: false)
        return text.hasPrefix("-") ? "−" + text.dropFirst() : text
    }

    private static func step(atLeast least: Double) -> Double {
        guard least.isFinite, least > 1e-9 else { return 1e-9 }
        var power = 1e-9
        while power * 10 <= least { power *= 10 }
        let tolerance = 1 - 1e-9
        let factor = [1.0, 2, 5].first { $0 * power >= least * tolerance } ?? 10
        // 1e-9 times ten a few times is not quite the decimal number it stands for.
        let step = factor * power
        return step < 1 ? 1 / (1 / step).rounded() : step.rounded()
    }
}
