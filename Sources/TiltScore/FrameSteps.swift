import TiltCore

/// How far the shadow moves from frame to frame, in points, in frames of 20 ms.
struct FrameSteps {
    /// The frame of a 50 Hz screen, in seconds.
    private static let frame = 0.02

    /// Every step.
    private(set) var all: [Double] = []
    /// Steps between two still rows.
    private(set) var still: [Double] = []
    /// By how much each step exceeds the truth's largest around it: lag alone is not called a jump.
    private(set) var excess: [Double] = []
    /// The truth's own steps.
    private(set) var truth: [Double] = []

    /// Rows of the truth that are farther apart, in seconds, are not held until the next: one of two frames would stand.
    private static let longestHeld = frame / 2

    init(_ estimates: Estimates, _ truth: Truth, isStill: [Bool], _ options: Score.Options) {
        let count = Int(((truth.end - truth.start) / Self.frame).rounded(.up))
        let instants = (0..<max(0, count)).map { truth.start + Double($0) * Self.frame }
        let published = estimates.held(at: instants).map { $0.map { estimates.offsets[$0] } }
        let mapped = Self.mappedTruth(truth, at: instants, estimates, options)
        let truthSteps = zip(mapped.dropFirst(), mapped).map { now, before -> Double? in
            guard let now, let before else { return nil }
            return (now - before).length
        }
        let width = Int((options.excessWindow / Self.frame).rounded(.toNearestOrEven))
        for index in instants.indices.dropFirst() {
            let row = min(truth.times.count - 1, truth.times.count(below: instants[index]))
            let rowBefore = min(truth.times.count - 1, truth.times.count(below: instants[index - 1]))
            let isKnown = truth.ups[row] != nil
            if isKnown, let step = truthSteps[index - 1] { self.truth.append(step) }
            guard let now = published[index], let before = published[index - 1] else { continue }
            let step = (now - before).length
            all.append(step)
            if isStill[row], isStill[rowBefore] { still.append(step) }
            let around = max(0, index - 1 - width)...min(truthSteps.count - 1, index - 1 + width)
            guard isKnown, let most = truthSteps[around].compactMap({ $0 }).max() else { continue }
            excess.append(step - most)
        }
    }

    /// The offsets that the truth would have given, its newest row held until the next, or between rows where they are rare;
    /// none where they are so rare that a held one would stand for frames, and then step.
    private static func mappedTruth(
        _ truth: Truth, at instants: [Double], _ estimates: Estimates, _ options: Score.Options
    ) -> [ShadowOffset?] {
        guard !truth.isRare else { return instants.map { _ in nil } }
        let isHeld = truth.interval <= longestHeld + 1e-9
        var shadow = TruthShadow(truth, estimates, options)
        return instants.map { instant in
            let row = max(0, truth.times.count(upTo: instant + 1e-9) - 1)
            let up = isHeld ? nil : truth.row(at: instant)?.up
            return shadow.offset(of: up ?? truth.filled[row], at: instant)
        }
    }
}
