/// How a ``ProfileHeader`` is drawn at one scroll offset.
public struct ProfilePose: Equatable, Sendable {
    /// The header's scale about the middle of its *top edge*, no unit.
    ///
    /// Where a toolkit scales about the centre, move the header down by height·(scale − 1)/2 as well.
    public let headerScale: Double
    /// How far the header is moved, in points; negative is up.
    public let headerY: Double
    /// How far the label on the header is moved, in points: 95 is out of sight, -35 in its place.
    public let labelY: Double
    /// How much of the blurred picture covers the sharp one, 0 to 1; blur once, fade often.
    public let blur: Double
    /// The avatar's scale about its centre, no unit.
    public let avatarScale: Double
    /// How far the avatar is moved within the content, in points: as much as keeps its bottom edge where it is.
    public let avatarY: Double
    /// Whether the header covers the avatar; the avatar covers the header otherwise.
    public let isHeaderInFront: Bool
}
