/// The direction away from the ground: the unit vector of the specific force at rest.
public struct Up<Axes>: AxisVector {
    /// The x component, no unit.
    public var x: Double
    /// The y component, no unit.
    public var y: Double
    /// The z component, no unit.
    public var z: Double

    /// Creates a direction from components whose squares sum to 1.
    @inlinable public init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// Flat on a table, face up.
    @inlinable public static var faceUp: Up { Up(x: 0, y: 0, z: 1) }

    /// The direction of `vector`, or `nil` where it has none: zero, NaN, infinite.
    @inlinable public init?(of vector: some AxisVector) {
        let length = vector.length
        guard length.isFinite, length > 0x1p-500 else { return nil }
        self.init(x: vector.x / length, y: vector.y / length, z: vector.z / length)
    }

    /// The angle to another direction, in radians from 0 to π.
    ///
    /// 2·atan2(|a − b|, |a + b|) keeps full precision at 0 and π, where acos of a dot product loses half its digits.
    public func angle(to other: Up) -> Double { 2 * .atan2((self - other).length, (self + other).length) }
}
