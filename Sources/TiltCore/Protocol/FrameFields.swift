/// What frames carry besides the offset.
public struct FrameFields: OptionSet, Hashable, Sendable {
    /// A bit for each.
    public let rawValue: UInt8

    /// Creates the set of these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The direction away from the ground.
    public static let up = FrameFields(rawValue: 1)
    /// What the sensor itself said: for those who may see it.
    public static let raw = FrameFields(rawValue: 2)

    /// The words of the protocol, in its order.
    static var words: [(word: String, field: FrameFields)] { [("up", .up), ("raw", .raw)] }
}
