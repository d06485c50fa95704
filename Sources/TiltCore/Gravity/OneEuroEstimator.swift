/// A 1€ filter on the specific-force vector, with a second-order low-pass: quiet at rest, quick in motion.
///
/// The 1€ filter (Casiez, Roussel, Vogel, CHI 2012) raises a low-pass's cutoff with the signal's speed. Here the vector
/// has one cutoff, so that the result does not depend on how the device is turned, and the low-pass is a mass on a
/// damped spring instead of a single pole: its noise falls with the square of frequency, so that the same lag costs a
/// third of the jitter. With x the specific force in units of gravity, v the estimate, q its rate, Δt the sample's
/// own interval and α(f) = 1 / (1 + 1 / (2πf·Δt)):
///
///     ẋ ← ẋ + α(derivativeCutoff) · (clip(Δx/Δt, speedClip) − ẋ)
///     s ← s + α(speedCutoff) · (ẋ − s)
///     ω = 2π · (minimumCutoff + beta · max(0, |s| − noiseFloor))
///     q ← (q + ω²Δt·(x − v)) / (1 + 2·damping·ωΔt + (ωΔt)²)
///     v ← v + clip(q·Δt, slew·Δt)              slew = min(slewLimit, slewAtRest + slewGain·|ẋ|)
///
/// q is backward Euler for v̈ = ω²(x − v) − 2·damping·ω·v̇, stable for every Δt > 0. The slew bound follows the speed: a
/// knock is over before it has raised it. The vector is not normalised: see ``GravityEstimate/strength``. What else was
/// tried, with its numbers, stands in `Estimators.md`.
public struct OneEuroEstimator: Equatable, Sendable {
    /// What may be tuned; each default may be 30 % off and still reaches every goal of `Estimators.md`.
    public struct Parameters: Equatable, Sendable {
        /// The cutoff at rest, in Hz; greater than 0; default 2 Hz.
        public var minimumCutoff = 2.0
        /// Cutoff per speed, in Hz per rad/s; 0 or more; default 25, which gives 11 ms of lag at 1 Hz ± 15°.
        public var beta = 25.0
        /// The damping ratio ζ, without unit; greater than 0; default √½, Butterworth's: no resonance.
        public var damping = 0.5.squareRoot()
        /// The cutoff of the velocity's low-pass, in Hz; greater than 0; default 2 Hz.
        public var derivativeCutoff = 2.0
        /// The cutoff of the further low-pass before the speed opens the filter, in Hz; greater than 0; default 10 Hz.
        public var speedCutoff = 10.0
        /// The speed that a sensor at rest shows by its noise, in rad/s; default 0.04 rad/s.
        public var noiseFloor = 0.04
        /// The fastest speed believed of one interval, in rad/s; default 10 rad/s.
        public var speedClip = 10.0
        /// How fast the estimate may start to move, in rad/s; default 1 rad/s.
        public var slewAtRest = 1.0
        /// Further slew per smoothed speed, without unit; default 2.
        public var slewGain = 2.0
        /// The fastest the estimate ever moves, in rad/s; default 12.5 rad/s: 2.5 points a frame at gain 10.
        public var slewLimit = 12.5

        /// Creates the default parameters.
        public init() {}
    }

    /// The parameters in force.
    public private(set) var parameters: Parameters
    /// The filtered specific force in units of standard gravity, never longer than 1.
    public private(set) var vector: Acceleration<DeviceAxes>
    /// ẋ, the smoothed velocity of the specific force, in 1/s.
    public private(set) var velocity = Acceleration<DeviceAxes>.zero
    /// s, the velocity whose length opens the filter, in 1/s.
    private var steadyVelocity = Acceleration<DeviceAxes>.zero
    /// q, how fast ``vector`` moves, in 1/s.
    private var rate = Acceleration<DeviceAxes>.zero
    private var previous: Acceleration<DeviceAxes>

    /// A longer interval is a gap, in seconds: 4 Hz is slower than any sensor worth following.
    ///
    /// The speed across a gap would raise the cutoff and the slew just when the sensor comes back, perhaps in another
    /// pose, and the shadow would jump by up to 12 points. So the estimate sets out from rest there.
    private static let longestInterval = 0.25

    /// A filter that starts at `first`, in units of standard gravity, so that nobody sees a ramp from zero.
    public init(_ parameters: Parameters, first: Acceleration<DeviceAxes>) {
        self.parameters = parameters
        vector = first / max(1, first.length)
        previous = first
    }

    /// Takes new parameters; the estimate goes on from where it is, at the speed that it has.
    public mutating func use(_ parameters: Parameters) {
        self.parameters = parameters
    }

    /// Feeds the next specific force, in units of standard gravity, `interval` seconds after the last; both finite.
    public mutating func update(_ force: Acceleration<DeviceAxes>, interval: Double) {
        if interval > Self.longestInterval {
            velocity = .zero
            steadyVelocity = .zero
            rate = .zero
        } else {
            let measured = ((force - previous) / interval).shortened(to: parameters.speedClip)
            velocity = velocity + smoothing(parameters.derivativeCutoff, interval) * (measured - velocity)
            let opening = smoothing(parameters.speedCutoff, interval)
            steadyVelocity = steadyVelocity + opening * (velocity - steadyVelocity)
        }
        previous = force
        follow(force, interval: interval)
    }

    private mutating func follow(_ force: Acceleration<DeviceAxes>, interval: Double) {
        let span = min(interval, Self.longestInterval)
        let speed = max(0, steadyVelocity.length - parameters.noiseFloor)
        let turn = 2 * Double.pi * (parameters.minimumCutoff + parameters.beta * speed) * span
        let pulled = span * rate + turn * turn * (force - vector)
        let step = pulled / (1 + 2 * parameters.damping * turn + turn * turn)
        let slew = min(parameters.slewLimit, parameters.slewAtRest + parameters.slewGain * velocity.length)
        // Beyond 0.1 s the bound stops growing: after a gap the estimate glides to where the device is now.
        let moved = vector + step.shortened(to: slew * min(interval, 0.1))
        let bounded = moved / max(1, moved.length)
        // What the bounds took away must not pile up in the rate and come out later as an overshoot.
        rate = (bounded - vector) / span
        vector = bounded
    }
}

/// The gain of a first-order low-pass for one interval: α = 1 / (1 + 1/(2πf·Δt)), backward Euler, stable for all Δt > 0.
///
/// `cutoff` in Hz, `interval` in seconds, both greater than 0.
func smoothing(_ cutoff: Double, _ interval: Double) -> Double {
    1 / (1 + 1 / (2 * Double.pi * cutoff * interval))
}
