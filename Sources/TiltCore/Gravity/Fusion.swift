/// The fused estimator fed from a stream of samples: intervals, gaps, and whether it can be trusted now.
struct Fusion: Equatable, Sendable {
    private var parameters: FusedEstimator.Parameters
    /// Delay of the sensor's own filter that is made up for, in seconds.
    private var sensorDelay: Double
    private(set) var estimator: FusedEstimator
    private var lastRate: Timestamp?
    private var lastForce: Timestamp?
    private var lastSpeed = 0.0
    /// How fast up's own speed falls, in 1/s², smoothed.
    private var slowing = 0.0
    /// After a gap: when the estimator started again.
    private var restartedAt: Timestamp?

    /// A gyroscope silent for longer has missed too much of the motion, in seconds.
    private static let longestGap = 0.1
    /// How long a restarted estimator averages before it is trusted, in seconds.
    private static let settling = 0.5
    /// The cutoff of the measure of slowing, in Hz: a stop takes a hand 80 ms or more.
    private static let slowingCutoff = 8.0
    /// Longest specific force believed, in m/s²: 16 g.
    private static let longestForce = 157.0

    init(_ parameters: FusedEstimator.Parameters, sensorDelay: Double, bias: AngularRate<DeviceAxes>) {
        self.parameters = parameters
        self.sensorDelay = sensorDelay
        estimator = FusedEstimator(parameters, bias: bias)
    }

    /// Takes new parameters.
    ///
    /// A filter with another time constant makes a transient of its old state. So where the estimator's own parameters
    /// differ it starts again, as after a gap, and keeps what it knows of the bias.
    mutating func use(_ parameters: FusedEstimator.Parameters, sensorDelay: Double) {
        self.sensorDelay = sensorDelay
        guard parameters != self.parameters else { return }
        self.parameters = parameters
        if let lastRate {
            restart(at: lastRate)
        } else {
            estimator = FusedEstimator(parameters, bias: estimator.bias)
        }
    }

    /// True where the gyroscope is alive at `time` and there is an estimate.
    func isUsable(at time: Timestamp) -> Bool {
        guard let lastRate, lastForce != nil, time.seconds(since: lastRate) <= Self.longestGap else {
            return false
        }
        guard let restartedAt else { return true }
        return time.seconds(since: restartedAt) >= Self.settling
    }

    /// The newest estimate; its drift is u̇ = u × ω with the rate freed of its bias.
    var estimate: GravityEstimate {
        var estimate = GravityEstimate(up: estimator.up, drift: drift, braking: max(0, slowing))
        estimate.up = estimate.predicted(sensorDelay)
        return estimate
    }

    private var drift: AngularRate<DeviceAxes> {
        let u = estimator.up
        let w = estimator.rate
        return AngularRate(x: u.y * w.z - u.z * w.y, y: u.z * w.x - u.x * w.z, z: u.x * w.y - u.y * w.x)
    }

    /// Feeds one angular rate, in rad/s; after a gap the estimator starts afresh and keeps its bias.
    mutating func ingest(_ rate: AngularRate<DeviceAxes>, at time: Timestamp) {
        guard let last = lastRate else {
            lastRate = time
            return
        }
        guard time > last else { return }
        lastRate = time
        let interval = time.seconds(since: last)
        guard interval <= Self.longestGap else { return restart(at: time) }
        estimator.update(rate: rate, interval: interval)
        let speed = drift.length
        slowing += smoothing(Self.slowingCutoff, interval) * ((lastSpeed - speed) / interval - slowing)
        lastSpeed = speed
    }

    /// Feeds one specific force, in m/s²; ignored while the gyroscope is silent.
    ///
    /// Without its rates every turn would look like a bias, and spoil what is known of it.
    mutating func ingest(_ force: Acceleration<DeviceAxes>, at time: Timestamp) {
        guard let lastRate, time.seconds(since: lastRate) <= Self.longestGap else { return }
        defer { lastForce = max(time, lastForce ?? time) }
        // The first has no interval of its own; any will do, since it only starts the mean.
        let interval = lastForce.map { time.seconds(since: $0) } ?? 0.01
        guard interval > 0 else { return }
        estimator.update(
            force: force.shortened(to: Self.longestForce), interval: min(interval, Self.longestGap))
    }

    /// Forgets the orientation: rates are missing or were wrong for a while.
    mutating func restart(at time: Timestamp) {
        estimator = FusedEstimator(parameters, bias: estimator.bias)
        lastForce = nil
        restartedAt = time
    }
}
