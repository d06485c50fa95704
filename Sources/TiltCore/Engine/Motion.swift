/// What the sensor side knows at one tick; every subscriber's offset is derived from it.
public struct Motion: Equatable, Sendable {
    /// The instant of the tick.
    public var time: Timestamp
    /// Whether there is a sensor.
    public var state: TrackingState
    /// Where gravity is; `nil` before the first sample ever.
    public var estimate: GravityEstimate?
    /// How much of the motion shows, 0 (only the fallback) to 1.
    public var fade: Double
    /// How far the device was turned about the vertical lately, in radians, positive counterclockwise from above;
    /// leaky and capped, 0 without a gyroscope.
    public var yaw: Double

    /// True where the fallback is shown and nothing moves.
    package var isAtRest: Bool { state != .tracking && fade == 0 }

    /// Creates a motion; by default of an instant without a sensor.
    public init(
        time: Timestamp, state: TrackingState = .none, estimate: GravityEstimate? = nil, fade: Double = 0,
        yaw: Double = 0
    ) {
        self.time = time
        self.state = state
        self.estimate = estimate
        self.fade = fade
        self.yaw = yaw
    }
}
