/// Hides the change from one estimate to another: what they differ by at that instant fades, by default within a second.
///
/// The new estimate's motion shows at once; only the difference is eased away. It is the shortest rotation from one to
/// the other, of which ever less is applied, so that even opposite poses are joined by an even turn: a difference of 15°
/// is spread over fifty frames, 0.08 points each at gain 10.
struct Handover: Equatable, Sendable {
    /// The unit axis of the rotation from the new estimate to what was shown.
    private let axis: MatrixRow
    /// Its angle, in radians, 0 to π.
    private let angle: Double
    private let strengthDifference: Double
    private var since: Timestamp
    /// The length of the fade, in seconds.
    private let seconds: Double
    /// True where the fade sets out at its greatest speed, and prediction with it: from a pose that stood still.
    private let isPrompt: Bool

    /// A change at `time` from what was shown to what is now to be shown.
    init(
        from shown: GravityEstimate, to next: GravityEstimate, at time: Timestamp, over seconds: Double = 1,
        isPrompt: Bool = false
    ) {
        let from = MatrixRow(x: next.up.x, y: next.up.y, z: next.up.z)
        let axis = from.cross(MatrixRow(x: shown.up.x, y: shown.up.y, z: shown.up.z))
        angle = next.up.angle(to: shown.up)
        // Equal poses need no axis; between opposite ones any axis across will do.
        self.axis = axis.length > 1e-9 ? axis / axis.length : from.perpendicular
        strengthDifference = shown.strength - next.strength
        since = time
        self.seconds = seconds
        self.isPrompt = isPrompt
    }

    /// Sets out at `time` and no earlier: nothing of it was shown before.
    mutating func begin(noEarlierThan time: Timestamp) { since = max(since, time) }

    /// The same from what was shown to what there is by now, and as much longer as that is farther, but no more than twice.
    func renewed(from shown: GravityEstimate, to next: GravityEstimate, at time: Timestamp) -> Handover {
        let farther = next.up.angle(to: shown.up) / max(angle, 1e-9)
        return Handover(
            from: shown, to: next, at: time, over: seconds * min(2, max(1, farther)), isPrompt: isPrompt)
    }

    /// What to show at `time` in place of `next`, or `nil` where the fade is over.
    func applied(to next: GravityEstimate, at time: Timestamp) -> GravityEstimate? {
        let s = max(0, time.seconds(since: since) / seconds)
        guard s < 1 else { return nil }
        let share = isPrompt ? (1 - s) * (1 - s) : 1 - s * s * (3 - 2 * s)
        var shown = next
        let up = MatrixRow(x: next.up.x, y: next.up.y, z: next.up.z).turned(about: axis, by: share * angle)
        shown.up = Up(of: up) ?? next.up
        let rate = MatrixRow(x: next.rate.x, y: next.rate.y, z: next.rate.z)
            .turned(about: axis, by: share * angle)
        shown.rate = (isPrompt ? 1 - share : 1) * AngularRate(x: rate.x, y: rate.y, z: rate.z)
        shown.strength = min(1, max(0, next.strength + share * strengthDifference))
        return shown
    }
}

extension MatrixRow {
    /// A unit vector at right angles; this one has length 1.
    var perpendicular: MatrixRow {
        let other =
            x.magnitude < 0.7 ? MatrixRow(x: 1, y: 0, z: 0) : MatrixRow(x: 0, y: 1, z: 0)
        let across = cross(other)
        return across / across.length
    }

    /// Rodrigues' rotation by `angle` radians about the unit vector `axis`.
    func turned(about axis: MatrixRow, by angle: Double) -> MatrixRow {
        let (s, c) = Double.sinCos(angle)
        let along = (1 - c) * axis.dot(self)
        let across = axis.cross(self)
        return MatrixRow(
            x: c * x + s * across.x + along * axis.x, y: c * y + s * across.y + along * axis.y,
            z: c * z + s * across.z + along * axis.z)
    }
}
