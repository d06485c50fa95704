/// Tells rest from motion: both sensors stay close to their own low-passed values for a while.
///
/// Source: Laidig and Seel, Information Fusion 91 (2023), section 3.5. There, rates farther from the known bias than
/// ``FusedEstimator/Parameters/biasLimit`` are never those of rest; here they are where gravity says so.
struct RestDetector: Equatable, Sendable {
    /// True once both sensors have been quiet for ``FusedEstimator/Parameters/restMinimum``.
    private(set) var isAtRest = false

    private var quietFor = 0.0
    /// True where the rates are too fast for rest, but for a bias that is not known yet.
    private var isTooFast = false
    private var evidence = BiasEvidence()
    private var lowPassedRate = MeanThenLowPass()
    private var lowPassedForce = MeanThenLowPass()
    /// How fast gravity turns, in rad/s, as the force tells through the same low-pass as the rate's.
    private var turn = MatrixRow.zero
    private var ratePhase = MeanPhase()
    private var forcePhase = MeanPhase()

    /// Takes an angular rate, in rad/s, and the bias as far as it is known.
    mutating func update(
        rate: AngularRate<DeviceAxes>, bias: MatrixRow, interval: Double, step: ButterworthStep,
        _ p: FusedEstimator.Parameters
    ) {
        let share = ratePhase.nextShare(interval: interval, length: p.restTimeConstant)
        lowPassedRate.update(MatrixRow(x: rate.x, y: rate.y, z: rate.z), step, meanShare: share)
        let slow = lowPassedRate.output
        let d = MatrixRow(x: rate.x, y: rate.y, z: rate.z) - slow
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
        let before = lowPassedForce.output
        lowPassedForce.update(row, step, meanShare: share)
        let now = lowPassedForce.output
        let square = now.dot(now)
        // A vector u that stands still turns in the device's axes by u′ = −ω × u, so that across it ω = u′ × u.
        turn = square > 1e-6 ? now.cross(before) / (square * interval) : .zero
        let d = row - now
        guard d.dot(d) < p.restForceThreshold * p.restForceThreshold else { return wakeUp() }
        quietFor += interval
        isAtRest = quietFor >= p.restMinimum
        guard isTooFast, let direction = now.unit else { return }
        let turning = direction.cross(lowPassedRate.output).length
        evidence.take(direction, turningAt: turning, interval: interval)
        if evidence.isFound { isAtRest = true }
    }

    /// How far a bias is from the one that is seen at rest, in rad/s: from the low-passed rate, but for what gravity turned with it.
    ///
    /// An even turn that is slow enough looks like rest, but takes gravity along, as a bias does not. A hand that sways or a
    /// car that brakes moves the force without a turn: so what gravity seems to turn excuses what the rate says beyond the
    /// bias, and never says more. About the vertical nobody can tell, and nobody has to: that is no tilt.
    func error(of bias: MatrixRow) -> MatrixRow {
        let beyond = lowPassedRate.output - bias
        return MatrixRow(
            x: Self.unexcused(beyond.x, turn.x), y: Self.unexcused(beyond.y, turn.y),
            z: Self.unexcused(beyond.z, turn.z))
    }

    /// What is left of a rate without as much of `turn` as lies between 0 and it.
    private static func unexcused(_ rate: Double, _ turn: Double) -> Double {
        rate - max(min(0, rate), min(max(0, rate), turn))
    }

    private mutating func wakeUp() {
        quietFor = 0
        isAtRest = false
        evidence = BiasEvidence()
    }
}
