/// Tells a gyroscope with a large bias from one that turns.
///
/// To the gyroscope alone, a device at rest and one that turns evenly look alike. A turn takes gravity along, though, about
/// any axis but the vertical, and a bias does not. About the vertical nobody can tell, and nobody has to: that is no tilt.
struct BiasEvidence: Equatable, Sendable {
    /// How long gravity is watched, in seconds.
    private static let window = 3.0
    /// How far the rates must say that gravity has turned meanwhile for its rest to mean anything, in radians: 3°.
    private static let least = 3 * Double.pi / 180
    /// So much of that gravity may have turned.
    private static let share = 0.25
    /// And so far, in radians: 1.5°.
    private static let farthest = 1.5 * Double.pi / 180

    /// True where gravity has stood still though the rates say that it turns.
    private(set) var isFound = false
    private var first: MatrixRow?
    private var watchedFor = 0.0

    /// Takes the direction of gravity, and how fast the rates say that it turns, in rad/s.
    ///
    /// Not inlined, as it is seldom called.
    @inline(never)
    mutating func take(_ direction: MatrixRow, turningAt speed: Double, interval: Double) {
        guard let first else { return self.first = direction }
        watchedFor += interval
        guard watchedFor >= Self.window else { return }
        let told = speed * watchedFor
        let turned = (direction - first).length
        isFound = told >= Self.least && turned < min(Self.share * told, Self.farthest)
        (self.first, watchedFor) = (direction, 0)
    }
}
