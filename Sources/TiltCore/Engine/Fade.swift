/// How much of the motion shows, from 0 (the fallback offset) to 1, eased over one second in either direction.
struct Fade: Equatable, Sendable {
    /// The length of a full ease, in seconds.
    static let easeSeconds = 1.0

    private var start: Double
    private var target: Double
    private var since: Timestamp

    /// Fully there or not at all, since `time`.
    init(_ isPresent: Bool, at time: Timestamp) {
        start = isPresent ? 1 : 0
        target = start
        since = time
    }

    /// The share of the motion at `time`, 0 to 1: smoothstep s²(3 − 2s), so that neither end has a corner.
    func weight(at time: Timestamp) -> Double {
        let s = min(1, max(0, time.seconds(since: since) / Self.easeSeconds))
        // In its last nanoseconds the product can be a last bit more than 1.
        return min(1, max(0, start + (target - start) * s * s * (3 - 2 * s)))
    }

    /// Turns toward the motion or the fallback, from wherever the ease is at `time`.
    mutating func turn(to isPresent: Bool, at time: Timestamp) {
        let next: Double = isPresent ? 1 : 0
        guard next != target else { return }
        start = weight(at: time)
        target = next
        since = time
    }
}
