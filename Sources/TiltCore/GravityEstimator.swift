/// Separates gravity from hand motion: samples in, an estimate of up out.
///
/// It filters the *vector*, never angles, so it has no wrap-around and no singular pose. Each kind is one case; a new
/// estimator joins here and nowhere else. Time comes with the samples: no clock is read.
public struct GravityEstimator: Equatable, Sendable {
    /// What may be tuned.
    public struct Parameters: Equatable, Sendable {
        /// Which filter; default 1€.
        public var kind = EstimatorKind.oneEuro
        /// For ``EstimatorKind/oneEuro``.
        public var oneEuro = OneEuroEstimator.Parameters()
        /// The cutoff of ``EstimatorKind/lowPass``, in Hz; greater than 0; default 5 Hz.
        public var lowPassCutoff = 5.0

        /// Creates the default parameters.
        public init() {}
    }

    /// The parameters in force.
    public let parameters: Parameters
    /// The newest estimate, or `nil` before the first usable sample.
    public private(set) var estimate: GravityEstimate?

    private enum State: Equatable, Sendable {
        case empty
        case oneEuro(OneEuroEstimator)
        case lowPass(Acceleration<DeviceAxes>)
        case raw
    }
    private var state = State.empty
    private var lastUpdate: Timestamp?

    /// Creates an estimator that has seen nothing.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
    }

    /// Longest specific force believed, in units of gravity: a harder knock is taken as this long, in its direction.
    private static let longestForce = 4.0

    /// Feeds one sample.
    ///
    /// A sample without acceleration, not finite, or not newer than the last is ignored: drivers repeat scans, clocks
    /// step back, and an estimate that swallowed one NaN would never recover.
    public mutating func ingest(_ sample: Sample) {
        guard let acceleration = sample.acceleration, acceleration.isFinite else { return }
        let force = (acceleration / standardGravity).shortened(to: Self.longestForce)
        guard force.isFinite else { return }
        guard let lastUpdate else {
            lastUpdate = sample.time
            start(with: force)
            return
        }
        guard sample.time > lastUpdate else { return }
        let interval = sample.time.seconds(since: lastUpdate)
        self.lastUpdate = sample.time
        guard interval > 0 else { return }
        update(with: force, interval: interval)
    }

    private mutating func start(with force: Acceleration<DeviceAxes>) {
        switch parameters.kind {
        case .oneEuro: state = .oneEuro(OneEuroEstimator(parameters.oneEuro, first: force))
        case .lowPass: state = .lowPass(force)
        case .raw: state = .raw
        }
        estimate = GravityEstimate(filtered: force.shortened(to: 1), velocity: .zero)
    }

    private mutating func update(with force: Acceleration<DeviceAxes>, interval: Double) {
        let filtered: Acceleration<DeviceAxes>
        var velocity = Acceleration<DeviceAxes>.zero
        switch state {
        case .empty, .raw:
            filtered = force
        case .oneEuro(var filter):
            filter.update(force, interval: interval)
            state = .oneEuro(filter)
            (filtered, velocity) = (filter.vector, filter.velocity)
        case .lowPass(let last):
            filtered = last + smoothing(parameters.lowPassCutoff, interval) * (force - last)
            state = .lowPass(filtered)
        }
        // A vector without direction (free fall to the last digit) keeps the last estimate.
        guard let next = GravityEstimate(filtered: filtered.shortened(to: 1), velocity: velocity) else {
            return
        }
        estimate = next
    }
}
