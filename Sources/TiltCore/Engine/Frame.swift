/// One published message: the offset of a tick, as one subscription sees it.
public struct Frame: Equatable, Sendable {
    /// Counts the frames that were due to one subscriber, from 1: a gap is a loss.
    public var sequence: UInt64
    /// CLOCK_MONOTONIC at the tick; in a replay, the log's own clock.
    public var time: Timestamp
    /// The instant that it is true for; `nil` where that is `time` and the subscription names no phase.
    public var target: Timestamp?
    /// Whether there is a sensor.
    public var state: TrackingState
    /// Points to add to the card's shadow.
    public var offset: ShadowOffset
    /// The tilt of the picture's axes, in radians; `nil` while it has never been known.
    public var tilt: Tilt?
    /// Up in the picture's axes; `nil` where it was not asked for or has never been known.
    public var up: Up<ScreenAxes>?
    /// What the sensor itself said; `nil` where it was not asked for, or nothing came since the last tick.
    public var raw: RawSample?
    /// True where the offset has moved less than 0.01 point for a second, and is held exactly.
    public var isStill: Bool

    /// Creates a frame; without tilt and up by default.
    public init(
        sequence: UInt64, time: Timestamp, target: Timestamp? = nil, state: TrackingState,
        offset: ShadowOffset,
        tilt: Tilt? = nil, up: Up<ScreenAxes>? = nil, raw: RawSample? = nil, isStill: Bool = false
    ) {
        self.sequence = sequence
        self.time = time
        self.target = target
        self.state = state
        self.offset = offset
        self.tilt = tilt
        self.up = up
        self.raw = raw
        self.isStill = isStill
    }

    /// Creates the frame of one tick as `subscription` sees it; while up has never been known, `view` is `nil` and the
    /// fallback is shown.
    public init(
        sequence: UInt64, motion: Motion, raw: RawSample? = nil, view: ShadowMapper.View?,
        subscription: Subscription
    ) {
        self.init(
            sequence: sequence, time: motion.time, target: subscription.target(of: motion.time),
            state: motion.state,
            offset: view?.offset ?? subscription.shadow.fallback, tilt: view?.tilt,
            up: subscription.include.contains(.up) ? view?.up : nil,
            raw: subscription.include.contains(.raw) ? raw : nil,
            isStill: view?.isStill ?? false)
    }
}
