import TiltCore
import TiltScore

/// The fused estimator against the C++ reference: the same samples, in turn, within one run.
struct ReferenceContest {
    let trials: [Trial]
    private static let repeats = 9
    /// How much faster than the reference it is to be.
    private static let wanted = 1.4

    func print() {
        let samples = trials.flatMap(\.samples).filter { $0.acceleration != nil && $0.angularRate != nil }
        let steps = zip(samples.dropFirst(), samples).map { $0.time.seconds(since: $1.time) }
        guard let interval = steps.quantile(0.5) else { return }
        guard let reference = ReferenceProcess(samples, interval: interval) else {
            Swift.print("\nspeed: the reference is missing: pip install vqf")
            return
        }
        var (ours, theirs): ([Double], [Double]) = ([], [])
        var checksum = 0.0
        for _ in 0..<Self.repeats {
            let clock = ContinuousClock()
            let time = clock.measure { checksum += Self.run(samples, interval) }.components
            ours.append(Double(time.seconds) + Double(time.attoseconds) * 1e-18)
            guard let time = reference.time() else { break }
            theirs.append(time)
        }
        guard let mine = ours.quantile(0.5), let other = theirs.quantile(0.5) else { return }
        let count = Double(samples.count) * 1e-9
        Swift.print(
            """

            speed: \(samples.count) samples, median of \(theirs.count) in turn (checksum \(checksum))
              FusedEstimator       \(Finding.number(mine / count, 8)) ns a sample, up after each
              vqf updateBatch      \(Finding.number(other / count, 8)) ns a sample
              ratio                \(Finding.number(other / mine, 8)) (≥ \(Finding.number(Self.wanted, 0))) \
            \(other >= Self.wanted * mine ? "pass" : "MISS")
            """)
    }

    private static func run(_ samples: [Sample], _ interval: Double) -> Double {
        var estimator = FusedEstimator()
        var sum = 0.0
        for sample in samples {
            guard let rate = sample.angularRate, let force = sample.acceleration else { continue }
            estimator.update(rate: rate, interval: interval)
            estimator.update(force: force, interval: interval)
            sum += estimator.up.x
        }
        return sum
    }
}
