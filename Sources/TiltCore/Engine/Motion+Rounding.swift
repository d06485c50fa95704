extension Motion {
    /// The motion as finely as any subscriber may learn it.
    ///
    /// Directions and angles to 0.0001 rad, speeds to 0.001 rad/s. Rounding what is sent is not enough: a gain of 1000
    /// points per radian makes 0.00001 rad of 0.01 point, and many subscriptions with slightly different gains round at
    /// different places. What is gone before the first mapping no combination of them brings back.
    public func rounded() -> Motion {
        var coarse = self
        coarse.yaw = Self.rounded(yaw, 1e4)
        guard let estimate else { return coarse }
        let up = Self.rounded(estimate.up, 1e4)
        coarse.estimate = GravityEstimate(
            up: Up(of: up) ?? up, strength: Self.rounded(estimate.strength, 1e4),
            rate: Self.rounded(estimate.rate, 1e3))
        return coarse
    }

    private static func rounded<Vector: AxisVector>(_ vector: Vector, _ scale: Double) -> Vector {
        Vector(x: rounded(vector.x, scale), y: rounded(vector.y, scale), z: rounded(vector.z, scale))
    }

    private static func rounded(_ value: Double, _ scale: Double) -> Double {
        (value * scale).nearestWhole / scale
    }
}
