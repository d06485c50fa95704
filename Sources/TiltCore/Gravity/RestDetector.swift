/// Tells rest from motion: both sensors stay close to their own low-passed values for a while.
///
/// Source: Laidig and Seel, Information Fusion 91 (2023), section 3.5. There, rates farther from the known bias than
/// ``FusedEstimator/Parameters/biasLimit`` are never those of rest; here they are where gravity says so.
struct RestDetector: Equatable, Sendable {
    /// True once both sensors have been quiet for ``FusedEstimator/Parameters/restMinimum``.
    private(set) var isAtRest = false
    /// The low-passed angular rate, in rad/s: at rest, the gyroscope's bias.
    var rate: AngularRate<DeviceAxes> {
        AngularRate(x: lowPassedRate.output.x, y: lowPassedRate.output.y, z: lowPassedRate.output.z)
    }

    private var quietFor = 0.0
    /// True where the rates are too fast for rest, but for a bias that is not known yet.
    private var isTooFast = false
    private var evidence = BiasEvidence()
    private var lowPassedRate = MeanThenLowPass()
    private var lowPassedForce = MeanThenLowPass()
    private var ratePhase = MeanPhase()
    private var forcePhase = MeanPhase()

    /// Takes an angular rate, in rad/s, and the bias as far as it is known.
    mutating func update(
        rate: AngularRate<DeviceAxes>, bias: MatrixRow, interval: Double, step: ButterworthStep,
        _ p: FusedEstimator.Parameters
    ) {
        let share = ratePhase.nextShare(interval: interval, length: p.restTimeConstant)
        lowPassedRate.update(MatrixRow(x: rate.x, y: rate.y, z: rate.z), step, meanShare: share)
        let slow = self.rate
        let d = rate - slow
        let known = bias.largest > p.biasLimit ? bias : .zero
        isTooFast = min(lowPassedRate.output.largest, (lowPassedRate.output - known).largest) > p.biasLimit
        if d.dot(d) >= p.restRateThreshold * p.restRateThreshold || slow.length > p.biasLimitAtRest {
            wakeUp()
        } else if isTooFast, !evidence.isFound {
            (quietFor, isAtRest) = (0, false)
        }
    }

    /// Takes a specific force, in m/s².
    mutating func update(
        force: Acceleration<DeviceAxes>, interval: Double, step: ButterworthStep,
        _ p: FusedEstimator.Parameters
    ) {
        let share = forcePhase.nextShare(interval: interval, length: p.restTimeConstant)
        let row = MatrixRow(x: force.x, y: force.y, z: force.z)
        lowPassedForce.update(row, step, meanShare: share)
        let d = row - lowPassedForce.output
        guard d.dot(d) < p.restForceThreshold * p.restForceThreshold else { return wakeUp() }
        quietFor += interval
        isAtRest = quietFor >= p.restMinimum
        guard isTooFast, let direction = lowPassedForce.output.unit else { return }
        let turning = direction.cross(lowPassedRate.output).length
        evidence.take(direction, turningAt: turning, interval: interval)
        if evidence.isFound { isAtRest = true }
    }

    private mutating func wakeUp() {
        quietFor = 0
        isAtRest = false
        evidence = BiasEvidence()
    }
}
