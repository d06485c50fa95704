/// An angular rate in rad/s about each axis, right-hand rule.
public struct AngularRate<Axes>: AxisVector {
    /// About x, in rad/s.
    public var x: Double
    /// About y, in rad/s.
    public var y: Double
    /// About z, in rad/s.
    public var z: Double

    /// Creates an angular rate from its components in rad/s.
    @inlinable public init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }
}
