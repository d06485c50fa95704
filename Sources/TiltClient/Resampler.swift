public import TiltCore

/// The offset at a display's vsync, from frames of any rate: on the way between the last two.
///
/// Whoever draws the newest frame instead sees the motion judder: at 60 Hz every sixth picture or so repeats the last, at
/// 144 Hz two of three. Subscribe with ``lookahead(refreshHz:rateHz:hasGyroscope:)``, and a picture is true when it lights up.
/// `Tests/Clients/Display` says in formulas and numbers what this does.
public struct Resampler: Equatable, Sendable {
    /// How long a frame takes to come, in nanoseconds.
    static let delivery = 500_000.0

    /// The rate that is subscribed to, in Hz; 50 where it is no rate.
    ///
    /// Two frames farther apart than 2.5 of its periods are not joined.
    public var rateHz: Double
    /// The newest frame that came; `nil` before the first.
    public private(set) var newest: Frame?
    private var previous: Frame?

    /// Begins without frames; `rateHz` is what is subscribed to.
    public init(rateHz: Double = 50) {
        self.rateHz = rateHz
    }

    /// What to subscribe with as `lookahead_ms`, in milliseconds: a refresh, a frame's period and its way to come.
    ///
    /// That late, as it is drawn between two frames, the newer one is first drawn as it is, and seen a refresh after that.
    /// 0 without a gyroscope: there, looking ahead makes noise visible while the device rests. A `refreshHz` that is no rate
    /// counts as 60, such a `rateHz` as 50.
    public static func lookahead(refreshHz: Double, rateHz: Double, hasGyroscope: Bool) -> Double {
        guard hasGyroscope else { return 0 }
        let periods = 1 / rate(refreshHz, 60) + 1 / rate(rateHz, 50)
        return min(max(1000 * periods + delivery / 1e6, 0), 100)
    }

    private static func rate(_ value: Double, _ usual: Double) -> Double {
        value > 0 && value.isFinite ? value : usual
    }

    /// Begins anew: after a connection or `recentre` nothing is to be drawn between then and now.
    public mutating func forget() {
        newest = nil
        previous = nil
    }

    /// Takes a frame; one that is not newer than the last is ignored, as is one whose numbers cannot be.
    public mutating func take(_ frame: Frame) {
        guard abs(Double(frame.time.nanoseconds)) < 4e18, abs(frame.offset.x) < 1e9, abs(frame.offset.y) < 1e9
        else { return }
        if let newest, newest.time.nanoseconds >= frame.time.nanoseconds { return }
        previous = newest
        newest = frame
    }

    /// The offset to draw at a vsync, always on the way between the last two frames, whatever the instant; `nil` before
    /// the first frame.
    public func offset(at vsync: Timestamp) -> ShadowOffset? {
        guard let newest else { return nil }
        guard let previous, previous.state == newest.state else { return newest.offset }
        // Doubles before anything is subtracted: no instant can overflow them.
        let end = Double(newest.time.nanoseconds)
        let span = end - Double(previous.time.nanoseconds)
        guard span <= 2.5 * (1e9 / Self.rate(rateHz, 50)) else { return newest.offset }
        let part = max((Double(vsync.nanoseconds) - Self.delivery - end) / span, 0)
        guard part < 1 else { return newest.offset }
        let (from, to) = (previous.offset, newest.offset)
        return ShadowOffset(x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y))
    }
}
