/// What came of a `recentre` of ``RecentreScope/all``, of the subscribers other than the asker.
public struct RecentreCount: Equatable, Sendable {
    /// Those whose neutral pose is the present one now.
    public var recentred = 0
    /// Those who have one, too, and belong to another user.
    public var leftAlone = 0

    /// Counts nobody.
    public init() {}
}
