/// Keeps one sensor's garbage from its counts: spikes are rejected, clipping is marked, a stuck sensor noticed.
///
/// Each count is judged when it comes, by what is known then: good data is never late. What looks like a spike but
/// goes on is accepted with the third reading, so that no mistake here can silence a sensor.
public struct CountsFilter: Equatable, Sendable {
    /// What is to be done with counts.
    public enum Verdict: Equatable, Sendable {
        /// They are a measurement.
        case good
        /// They are one at the end of the range: what was measured may be larger.
        case clipped
        /// They are a value that no motion has: left out.
        case spike
    }

    /// True while every reading repeats the last, for longer than a sensor with this one's noise ever could.
    public private(set) var isStuck = false

    /// How many readings in a row may be rejected: what lasts longer is no spike.
    private static let longestSpike = 2
    /// The share of half the range, at its ends, that counts as clipped.
    private static let clippedShare = 0.005
    /// How near to the end of the range, as a share of half of it, the last reading must have been for a clipped one
    /// to be a motion that went too far, and not a spike.
    private static let nearEnd = 0.5
    /// Neighbours further apart than this say nothing about each other, in seconds.
    private static let longestStep = 0.025
    /// How long a noisy sensor may repeat itself, in seconds.
    private static let longestRepetition = 2.0
    /// Readings in one look at the noise.
    private static let noiseBlock = 64
    /// Values that drivers and firmware are known to give for something else: hhd's Legion Go "likes to overflow to
    /// -124 in both directions", and a Chrome device read 32767 for negative values (MrChromebox/firmware #939).
    private static let knownGarbage = [-124.0, 32767, -32768]
    /// What is left of the liveliest step with each reading, as a share: half a second of a hand's shaking at 50 Hz.
    private static let livelinessKept = 0.9

    private let axes: Calibration.Axes
    private let reportsOnlyChanges: Bool
    /// A step beyond this from one reading to the next is no motion, in counts.
    private let largestStep: Reading.Counts
    /// A step to a known garbage value beyond this, and beyond what the device does anyway, is a step to garbage, in counts.
    private let garbageStep: Reading.Counts

    private var last: Reading.Counts?
    private var lastTime = Timestamp(nanoseconds: 0)
    private var rejectedInARow = 0
    /// The largest step of any axis from one reading to the next of late, in counts: who shakes a device passes every value.
    private var liveliness = 0.0
    private var repeatedSince: Timestamp?
    private var repeated: Reading.Counts?
    /// Readings and changes since the last look at the noise.
    private var (blockReadings, blockChanges) = (0, 0)
    /// The fewest changes that any look saw; `nil` before the first.
    private var fewestChanges: Int?

    /// Creates a filter for counts of `axes`; the steps are in the unit of its scale.
    init(_ axes: Calibration.Axes, largestStep: Double, garbageStep: Double, reportsOnlyChanges: Bool) {
        func counts(_ step: Double) -> Reading.Counts {
            Reading.Counts(
                x: step / axes.scale.x.magnitude, y: step / axes.scale.y.magnitude,
                z: step / axes.scale.z.magnitude)
        }
        self.axes = axes
        self.reportsOnlyChanges = reportsOnlyChanges
        self.largestStep = counts(largestStep)
        self.garbageStep = counts(garbageStep)
    }

    /// For an accelerometer: a knock on a chip of ±16 g can step by 32 g; 0.25 g is more than a device held still does.
    public static func accelerometer(_ calibration: Calibration, reportsOnlyChanges: Bool) -> CountsFilter {
        CountsFilter(
            calibration.accelerometer, largestStep: 40 * standardGravity, garbageStep: 0.25 * standardGravity,
            reportsOnlyChanges: reportsOnlyChanges)
    }

    /// For a gyroscope: 140 rad/s is four times the range of nearly every chip; 1 rad/s more than a gentle hand does.
    public static func gyroscope(_ calibration: Calibration, reportsOnlyChanges: Bool) -> CountsFilter? {
        calibration.gyroscope.map {
            CountsFilter($0, largestStep: 140, garbageStep: 1, reportsOnlyChanges: reportsOnlyChanges)
        }
    }

    /// Judges the next counts.
    public mutating func judge(_ counts: Reading.Counts, at time: Timestamp) -> Verdict {
        // Infinity and NaN are no value of any sensor, however long they last.
        guard counts.isFinite else { return .spike }
        watchRepetition(counts, at: time)
        if rejectedInARow < Self.longestSpike, isSpike(counts, at: time) {
            rejectedInARow += 1
            return .spike
        }
        rejectedInARow = 0
        let from = last ?? counts
        liveliness = max(
            Self.livelinessKept * liveliness, Self.motion(from.x, counts.x), Self.motion(from.y, counts.y),
            Self.motion(from.z, counts.z))
        last = counts
        lastTime = time
        let isClipped = isAtEnd(counts.x) || isAtEnd(counts.y) || isAtEnd(counts.z)
        return isClipped ? .clipped : .good
    }

    /// How far a motion has gone from one count to the next; a known garbage value tells of none, or what is let through
    /// once would let the next through.
    private static func motion(_ last: Double, _ count: Double) -> Double {
        knownGarbage.contains(last) || knownGarbage.contains(count) ? 0 : (count - last).magnitude
    }

    @inline(__always)
    private func isAtEnd(_ count: Double) -> Bool { isBeyond(1 - Self.clippedShare, count) }

    /// True where `count` is further from the middle of the range than `share` of half of it.
    @inline(__always)
    private func isBeyond(_ share: Double, _ count: Double) -> Bool {
        guard let range = axes.range else { return false }
        let half = (range.upperBound - range.lowerBound) / 2
        return (count - (range.lowerBound + half)).magnitude >= share * half
    }

    /// Mutating, so that it is asked where it stands.
    private mutating func isSpike(_ counts: Reading.Counts, at time: Timestamp) -> Bool {
        guard let last else { return isAtEnd(counts.x) || isAtEnd(counts.y) || isAtEnd(counts.z) }
        let step = time.seconds(since: lastTime)
        // The readings rejected in between do not make the neighbours strangers.
        guard step >= 0, step <= Self.longestStep * Double(rejectedInARow + 1) else { return false }
        return isSpike(counts.x, after: last.x, largestStep.x, garbageStep.x)
            || isSpike(counts.y, after: last.y, largestStep.y, garbageStep.y)
            || isSpike(counts.z, after: last.z, largestStep.z, garbageStep.z)
    }

    private mutating func isSpike(_ count: Double, after last: Double, _ largest: Double, _ garbage: Double)
        -> Bool
    {
        let step = (count - last).magnitude
        if step > largest { return true }
        if isAtEnd(count) { return !isBeyond(Self.nearEnd, last) }
        return step > garbage + 2 * liveliness && Self.knownGarbage.contains(count)
            && !Self.isBound(of: count, near: last)
    }

    /// True where a count is the end of 16 bits and the last one was near it: what is measured goes on beyond.
    private static func isBound(of count: Double, near last: Double) -> Bool {
        count.magnitude >= 32767 && last / count > nearEnd
    }

    /// Notices repetition beyond the sensor's noise.
    ///
    /// Noise shows where even the quietest stretch so far changed with every other reading. A sensor that repeats itself
    /// and then goes on was not stuck but coarse: its own silence then counts as its quietest stretch.
    private mutating func watchRepetition(_ counts: Reading.Counts, at time: Timestamp) {
        defer { repeated = counts }
        guard !reportsOnlyChanges, let repeated, let since = repeatedSince else {
            repeatedSince = time
            return
        }
        blockReadings += 1
        if counts != repeated {
            if isStuck { fewestChanges = 0 }
            isStuck = false
            repeatedSince = time
            blockChanges += 1
        } else if time.seconds(since: since) > Self.longestRepetition {
            isStuck = fewestChanges ?? 0 >= Self.noiseBlock / 2
        }
        // A stretch that ends in a repetition is judged by what comes after it.
        guard blockReadings >= Self.noiseBlock, repeatedSince == time else { return }
        let changes = blockChanges * Self.noiseBlock / blockReadings
        fewestChanges = min(fewestChanges ?? changes, changes)
        (blockReadings, blockChanges) = (0, 0)
    }
}
