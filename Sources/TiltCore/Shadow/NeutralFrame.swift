/// A frame F that turns a neutral pose to face up: F·neutral = (0, 0, 1).
///
/// Mapping F·u instead of u gives full feel on both axes in every pose. `follow` moves the neutral after u and
/// parallel-transports the frame with it, F ← F·Rᵀ with the small rotation R that moved the neutral, so that there is
/// no singular pose: nothing here is computed from angles. Along a closed way that alone leaves the frame turned about the
/// neutral by the solid angle that the way encloses, a quarter turn for flat, upright, on an edge and flat again; so it turns
/// back besides, as fast as the neutral follows, toward the frame that begins there.
struct NeutralFrame: Equatable, Sendable {
    private var frame: Matrix3

    /// The frame whose neutral is `up`, with the shortest rotation; upside down, the one about x.
    init(neutral up: Up<ScreenAxes>) {
        let axis = MatrixRow(x: up.y, y: -up.x, z: 0)
        guard axis.length > 1e-9 else {
            let sign: Double = up.z < 0 ? -1 : 1
            frame = Matrix3(
                MatrixRow(x: 1, y: 0, z: 0), MatrixRow(x: 0, y: sign, z: 0), MatrixRow(x: 0, y: 0, z: sign))
            return
        }
        frame = Self.rotation(about: axis / axis.length, by: .atan2(axis.length, up.z))
    }

    /// The direction that maps to face up.
    var neutral: Up<ScreenAxes> { Up(x: frame.z.x, y: frame.z.y, z: frame.z.z) }

    /// F·u.
    func callAsFunction(_ up: Up<ScreenAxes>) -> Up<ScreenAxes> {
        let v = frame(MatrixRow(x: up.x, y: up.y, z: up.z))
        return Up(x: v.x, y: v.y, z: v.z)
    }

    /// Moves the neutral toward `up` for `interval` seconds with time constant `timeConstant`, then drags it until it
    /// is no farther than `widest` radians.
    mutating func follow(_ up: Up<ScreenAxes>, interval: Double, timeConstant: Double, widest: Double) {
        let from = frame.z
        let to = MatrixRow(x: up.x, y: up.y, z: up.z)
        let distance = neutral.angle(to: up)
        let share = 1 - .exp(-interval / timeConstant)
        let move = max(distance * share, distance - widest)
        if move > 0 {
            var axis = from.cross(to)
            // Exactly opposite poses have no shortest way; turning about the picture's x is as good as any.
            if axis.length < 1e-9 { axis = frame.x }
            frame = frame * Self.rotation(about: axis / axis.length, by: move).transposed
        }
        untwist(by: share)
        orthonormalize()
    }

    /// Turns a little about the neutral n, toward `init(neutral:)` of the same.
    ///
    /// Of the angle φ between the two the sine counts, by (1 + n.z)/2, which is where the other's second row, multiplied out,
    /// has no denominator: no pose and no angle from which the way back leaps. Face down, where nothing begins, nothing turns.
    private mutating func untwist(by share: Double) {
        let n = frame.z
        let other = MatrixRow(x: -n.x * n.y, y: 1 + n.z - n.y * n.y, z: -n.y * (1 + n.z))
        frame.x = frame.x - 0.5 * share * frame.x.dot(other) * frame.y
    }

    /// Rodrigues' rotation by `angle` radians about the unit vector `axis`.
    private static func rotation(about axis: MatrixRow, by angle: Double) -> Matrix3 {
        let (s, c) = Double.sinCos(angle)
        let k = 1 - c
        return Matrix3(
            MatrixRow(
                x: c + k * axis.x * axis.x, y: k * axis.x * axis.y - s * axis.z,
                z: k * axis.x * axis.z + s * axis.y),
            MatrixRow(
                x: k * axis.y * axis.x + s * axis.z, y: c + k * axis.y * axis.y,
                z: k * axis.y * axis.z - s * axis.x),
            MatrixRow(
                x: k * axis.z * axis.x - s * axis.y, y: k * axis.z * axis.y + s * axis.x,
                z: c + k * axis.z * axis.z))
    }

    /// Makes the rows orthonormal again (Gram–Schmidt from z): rounding would add up over millions of products.
    private mutating func orthonormalize() {
        let z = frame.z / frame.z.length
        let x = frame.x - z.dot(frame.x) * z
        let unitX = x / x.length
        frame = Matrix3(unitX, z.cross(unitX), z)
    }
}
