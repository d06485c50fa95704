/// Tells rest from motion: both sensors stay close to their own low-passed values for a while.
///
/// Source: Laidig and Seel, Information Fusion 91 (2023), section 3.5.
struct RestDetector: Equatable, Sendable {
    /// True once both sensors have been quiet for ``FusedEstimator/Parameters/restMinimum``.
    private(set) var isAtRest = false
    /// The low-passed angular rate, in rad/s: at rest, the gyroscope's bias.
    var rate: AngularRate<DeviceAxes> {
        AngularRate(x: rateX.output, y: rateY.output, z: rateZ.output)
    }

    private var quietFor = 0.0
    private var rateX = MeanThenLowPass()
    private var rateY = MeanThenLowPass()
    private var rateZ = MeanThenLowPass()
    private var forceX = MeanThenLowPass()
    private var forceY = MeanThenLowPass()
    private var forceZ = MeanThenLowPass()
    private var ratePhase = MeanPhase()
    private var forcePhase = MeanPhase()

    /// Takes an angular rate, in rad/s.
    mutating func update(
        rate: AngularRate<DeviceAxes>, interval: Double, step: ButterworthStep, _ p: FusedEstimator.Parameters
    ) {
        let share = ratePhase.nextShare(interval: interval, length: p.restTimeConstant)
        rateX.update(rate.x, step, meanShare: share)
        rateY.update(rate.y, step, meanShare: share)
        rateZ.update(rate.z, step, meanShare: share)
        let d = rate - self.rate
        let isTooFast =
            max(rateX.output.magnitude, rateY.output.magnitude, rateZ.output.magnitude) > p.biasLimit
        if d.dot(d) >= p.restRateThreshold * p.restRateThreshold || isTooFast { wakeUp() }
    }

    /// Takes a specific force, in m/s².
    mutating func update(
        force: Acceleration<DeviceAxes>, interval: Double, step: ButterworthStep,
        _ p: FusedEstimator.Parameters
    ) {
        let share = forcePhase.nextShare(interval: interval, length: p.restTimeConstant)
        forceX.update(force.x, step, meanShare: share)
        forceY.update(force.y, step, meanShare: share)
        forceZ.update(force.z, step, meanShare: share)
        let d = force - Acceleration(x: forceX.output, y: forceY.output, z: forceZ.output)
        guard d.dot(d) < p.restForceThreshold * p.restForceThreshold else { return wakeUp() }
        quietFor += interval
        isAtRest = quietFor >= p.restMinimum
    }

    private mutating func wakeUp() {
        quietFor = 0
        isAtRest = false
    }
}
