/// The options of one subscriber.
public struct Subscription: Equatable, Sendable {
    /// When a frame is sent.
    public enum When: String, CaseIterable, Sendable {
        /// At every tick of the subscriber's rate.
        case always
        /// When an offset moved by 0.01 point or the state changed, and at least once a second.
        case changed
    }

    /// Frames a second, 1 to 200; default 50.
    public var rateHz = 50.0
    /// An instant at which a tick of its own falls, in nanoseconds of CLOCK_MONOTONIC, and all others at `phase` + n / rate;
    /// `nil` for the ticks that all share.
    public var phase: Int64?
    /// How motion becomes an offset.
    public var shadow = ShadowMapper.Options()
    /// Who says how the picture is turned; by default its own program.
    public var rotation = RotationSource.own
    /// What frames carry besides the offset; by default nothing.
    public var include: FrameFields = []
    /// By default always.
    public var when = When.always
    /// True where no frame is sent before the last one was read: never a stale frame, at one more call a tick.
    public var isStrict = false

    /// Creates the default options.
    public init() {}

    /// The instant that a frame of `time` is true for; `nil` where nobody has asked for any other than that.
    public func target(of time: Timestamp) -> Timestamp? {
        guard phase != nil || shadow.lookaheadMilliseconds > 0 else { return nil }
        return time.advanced(by: Int64((shadow.lookaheadMilliseconds * 1e6).rounded()))
    }

    /// True where a frame need not be sent after `last`: nothing new by ``when``, and so many nanoseconds are not over.
    public func leavesOut(_ frame: Frame, after last: Frame, for longest: Int64 = 1_000_000_000) -> Bool {
        guard when == .changed, last.state == frame.state else { return false }
        guard frame.time.nanoseconds - last.time.nanoseconds < longest else { return false }
        return (frame.offset - last.offset).length < 0.01
    }

    /// The rates a subscriber may ask for, in Hz.
    public static let rates = 1.0...200.0
    /// The gains a subscriber may ask for, in points per radian.
    public static let gains = -1000.0...1000.0
    /// The limits a subscriber may ask for, in points.
    public static let limits = 0.0...1000.0
    /// The extrapolation a subscriber may ask for, in milliseconds.
    public static let lookaheads = 0.0...100.0
}
