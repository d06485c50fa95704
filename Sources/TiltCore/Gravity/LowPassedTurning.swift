/// The device's orientation, and the bias seen through it, behind the same low-pass as the specific force.
///
/// The corrections to the inclination lag by that filter; comparing them with an orientation that lags as much is what
/// makes the bias observable in motion.
struct LowPassedTurning: Equatable, Sendable {
    private var x = MeanThenLowPass()
    private var y = MeanThenLowPass()
    private var z = MeanThenLowPass()
    private var seen = MeanThenLowPass()

    /// The low-passed orientation; not a rotation.
    var matrix: Matrix3 { Matrix3(x.output, y.output, z.output) }
    /// The low-passed bias in earth's axes, in rad/s.
    var bias: MatrixRow { seen.output }

    /// Takes the present orientation and bias.
    mutating func update(_ r: Matrix3, bias: MatrixRow, _ step: ButterworthStep, meanShare share: Double?) {
        seen.update(r(bias), step, meanShare: share)
        x.update(r.x, step, meanShare: share)
        y.update(r.y, step, meanShare: share)
        z.update(r.z, step, meanShare: share)
    }
}
