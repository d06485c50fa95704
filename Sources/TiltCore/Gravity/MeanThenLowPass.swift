/// The gain of a second-order Butterworth low-pass for one interval, exact for an input that is held over it.
///
/// In units of its time constant the filter is e″ + 2e′ + 2e = 0 for the distance e = output − input, with the cutoff
/// √2/(2πτ): both poles lie at (−1 ± i)/τ. Over s = Δt/τ the solution turns (e, e′) by
/// exp(−s)·[[cos s + sin s, sin s], [−2 sin s, cos s − sin s]]; any interval is as exact as any other.
struct ButterworthStep: Equatable, Sendable {
    /// exp(−s)·cos s.
    let p: Double
    /// exp(−s)·sin s.
    let q: Double

    /// `interval` and `timeConstant` in seconds, the second greater than 0.
    init(interval: Double, timeConstant: Double) {
        let s = interval / timeConstant
        let (sin, cos) = Double.sinCos(s)
        let decay = Double.exp(-s)
        p = decay * cos
        q = decay * sin
    }
}

/// Three numbers through a second-order Butterworth low-pass, after a plain mean over the first time constant.
///
/// The mean gives a usable value from the first sample on, where the filter alone would still be settling.
struct MeanThenLowPass: Equatable, Sendable {
    /// The filtered values, in the unit of the input.
    private(set) var output = MatrixRow(x: 0, y: 0, z: 0)
    /// State: the output's slope, per time constant.
    private var slope = MatrixRow(x: 0, y: 0, z: 0)

    /// Takes the next values; `share` is 1/n for the n-th of the first time constant, `nil` after that.
    @inline(__always)
    mutating func update(_ input: MatrixRow, _ step: ButterworthStep, meanShare share: Double?) {
        let distance = output - input
        guard let share else {
            output = input + (step.p + step.q) * distance + step.q * slope
            slope = (step.p - step.q) * slope - (2 * step.q) * distance
            return
        }
        output = output - share * distance
    }
}

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
