package import TiltCore

/// A remote device's motion on our clock, with the network's jitter hidden.
///
/// Shown is where the device was ``delay`` ago, on the way between two poses that both have come, and that is carried ahead by
/// as much, 30 ms at most, with the speed it had then: a frame that comes late changes nothing. The delay is what 95 of 100
/// frames need beyond the fastest, and as long as a frame is shown before the next, a period at most and next to nothing where
/// each is shown as it comes; what the publisher looked ahead is not needed again. Carried further, what is seen would be younger and judder more, as hands do not turn on as they did: of recorded ones 40 ± 15 ms away, 2.4 is what
/// `tiltshadow-bench display` finds with this at 60 Hz, and 2.5 is what clients may have.
package struct RemoteMotion: Equatable, Sendable {
    package private(set) var clock = RemoteClock()
    private var track = RemoteTrack()
    /// Our time less theirs as it is used, and how far back is looked, in nanoseconds: both follow slowly.
    private var offset: Double?
    private var delay = 0.0
    private var movedAt: Int64 = 0
    /// When the newest pose came.
    private var heardAt: Int64 = 0
    private var last: Shown?
    /// How long after they had come poses were still shown, where the next came in time.
    private var uses = UsualDelay()
    /// By how much what was shown last was elsewhere than new poses tell, at that instant; it dies away.
    private var excess = Up<DeviceAxes>.zero
    private var excessAt: Int64 = 0

    /// What was shown at an instant.
    private struct Shown: Equatable, Sendable {
        let up: Up<DeviceAxes>
        let at: Int64
    }

    /// The most that is carried ahead, in nanoseconds.
    private static let farthestAhead = 30_000_000.0
    /// The most that is looked back, in nanoseconds.
    private static let longestDelay = 150_000_000.0
    /// How fast what is used follows what is known, in nanoseconds per nanosecond.
    private static let pace = 0.05
    /// What differs by more is taken at once, in nanoseconds.
    private static let farthest = 250_000_000.0
    /// With which time a jump is smoothed, in seconds.
    private static let smoothing = 0.06

    package init() {}

    /// How far back is looked, in milliseconds.
    package var delayMilliseconds: Double { delay / 1e6 }

    /// True once a pose has come.
    package var isKnown: Bool { track.end != nil }

    /// Takes a pose; `period` is from one frame to the next, in nanoseconds.
    package mutating func take(_ up: Up<DeviceAxes>, of frame: RemoteFrame, period: Int64, at now: Int64) {
        if let last, last.at >= heardAt, let end = track.end, frame.target - end < 3 * period / 2 {
            uses.take(last.at - heardAt)
        }
        heardAt = now
        if clock.take(frame.time, at: now) { (track, offset) = (RemoteTrack(), nil) }
        track.add(up, at: frame.target, period: period)
        let ahead = Double(frame.target - frame.time)
        let use = uses.isKnown ? min(period, uses.value) : period
        let wanted = Double(clock.jitter + use) - ahead
        follow(to: min(Self.longestDelay, max(0, wanted)), at: now)
        excess = .zero
        guard let last else { return }
        excessAt = last.at
        if let after = pose(at: last.at)?.up { excess = last.up - after }
    }

    /// When a frame would have come had it been as fast as any, on our clock, where frames come so evenly that this foretells
    /// the next.
    package func due(_ frame: RemoteFrame) -> Int64? {
        guard clock.isEven, let offset else { return nil }
        return frame.time + Int64(offset)
    }

    /// The pose that is shown at an instant of our clock, none before the last one; `nil` before the first frame.
    package mutating func show(at now: Int64) -> GravityEstimate? {
        let pose = pose(at: now)
        last = pose.map { Shown(up: $0.up, at: now) }
        return pose
    }

    /// The pose of an instant of our clock; `nil` before the first.
    func pose(at now: Int64) -> GravityEstimate? {
        guard let offset, var pose = track.pose(at: now - Int64(offset + delay)) else { return nil }
        pose.up = pose.predicted(min(delay, Self.farthestAhead) * 1e-9)
        let left = RemoteTrack.decay(Double(now - excessAt) * 1e-9 / Self.smoothing)
        pose.up = Up(of: pose.up + left * excess) ?? pose.up
        return pose
    }

    private mutating func follow(to wanted: Double, at now: Int64) {
        guard let known = clock.offset.map({ Double($0) }) else { return }
        let step = Self.pace * Double(max(0, now - movedAt))
        movedAt = now
        guard let offset, abs(offset - known) < Self.farthest else {
            (offset, delay) = (known, wanted)
            return
        }
        self.offset = offset + min(step, max(-step, known - offset))
        delay += min(step, max(-step, wanted - delay))
    }
}
