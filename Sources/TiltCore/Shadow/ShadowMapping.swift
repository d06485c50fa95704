import CMath

/// The function from up to a shadow offset: the shadow moves toward the lowest edge of the screen.
///
/// | mapping | x, y for a gain g in points per radian | worst slope on the sphere |
/// |---|---|---|
/// | `tilt` | g·roll, g·pitch | √2·g per radian; a fold at exactly vertical |
/// | `projection` | -g·ux, g·uy | g per radian, smooth everywhere |
/// | `seed` | g·atan2(-ux, uz), g·asin(uy) | unbounded: jumps 2π·g at the vertical |
public enum ShadowMapping: String, CaseIterable, Sendable {
    /// The independent tilt angles; on a single axis the numbers of the app this began with.
    case tilt
    /// The orthogonal projection of up onto the screen.
    case projection
    /// The Euler attitude of the app this began with, kept only to show the jump beside its cure.
    case seed

    /// The longest offset where nobody asks for another, in points: the seed had no limit, and shows how far it jumps.
    public var usualLimit: Double { self == .seed ? Subscription.limits.upperBound : 16 }

    /// The offset in points for a gain in points per radian.
    public func callAsFunction(_ up: Up<ScreenAxes>, gain: Double) -> ShadowOffset {
        switch self {
        case .tilt:
            let tilt = Tilt(of: up)
            return ShadowOffset(x: gain * tilt.roll, y: gain * tilt.pitch)
        case .projection:
            return ShadowOffset(x: -gain * up.x, y: gain * up.y)
        case .seed:
            return ShadowOffset(x: gain * atan2(-up.x, up.z), y: gain * asin(min(1, max(-1, up.y))))
        }
    }
}
