/// The function from up to a shadow offset: the shadow moves toward the lowest edge of the screen.
///
/// | mapping | x, y for a gain g in points per radian | worst slope on the sphere |
/// |---|---|---|
/// | `tilt` | g·roll, g·pitch | √2·g per radian; a fold at exactly vertical |
/// | `projection` | -g·ux, g·uy | g per radian, smooth everywhere |
/// | `euler` | g·atan2(-ux, uz), g·asin(uy) | unbounded: jumps 2π·g at the vertical |
public enum ShadowMapping: String, CaseIterable, Sendable {
    /// The independent tilt angles; about a single axis those of `euler`.
    case tilt
    /// The orthogonal projection of up onto the screen.
    case projection
    /// The attitude as Euler angles, which is the usual formula; kept only to show its jump beside the cure.
    case euler

    /// The name of ``euler`` in 0.1.0.
    @available(*, deprecated, renamed: "euler")
    public static var seed: ShadowMapping { .euler }

    /// The longest offset where nobody asks for another, in points: `euler` has none, to show how far it jumps.
    public var usualLimit: Double { self == .euler ? Subscription.limits.upperBound : 16 }

    /// The offset in points for a gain in points per radian.
    public func callAsFunction(_ up: Up<ScreenAxes>, gain: Double) -> ShadowOffset {
        switch self {
        case .tilt:
            let tilt = Tilt(of: up)
            return ShadowOffset(x: gain * tilt.roll, y: gain * tilt.pitch)
        case .projection:
            return ShadowOffset(x: -gain * up.x, y: gain * up.y)
        case .euler:
            return ShadowOffset(x: gain * .atan2(-up.x, up.z), y: gain * .asin(min(1, max(-1, up.y))))
        }
    }
}
