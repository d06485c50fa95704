import TiltCore

/// Finds how late an estimate is: the delay of the truth that fits it best.
struct LagSearch {
    /// The delays tried, in seconds; below 0 the estimate is early.
    private static let delays = -0.1...0.6
    /// First in steps of 20 ms, then, around the best, of 2 ms, then a parabola through the best three.
    private static let (coarseStep, fineStep) = (0.02, 0.002)
    /// Slower motion than this does not tell a delay, in Hz.
    private static let cutoff = 0.2
    /// Fewer rows tell nothing.
    private static let fewestRows = 50

    private let truthTimes: [Double]
    private let truth: UpSeries
    private let highPassedTruth: UpSeries
    /// The rows compared: their times, and the estimate there.
    private let times: [Double]
    private let estimate: UpSeries
    private let highPassedEstimate: UpSeries

    /// Less motion than this tells no delay, as the RMS of the high-passed truth.
    private static let leastMotion = 1e-4

    /// Compares the moving rows, at most about 60 a second; `nil` where there are too few, or the truth does not move.
    init?(_ estimates: Estimates, held: [Int?], _ truth: Truth) {
        let first = truth.start + Self.delays.upperBound
        let last = truth.end + Self.delays.lowerBound
        let rate = 1 / truth.interval
        let moving = truth.times.indices.filter {
            truth.isMoving[$0] && truth.ups[$0] != nil && truth.times[$0] > first && truth.times[$0] < last
        }
        let rows = stride(from: 0, to: moving.count, by: max(1, Int(rate / 60))).map { moving[$0] }
        guard rows.count >= Self.fewestRows,
            let filled = UpSeries(filling: held.map { $0.map { estimates.ups[$0] } })
        else { return nil }
        let moved = truth.filled.highPassed(cutoff: Self.cutoff, rate: rate)
        let squares = rows.map { moved[$0].dot(moved[$0]) }.reduce(0, +)
        guard (squares / Double(rows.count)).squareRoot() >= Self.leastMotion else { return nil }
        let highPassed = filled.highPassed(cutoff: Self.cutoff, rate: rate)
        truthTimes = truth.times
        self.truth = truth.filled
        highPassedTruth = moved
        times = rows.map { truth.times[$0] }
        estimate = UpSeries(rows.map { filled[$0] })
        highPassedEstimate = UpSeries(rows.map { highPassed[$0] })
    }

    /// The delay in seconds that maximises the cross-correlation of the high-passed vectors; `nil` where it is at the edge of
    /// those tried.
    var lagOfBestCorrelation: Double? { Self.maximum(of: correlation) }

    /// The delay in seconds that minimises the RMS angle; `nil` where it is at the edge of those tried.
    var lagOfLeastError: Double? { Self.maximum { -error(at: $0) } }

    /// The RMS angle to the truth `delay` seconds before, in radians.
    func error(at delay: Double) -> Double {
        var squares = 0.0
        forEach(in: truth, delayed: delay) { row, vector in
            let angle = estimate[row].angle(to: Up(of: vector) ?? .faceUp)
            squares += angle * angle
        }
        return (squares / Double(times.count)).squareRoot()
    }

    private func correlation(at delay: Double) -> Double {
        var (product, estimateSquare, truthSquare) = (0.0, 0.0, 0.0)
        forEach(in: highPassedTruth, delayed: delay) { row, vector in
            let estimate = highPassedEstimate[row]
            product += estimate.dot(vector)
            estimateSquare += estimate.dot(estimate)
            truthSquare += vector.dot(vector)
        }
        return product / max(1e-300, (estimateSquare * truthSquare).squareRoot())
    }

    /// Hands out each compared row with the series' vector `delay` seconds before, linear between its rows.
    private func forEach(in series: UpSeries, delayed delay: Double, _ body: (Int, Up<DeviceAxes>) -> Void) {
        var next = 1
        for (row, time) in times.enumerated() {
            let instant = time - delay
            while next < truthTimes.count - 1, truthTimes[next] <= instant { next += 1 }
            let (before, after) = (truthTimes[next - 1], truthTimes[next])
            let share = min(1, max(0, (instant - before) / (after - before)))
            body(row, series[next - 1] + share * (series[next] - series[next - 1]))
        }
    }

    private static func maximum(of quality: (Double) -> Double) -> Double? {
        func best(from low: Double, to high: Double, step: Double) -> (index: Int, values: [Double]) {
            let count = Int(((high + 1e-9 - low) / step).rounded(.up))
            let values = (0..<count).map { quality(low + Double($0) * step) }
            let index = values.indices.max { values[$0] < values[$1] } ?? 0
            return (index, values)
        }
        let coarse = best(from: delays.lowerBound, to: delays.upperBound, step: coarseStep)
        let middle = delays.lowerBound + Double(coarse.index) * coarseStep
        let low = max(delays.lowerBound, middle - coarseStep - fineStep)
        let high = min(delays.upperBound, middle + coarseStep + fineStep)
        let fine = best(from: low, to: high, step: fineStep)
        let (index, v) = fine
        guard index > 0, index < v.count - 1 else {
            let delay = low + Double(index) * fineStep
            let isInside = delay > delays.lowerBound + fineStep && delay < delays.upperBound - fineStep
            return isInside ? delay : nil
        }
        let curvature = v[index - 1] - 2 * v[index] + v[index + 1]
        let shift = curvature == 0 ? 0 : 0.5 * (v[index - 1] - v[index + 1]) / curvature
        return low + (Double(index) + shift) * fineStep
    }
}
