/// A Kalman filter for the gyroscope's bias, fed at rest and in motion.
///
/// At rest the low-passed rate *is* the bias. In motion, the corrections that the accelerometer makes to the
/// inclination tell how far the integrated rate drifts; the vertical component is seen only through the turning of the
/// device and is held near zero with a very small weight. Source: Laidig and Seel, Information Fusion 91 (2023),
/// section 3.4. Rates here are in rad/s, variances in (rad/s)².
struct GyroscopeBias: Equatable, Sendable {
    /// The estimate, in rad/s.
    private(set) var value: MatrixRow
    /// The covariance, symmetric.
    private var xx: Double
    private var yy: Double
    private var zz: Double
    private var xy = 0.0
    private var xz = 0.0
    private var yz = 0.0

    /// Starts at `value`, as uncertain as ``FusedEstimator/Parameters/biasSigmaInitial`` says.
    init(_ value: MatrixRow, _ p: FusedEstimator.Parameters) {
        self.value = value
        xx = p.biasSigmaInitial * p.biasSigmaInitial
        yy = xx
        zz = xx
    }

    /// The uncertainty grows with time, up to its initial value.
    mutating func age(_ c: FusedEstimator.Coefficients) {
        if xx < c.initialVariance { xx += c.biasNoise }
        if yy < c.initialVariance { yy += c.biasNoise }
        if zz < c.initialVariance { zz += c.biasNoise }
    }

    /// Takes the measurement `error` = z − R·bias of the rows of `matrix`, with variances `weight`.
    ///
    /// What is farther off than `limit`, in rad/s, is believed as far as that; a bias beyond it stays, and grows no further.
    mutating func update(error: MatrixRow, matrix r: Matrix3, weight: MatrixRow, limit: Double) {
        // S = W + R·P·Rᵀ, then K = P·Rᵀ·S⁻¹.
        let p = Matrix3(
            MatrixRow(x: xx, y: xy, z: xz), MatrixRow(x: xy, y: yy, z: yz), MatrixRow(x: xz, y: yz, z: zz))
        let a = Matrix3(p(r.x), p(r.y), p(r.z))
        var s = Matrix3(
            MatrixRow(x: r.x.dot(a.x), y: r.x.dot(a.y), z: r.x.dot(a.z)),
            MatrixRow(x: r.y.dot(a.x), y: r.y.dot(a.y), z: r.y.dot(a.z)),
            MatrixRow(x: r.z.dot(a.x), y: r.z.dot(a.y), z: r.z.dot(a.z)))
        s.x.x += weight.x
        s.y.y += weight.y
        s.z.z += weight.z
        let columns = (s.y.cross(s.z), s.z.cross(s.x), s.x.cross(s.y))
        let determinant = s.x.dot(columns.0)
        guard determinant > 0 else { return }
        let inverse = Matrix3(columns.0 / determinant, columns.1 / determinant, columns.2 / determinant)
        // a's rows are (P·Rᵀ)'s columns; S is symmetric, so the gain's columns are mixtures of them.
        let gx = inverse.x.x * a.x + inverse.x.y * a.y + inverse.x.z * a.z
        let gy = inverse.y.x * a.x + inverse.y.y * a.y + inverse.y.z * a.z
        let gz = inverse.z.x * a.x + inverse.z.y * a.y + inverse.z.z * a.z
        let e = error.limited(to: limit)
        let next = value + e.x * gx + e.y * gy + e.z * gz
        value = next.limited(to: max(limit, value.largest))
        // P ← P − K·R·P, where R·P's rows are a's.
        xx -= gx.x * a.x.x + gy.x * a.y.x + gz.x * a.z.x
        yy -= gx.y * a.x.y + gy.y * a.y.y + gz.y * a.z.y
        zz -= gx.z * a.x.z + gy.z * a.y.z + gz.z * a.z.z
        xy -= gx.x * a.x.y + gy.x * a.y.y + gz.x * a.z.y
        xz -= gx.x * a.x.z + gy.x * a.y.z + gz.x * a.z.z
        yz -= gx.y * a.x.z + gy.y * a.y.z + gz.y * a.z.z
    }
}

extension MatrixRow {
    /// The magnitude of its largest entry.
    var largest: Double { max(x.magnitude, y.magnitude, z.magnitude) }

    /// Each entry brought into ±`limit`.
    func limited(to limit: Double) -> MatrixRow {
        MatrixRow(x: max(-limit, min(limit, x)), y: max(-limit, min(limit, y)), z: max(-limit, min(limit, z)))
    }
}
