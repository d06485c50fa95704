/// What to do while no daemon answers.
public enum Patience: Equatable, Sendable {
    /// Throw as soon as a connection fails or ends.
    case never
    /// Throw where the first attempt fails; once connected, try again until the daemon is back.
    case failAtFirst
    /// Wait for the daemon from the start.
    case always
}
