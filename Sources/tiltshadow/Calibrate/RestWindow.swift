import TiltCore

/// Waits for rest: a stretch of time in which the force stays at its own mean.
///
/// The mean and the variance are Welford's (Technometrics 4, 1962), which lose no digits over a long rest. Limits are
/// those of a sensor with the right scale, and move with the length of what is read: one in g rests as well as one in m/s².
struct RestWindow: Equatable {
    /// The largest distance of one sample from the mean, in m/s²: 5° of tilt.
    private static let jump = 0.8
    /// The largest root mean square of that distance, in m/s²: a hand trembles by 0.1, a cheap chip makes as much noise.
    private static let deviation = 0.3
    /// The largest distance of the last third of a second from the mean, in m/s²: turning by 3° a second is no rest.
    private static let drift = 0.1
    /// The time constant of that last third, in seconds.
    private static let recency = 0.33
    /// Samples further apart than this do not belong to one rest, in seconds.
    private static let gap = 1.0
    /// Fewer samples tell nothing of a variance.
    private static let leastCount = 5

    /// How long the rest must last, in seconds; greater than 0.
    var needed: Double

    /// Samples of this rest.
    private(set) var count = 0
    /// Their mean, in m/s².
    private(set) var mean = MatrixRow.zero
    private var squares = 0.0
    private var recent = MatrixRow.zero
    private var start = Timestamp(nanoseconds: 0)
    private var last = Timestamp(nanoseconds: 0)

    init(needed: Double) { self.needed = needed }

    /// How long it has lasted, in seconds.
    var seconds: Double { count == 0 ? 0 : last.seconds(since: start) }
    /// The share of what is needed, 0 to 1.
    var share: Double { min(1, seconds / needed) }
    /// True once the mean is worth something.
    var isFull: Bool { seconds >= needed && count >= Self.leastCount }
    /// The root mean square of the distances from the mean, in m/s².
    var deviation: Double { count > 1 ? (squares / Double(count)).squareRoot() : 0 }

    /// How long gravity is to this sensor, as a share of what it should be; bounded, as zeros are no gravity.
    private var unit: Double { min(50, max(0.02, mean.length / standardGravity)) }

    /// Begins anew.
    mutating func restart() { self = RestWindow(needed: needed) }

    /// Takes a specific force in m/s²; one that does not belong to the rest is the first of the next.
    mutating func take(_ force: MatrixRow, at time: Timestamp) {
        guard force.isFinite else { return }
        let interval = count == 0 ? 0 : time.seconds(since: last)
        guard count > 0, 0...Self.gap ~= interval, (force - mean).length <= Self.jump * unit || count < 2
        else {
            return begin(force, at: time)
        }
        last = time
        count += 1
        let before = force - mean
        mean = mean + before / Double(count)
        squares += before.dot(force - mean)
        let share = interval / (Self.recency + interval)
        recent = recent + share * (force - recent)
        if deviation > Self.deviation * unit || (recent - mean).length > Self.drift * unit {
            begin(force, at: time)
        }
    }

    private mutating func begin(_ force: MatrixRow, at time: Timestamp) {
        restart()
        count = 1
        (mean, recent) = (force, force)
        (start, last) = (time, time)
    }
}
