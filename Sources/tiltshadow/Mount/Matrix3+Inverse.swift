import TiltCore

extension Matrix3 {
    /// The inverse by the cofactors; `nil` where the rows depend on each other.
    var inverse: Matrix3? {
        let volume = determinant
        guard volume.isFinite, volume.magnitude > 1e-12 * x.length * y.length * z.length else { return nil }
        return Matrix3((1 / volume) * y.cross(z), (1 / volume) * z.cross(x), (1 / volume) * x.cross(y))
            .transposed
    }

    /// The matrix with every entry multiplied by a number.
    static func * (k: Double, a: Matrix3) -> Matrix3 { Matrix3(k * a.x, k * a.y, k * a.z) }

    /// The sum by entry.
    static func + (a: Matrix3, b: Matrix3) -> Matrix3 { Matrix3(a.x + b.x, a.y + b.y, a.z + b.z) }

    /// The rows, from the first.
    var rows: [MatrixRow] { [x, y, z] }
}
