/// A row of a 3×3 matrix; no unit.
public struct MatrixRow: AxisVector {
    /// The x component, no unit.
    public var x: Double
    /// The y component, no unit.
    public var y: Double
    /// The z component, no unit.
    public var z: Double

    /// Creates a row from its three entries.
    @inlinable public init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The row whose entries make this, `other` and the result a right-handed set: a × b.
    @inlinable public func cross(_ other: MatrixRow) -> MatrixRow {
        MatrixRow(x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
    }
}

/// A 3×3 matrix by rows; no unit.
public struct Matrix3: Equatable, Sendable {
    /// The first row: what becomes x.
    public var x: MatrixRow
    /// The second row: what becomes y.
    public var y: MatrixRow
    /// The third row: what becomes z.
    public var z: MatrixRow

    /// Creates a matrix from its rows.
    @inlinable public init(_ x: MatrixRow, _ y: MatrixRow, _ z: MatrixRow) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The matrix that changes nothing.
    @inlinable public static var identity: Matrix3 {
        Matrix3(MatrixRow(x: 1, y: 0, z: 0), MatrixRow(x: 0, y: 1, z: 0), MatrixRow(x: 0, y: 0, z: 1))
    }

    /// The signed volume of the rows: 1 for a rotation, -1 for a reflection, 0 where rows depend on each other.
    @inlinable public var determinant: Double { x.dot(y.cross(z)) }

    /// The matrix–vector product.
    @inlinable public func callAsFunction(_ v: MatrixRow) -> MatrixRow {
        MatrixRow(x: x.dot(v), y: y.dot(v), z: z.dot(v))
    }

    /// The matrix with its rows and columns exchanged; for a rotation, its inverse.
    @inlinable public var transposed: Matrix3 {
        Matrix3(
            MatrixRow(x: x.x, y: y.x, z: z.x), MatrixRow(x: x.y, y: y.y, z: z.y),
            MatrixRow(x: x.z, y: y.z, z: z.z))
    }

    /// The matrix product: `b` is applied first.
    @inlinable public static func * (a: Matrix3, b: Matrix3) -> Matrix3 {
        let columns = b.transposed
        return Matrix3(columns(a.x), columns(a.y), columns(a.z))
    }
}
