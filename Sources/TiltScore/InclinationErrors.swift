import TiltCore

/// The angles between estimated and true up, in degrees.
///
/// Yaw never enters: gravity cannot see it.
struct InclinationErrors {
    /// At the instants that count, in motion.
    private(set) var moving: [Double] = []
    /// At the truth's rows outside the motion, but for those of the warm-up.
    private(set) var atRest: [Double] = []
    /// Rows of the truth in motion, with a quaternion.
    private(set) var rows = 0
    /// The share of ``rows`` with an estimate; 0 where the output has a hole.
    private(set) var coverage = 0.0

    init(_ estimates: Estimates, held: [Int?], _ truth: Truth, _ options: Score.Options) {
        var covered = 0
        for (row, up) in truth.ups.enumerated() {
            guard let up else { continue }
            let isMoving = truth.isMoving[row]
            if isMoving { rows += 1 }
            guard let index = held[row] else { continue }
            let error = Self.degrees(estimates.ups[index], up)
            if isMoving {
                covered += 1
                moving.append(error)
            } else if truth.isWarm(row, after: options.warmup) {
                atRest.append(error)
            }
        }
        coverage = rows > 0 ? Double(covered) / Double(rows) : 0
        guard options.instants == .estimate else { return }
        scoreInstantsOfPublication(estimates, truth, ahead: options.ahead)
    }

    private mutating func scoreInstantsOfPublication(_ estimates: Estimates, _ truth: Truth, ahead: Double) {
        moving.removeAll(keepingCapacity: true)
        var last: Double?
        for (index, time) in estimates.times.enumerated()
        where !estimates.isStale[index] && time >= truth.start && time <= truth.end {
            // A hole in what is published is a failure.
            if let last, time - last > Estimates.longestHole + Estimates.slack { coverage = 0 }
            last = time
            guard let row = truth.row(at: time + ahead), row.isMoving else { continue }
            moving.append(Self.degrees(estimates.ups[index], row.up))
        }
    }

    private static func degrees(_ a: Up<DeviceAxes>, _ b: Up<DeviceAxes>) -> Double {
        a.angle(to: b) * 180 / Double.pi
    }
}
