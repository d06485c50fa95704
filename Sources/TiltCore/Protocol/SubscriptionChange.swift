/// The options named in one `subscribe` request; what is `nil` stays as it is.
///
/// What each means, its range and its default stand in ``SubscribeOption``.
public struct SubscriptionChange: Equatable, Sendable {
    /// Frames a second.
    public var rateHz: Double?
    /// An instant of a tick, in nanoseconds of CLOCK_MONOTONIC; a rate that is named without one gives it up.
    public var phase: Int64?
    /// Points per radian.
    public var gain: Double?
    /// Points.
    public var limit: Double?
    /// Milliseconds.
    public var lookaheadMilliseconds: Double?
    /// The function from up to offset.
    public var mapping: ShadowMapping?
    /// The pose of no offset.
    public var reference: Reference?
    /// How the picture is turned.
    public var displayRotation: DisplayRotation?
    /// Who says how the picture is turned.
    public var rotation: RotationSource?
    /// False where the picture does not move with the device, as an external monitor's.
    public var moves: Bool?
    /// What frames are to carry besides, and nothing else.
    public var include: FrameFields?
    /// When frames are sent.
    public var when: Subscription.When?
    /// True where turning an upright device about the vertical is to move the shadow.
    public var assistsYaw: Bool?
    /// True where no frame is to be sent before the last one was read.
    public var isStrict: Bool?

    /// Creates a change of nothing.
    public init() {}
}
