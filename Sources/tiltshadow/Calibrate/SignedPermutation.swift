import TiltCore

extension Matrix3 {
    /// The nearest of the 48 ways to lay axes along axes: the permutation with the largest entries, and their signs.
    var nearestSignedPermutation: Matrix3 {
        let rows = self.rows.map { [$0.x, $0.y, $0.z] }
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        func weight(_ order: [Int]) -> Double { (0..<3).reduce(0) { $0 + rows[$1][order[$1]].magnitude } }
        let best = orders.max { weight($0) < weight($1) } ?? [0, 1, 2]
        let unit = Matrix3.identity.rows
        func row(_ index: Int) -> MatrixRow { (rows[index][best[index]] < 0 ? -1 : 1) * unit[best[index]] }
        return Matrix3(row(0), row(1), row(2))
    }
}
