/// Where gravity is, as far as an estimator can tell.
public struct GravityEstimate: Equatable, Sendable {
    /// The direction away from the ground.
    public var up: Up<DeviceAxes>
    /// How much of the usual gravity the filtered vector holds, 0 to 1.
    ///
    /// At rest and in gentle motion it is exactly 1. A shaken or falling device shrinks toward 0, and its shadow toward
    /// the base, instead of swinging with a direction that means nothing.
    public var strength: Double
    /// How fast the device turns, in rad/s, without the gyroscope's bias: u̇ = u × rate.
    ///
    /// From the accelerometer alone only the part that tilts it, smoothed.
    public var rate: AngularRate<DeviceAxes>

    /// Creates an estimate at rest from a direction.
    public init(
        up: Up<DeviceAxes>, strength: Double = 1, rate: AngularRate<DeviceAxes> = .zero
    ) {
        self.up = up
        self.strength = strength
        self.rate = rate
    }

    /// Where ``up`` is `seconds` later, or was so long ago, if the device turns on as it does now: 20° farther at most.
    public func predicted(_ seconds: Double) -> Up<DeviceAxes> {
        let speed = rate.length
        guard seconds != 0, speed > 1e-6 else { return up }
        let angle = max(-Self.farthest, min(Self.farthest, speed * seconds))
        let axis = MatrixRow(x: -rate.x / speed, y: -rate.y / speed, z: -rate.z / speed)
        let ahead = MatrixRow(x: up.x, y: up.y, z: up.z).turned(about: axis, by: angle)
        return Up(of: ahead) ?? up
    }

    /// The same estimate for an instant so many seconds later, or earlier.
    func carried(_ seconds: Double) -> GravityEstimate {
        var estimate = self
        estimate.up = predicted(seconds)
        return estimate
    }

    /// The same where nothing was said for so many seconds: it turns on for a moment, and is then eased to no turn.
    ///
    /// ``up`` stands meanwhile. Who looks ahead by the last rate would look beyond it for as long as the silence lasts, and who
    /// carries it from tick to tick would leap back at each.
    func slowed(untoldFor seconds: Double) -> GravityEstimate {
        let s = min(1, (seconds - Self.turnsOn) / Self.slowing)
        guard s > 0 else { return self }
        var estimate = self
        estimate.rate = (1 - s * s * (3 - 2 * s)) * rate
        return estimate
    }

    /// For how long a device of which nothing is said is taken to turn on as it did, in seconds.
    private static let turnsOn = 0.05
    /// How long it is then until it is taken to turn no more, in seconds.
    private static let slowing = 0.25

    /// The rate about the vertical, in rad/s, positive counterclockwise from above.
    var turnRate: Double { rate.x * up.x + rate.y * up.y + rate.z * up.z }

    /// The farthest a prediction reaches, in radians.
    private static let farthest = 20 * Double.pi / 180

    /// The filtered vector must be shorter than this share of gravity before the shadow shrinks.
    ///
    /// A scale error or the noise of an upright device must not move the shadow: 10 % covers every chip's tolerance.
    static let fullStrength = 0.9

    /// The fastest turn told without a gyroscope, in rad/s: 100 °/s, so that a prediction of 20 ms reaches 2° at most.
    ///
    /// A knock looks like a fast turn to an accelerometer.
    static let fastestRate = 100 * Double.pi / 180

    /// The estimate for a filtered vector in units of standard gravity, or `nil` where it has no direction.
    init?(filtered vector: Acceleration<DeviceAxes>, velocity: Acceleration<DeviceAxes>) {
        guard let up = Up<DeviceAxes>(of: vector) else { return nil }
        let length = vector.length
        let scale = 1 / max(length, Self.fullStrength)
        let moved = scale * MatrixRow(x: velocity.x, y: velocity.y, z: velocity.z)
        // The turn that moves up so, and nothing about it: ω = u̇ × u.
        let turn = moved.cross(MatrixRow(x: up.x, y: up.y, z: up.z))
        self.init(
            up: up, strength: min(1, length / Self.fullStrength),
            rate: AngularRate(x: turn.x, y: turn.y, z: turn.z).shortened(to: Self.fastestRate))
    }
}
