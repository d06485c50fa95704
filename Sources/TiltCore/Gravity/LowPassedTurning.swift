/// The device's orientation, and the bias seen through it, behind the same low-pass as the specific force.
///
/// The corrections to the inclination lag by that filter; comparing them with an orientation that lags as much is what
/// makes the bias observable in motion.
struct LowPassedTurning: Equatable, Sendable {
    private var xx = MeanThenLowPass()
    private var xy = MeanThenLowPass()
    private var xz = MeanThenLowPass()
    private var yx = MeanThenLowPass()
    private var yy = MeanThenLowPass()
    private var yz = MeanThenLowPass()
    private var zx = MeanThenLowPass()
    private var zy = MeanThenLowPass()
    private var zz = MeanThenLowPass()
    private var seenX = MeanThenLowPass()
    private var seenY = MeanThenLowPass()

    /// The low-passed orientation; not a rotation.
    var matrix: Matrix3 {
        Matrix3(
            MatrixRow(x: xx.output, y: xy.output, z: xz.output),
            MatrixRow(x: yx.output, y: yy.output, z: yz.output),
            MatrixRow(x: zx.output, y: zy.output, z: zz.output))
    }
    /// The low-passed bias along earth's x, in rad/s.
    var biasX: Double { seenX.output }
    /// The low-passed bias along earth's y, in rad/s.
    var biasY: Double { seenY.output }

    /// Takes the present orientation and bias.
    mutating func update(_ r: Matrix3, bias: MatrixRow, _ step: ButterworthStep, meanShare share: Double?) {
        seenX.update(r.x.dot(bias), step, meanShare: share)
        seenY.update(r.y.dot(bias), step, meanShare: share)
        xx.update(r.x.x, step, meanShare: share)
        xy.update(r.x.y, step, meanShare: share)
        xz.update(r.x.z, step, meanShare: share)
        yx.update(r.y.x, step, meanShare: share)
        yy.update(r.y.y, step, meanShare: share)
        yz.update(r.y.z, step, meanShare: share)
        zx.update(r.z.x, step, meanShare: share)
        zy.update(r.z.y, step, meanShare: share)
        zz.update(r.z.z, step, meanShare: share)
    }
}
