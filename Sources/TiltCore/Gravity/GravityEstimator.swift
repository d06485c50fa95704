/// Separates gravity from hand motion: samples in, an estimate of up out.
///
/// With a gyroscope it fuses both sensors; without one, or while that is silent, the accelerometer alone has to do, and
/// the change between the two is eased. It works on *vectors*, never on angles, so it has no wrap-around and no singular
/// pose. Time comes with the samples: no clock is read. A copy of it goes on exactly as the original does.
public struct GravityEstimator: Equatable, Sendable {
    /// What may be tuned.
    public struct Parameters: Equatable, Sendable {
        /// Which filter; default auto.
        public var kind = EstimatorKind.auto
        /// For ``EstimatorKind/oneEuro``, and for ``EstimatorKind/auto`` without a gyroscope.
        public var oneEuro = OneEuroEstimator.Parameters()
        /// The cutoff of ``EstimatorKind/lowPass``, in Hz; greater than 0; default 5 Hz.
        public var lowPassCutoff = 5.0
        /// For ``EstimatorKind/auto`` with a gyroscope.
        public var fused = FusedEstimator.Parameters()
        /// How much later than its stamp says the motion sensor shows the motion, in seconds, made up for by its rates.
        ///
        /// From -0.02 s to 0.05 s; `nil`, the default, for half a sample: see `Estimators.md`.
        public var sensorDelay: Double?

        /// Creates the default parameters.
        public init() {}
    }

    /// Which sensors an estimate came from.
    public enum Source: Equatable, Sendable {
        /// Accelerometer and gyroscope.
        case fused
        /// The accelerometer alone.
        case accelerometer
    }

    /// The parameters in force.
    public private(set) var parameters: Parameters
    /// The estimate for the instant of the newest rate, without a gyroscope that of the newest force; `nil` before the first
    /// usable sample.
    public private(set) var estimate: GravityEstimate?
    /// What the newest estimate came from.
    public private(set) var source = Source.accelerometer

    private var biasHint: AngularRate<DeviceAxes>
    private var accelerometer: AccelerometerEstimator
    /// What is known by the gyroscope, once that has said something; before, it is asked for nothing.
    ///
    /// Beside a flag, and not optional: each look into an optional copies all that is in it, here a kilobyte.
    private var fusion: Fusion
    private var hasRates = false
    private var handover: Handover?
    /// True where the next estimate comes from something else than the last, even from the same source.
    private var mustHandOver = false
    /// True where the machine slept since the last estimate.
    private var hasSlept = false

    /// Creates an estimator that has seen nothing; `bias` is the gyroscope's from an earlier run, in rad/s, as a hint.
    public init(_ parameters: Parameters = Parameters(), bias: AngularRate<DeviceAxes> = .zero) {
        self.parameters = parameters
        biasHint = bias
        accelerometer = AccelerometerEstimator(parameters)
        fusion = Fusion(parameters.fused, sensorDelay: parameters.sensorDelay, bias: bias)
    }

    /// Takes new parameters and keeps all that is known: pose, velocity and bias.
    ///
    /// Cutoffs take effect without a step by themselves. Another kind of filter, and another delay to be made up for, are
    /// another estimate: a ``Handover`` eases over to it.
    public mutating func use(_ parameters: Parameters) {
        let old = self.parameters
        self.parameters = parameters
        accelerometer.use(parameters)
        if hasRates { fusion.use(parameters.fused, sensorDelay: parameters.sensorDelay) }
        mustHandOver =
            mustHandOver || parameters.kind != old.kind || parameters.sensorDelay != old.sensorDelay
    }

    /// Another sensor took this one's place: its first estimate is eased to, from what was shown at `time`, and its gyroscope
    /// starts from its own `bias`.
    public mutating func changeSensor(at time: Timestamp, bias: AngularRate<DeviceAxes> = .zero) {
        estimate = estimate(at: time)
        biasHint = bias
        accelerometer = AccelerometerEstimator(parameters)
        hasRates = false
        mustHandOver = estimate != nil
    }

    /// The machine slept for so many seconds: where the device is now, the accelerometer has to say, and at once: nobody
    /// has seen the turn that an ease from the old pose would show.
    public mutating func sleep(for seconds: Double) {
        if hasRates, fusion.sleep(for: seconds) { hasSlept = true }
    }

    /// The newest rate's time; `nil` without a gyroscope.
    var lastRate: Timestamp? { hasRates ? fusion.lastRate : nil }

    /// The gyroscope's bias, in rad/s; `nil` without a gyroscope.
    public var bias: AngularRate<DeviceAxes>? { hasRates ? fusion.estimator.bias : nil }

    /// The rate about the vertical, in rad/s, positive counterclockwise from above; 0 without a gyroscope.
    public var turnRate: Double {
        guard source == .fused, hasRates, let estimate else { return 0 }
        return estimate.turnRate
    }

    /// The estimate for an instant near the newest sample: carried there by the gyroscope's rate, by 50 ms at most.
    ///
    /// Without a gyroscope it is the newest: the speed of an accelerometer's direction is its noise and the hand's. Inlined,
    /// since who is lent two kilobytes is given a copy of them.
    @inline(__always)
    public func estimate(at time: Timestamp) -> GravityEstimate? {
        guard source == .fused, let lastRate else { return estimate }
        return estimate?.carried(Fusion.age(of: lastRate, at: time))
    }

    /// Feeds one sample.
    ///
    /// A part that is missing, not finite, or not newer than the last is ignored: drivers repeat scans, clocks step
    /// back, and an estimate that swallowed one NaN would never recover.
    public mutating func ingest(_ sample: Sample) {
        // One that is older than what was shown, as where a sensor's clock is behind, must not carry that back, nor say
        // anew which source can be trusted.
        let time = max(sample.time, accelerometer.lastUpdate ?? sample.time, lastRate ?? sample.time)
        // Before the sample is taken: what is eased from is what a tick just before it would have shown.
        let age = source == .fused ? lastRate.map { Fusion.age(of: $0, at: time) } ?? 0 : 0
        if parameters.kind == .auto, let rate = sample.angularRate, rate.isFinite, rate.length < 1e4 {
            if !hasRates {
                fusion = Fusion(parameters.fused, sensorDelay: parameters.sensorDelay, bias: biasHint)
                hasRates = true
            }
            fusion.ingest(rate, at: sample.time)
            // The turn beyond the end of the range is lost, and would be missing for seconds: the accelerometer has to do
            // until the rates are whole again.
            if sample.rateIsClipped { fusion.restart(at: sample.time) }
        }
        if let force = sample.acceleration, force.isFinite {
            accelerometer.ingest(force, at: sample.time)
            if hasRates { fusion.ingest(force, at: sample.time) }
        }
        choose(at: time, lastCarried: age)
    }

    /// Takes the better estimate there is; a change of source starts a ``Handover`` from what was shown, which was carried so
    /// many seconds beyond the estimate.
    private mutating func choose(at time: Timestamp, lastCarried age: Double) {
        guard accelerometer.hasEstimate else { return }
        let fused = parameters.kind == .auto && hasRates ? fusion.usable(at: time) : nil
        guard let next = fused ?? accelerometer.estimate else { return }
        let nextSource: Source = fused == nil ? .accelerometer : .fused
        if hasSlept {
            handover = nil
        } else if nextSource != source || mustHandOver, let estimate {
            handover = Handover(from: estimate.carried(age), to: next, at: time)
        }
        (mustHandOver, hasSlept) = (false, false)
        source = nextSource
        let eased = handover?.applied(to: next, at: time)
        if eased == nil { handover = nil }
        estimate = eased ?? next
    }
}
