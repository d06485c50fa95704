package import TiltCore

/// Tells a device at rest from a stream that has died, where the firmware holds back small changes: both are silent.
///
/// The driver's raw value is looked at beside the stream while nothing comes. One far from what the stream sent last is a
/// motion that it kept to itself, or one that has only just begun: so it takes two looks in a row. A look itself may have a
/// HID sensor hub send what it answers, so what comes with one does not count as a word of the stream.
package struct RestWitness {
    /// From one look to the next, in nanoseconds: 5 s.
    package static let period: Int64 = 5_000_000_000
    /// From a look that raised a suspicion to the next, in nanoseconds: 1.5 s, in which a stream that lives has spoken.
    ///
    /// With 1 s of silence before the first look, one that has died is found within 7.5 s of its first motion, and what
    /// takes its place is there within 10.
    package static let recheck: Int64 = 1_500_000_000
    /// Silence before a look, in nanoseconds: 0.5 s.
    private static let silence: Int64 = 500_000_000
    /// How long after a look its answer may come out of the stream, too, in nanoseconds.
    private static let echo: Int64 = 100_000_000
    /// The least change of the acceleration that is a motion, in m/s²: a turn by 6°.
    private static let leastChange = 1.0
    /// Looks in a row at a motion that was not told.
    private static let proof = 2

    /// What was sent, and when.
    private struct Word {
        var time: Int64
        var counts: Reading.Counts
    }

    private let scale: Reading.Counts
    private let threshold: Double
    /// The newest word; `nil` before the first.
    private var last: Word?
    /// The newest word before the last silence.
    private var beforeSilence: Word?
    /// When the words behind the last silence began.
    private var speaksSince: Int64 = 0
    /// When the last look ended.
    private var lastLook: Int64 = 0
    private var strikes = 0

    /// Creates a witness of counts of `axes`; `hysteresis` is the change that the firmware holds back, in m/s².
    package init(_ axes: Calibration.Axes, hysteresis: Double) {
        scale = axes.scale
        threshold = max(Self.leastChange, 2 * hysteresis)
    }

    /// True where the stream has gone on for longer than what comes with a look: none is needed.
    package var isSpeaking: Bool { last.map { $0.time - speaksSince > Self.silence } ?? false }

    /// True behind a look that the stream has not said a word of: the next decides.
    package var isSuspicious: Bool { strikes > 0 }

    /// Takes what the stream sent, at an instant of CLOCK_MONOTONIC in nanoseconds.
    package mutating func hear(_ counts: Reading.Counts, at time: Int64) {
        if last.map({ time - $0.time > Self.silence }) ?? true {
            beforeSilence = last ?? beforeSilence
            speaksSince = time
        }
        last = Word(time: time, counts: counts)
    }

    /// What a look means.
    package enum Finding {
        /// The device rests, or the stream speaks.
        case nothing
        /// This is how the device lies now, which the stream has not said.
        case news
        /// The stream has died.
        case dead
    }

    /// Takes a raw value that was read from `began` to `ended`, in nanoseconds of CLOCK_MONOTONIC.
    ///
    /// Three zeros are no value: `hid_sensor_read_raw` of Linux gives them where a hub has not answered for 5 s an axis.
    package mutating func look(_ counts: Reading.Counts, from began: Int64, to ended: Int64) -> Finding {
        let previousLook = lastLook
        lastLook = ended
        guard counts.isFinite, counts != .zero else {
            strike(hasSpoken: last.map { $0.time > previousLook + Self.echo } ?? false)
            return strikes >= Self.proof ? .dead : .nothing
        }
        let isAnswered = last.map { $0.time >= began } ?? false
        guard let word = isAnswered ? beforeSilence : last ?? beforeSilence else {
            // Nothing has been said yet: what is seen first is what others are held against.
            beforeSilence = Word(time: ended, counts: counts)
            strikes = 0
            return isAnswered ? .nothing : .news
        }
        let isSilent = began - word.time > Self.silence && (!isAnswered || speaksSince >= began)
        let hasGoneOn = last.map { $0.time > ended + Self.echo } ?? false
        guard isSilent, !hasGoneOn, distance(counts, word.counts) > threshold else {
            strikes = 0
            return .nothing
        }
        strike(hasSpoken: word.time > previousLook + Self.echo)
        return strikes >= Self.proof ? .dead : .news
    }

    /// One look more that the stream has not said a word of; the first where it has spoken since the last look.
    private mutating func strike(hasSpoken: Bool) { strikes = hasSpoken ? 1 : strikes + 1 }

    /// How far two accelerations are from each other, in m/s².
    private func distance(_ one: Reading.Counts, _ other: Reading.Counts) -> Double {
        let x = (one.x - other.x) * scale.x
        let y = (one.y - other.y) * scale.y
        let z = (one.z - other.z) * scale.z
        return (x * x + y * y + z * z).squareRoot()
    }
}
