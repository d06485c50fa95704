import TiltCore
import TiltScore

/// What extrapolation is worth: the error against the truth some time ahead, with and without it.
struct PredictionTable {
    let trials: [Trial]

    func print() {
        Swift.print("\nprediction, recorded trials: RMS angle to the truth ahead, mean of trials, °")
        Swift.print("                    ahead   without      with   overshoot: any instant, at a stop")
        for (name, kind) in [("gyro", EstimatorKind.auto), ("no gyro", .oneEuro)] {
            for milliseconds in [20.0, 40] {
                var tracker = Tracker(kind: kind, ahead: milliseconds / 1000)
                let without = error(tracker)
                tracker.predicts = true
                let with = error(tracker)
                let overshoots = trials.map { overshoot(tracker, $0) }
                Swift.print(
                    "  " + Finding.padded(name, 18) + Finding.padded("\(milliseconds.shortText) ms", 6)
                        + Finding.number(without, 9) + Finding.number(with, 10)
                        + Finding.number(overshoots.map(\.any).max(), 24)
                        + Finding.number(overshoots.map(\.atStop).max(), 11))
            }
        }
        Swift.print(
            """
              overshoot: how far the prediction adds to the error along its own way, worst instant in motion, °; a
              stop: the truth there has just come to less than 10°/s, for 50 ms; goal ≤ 2° at 20 ms with a gyroscope
            """)
    }

    private func error(_ tracker: Tracker) -> Double? {
        trials.compactMap { tracker.nativeScore($0, at: .estimate).inclinationRMSE }.mean
    }

    /// In degrees: the growth of the error from now to `ahead`, along the way from the estimate to its prediction.
    private func overshoot(_ tracker: Tracker, _ trial: Trial) -> (any: Double, atStop: Double) {
        var worst = (any: 0.0, atStop: 0.0)
        tracker.forEachEstimate(of: trial) { estimate, time in
            let ahead = estimate.predicted(tracker.ahead)
            let way = ahead - estimate.up
            guard way.length > 1e-9, let now = trial.truth.row(at: time), now.isMoving,
                let then = trial.truth.row(at: time + tracker.ahead)
            else { return }
            let growth = (ahead - then.up) - (estimate.up - now.up)
            let degrees = growth.dot(way) / way.length * 180 / Double.pi
            worst.any = max(worst.any, degrees)
            guard degrees > worst.atStop, rests(trial.truth, from: time + tracker.ahead) else { return }
            worst.atStop = degrees
        }
        return worst
    }

    /// True where the truth turns by less than 10°/s in each tenth of the 50 ms after `time`.
    private func rests(_ truth: Truth, from time: Double) -> Bool {
        (0..<10).allSatisfy { step in
            let start = time + Double(step) * 0.005
            guard let a = truth.row(at: start), let b = truth.row(at: start + 0.005) else { return false }
            return a.up.angle(to: b.up) < 0.05 * Double.pi / 180
        }
    }
}
