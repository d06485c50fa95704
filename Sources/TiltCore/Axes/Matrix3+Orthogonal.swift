extension Matrix3 {
    /// The orthogonal matrix that is nearest to this one; `nil` where this has no inverse.
    ///
    /// The orthogonal factor of the polar decomposition, by Newton's iteration X ← ½(X + X⁻ᵀ), which converges
    /// quadratically and keeps the sign of the determinant (Higham, SIAM J. Sci. Stat. Comput. 7, 1986). It solves
    /// Wahba's problem without a bound on the determinant: of all orthogonal A it minimises Σ |uᵢ − A·aᵢ|² for
    /// B = Σ uᵢ·aᵢᵀ (Schönemann, Psychometrika 31, 1966).
    public var nearestOrthogonal: Matrix3? {
        var x = self
        for _ in 0..<40 {
            guard let inverse = x.inverse else { return nil }
            let next = 0.5 * (x + inverse.transposed)
            let change = next + -1 * x
            x = next
            if max(change.x.length, change.y.length, change.z.length) < 1e-14 { break }
        }
        return x
    }

    /// The inverse by the cofactors; `nil` where the rows depend on each other.
    public var inverse: Matrix3? {
        let volume = determinant
        guard volume.isFinite, volume.magnitude > 1e-12 * x.length * y.length * z.length else { return nil }
        return Matrix3((1 / volume) * y.cross(z), (1 / volume) * z.cross(x), (1 / volume) * x.cross(y))
            .transposed
    }

    /// The matrix with every entry multiplied by a number.
    public static func * (k: Double, a: Matrix3) -> Matrix3 { Matrix3(k * a.x, k * a.y, k * a.z) }

    /// The sum by entry.
    public static func + (a: Matrix3, b: Matrix3) -> Matrix3 { Matrix3(a.x + b.x, a.y + b.y, a.z + b.z) }

    /// The rows, from the first.
    public var rows: [MatrixRow] { [x, y, z] }
}
