import TiltCore
import TiltScore

/// M4 to M7, M9 and the rest step of M8: recordings with optical truth.
struct RecordedFindings {
    let trials: [Trial]

    /// M4: jumps.
    var jumps: Finding {
        let excess = trials.compactMap { trial in
            Tracker.fused.publishedScore(trial).stepExcess.map { (trial.name, $0) }
        }
        let worst = excess.max { $0.1 < $1.1 }
        return Finding(
            "M4", "recorded, gyro: step beyond the truth's, worst trial", worst?.1, atMost: 0.145, "pt",
            note: worst.map { "in \($0.0)" } ?? "")
    }

    /// M5: inclination at the sensor's rate.
    var inclination: [Finding] {
        let errors = rmse(.fused)
        let delayed = rmse(Tracker(sensorDelay: 0.0024))
        return [
            Finding(
                "M5", "recorded, gyro: inclination RMSE, mean", errors.mean, atMost: 0.75, "°",
                note: Self.list(errors)),
            Finding("M5", "recorded, gyro: inclination RMSE, worst trial", errors.max(), atMost: 1.8, "°"),
            Finding(
                "M5", "the same mean with a sensor delay of 2.4 ms", delayed.mean, atMost: 0.54, "°",
                note: Self.list(delayed)),
        ]
    }

    /// M6: slower sensors.
    var slower: [Finding] {
        [
            Finding(
                "M6", "recorded, gyro, every 3rd sample (95 Hz): mean",
                rmse(Tracker(every: 3), at: .estimate).mean,
                atMost: 0.70, "°"),
            Finding(
                "M6", "recorded, gyro, every 5th sample (57 Hz): mean",
                rmse(Tracker(every: 5), at: .estimate).mean,
                atMost: 1.20, "°"),
        ]
    }

    /// M7: what the accelerometer alone reaches.
    var slowRotations: Finding {
        let slow = trials.filter { $0.name.contains("slow_rotation") }
        let errors = slow.compactMap { Tracker.alone.nativeScore($0).inclinationRMSE }
        return Finding(
            "M7", "slow rotations, no gyro: inclination RMSE, mean", errors.mean, atMost: 4.1, "°",
            note: Self.list(errors))
    }

    /// M9: the RMS step of a published frame at rest, median of the trials, in points.
    func restStep(_ tracker: Tracker) -> Double? { restSteps(tracker).quantile(0.5) }

    /// The same of each trial.
    func restSteps(_ tracker: Tracker) -> [Double] {
        trials.compactMap { tracker.publishedScore($0).restStep }
    }

    /// The same straight from the estimator, before the offset is held while still.
    func restStepOfEstimator(_ tracker: Tracker) -> Double? {
        trials.compactMap { tracker.nativeScore($0).restStep }.quantile(0.5)
    }

    private func rmse(_ tracker: Tracker, at instants: Score.Instants = .truth) -> [Double] {
        trials.compactMap { tracker.nativeScore($0, at: instants).inclinationRMSE }
    }

    private static func list(_ values: [Double]) -> String {
        values.map { Contest.fixed($0, 2) }.joined(separator: " ")
    }
}
