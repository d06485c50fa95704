/// Up from the specific force alone: one of the filters of ``EstimatorKind``, by each sample's own interval.
struct AccelerometerEstimator: Equatable, Sendable {
    /// The newest estimate, or `nil` before the first usable force.
    private(set) var estimate: GravityEstimate?

    private enum State: Equatable, Sendable {
        case empty
        case oneEuro(OneEuroEstimator)
        case lowPass(Acceleration<DeviceAxes>)
        case raw
    }
    private let parameters: GravityEstimator.Parameters
    private var state = State.empty
    private var lastUpdate: Timestamp?

    /// Longest specific force believed, in units of gravity: a harder knock is taken as this long, in its direction.
    private static let longestForce = 4.0

    init(_ parameters: GravityEstimator.Parameters) {
        self.parameters = parameters
    }

    /// Feeds one finite specific force, in m/s²; one that is not newer than the last is ignored.
    mutating func ingest(_ acceleration: Acceleration<DeviceAxes>, at time: Timestamp) {
        let force = (acceleration / standardGravity).shortened(to: Self.longestForce)
        guard force.isFinite else { return }
        guard let lastUpdate else {
            lastUpdate = time
            start(with: force)
            return
        }
        let interval = time.seconds(since: lastUpdate)
        guard time > lastUpdate, interval > 0 else { return }
        self.lastUpdate = time
        update(with: force, interval: interval)
    }

    private mutating func start(with force: Acceleration<DeviceAxes>) {
        switch parameters.kind {
        case .auto, .oneEuro: state = .oneEuro(OneEuroEstimator(parameters.oneEuro, first: force))
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
