import TiltCore
import TiltScore

/// How true frames of 50 Hz are at their own instants.
struct InstantFindings {
    let trials: [Trial]

    /// The delay of the recordings' sensor, in seconds.
    private static let delay = 0.00415
    /// The delays that are tried, in milliseconds.
    private static let scan = stride(from: -1.0, through: 9, by: 1)

    /// The mean inclination errors, and how far the best delays of four sample rates differ.
    var all: [Finding] {
        [
            finding("50 Hz frames, every sample, delay auto", Tracker(), 0.44),
            finding("  sensor_delay_ms 4.15", Tracker(sensorDelay: Self.delay), 0.375),
            finding("  every 3rd sample (95 Hz)", Tracker(sensorDelay: Self.delay, every: 3), 0.48),
            finding("  every 5th sample (57 Hz)", Tracker(sensorDelay: Self.delay, every: 5), 0.59),
            bestDelays,
        ]
    }

    private func finding(_ what: String, _ tracker: Tracker, _ goal: Double) -> Finding {
        let errors = self.errors(tracker)
        return Finding(
            "F", what, errors.mean, atMost: goal, "°",
            note: errors.map { Contest.fixed($0, 2) }.joined(separator: " "))
    }

    private func errors(_ tracker: Tracker) -> [Double] {
        var options = Score.Options()
        options.instants = .estimate
        options.searchesLag = false
        return trials.compactMap {
            Score(tracker.published($0), against: $0.truth, options).inclinationRMSE
        }
    }

    /// A delay belongs to the chip: another one at another rate is an error of the integration.
    private var bestDelays: Finding {
        let best = [1, 2, 3, 5].compactMap { bestDelay(every: $0) }
        let spread = best.max().flatMap { most in best.min().map { most - $0 } }
        return Finding(
            "F", "best delay at 286, 143, 95 and 57 Hz differs by", best.count == 4 ? spread : nil,
            atMost: 0.5, "ms", note: best.map { Contest.fixed($0, 2) }.joined(separator: " "))
    }

    /// The delay of least error in milliseconds, by a parabola through the best of ``scan`` and its neighbours.
    private func bestDelay(every: Int) -> Double? {
        let tried = Self.scan.compactMap { delay in
            errors(Tracker(sensorDelay: delay / 1000, every: every)).mean.map { (delay, $0 * $0) }
        }
        guard let least = tried.indices.min(by: { tried[$0].1 < tried[$1].1 }),
            least > 0, least < tried.count - 1
        else { return nil }
        let (before, now, after) = (tried[least - 1].1, tried[least].1, tried[least + 1].1)
        return tried[least].0 + 0.5 * (before - after) / (before - 2 * now + after)
    }
}
