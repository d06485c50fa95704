/// Hides the change from one estimator to the other: what they differ by at that instant fades within a second.
///
/// The new estimator's motion shows at once; only the constant difference is eased away. A difference of 15° is so
/// spread over fifty frames, 0.08 points each at gain 10.
struct Handover: Equatable, Sendable {
    /// The length of the fade, in seconds.
    private static let seconds = 1.0

    private let difference: Up<DeviceAxes>
    private let strengthDifference: Double
    private let since: Timestamp

    /// A change at `time` from what was shown to what is now to be shown.
    init(from shown: GravityEstimate, to next: GravityEstimate, at time: Timestamp) {
        difference = shown.up - next.up
        strengthDifference = shown.strength - next.strength
        since = time
    }

    /// What to show at `time` in place of `next`, or `nil` where the fade is over.
    func applied(to next: GravityEstimate, at time: Timestamp) -> GravityEstimate? {
        let s = max(0, time.seconds(since: since) / Self.seconds)
        guard s < 1 else { return nil }
        let share = 1 - s * s * (3 - 2 * s)
        guard let up = Up<DeviceAxes>(of: next.up + share * difference) else { return nil }
        let strength = min(1, max(0, next.strength + share * strengthDifference))
        return GravityEstimate(up: up, strength: strength, drift: next.drift, braking: next.braking)
    }
}
