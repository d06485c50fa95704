/// Accelerometer and gyroscope fused into up: the structure of VQF (Laidig and Seel, Information Fusion 91, 2023).
///
/// The rates are integrated (strapdown) by the trapezoid to an orientation in an almost inertial frame, which drifts only
/// with the gyroscope's bias. There the specific force is low-passed for seconds: hand motion averages out, gravity stays, and
/// how the device turns meanwhile does not matter. A slow correction keeps the low-passed force vertical, and what it
/// has to correct tells the bias.
///
/// Parameters are tunable, coefficients derived from them and the sample interval, all else is state.
public struct FusedEstimator: Equatable, Sendable {
    /// What may be tuned; angles and rates in radians.
    public struct Parameters: Equatable, Sendable {
        private static let degree = Double.pi / 180
        /// τ of the low-pass on the specific force in the almost inertial frame, in seconds; default 3 s.
        public var accelerationTimeConstant = 3.0
        /// The bias's standard deviation at the start, in rad/s; default 0.5 °/s.
        public var biasSigmaInitial = 0.5 * degree
        /// After how long the bias is as uncertain as 0.1 °/s again, in seconds; default 100 s.
        public var biasForgettingTime = 100.0
        /// The largest bias believed in motion, in rad/s; default 2 °/s.
        public var biasLimit = 2 * degree
        /// The largest bias believed where gravity stands still, in rad/s; default 60 °/s: more than any chip's data sheet has.
        public var biasLimitAtRest = 60 * degree
        /// The bias's standard deviation in steady motion, in rad/s; default 0.05 °/s, half of VQF's (`Estimators.md`).
        public var biasSigmaMotion = 0.05 * degree
        /// The weight of holding the unseen vertical bias near zero, without unit; default 0.0001.
        public var biasVerticalForgetting = 0.0001
        /// The bias's standard deviation in steady rest, in rad/s; default 0.03 °/s.
        public var biasSigmaRest = 0.03 * degree
        /// How long both sensors must be quiet for rest, in seconds; default 1.5 s.
        public var restMinimum = 1.5
        /// τ of the low-pass that rest is judged by, in seconds; default 0.5 s.
        public var restTimeConstant = 0.5
        /// The rate's largest deviation at rest, in rad/s; default 2 °/s.
        public var restRateThreshold = 2 * degree
        /// The force's largest deviation at rest, in m/s²; default 0.5 m/s².
        public var restForceThreshold = 0.5

        /// Creates the default parameters.
        public init() {}
    }

    /// What follows from the parameters for one sample interval.
    struct Coefficients: Equatable, Sendable {
        let interval: Double
        let force: ButterworthStep
        let rest: ButterworthStep
        let initialVariance: Double
        let biasNoise: Double
        let motionVariance: Double
        let verticalVariance: Double
        let restVariance: Double

        init(_ p: Parameters, interval: Double) {
            self.interval = interval
            force = ButterworthStep(interval: interval, timeConstant: p.accelerationTimeConstant)
            rest = ButterworthStep(interval: interval, timeConstant: p.restTimeConstant)
            initialVariance = p.biasSigmaInitial * p.biasSigmaInitial
            let drift = 0.1 * Double.pi / 180
            let noise = drift * drift * interval / p.biasForgettingTime
            biasNoise = noise
            // The measurement variance that makes the covariance settle at the sigma wanted: w = p²/v + p.
            func settling(at sigma: Double) -> Double {
                sigma * sigma * sigma * sigma / noise + sigma * sigma
            }
            motionVariance = settling(at: p.biasSigmaMotion)
            verticalVariance = motionVariance / max(p.biasVerticalForgetting, 1e-10)
            restVariance = settling(at: p.biasSigmaRest)
        }
    }

    /// The parameters in force.
    public let parameters: Parameters
    /// The rate of the last sample without its bias, in rad/s.
    public private(set) var rate = AngularRate<DeviceAxes>.zero
    /// True while the device lies still.
    public var isAtRest: Bool { rest.isAtRest }
    /// The gyroscope's bias, in rad/s.
    public var bias: AngularRate<DeviceAxes> {
        AngularRate(x: biasEstimate.value.x, y: biasEstimate.value.y, z: biasEstimate.value.z)
    }

    /// What the gyroscope said last, in rad/s; `nil` before it said anything.
    private var previous: AngularRate<DeviceAxes>?
    /// Device axes → almost inertial frame, by the gyroscope alone.
    private var strapdown = Quaternion.identity
    /// Almost inertial frame → earth, z up.
    private var correction = Quaternion.identity
    /// The last row of the whole rotation; `nil` where the device has turned since that was made.
    private var lastRow: MatrixRow?
    private var rest = RestDetector()
    private var biasEstimate: GyroscopeBias
    private var forcePhase = MeanPhase()
    private var lowPassedForce = MeanThenLowPass()
    private var turning = LowPassedTurning()
    private var rateCoefficients: Coefficients
    private var forceCoefficients: Coefficients

    /// Creates an estimator that has seen nothing; `bias` is a hint from an earlier run, in rad/s.
    public init(_ parameters: Parameters = Parameters(), bias: AngularRate<DeviceAxes> = .zero) {
        self.parameters = parameters
        biasEstimate = GyroscopeBias(MatrixRow(x: bias.x, y: bias.y, z: bias.z), parameters)
        rateCoefficients = Coefficients(parameters, interval: 0.01)
        forceCoefficients = rateCoefficients
    }

    /// Up in device axes: the last row of the whole rotation.
    public var up: Up<DeviceAxes> {
        @inline(__always) get { Up(of: lastRow ?? (correction * strapdown).matrix.z) ?? .faceUp }
    }

    /// Feeds the angular rate of an instant, `interval` seconds after the last; finite, the interval greater than 0.
    ///
    /// Between the two the device turned by their mean: the newest alone would put ``up`` half a sample ahead.
    public mutating func update(rate measured: AngularRate<DeviceAxes>, interval: Double) {
        if interval != rateCoefficients.interval {
            rateCoefficients = Coefficients(parameters, interval: interval)
        }
        rest.update(
            rate: measured, bias: biasEstimate.value, interval: interval, step: rateCoefficients.rest,
            parameters)
        let bias = bias
        rate = measured - bias
        let turn = interval * (0.5 * (measured + (previous ?? measured)) - bias)
        previous = measured
        strapdown = (strapdown * Quaternion.rotation(by: turn.x, turn.y, turn.z)).normalized
        lastRow = nil
    }

    /// Feeds a specific force in m/s², `interval` seconds after the last; finite, the interval greater than 0.
    public mutating func update(force: Acceleration<DeviceAxes>, interval: Double) {
        if interval != forceCoefficients.interval {
            forceCoefficients = Coefficients(parameters, interval: interval)
        }
        let c = forceCoefficients
        rest.update(force: force, interval: interval, step: c.rest, parameters)
        let share = forcePhase.nextShare(interval: interval, length: parameters.accelerationTimeConstant)
        let inertial = strapdown.matrix(MatrixRow(x: force.x, y: force.y, z: force.z))
        lowPassedForce.update(inertial, c.force, meanShare: share)
        let earth = correction.matrix(lowPassedForce.output)
        let length = earth.length
        guard length > 1e-6 else { return }
        let vertical = earth / length
        correctInclination(vertical)
        updateBias(vertical, c, share)
    }

    /// Turns the correction so that the low-passed force points up again: the shortest rotation.
    private mutating func correctInclination(_ vertical: MatrixRow) {
        let w = ((vertical.z + 1) / 2).squareRoot()
        // Exactly upside down there is no shortest way; any half turn will do.
        let turn =
            w > 1e-6
            ? Quaternion(w: w, x: 0.5 * vertical.y / w, y: -0.5 * vertical.x / w, z: 0)
            : Quaternion(w: 0, x: 1, y: 0, z: 0)
        correction = (turn * correction).normalized
    }

    private mutating func updateBias(_ vertical: MatrixRow, _ c: Coefficients, _ share: Double?) {
        let matrix = (correction * strapdown).matrix
        lastRow = matrix.z
        turning.update(matrix, bias: biasEstimate.value, c.force, meanShare: share)
        let bias = biasEstimate.value
        biasEstimate.age(c)
        if rest.isAtRest {
            let error = rest.error(of: bias)
            // It is another chip, or one whose bias was not known: what was believed means nothing.
            guard error.largest <= parameters.biasLimit else {
                biasEstimate = GyroscopeBias(bias + error, parameters)
                return
            }
            biasEstimate.update(
                error: error, matrix: .identity,
                weight: MatrixRow(x: c.restVariance, y: c.restVariance, z: c.restVariance),
                limit: parameters.biasLimitAtRest)
            return
        }
        // The plain mean of the first seconds is still finding the vertical: what it corrects is no drift.
        guard share == nil else { return }
        let seen = turning.matrix
        let error = MatrixRow(
            x: -vertical.y / c.interval + turning.bias.x - seen.x.dot(bias),
            y: vertical.x / c.interval + turning.bias.y - seen.y.dot(bias),
            z: -seen.z.dot(bias))
        biasEstimate.update(
            error: error, matrix: seen,
            weight: MatrixRow(x: c.motionVariance, y: c.motionVariance, z: c.verticalVariance),
            limit: parameters.biasLimit)
    }
}
