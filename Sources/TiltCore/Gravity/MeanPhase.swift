/// Counts the samples of a filter's first time constant, during which it is a plain mean.
struct MeanPhase: Equatable, Sendable {
    private var count = 0.0
    private var elapsed = 0.0

    /// 1/n for the n-th sample of the first `length` seconds, `nil` after that.
    mutating func nextShare(interval: Double, length: Double) -> Double? {
        guard elapsed < length else { return nil }
        elapsed += interval
        count += 1
        return 1 / count
    }
}
