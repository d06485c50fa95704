import TiltCore

/// The tilt as people and their automations have it: tenths of a degree and whole frames a second.
struct TiltSummary: Equatable {
    /// Whether there is a sensor.
    var state: TrackingState
    /// Tenths of a degree; `nil` while it has never been known.
    var pitchTenths: Int?
    /// Tenths of a degree; `nil` while it has never been known.
    var rollTenths: Int?
    /// Frames published in the last second, in Hz.
    var rateHz: Int

    /// True where somebody who looks would see no change: a frame more or less in a second is none.
    func looksLike(_ other: TiltSummary) -> Bool {
        state == other.state && pitchTenths == other.pitchTenths && rollTenths == other.rollTenths
            && abs(rateHz - other.rateHz) <= 1
    }
}

/// Makes a summary of frames once a second, and says which are worth a message.
struct TiltSummaries {
    /// The shortest time from one to the next, in nanoseconds: 1 s.
    static let period: Int64 = 1_000_000_000

    private var state = TrackingState.none
    private var tilt: Tilt?
    private var published = 0
    private var since: Int64?
    private var last: TiltSummary?

    /// Takes what the daemon said last.
    mutating func take(_ frame: Frame) {
        state = frame.state
        // Whoever answers at the socket may say any number.
        if let tilt = frame.tilt, abs(tilt.pitch) <= Self.farthest, abs(tilt.roll) <= Self.farthest {
            self.tilt = tilt
        }
    }

    /// There is no daemon.
    mutating func takeLoss() { state = .none }

    /// A frame was published.
    mutating func countPublished() { published += 1 }

    /// The next one is due whatever was said before: somebody new may listen.
    mutating func startOver(at now: Int64) { (since, last, published) = (now, nil, 0) }

    /// The next one is said whatever was said before.
    mutating func sayAgain() { last = nil }

    /// The summary of the second that is over, where it says something new.
    mutating func due(at now: Int64) -> TiltSummary? {
        guard let since, now - since >= Self.period else { return nil }
        let seconds = Double(now - since) / 1e9
        let summary = TiltSummary(
            state: state, pitchTenths: tilt.map { Self.tenths($0.pitch) },
            rollTenths: tilt.map { Self.tenths($0.roll) },
            rateHz: Int((Double(published) / seconds).rounded()))
        (self.since, published) = (now, 0)
        if let last, last.looksLike(summary) { return nil }
        last = summary
        return summary
    }

    /// No angle is greater, in radians; rounded, it may be by a little.
    private static let farthest = 3.15

    private static func tenths(_ angle: Double) -> Int { Int((angle * 1800 / .pi).rounded()) }
}
