/// A specific force in m/s²: what an accelerometer measures, +9.80665 upwards at rest.
public struct Acceleration<Axes>: AxisVector {
    /// Along x, in m/s².
    public var x: Double
    /// Along y, in m/s².
    public var y: Double
    /// Along z, in m/s².
    public var z: Double

    /// Creates a specific force from its components in m/s².
    @inlinable public init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }
}

/// Standard gravity, in m/s² (ISO 80000-3): the length of the specific force at rest.
public let standardGravity = 9.80665
