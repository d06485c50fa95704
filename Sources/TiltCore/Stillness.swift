/// Holds an offset exactly while it moves less than can be published.
///
/// Once the offset has stayed within 0.01 point of one place for a second, it is held where it is then, until the first
/// tick at which it is farther away: a device on a table casts a shadow that does not wander, and leaving rest is never
/// late.
struct Stillness: Equatable, Sendable {
    /// Less is no movement, in points: the resolution of a frame.
    static let threshold = 0.01
    /// How long it must last, in seconds.
    static let duration = 1.0

    private var place = ShadowOffset.zero
    private var since: Timestamp?
    private var isHeld = false

    /// What to show for `offset` at `time`, and whether it is still.
    mutating func settled(_ offset: ShadowOffset, at time: Timestamp) -> (offset: ShadowOffset, isStill: Bool)
    {
        guard let since, (offset - place).length < Self.threshold else {
            place = offset
            since = time
            isHeld = false
            return (offset, false)
        }
        guard time.seconds(since: since) >= Self.duration else { return (offset, false) }
        // The end of a slow approach is nearer to its goal than its beginning was.
        if !isHeld { place = offset }
        isHeld = true
        return (place, true)
    }
}
