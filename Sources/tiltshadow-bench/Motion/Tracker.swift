import TiltCore
import TiltScore

/// An estimator set up for a run over trials.
struct Tracker {
    /// auto fuses both sensors, the others use the accelerometer alone.
    var kind = EstimatorKind.auto
    /// In seconds; see ``GravityEstimator/Parameters/sensorDelay``.
    var sensorDelay: Double?
    /// Every so many samples are used, the others dropped, as a slower sensor would have.
    var every = 1
    /// How far ahead the estimates are to be judged, in seconds.
    var ahead = 0.0
    /// True where the estimates are extrapolated that far, too.
    var predicts = false
    /// How offsets are made.
    var mapping = ShadowMapping.tilt

    static let fused = Tracker()
    static let alone = Tracker(kind: .oneEuro)

    /// The estimator's estimate after each sample, mapped without limit.
    func native(_ trial: Trial) -> Estimates {
        var estimates = Estimates()
        forEachEstimate(of: trial) { estimate, time in
            let up = predicts ? estimate.predicted(ahead) : estimate.up
            let offset = mapping(DisplayRotation.none(up), gain: 10)
            estimates.append(up, offset: offset, at: time + ahead)
        }
        return estimates
    }

    /// Hands out each estimate with its time, in seconds.
    func forEachEstimate(of trial: Trial, _ body: (GravityEstimate, Double) -> Void) {
        var estimator = GravityEstimator(parameters)
        for index in stride(from: 0, to: trial.samples.count, by: every) {
            estimator.ingest(trial.samples[index])
            guard let estimate = estimator.estimate else { continue }
            body(estimate, Double(trial.samples[index].time.nanoseconds) * 1e-9)
        }
    }

    /// The frames a subscriber gets at 50 Hz with this mapping and all other options at their defaults.
    func published(_ trial: Trial) -> Estimates {
        var engine = TiltEngine.Parameters()
        engine.estimator = parameters
        var subscription = Subscription()
        subscription.include = .up
        subscription.shadow.mapping = mapping
        let sensor = LogHeader.neutralCSV.sensor
        var replay = Replay(engine: engine, options: subscription, sensor: sensor)
        var estimates = Estimates()
        func take(_ frame: Frame) {
            guard let up = frame.up else { return }
            estimates.append(
                Up(x: up.x, y: up.y, z: up.z), offset: frame.offset, at: Double(frame.time.nanoseconds) * 1e-9
            )
        }
        for index in stride(from: 0, to: trial.samples.count, by: every) {
            let sample = trial.samples[index]
            replay.feed(
                Reading(
                    time: sample.time,
                    accelerometer: sample.acceleration.map { Reading.Counts(x: $0.x, y: $0.y, z: $0.z) },
                    gyroscope: sample.angularRate.map { Reading.Counts(x: $0.x, y: $0.y, z: $0.z) }), take)
        }
        replay.finish(take)
        return estimates
    }

    private var parameters: GravityEstimator.Parameters {
        var parameters = GravityEstimator.Parameters()
        parameters.kind = kind
        parameters.sensorDelay = sensorDelay
        return parameters
    }

    /// The score of ``native(_:)``.
    func nativeScore(_ trial: Trial, at instants: Score.Instants = .truth, searchesLag: Bool = false) -> Score
    {
        Score(native(trial), against: trial.truth, options(instants, searchesLag))
    }

    /// The score of ``published(_:)``.
    func publishedScore(_ trial: Trial, at instants: Score.Instants = .truth) -> Score {
        Score(published(trial), against: trial.truth, options(instants, false))
    }

    private func options(_ instants: Score.Instants, _ searchesLag: Bool) -> Score.Options {
        var options = Score.Options()
        options.instants = instants
        options.shadow.mapping = mapping
        options.searchesLag = searchesLag
        // Trials are cut out of longer ones: an estimator's own start is not rest.
        options.warmup = 5
        return options
    }
}
