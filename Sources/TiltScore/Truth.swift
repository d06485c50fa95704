package import TiltCore

/// The true up over time, from an optical system or from an exact synthetic motion.
package struct Truth: Equatable, Sendable {
    /// One row of a truth file.
    package struct Row: Equatable, Sendable {
        /// In seconds, on the log's clock.
        package var time: Double
        /// `nil` where the markers were lost: such a row is never scored.
        package var up: Up<DeviceAxes>?
        /// True in the part of the trial that is scored for inclination.
        package var isMoving: Bool

        /// Creates a row.
        package init(time: Double, up: Up<DeviceAxes>?, isMoving: Bool) {
            self.time = time
            self.up = up
            self.isMoving = isMoving
        }
    }

    /// The longest truth and the shortest median step of one, in seconds: numbers beyond would ask for more memory than
    /// there is, or for more frames than can be counted.
    private static let (longest, shortestStep) = (86_400.0, 1e-5)

    /// In seconds, ascending.
    package let times: [Double]
    /// Up at each time.
    package let ups: [Up<DeviceAxes>?]
    /// Whether each row counts as motion.
    package let isMoving: [Bool]
    /// The median step between rows, in seconds.
    package let interval: Double
    /// Up without holes.
    let filled: UpSeries

    /// Creates a truth from rows in ascending order of time.
    ///
    /// - Throws: ``TruthError/empty`` where there are fewer than two rows or none with a direction;
    ///   ``TruthError/implausibleTimes(span:interval:)`` where they are too far apart or too close.
    package init(_ rows: [Row]) throws(TruthError) {
        times = rows.map { $0.time }
        ups = rows.map { $0.up }
        isMoving = rows.map { $0.isMoving }
        let steps = zip(times.dropFirst(), times).map { $0 - $1 }
        guard let interval = steps.quantile(0.5), let filled = UpSeries(filling: ups) else { throw .empty }
        let span = times[times.count - 1] - times[0]
        guard span <= Self.longest, interval >= Self.shortestStep else {
            throw .implausibleTimes(span: span, interval: interval)
        }
        self.interval = interval
        self.filled = filled
    }

    /// The first instant, in seconds.
    package var start: Double { times[0] }
    /// The last instant, in seconds.
    package var end: Double { times[times.count - 1] }

    /// Up at any instant between two rows less than 15 ms apart, and whether it counts as motion there.
    package func row(at time: Double) -> (up: Up<DeviceAxes>, isMoving: Bool)? {
        guard time >= start, time <= end else { return nil }
        let next = max(1, times.count(below: time))
        let step = times[next] - times[next - 1]
        guard step < 0.015, let before = ups[next - 1], let after = ups[next] else { return nil }
        let share = (time - times[next - 1]) / step
        guard let up = Up<DeviceAxes>(of: (1 - share) * before + share * after) else { return nil }
        return (up, isMoving[share > 0.5 ? next : next - 1])
    }
}
