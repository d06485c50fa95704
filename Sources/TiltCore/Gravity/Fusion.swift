/// The fused estimator fed from a stream of samples: intervals, gaps, and whether it can be trusted now.
struct Fusion: Equatable, Sendable {
    private var parameters: FusedEstimator.Parameters
    /// The sensor's delay that is made up for, in seconds; `nil` for half a sample.
    private var sensorDelay: Double?
    private(set) var estimator: FusedEstimator
    /// The newest rate's; `nil` before the first.
    private(set) var lastRate: Timestamp?
    private var lastForce: Timestamp?
    /// From one rate to the next, in seconds, smoothed; 0 before the second one.
    private var usualInterval = 0.0
    /// After a gap: when the estimator started again.
    private var restartedAt: Timestamp?

    /// A gyroscope silent for longer has missed too much of the motion, in seconds: one of 10 Hz whose stamps stray by a
    /// fifth has not.
    static let longestGap = 0.12
    /// How long a restarted estimator averages before it is trusted, in seconds.
    private static let settling = 0.5
    /// The farthest that an estimate is carried from the newest rate, in seconds; beyond, it stays there.
    private static let farthestCarried = 0.05
    /// The share of a new interval in ``usualInterval``.
    private static let intervalShare = 0.05
    /// Longest specific force believed, in m/s²: 16 g.
    private static let longestForce = 157.0

    init(_ parameters: FusedEstimator.Parameters, sensorDelay: Double?, bias: AngularRate<DeviceAxes>) {
        self.parameters = parameters
        self.sensorDelay = sensorDelay
        estimator = FusedEstimator(parameters, bias: bias)
    }

    /// Takes new parameters.
    ///
    /// A filter with another time constant makes a transient of its old state. So where the estimator's own parameters
    /// differ it starts again, as after a gap, and keeps what it knows of the bias.
    mutating func use(_ parameters: FusedEstimator.Parameters, sensorDelay: Double?) {
        self.sensorDelay = sensorDelay
        guard parameters != self.parameters else { return }
        self.parameters = parameters
        if let lastRate {
            restart(at: lastRate)
        } else {
            estimator = FusedEstimator(parameters, bias: estimator.bias)
        }
    }

    /// The estimate where it can be trusted at `time`; `nil` where the accelerometer has to do.
    ///
    /// Inlined, as what else is asked for each sample: who is lent a kilobyte is given a copy of it.
    @inline(__always)
    func usable(at time: Timestamp) -> GravityEstimate? { isUsable(at: time) ? estimate : nil }

    /// True where the gyroscope is alive at `time` and there is an estimate.
    @inline(__always)
    private func isUsable(at time: Timestamp) -> Bool {
        guard let lastRate, lastForce != nil, time.seconds(since: lastRate) <= Self.longestGap else {
            return false
        }
        guard let restartedAt else { return true }
        return time.seconds(since: restartedAt) >= Self.settling
    }

    /// The estimate for the instant of the newest rate, the sensor's delay made up for.
    private var estimate: GravityEstimate {
        @inline(__always) get {
            GravityEstimate(up: estimator.up, rate: estimator.rate)
                .carried(sensorDelay ?? 0.5 * usualInterval)
        }
    }

    /// How far an estimate of the newest rate is to be carried for one at `time`, in seconds; negative where it is newer.
    static func age(of lastRate: Timestamp, at time: Timestamp) -> Double {
        max(-farthestCarried, min(farthestCarried, time.seconds(since: lastRate)))
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
        usualInterval =
            usualInterval == 0 ? interval : usualInterval + Self.intervalShare * (interval - usualInterval)
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

    /// The machine slept for so many seconds, of which the clock of the samples knows nothing.
    ///
    /// Whatever turned the device meanwhile is missing from the rates, and would be shown for seconds as a wrong pose.
    ///
    /// - Returns: true where it was so long that the orientation is forgotten.
    mutating func sleep(for seconds: Double) -> Bool {
        guard seconds > Self.longestGap, let lastRate else { return false }
        restart(at: lastRate)
        return true
    }

    /// Forgets the orientation: rates are missing or were wrong for a while.
    mutating func restart(at time: Timestamp) {
        estimator = FusedEstimator(parameters, bias: estimator.bias)
        lastForce = nil
        restartedAt = time
    }
}
