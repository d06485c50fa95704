/// Whether there is a sensor behind the offsets.
public enum TrackingState: String, CaseIterable, Sendable {
    /// A sample arrived within `stale_after`.
    case tracking
    /// The device went silent; the last offset is kept for a while, then eases to the fallback.
    case stale
    /// There is no sensor: the fallback offset.
    case none
}
