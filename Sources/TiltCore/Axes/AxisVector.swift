/// Three components along the axes of a named coordinate system.
///
/// Types of different meaning (``Acceleration``, ``AngularRate``, ``Up``) share the arithmetic and cannot be mixed.
public protocol AxisVector: Equatable, Sendable {
    /// The component along x.
    var x: Double { get set }
    /// The component along y.
    var y: Double { get set }
    /// The component along z.
    var z: Double { get set }
    /// Creates a vector from its components.
    init(x: Double, y: Double, z: Double)
}

extension AxisVector {
    /// The zero vector.
    @inlinable public static var zero: Self { Self(x: 0, y: 0, z: 0) }

    /// The Euclidean length, in the unit of the components.
    @inlinable public var length: Double { (x * x + y * y + z * z).squareRoot() }

    /// False as soon as one component is NaN or infinite.
    @inlinable public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

    /// The scalar product.
    @inlinable public func dot(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }

    /// The same direction, shortened to `limit` where it is longer.
    @inlinable public func shortened(to limit: Double) -> Self {
        let length = length
        return length > limit ? (limit / length) * self : self
    }

    /// The sum by component.
    @inlinable public static func + (a: Self, b: Self) -> Self {
        Self(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z)
    }
    /// The difference by component.
    @inlinable public static func - (a: Self, b: Self) -> Self {
        Self(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z)
    }
    /// The vector scaled by a number without unit.
    @inlinable public static func * (k: Double, a: Self) -> Self { Self(x: k * a.x, y: k * a.y, z: k * a.z) }
    /// The vector divided by a number without unit.
    @inlinable public static func / (a: Self, k: Double) -> Self { Self(x: a.x / k, y: a.y / k, z: a.z / k) }
}
