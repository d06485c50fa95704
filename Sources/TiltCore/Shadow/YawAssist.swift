/// How far an upright device was turned about the vertical lately: a leaky, capped integral of the turn rate.
///
/// Gravity cannot see such a turn, only a gyroscope can. y′ = rate − y/τ, |y| ≤ cap: what leaks cannot drift.
struct YawAssist: Equatable, Sendable {
    /// The turn, in radians, positive counterclockwise from above.
    private(set) var angle = 0.0
    /// The turn rate that came last, in rad/s.
    private var turnRate = 0.0
    private var lastTime: Timestamp?

    /// τ of the leak, in seconds.
    private static let timeConstant = 2.0
    /// The largest turn shown, in radians: 20°, 3.5 points at gain 10.
    private static let cap = 20 * Double.pi / 180
    /// No rate holds for longer than that, in seconds.
    private static let longestStep = Fusion.longestGap

    /// What is left of `angle` after `seconds` without a turn.
    ///
    /// Where there was none, as with an accelerometer alone, nothing is computed.
    static func leaked(_ angle: Double, for seconds: Double) -> Double {
        angle == 0 ? 0 : angle * .exp(-seconds / timeConstant)
    }

    /// What becomes of `angle` in `seconds`, with the device turning at `rate`, in rad/s, until no rate holds any longer.
    static func carried(_ angle: Double, turning rate: Double, for seconds: Double) -> Double {
        capped(leaked(angle + rate * min(seconds, longestStep), for: seconds))
    }

    /// What becomes of `angle` in the few `seconds` of a lookahead, or was so long ago, with the device turning at `rate`.
    ///
    /// To the first order, as every client's mapping has it: in 0.1 s a thousandth of the angle is not worth an exponential.
    static func predicted(_ angle: Double, turning rate: Double, _ seconds: Double) -> Double {
        capped(angle + seconds * (rate - angle / timeConstant))
    }

    private static func capped(_ angle: Double) -> Double { min(cap, max(-cap, angle)) }

    /// Moves to `time` with a turn rate in rad/s that held since the last call.
    ///
    /// Behind a gap it is not known what held: the rate before it, as ``angle(at:)`` has shown, or there would be a step.
    mutating func update(turnRate rate: Double, at time: Timestamp) {
        let interval = interval(until: time)
        lastTime = max(time, lastTime ?? time)
        let held = interval > Self.longestStep ? turnRate : rate
        angle = Self.carried(angle, turning: held, for: interval)
        turnRate = rate
    }

    /// The angle at an instant after the last call, if the device turns on as it did then.
    func angle(at time: Timestamp) -> Double {
        Self.carried(angle, turning: turnRate, for: interval(until: time))
    }

    private func interval(until time: Timestamp) -> Double {
        lastTime.map { max(0, time.seconds(since: $0)) } ?? 0
    }
}
