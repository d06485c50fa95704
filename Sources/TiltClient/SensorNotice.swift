/// The daemon's `sensor` message: one was found or lost.
public struct SensorNotice: Equatable, Sendable {
    /// What happened: `found` or `lost`; a newer daemon may say more.
    public var event: String
    /// Why, in a sentence part; `nil` where it is not said.
    public var reason: String?
    /// The sensor; `nil` where it is not known.
    public var sensor: SensorSummary?
}
