import TiltCore

@testable import tiltshadow

/// A made-up accelerometer in known hands: how it sits, what it gets wrong, and how crookedly it is posed.
struct PosedSensor {
    /// A of up = A·raw: orthogonal, with the sign of what the driver reports as its determinant.
    var force: Matrix3
    /// How far each pose is from what was asked for, in degrees at most.
    var crookedness = 0.0
    /// The largest noise of a mean, in m/s² along each axis.
    var noise = 0.02
    var gain = 1.0
    var offset = MatrixRow.zero

    private var state: UInt64 = 1

    init(_ force: Matrix3) { self.force = force }

    /// From -1 to 1, the same ones every time (Knuth's linear congruential generator, MMIX).
    private mutating func random() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(Int64(bitPattern: state) >> 11) * 0x1p-52
    }

    private mutating func randomRow() -> MatrixRow { MatrixRow(x: random(), y: random(), z: random()) }

    /// What it reads where `up` is away from the ground, without noise.
    func reading(up: MatrixRow) -> MatrixRow { gain * standardGravity * force.transposed(up) + offset }

    /// What a pose reads.
    mutating func reading(_ pose: Pose) -> PoseReading {
        // For a small tilt about any axis, up moves by that angle at right angles to itself.
        let tilt = (crookedness * .pi / 180) * (1 / 3.0.squareRoot()) * randomRow()
        let up = pose.up + tilt.cross(pose.up)
        return PoseReading(pose: pose, force: reading(up: up / up.length) + noise * randomRow())
    }

    mutating func readings(_ poses: [Pose]) -> [PoseReading] { poses.map { reading($0) } }

    /// A direction, evenly enough over the sphere.
    mutating func randomUp() -> MatrixRow {
        while true {
            let row = randomRow()
            if 0.1...1 ~= row.length { return row / row.length }
        }
    }

    /// The 24 ways to mount a sensor along the device's axes.
    static let rotations: [Matrix3] = {
        let unit = Matrix3.identity.rows
        var all: [Matrix3] = []
        for first in unit + unit.map({ -1 * $0 }) {
            for second in unit + unit.map({ -1 * $0 }) where first.dot(second) == 0 {
                all.append(Matrix3(first, second, first.cross(second)))
            }
        }
        return all
    }()

    /// A rotation along no axis: 20° about x, then 35° about z.
    static let oblique =
        Matrix3(
            MatrixRow(x: 0.819152044289, y: -0.573576436351, z: 0),
            MatrixRow(x: 0.573576436351, y: 0.819152044289, z: 0), MatrixRow(x: 0, y: 0, z: 1))
        * Matrix3(
            MatrixRow(x: 1, y: 0, z: 0), MatrixRow(x: 0, y: 0.939692620786, z: -0.342020143326),
            MatrixRow(x: 0, y: 0.342020143326, z: 0.939692620786))
}
