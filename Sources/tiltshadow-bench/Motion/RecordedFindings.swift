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
        let delayed = rmse(Tracker(sensorDelay: Self.delay))
        return [
            Finding(
                "M5", "recorded, gyro: inclination RMSE, mean", errors.mean, atMost: 0.75, "°",
                note: Self.list(errors)),
            Finding("M5", "recorded, gyro: inclination RMSE, worst trial", errors.max(), atMost: 1.8, "°"),
            Finding(
                "M5", "the same mean with the sensor's delay of 4.15 ms", delayed.mean, atMost: 0.40, "°",
                note: Self.list(delayed)),
        ]
    }

    /// What the motion sensor of the recordings needs to show a motion, in seconds: the same at every rate.
    private static let delay = 0.00415

    /// M12: the frames, each judged at its own instant.
    var frames: [Finding] {
        func error(_ tracker: Tracker) -> Double? {
            trials.compactMap { tracker.publishedScore($0, at: .estimate).inclinationRMSE }.mean
        }
        func automatic(every: Int) -> String {
            "without a delay given" + Finding.number(error(Tracker(every: every)), 8)
        }
        return [
            Finding("M12", "frames of 50 Hz, gyro: inclination RMSE, mean", error(.fused), atMost: 0.44, "°"),
            Finding(
                "M12", "  with the sensor's delay of 4.15 ms", error(Tracker(sensorDelay: Self.delay)),
                atMost: 0.375, "°"),
            Finding(
                "M12", "  and every 3rd sample (95 Hz)", error(Tracker(sensorDelay: Self.delay, every: 3)),
                atMost: 0.48, "°", note: automatic(every: 3)),
            Finding(
                "M12", "  and every 5th sample (57 Hz)", error(Tracker(sensorDelay: Self.delay, every: 5)),
                atMost: 0.59, "°", note: automatic(every: 5)),
            Finding(
                "M12", "best delays at 286, 143, 95 and 57 Hz: spread", spreadOfBestDelays, atMost: 0.5, "ms",
                note: bestDelays.map { $0.map { Contest.fixed(1000 * $0, 2) } ?? "-" }.joined(separator: " ")
            ),
        ]
    }

    /// The delay with the least error for each rate, in seconds.
    private var bestDelays: [Double?] {
        [1, 2, 3, 5].map { every in
            stride(from: -0.006, through: 0.010, by: 0.00025).compactMap { delay in
                rmse(Tracker(sensorDelay: delay, every: every), at: .estimate).mean.map { (delay, $0) }
            }.min { $0.1 < $1.1 }?.0
        }
    }

    private var spreadOfBestDelays: Double? {
        let delays = bestDelays.compactMap { $0 }
        guard let least = delays.min(), let most = delays.max() else { return nil }
        return 1000 * (most - least)
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
