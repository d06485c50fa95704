/// A profile page's header that grows when pulled, collapses when scrolled, and shows the name over a blurred picture.
///
/// With o for the scroll offset, negative while pulled, and the defaults put in:
///
/// | | o < 0 | o ≥ 0 |
/// |---|---|---|
/// | header, scale | 1 − o/107, its top edge stays | 1 |
/// | header, y | 0 | max(−40, −o) |
/// | label, y | 95 | max(−35, 95 − o) |
/// | blur | 0 | (o − 95)/35, from 0 to 1 |
/// | avatar, scale | 1 | 1 − min(40, o)/69/1.4 |
///
/// All of it is continuous; only the order of header and avatar changes at once, behind o = 40.
public struct ProfileHeader: Equatable, Sendable {
    /// The header's height, in points; by default 107.
    public var height = 107.0
    /// The scroll offset at which the header stops, in points; by default 40.
    public var stop = 40.0
    /// The scroll offset at which the label reaches the header, in points; by default 95.
    public var labelStart = 95.0
    /// How far the label rises into the header, in points; by default 35.
    public var labelRise = 35.0
    /// The avatar's width and height, in points; by default 69.
    public var avatarSize = 69.0
    /// How much slower than the header the avatar shrinks, no unit; by default 1.4.
    public var avatarSlowness = 1.4

    /// Creates the header with the default measures, to be changed where a design needs it.
    public init() {}

    /// How everything is drawn at a scroll offset in points, negative while pulled; NaN and infinity count as 0.
    public func pose(at offset: Double) -> ProfilePose {
        let offset = offset.finiteOrZero
        guard offset >= 0 else {
            return ProfilePose(
                headerScale: 1 - offset / height, headerY: 0, labelY: labelStart, blur: 0, avatarScale: 1,
                avatarY: 0, isHeaderInFront: false)
        }
        let shrinking = min(stop, offset) / avatarSize / avatarSlowness
        return ProfilePose(
            headerScale: 1, headerY: max(-stop, -offset), labelY: max(-labelRise, labelStart - offset),
            blur: ((offset - labelStart) / labelRise).limited(to: 0...1), avatarScale: 1 - shrinking,
            avatarY: avatarSize * shrinking / 2, isHeaderInFront: offset > stop)
    }
}
