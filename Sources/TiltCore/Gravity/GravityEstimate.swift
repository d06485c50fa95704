import CMath

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
    /// How fast the length of ``drift`` falls, in 1/s²; 0 while it grows.
    public var braking: Double

    /// Creates an estimate at rest from a direction.
    public init(
        up: Up<DeviceAxes>, strength: Double = 1, drift: AngularRate<DeviceAxes> = .zero, braking: Double = 0
    ) {
        self.up = up
        self.strength = strength
        self.drift = drift
        self.braking = braking
    }

    /// Where ``up`` will be `seconds` later if it goes on as it does now.
    ///
    /// That is: at its present speed, less half of what it brakes, and never more than 20° away. A hand stops sooner
    /// than it turns back.
    public func predicted(_ seconds: Double) -> Up<DeviceAxes> {
        let speed = drift.length
        guard seconds > 0, speed > 1e-6 else { return up }
        let kept = max(0, 1 - 0.5 * braking * seconds / speed)
        let angle = min(Self.farthest, speed * seconds * kept)
        // Along the great circle: drift is tangential to up.
        let (c, s) = (cos(angle), sin(angle) / speed)
        let ahead = Up<DeviceAxes>(
            x: c * up.x + s * drift.x, y: c * up.y + s * drift.y, z: c * up.z + s * drift.z)
        return Up(of: ahead) ?? up
    }

    /// The farthest a prediction reaches, in radians.
    private static let farthest = 20 * Double.pi / 180

    /// The filtered vector must be shorter than this share of gravity before the shadow shrinks.
    ///
    /// A scale error or the noise of an upright device must not move the shadow: 10 % covers every chip's tolerance.
    static let fullStrength = 0.9

    /// The fastest drift told without a gyroscope, in rad/s: 100 °/s, so that a prediction of 20 ms reaches 2° at most.
    ///
    /// A knock looks like a fast turn to an accelerometer.
    static let fastestDrift = 100 * Double.pi / 180

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
                z: (velocity.z - radial * up.z) * scale
            ).shortened(to: Self.fastestDrift))
    }
}
