/// Up from the specific force alone: one of the filters of ``EstimatorKind``, by each sample's own interval.
struct AccelerometerEstimator: Equatable, Sendable {
    /// The newest estimate, or `nil` before the first usable force.
    ///
    /// Made when it is asked for: while there is a gyroscope, nobody does.
    var estimate: GravityEstimate? { shown.flatMap { GravityEstimate(filtered: $0, velocity: velocity) } }
    /// False before the first usable force.
    var hasEstimate: Bool { shown != nil }

    /// What the newest estimate is made of: the filtered vector, in units of standard gravity, and its velocity, in 1/s.
    private var shown: Acceleration<DeviceAxes>?
    private var velocity = Acceleration<DeviceAxes>.zero
    private var parameters: GravityEstimator.Parameters
    /// What the filter gave last, in units of standard gravity; `nil` before the first force.
    private var filtered: Acceleration<DeviceAxes>?
    /// The 1€ filter; means nothing while another kind is in force.
    ///
    /// Beside a flag, and not optional: each look into an optional copies all that is in it.
    private var oneEuro: OneEuroEstimator
    private var hasOneEuro = false
    /// The newest force's; `nil` before the first.
    private(set) var lastUpdate: Timestamp?

    /// Longest specific force believed, in units of gravity: a harder knock is taken as this long, in its direction.
    private static let longestForce = 4.0

    init(_ parameters: GravityEstimator.Parameters) {
        self.parameters = parameters
        oneEuro = OneEuroEstimator(parameters.oneEuro, first: .zero)
    }

    /// Takes new parameters; another kind of filter goes on from where this one is.
    mutating func use(_ parameters: GravityEstimator.Parameters) {
        self.parameters = parameters
        if hasOneEuro { oneEuro.use(parameters.oneEuro) }
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
        filtered = force
        show(force, velocity: .zero)
    }

    private mutating func update(with force: Acceleration<DeviceAxes>, interval: Double) {
        let last = filtered ?? force
        var velocity = Acceleration<DeviceAxes>.zero
        let next: Acceleration<DeviceAxes>
        switch parameters.kind {
        case .raw:
            next = force
            hasOneEuro = false
        case .auto, .oneEuro:
            if !hasOneEuro { oneEuro = OneEuroEstimator(parameters.oneEuro, first: last) }
            hasOneEuro = true
            oneEuro.update(force, interval: interval)
            (next, velocity) = (oneEuro.vector, oneEuro.velocity)
        case .lowPass:
            next = last + smoothing(parameters.lowPassCutoff, interval) * (force - last)
            hasOneEuro = false
        }
        filtered = next
        show(next, velocity: velocity)
    }

    /// A vector without direction (free fall to the last digit) keeps the last estimate.
    private mutating func show(_ vector: Acceleration<DeviceAxes>, velocity: Acceleration<DeviceAxes>) {
        let vector = vector.shortened(to: 1)
        guard Up<DeviceAxes>(of: vector) != nil else { return }
        (shown, self.velocity) = (vector, velocity)
    }
}
