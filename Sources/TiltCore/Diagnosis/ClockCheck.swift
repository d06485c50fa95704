/// Looks at how far apart readings are by their own times, which no motion sensor makes longer than a second.
struct ClockCheck: Equatable, Sendable {
    /// What is wrong with the times; `nil` while nothing is known to be.
    private(set) var fault: SensorFault?

    /// Intervals in one look.
    private static let length = 9
    /// Looks in a row that must find them too short where one has found them right.
    ///
    /// Readings that were held back come in a burst, stamped as they come. Otherwise half of them will do, since a table may
    /// have few rows.
    private static let burst = 8
    /// Intervals that a motion sensor may have, in seconds: 1 Hz to 20 kHz.
    private static let plausible = 50e-6...1.0

    private let reportsOnlyChanges: Bool
    private var last: Timestamp?
    /// Intervals of this look, those of them that are too long or too short, and the one nearest to a plausible one.
    private var (seen, long, short) = (0, 0, 0)
    /// Looks in a row that found them too short, and whether one has found them right.
    private var (shortLooks, hasBeenRight) = (0, false)
    private var (shortestLong, longestShort) = (Double.infinity, 0.0)

    /// Creates a check; `reportsOnlyChanges` is ``SensorDescription/reportsOnlyChanges``: silence then is no clock's fault.
    init(reportsOnlyChanges: Bool) { self.reportsOnlyChanges = reportsOnlyChanges }

    /// Takes the time of a reading of the accelerometer.
    mutating func take(_ time: Timestamp) {
        guard !reportsOnlyChanges else { return }
        // Stamps that stand still or go back are repaired, or refused, where they are read.
        if let last, time > last { count(time.seconds(since: last)) }
        last = time
        guard seen >= Self.length else { return }
        shortLooks = 2 * short > seen ? shortLooks + 1 : 0
        if 2 * long > seen || shortLooks >= (hasBeenRight ? Self.burst : Self.burst / 2) {
            // One fault is told once, however it varies.
            fault = .interval(seconds: fault.told ?? (long > short ? shortestLong : longestShort))
        } else {
            fault = nil
            if shortLooks == 0 { hasBeenRight = true }
        }
        (seen, long, short) = (0, 0, 0)
        (shortestLong, longestShort) = (.infinity, 0)
    }

    private mutating func count(_ interval: Double) {
        seen += 1
        if interval > Self.plausible.upperBound {
            long += 1
            shortestLong = min(shortestLong, interval)
        } else if interval < Self.plausible.lowerBound {
            short += 1
            longestShort = max(longestShort, interval)
        }
    }
}

extension SensorFault? {
    /// The interval that has been told, in seconds.
    fileprivate var told: Double? {
        if case .interval(let seconds)? = self { return seconds }
        return nil
    }
}
