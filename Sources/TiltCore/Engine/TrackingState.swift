/// Whether there is a sensor behind the offsets.
public enum TrackingState: String, CaseIterable, Sendable {
    /// A sample arrived within `stale_after`.
    case tracking
    /// The device went silent; the last offset is kept for a while, then eases to the fallback.
    case stale
    /// There is no sensor: the fallback offset.
    case none

    /// The state as CSV frames have it, so that a row is numbers throughout: 2 tracking, 1 stale, 0 none.
    public var number: Int64 {
        switch self {
        case .tracking: 2
        case .stale: 1
        case .none: 0
        }
    }
}
