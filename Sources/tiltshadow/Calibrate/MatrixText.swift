import TiltCore

/// A matrix as files write it: entries to four decimals (0.006°), without a minus before zero.
struct MatrixText: Equatable {
    let matrix: Matrix3

    init(_ matrix: Matrix3) {
        func rounded(_ value: Double) -> Double {
            let rounded = (value * 10_000).rounded() / 10_000
            return rounded == 0 ? 0 : rounded
        }
        func rounded(_ row: MatrixRow) -> MatrixRow {
            MatrixRow(x: rounded(row.x), y: rounded(row.y), z: rounded(row.z))
        }
        self.matrix = Matrix3(rounded(matrix.x), rounded(matrix.y), rounded(matrix.z))
    }

    /// `0, 1, 0; -1, 0, 0; 0, 0, 1`.
    var spaced: String {
        matrix.rows.map { "\($0.x.shortText), \($0.y.shortText), \($0.z.shortText)" }.joined(separator: "; ")
    }
}
