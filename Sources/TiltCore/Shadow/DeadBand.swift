/// Holds an offset exactly while it moves less than can be published.
///
/// Once the offset has stayed within 0.01 point of one place for a second, it is held where it is then, until the first
/// tick at which it is farther away: a device on a table casts a shadow that does not wander, and leaving rest is never
/// late. What had gathered between the held and the true offset fades after that, so that leaving makes no step either.
struct DeadBand: Equatable, Sendable {
    /// Less is no movement, in points: the resolution of a frame.
    static let threshold = 0.01
    /// How long it must last, in seconds.
    static let duration = 1.0
    /// How fast the gathered difference fades, in points per second: 0.8 s at most.
    private static let fading = 0.0125

    private var place = ShadowOffset.zero
    /// Since when the offset has been there, where it is not held: of two who hold the same for different times nothing is
    /// different from then on, and they are equal.
    private var since: Timestamp?
    private var isHeld = false
    /// What is shown beyond the true offset while it fades, in points.
    private var slack = ShadowOffset.zero
    private var lastTime: Timestamp?

    /// What to show for `offset` at `time`, and whether it is still.
    mutating func settled(_ offset: ShadowOffset, at time: Timestamp) -> (offset: ShadowOffset, isStill: Bool)
    {
        let interval = lastTime.map { max(0, time.seconds(since: $0)) } ?? 0
        lastTime = time
        guard isHeld || since != nil, (offset - place).length < Self.threshold else {
            if isHeld { slack = (place - offset).clamped(to: Self.threshold) }
            place = offset
            since = time
            isHeld = false
            return (faded(offset, interval), false)
        }
        if let since {
            guard time.seconds(since: since) >= Self.duration else {
                return (faded(offset, interval), false)
            }
            // The end of a slow approach is nearer to its goal than its beginning was.
            place = offset
            isHeld = true
            (self.since, slack) = (nil, .zero)
        }
        return (place, true)
    }

    private mutating func faded(_ offset: ShadowOffset, _ interval: Double) -> ShadowOffset {
        slack = slack.clamped(to: max(0, slack.length - Self.fading * interval))
        return offset + slack
    }
}
