/// The pose in which the shadow lies at its base.
public enum Reference: String, CaseIterable, Sendable {
    /// Flat, face up.
    case absolute
    /// The pose the device has been held in: a neutral that follows slowly, so both axes steer in every pose.
    case relative
    /// The pose of the subscriber's first tracked frame, or of the first behind its last `recentre`, the last turn of its picture
    /// or the choice of this reference.
    case startup
}
