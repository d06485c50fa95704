/// Where gravity is, as far as an estimator can tell.
public struct GravityEstimate: Equatable, Sendable {
    /// The direction away from the ground.
    public var up: Up<DeviceAxes>
    /// How much of the usual gravity the filtered vector holds, 0 to 1.
    ///
    /// At rest and in gentle motion it is exactly 1. A shaken or falling device shrinks toward 0, and its shadow toward
    /// the base, instead of swinging with a direction that means nothing.
    public var strength: Double
    /// How fast ``up`` moves, in 1/s along each axis: tangential to ``up``, smoothed.
    public var drift: AngularRate<DeviceAxes>

    /// Creates an estimate at rest from a direction.
    public init(up: Up<DeviceAxes>, strength: Double = 1, drift: AngularRate<DeviceAxes> = .zero) {
        self.up = up
        self.strength = strength
        self.drift = drift
    }

    /// The filtered vector must be shorter than this share of gravity before the shadow shrinks.
    ///
    /// A scale error or the noise of an upright device must not move the shadow: 10 % covers every chip's tolerance.
    static let fullStrength = 0.9

    /// The estimate for a filtered vector in units of standard gravity, or `nil` where it has no direction.
    init?(filtered vector: Acceleration<DeviceAxes>, velocity: Acceleration<DeviceAxes>) {
        guard let up = Up<DeviceAxes>(of: vector) else { return nil }
        let length = vector.length
        let radial = velocity.x * up.x + velocity.y * up.y + velocity.z * up.z
        let scale = 1 / max(length, Self.fullStrength)
        self.init(
            up: up, strength: min(1, length / Self.fullStrength),
            drift: AngularRate(
                x: (velocity.x - radial * up.x) * scale, y: (velocity.y - radial * up.y) * scale,
                z: (velocity.z - radial * up.z) * scale))
    }
}
