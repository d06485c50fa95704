import CMath

/// A second-order Butterworth high-pass run forward and then backward, so that nothing is delayed.
///
/// The bilinear transform with K = tan(π·f/fs) gives, with D = 1 + √2·K + K²:
///
///     b = (1, −2, 1) / D        a = (1, 2(K² − 1)/D, (1 − √2·K + K²)/D)
///
/// Both ends are extended by their own mirror image, turned about the end point, over three periods of the cutoff; each
/// pass starts in the steady state of its first value (Gustafsson, IEEE Trans. Signal Processing 44(4), 1996, and what
/// `filtfilt` of SciPy does).
struct ZeroPhaseHighPass {
    private let b0: Double
    private let a1: Double
    private let a2: Double
    /// Values added at each end.
    private let padding: Int

    /// `cutoff` and `rate` in Hz, the cutoff below half the rate.
    init(cutoff: Double, rate: Double) {
        let k = tan(Double.pi * cutoff / rate)
        let d = 1 + 2.0.squareRoot() * k + k * k
        b0 = 1 / d
        a1 = 2 * (k * k - 1) / d
        a2 = (1 - 2.0.squareRoot() * k + k * k) / d
        padding = Int(3 * rate / cutoff)
    }

    /// The filtered values, as many as were given.
    func callAsFunction(_ values: [Double]) -> [Double] {
        guard let first = values.first, let last = values.last, values.count > 1 else { return values }
        let margin = min(values.count - 1, padding)
        var extended: [Double] = []
        extended.reserveCapacity(values.count + 2 * margin)
        for index in stride(from: margin, to: 0, by: -1) { extended.append(2 * first - values[index]) }
        extended += values
        for index in 0..<margin { extended.append(2 * last - values[values.count - 2 - index]) }
        run(over: &extended)
        extended.reverse()
        run(over: &extended)
        extended.reverse()
        return Array(extended[margin..<(margin + values.count)])
    }

    /// One pass, in the transposed direct form II.
    private func run(over values: inout [Double]) {
        let first = values.first ?? 0
        // The state that a constant input settles to, where the output is 0.
        var s1 = -b0 * first
        var s2 = b0 * first
        for index in values.indices {
            let input = values[index]
            let output = b0 * input + s1
            s1 = -2 * b0 * input - a1 * output + s2
            s2 = b0 * input - a2 * output
            values[index] = output
        }
    }
}
