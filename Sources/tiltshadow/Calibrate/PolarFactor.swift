import TiltCore

/// The orthogonal matrix that is nearest to another one.
enum PolarFactor {
    /// The orthogonal factor of the polar decomposition, by Newton's iteration X ← ½(X + X⁻ᵀ).
    ///
    /// It solves Wahba's problem without a bound on the determinant: of all orthogonal A it minimises Σ |uᵢ − A·aᵢ|² for
    /// B = Σ uᵢ·aᵢᵀ (Schönemann, Psychometrika 31, 1966). The iteration converges quadratically and keeps the sign of the
    /// determinant (Higham, SIAM J. Sci. Stat. Comput. 7, 1986); `nil` where B has no inverse.
    static func orthogonal(of matrix: Matrix3) -> Matrix3? {
        var x = matrix
        for _ in 0..<40 {
            guard let inverse = x.inverse else { return nil }
            let next = 0.5 * (x + inverse.transposed)
            let change = (next + -1 * x).rows.map { $0.length }.max() ?? 0
            x = next
            if change < 1e-14 { break }
        }
        return x
    }

    /// The nearest of the 48 ways to lay axes along axes: the permutation with the largest entries, and their signs.
    static func signedPermutation(nearest matrix: Matrix3) -> Matrix3 {
        let rows = matrix.rows.map { [$0.x, $0.y, $0.z] }
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        func weight(_ order: [Int]) -> Double { (0..<3).reduce(0) { $0 + rows[$1][order[$1]].magnitude } }
        let best = orders.max { weight($0) < weight($1) } ?? [0, 1, 2]
        let unit = Matrix3.identity.rows
        func row(_ index: Int) -> MatrixRow { (rows[index][best[index]] < 0 ? -1 : 1) * unit[best[index]] }
        return Matrix3(row(0), row(1), row(2))
    }
}
