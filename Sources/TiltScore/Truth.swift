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
    /// - Throws: ``TruthError/empty`` where there are no rows or none with a direction, ``TruthError/oneRow`` where there is one;
    ///   ``TruthError/implausibleTimes(span:interval:)`` where they are too far apart or too close.
    package init(_ rows: [Row]) throws(TruthError) {
        guard rows.count != 1 else { throw .oneRow }
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

    /// The largest ``interval`` between whose rows the truth is told, in seconds: 20 Hz, at which the curve through the rows
    /// of a hand's motion of 1 Hz is off by less than a hundredth of it.
    package static let largestInterval = 0.05
    /// True where rows are farther apart than that: nothing is known between two of them.
    package var isRare: Bool { Self.isRare(interval) }
    /// True of rows this far apart, in seconds.
    package static func isRare(_ interval: Double) -> Bool { interval > largestInterval + 1e-9 }

    /// Rows that are this far apart, in seconds, have a hole between them: one that comes late by half the usual step has
    /// not, and none has within 15 ms.
    private var longestStep: Double { max(0.015, 1.5 * interval) + 1e-9 }

    /// False where rest is not scored at this row, `warmup` in seconds from the first.
    func isWarm(_ row: Int, after warmup: Double) -> Bool { times[row] >= start + warmup }

    /// Up at any instant between two rows without a hole between them, and whether it counts as motion there; `nil`
    /// everywhere where rows are farther apart than ``largestInterval``.
    ///
    /// On Hermite's curve through both, with the slopes there of parabolas through three rows (Catmull and Rom's, where rows
    /// are even): with straight lines the second differences of a truth of 25 Hz are off by a sixth.
    package func row(at time: Double) -> (up: Up<DeviceAxes>, isMoving: Bool)? {
        guard time >= start, time <= end, !isRare else { return nil }
        let next = max(1, times.count(below: time))
        let row = next - 1
        guard let before = ups[row], let (step, slope) = slope(from: row) else { return nil }
        let share = (time - times[row]) / step
        let (rest, square) = (1 - share, share * share)
        let way = (3 - 2 * share) * square * (step * slope)
        let first: Double = step * share * rest * rest
        let last: Double = step * square * rest
        let bend = first * tangent(at: row, or: slope) - last * tangent(at: next, or: slope)
        guard let up = Up<DeviceAxes>(of: before + way + bend) else { return nil }
        return (up, isMoving[share > 0.5 ? next : row])
    }

    /// The seconds from a row to the next, and the change of up in one; `nil` where there is none, or a hole between them.
    private func slope(from row: Int) -> (step: Double, slope: Up<DeviceAxes>)? {
        guard row >= 0, row + 1 < times.count, let before = ups[row], let after = ups[row + 1] else {
            return nil
        }
        let step = times[row + 1] - times[row]
        return step <= longestStep ? (step, (1 / step) * (after - before)) : nil
    }

    /// The change of up in a second at a row, by its two neighbours; `slope` where one is missing.
    private func tangent(at row: Int, or slope: Up<DeviceAxes>) -> Up<DeviceAxes> {
        guard let before = self.slope(from: row - 1), let after = self.slope(from: row) else { return slope }
        let share = after.step / (before.step + after.step)
        return share * before.slope + (1 - share) * after.slope
    }
}
