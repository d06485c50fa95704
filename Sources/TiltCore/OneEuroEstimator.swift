/// A 1€ filter on the specific-force vector: quiet at rest, quick in motion (Casiez, Roussel, Vogel, CHI 2012).
///
/// With x the specific force in units of gravity, Δt the sample's own interval and one cutoff for the whole vector, so
/// that the result does not depend on how the device is turned:
///
///     α(f) = 1 / (1 + 1 / (2πf·Δt))
///     ẋ ← ẋ + α(derivativeCutoff) · (clip(Δx/Δt, speedClip) − ẋ)
///     f = minimumCutoff + beta · max(0, |ẋ| − noiseFloor)
///     v ← v + clip(α(f) · (x − v), slew · Δt)        slew = min(slewLimit, slewAtRest + slewGain·|ẋ|)
///
/// Three things are added to the published filter, each measured on recordings with optical truth: the noise floor
/// (a sensor's own noise no longer raises the cutoff: a sixth less jitter at the same lag), the clip of the
/// derivative, and a slew bound that follows the speed (one outlier of 8° moves the shadow by 0.4 points a frame, not
/// 0.9; a knock at rest passes a quarter). The vector is not normalised: see ``GravityEstimate/strength``.
public struct OneEuroEstimator: Equatable, Sendable {
    /// What may be tuned.
    public struct Parameters: Equatable, Sendable {
        /// The cutoff at rest, in Hz; greater than 0; default 1 Hz.
        public var minimumCutoff = 1.0
        /// Cutoff per speed, in Hz per rad/s; 0 or more; default 11, which gives 14.6 ms of lag at 1 Hz ± 15°.
        public var beta = 11.0
        /// The cutoff of the speed's own low-pass, in Hz; greater than 0; default 2 Hz.
        public var derivativeCutoff = 2.0
        /// The speed that a sensor at rest shows by its noise, in rad/s; default 0.05 rad/s.
        public var noiseFloor = 0.05
        /// The fastest speed believed of one interval, in rad/s; default 10 rad/s.
        public var speedClip = 10.0
        /// How fast the estimate may start to move, in rad/s; default 1.5 rad/s.
        public var slewAtRest = 1.5
        /// Further slew per smoothed speed, without unit; default 2.
        public var slewGain = 2.0
        /// The fastest the estimate ever moves, in rad/s; default 12.5 rad/s: 2.5 points a frame at gain 10.
        public var slewLimit = 12.5

        /// Creates the default parameters.
        public init() {}
    }

    /// The parameters in force.
    public let parameters: Parameters
    /// The filtered specific force in units of standard gravity, never longer than 1.
    public private(set) var vector: Acceleration<DeviceAxes>
    /// The smoothed velocity of the specific force, in 1/s.
    public private(set) var velocity = Acceleration<DeviceAxes>.zero
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

    /// Feeds the next specific force, in units of standard gravity, `interval` seconds after the last; both finite.
    public mutating func update(_ force: Acceleration<DeviceAxes>, interval: Double) {
        if interval > Self.longestInterval {
            velocity = .zero
        } else {
            let measured = ((force - previous) / interval).shortened(to: parameters.speedClip)
            velocity = velocity + smoothing(parameters.derivativeCutoff, interval) * (measured - velocity)
        }
        previous = force
        let speed = velocity.length
        let cutoff = parameters.minimumCutoff + parameters.beta * max(0, speed - parameters.noiseFloor)
        let slew = min(parameters.slewLimit, parameters.slewAtRest + parameters.slewGain * speed)
        // Beyond 0.1 s the bound stops growing: after a gap the estimate glides to where the device is now.
        let step = (smoothing(cutoff, interval) * (force - vector)).shortened(to: slew * min(interval, 0.1))
        let moved = vector + step
        vector = moved / max(1, moved.length)
    }
}

/// The gain of a first-order low-pass for one interval: α = 1 / (1 + 1/(2πf·Δt)), backward Euler, stable for all Δt > 0.
///
/// `cutoff` in Hz, `interval` in seconds, both greater than 0.
func smoothing(_ cutoff: Double, _ interval: Double) -> Double {
    1 / (1 + 1 / (2 * Double.pi * cutoff * interval))
}
