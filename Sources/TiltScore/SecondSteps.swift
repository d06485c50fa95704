import TiltCore

/// How much each step of the shadow differs from the one before, in points, in motion: what an eye sees as judder.
///
/// x₊₁ − 2x + x₋₁ of three successive frames, and of the truth's own offset at the instants that they are for.
struct SecondSteps {
    /// Of the frames.
    private(set) var frames: [Double] = []
    /// Of the truth, at the same instants.
    private(set) var truth: [Double] = []

    /// Frames that are farther apart than so many of their usual distances have a hole between them.
    private static let longestStep = 1.5

    init(_ estimates: Estimates, _ truth: Truth, _ options: Score.Options) {
        let times = estimates.times
        let steps = zip(times.dropFirst(), times).map { $0 - $1 }
        guard times.count > 2, let usual = steps.quantile(0.5) else { return }
        var shadow = TruthShadow(truth, estimates, options)
        let mapped = times.indices.map { index -> ShadowOffset? in
            guard let row = truth.row(at: times[index] + options.ahead) else {
                shadow.follow(frame: index)
                return nil
            }
            let offset = shadow.offset(of: row.up, at: times[index])
            return row.isMoving ? offset : nil
        }
        for index in 1..<times.count - 1 {
            guard max(steps[index - 1], steps[index]) <= Self.longestStep * usual,
                let before = mapped[index - 1], let now = mapped[index], let after = mapped[index + 1]
            else { continue }
            let shown = estimates.offsets[index - 1...index + 1]
            frames.append((shown[index + 1] - 2 * shown[index] + shown[index - 1]).length)
            self.truth.append((after - 2 * now + before).length)
        }
    }
}
