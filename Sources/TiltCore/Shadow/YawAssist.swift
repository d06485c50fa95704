/// How far an upright device was turned about the vertical lately: a leaky, capped integral of the turn rate.
///
/// Gravity cannot see such a turn, only a gyroscope can. y′ = rate − y/τ, |y| ≤ cap: what leaks cannot drift.
struct YawAssist: Equatable, Sendable {
    /// The turn, in radians, positive counterclockwise from above.
    private(set) var angle = 0.0
    private var lastTime: Timestamp?

    /// τ of the leak, in seconds.
    private static let timeConstant = 2.0
    /// The largest turn shown, in radians: 20°, 3.5 points at gain 10.
    private static let cap = 20 * Double.pi / 180
    /// Longer gaps are not integrated over, in seconds.
    private static let longestStep = 0.1

    /// What is left of `angle` after `seconds` without a turn.
    ///
    /// Where there was none, as with an accelerometer alone, nothing is computed.
    static func leaked(_ angle: Double, for seconds: Double) -> Double {
        angle == 0 ? 0 : angle * .exp(-seconds / timeConstant)
    }

    /// Moves to `time` with a turn rate in rad/s that held since the last call.
    mutating func update(turnRate: Double, at time: Timestamp) {
        let interval = lastTime.map { max(0, time.seconds(since: $0)) } ?? 0
        lastTime = max(time, lastTime ?? time)
        angle = Self.leaked(angle, for: interval) + turnRate * min(interval, Self.longestStep)
        angle = min(Self.cap, max(-Self.cap, angle))
    }
}
