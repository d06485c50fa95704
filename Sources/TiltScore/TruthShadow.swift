import TiltCore

/// The offsets that the truth would have given: mapped as the frames are, and against a neutral pose that is found as theirs.
///
/// Without the dead band, which holds what hardly moves: that is the frames' own, and no part of the motion.
struct TruthShadow {
    private let truth: Truth
    private let estimates: Estimates
    private let options: Score.Options
    private var mapper: ShadowMapper
    /// True once there was a frame, whose pose a subscriber's neutral is at first.
    private var hasBegun = false

    init(_ truth: Truth, _ estimates: Estimates, _ options: Score.Options) {
        self.truth = truth
        self.estimates = estimates
        self.options = options
        mapper = ShadowMapper(options.shadow)
    }

    /// The offset of a true direction at `time`, in seconds, not before the last one; `nil` before the first frame where
    /// that makes the neutral pose.
    mutating func offset(of up: Up<DeviceAxes>, at time: Double) -> ShadowOffset? {
        if !hasBegun { begin(before: time) }
        guard hasBegun || options.shadow.reference == .absolute else { return nil }
        return mapped(up, at: time)
    }

    /// Goes on where the truth is not known: the neutral follows the frame of this index meanwhile.
    mutating func follow(frame index: Int) {
        if !hasBegun { begin(before: estimates.times[index]) }
        _ = mapped(estimates.ups[index], at: estimates.times[index])
    }

    /// Takes the frames up to an instant; the pose that they say, where the truth begins later.
    private mutating func begin(before time: Double) {
        for index in 0..<estimates.times.count(upTo: time + 1e-9) {
            hasBegun = true
            let instant = estimates.times[index]
            _ = mapped(truth.row(at: instant + options.ahead)?.up ?? estimates.ups[index], at: instant)
        }
    }

    private mutating func mapped(_ up: Up<DeviceAxes>, at time: Double) -> ShadowOffset {
        let shadow = options.shadow
        // From the first frame on: a time of the truth alone may be farther from zero than 64 bits hold.
        let seconds = min(max(time - (estimates.times.first ?? time), -9e9), 9e9)
        let instant = Timestamp(nanoseconds: Int64((seconds * 1e9).rounded()))
        let steered = mapper.referred(shadow.rotation(up), at: Motion(time: instant, state: .tracking))
        return shadow.mapping(steered, gain: shadow.gain).clamped(to: shadow.limit)
    }
}
