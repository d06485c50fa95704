import TiltCore

/// Up over time as three rows of numbers, without holes: what filters run over.
struct UpSeries: Equatable, Sendable {
    var x: [Double]
    var y: [Double]
    var z: [Double]

    var count: Int { x.count }

    /// The vector of one row; of unit length unless the series was filtered.
    subscript(row: Int) -> Up<DeviceAxes> { Up(x: x[row], y: y[row], z: z[row]) }

    /// Fills holes linearly between their neighbours, at the ends with the nearest value; `nil` where all is a hole.
    ///
    /// Filled rows are never scored: they only keep a filter running.
    init?(filling ups: [Up<DeviceAxes>?]) {
        guard let firstKnown = ups.firstIndex(where: { $0 != nil }), let first = ups[firstKnown] else {
            return nil
        }
        x = []
        y = []
        z = []
        for _ in 0..<firstKnown { append(first) }
        var last = (row: firstKnown, up: first)
        for row in firstKnown..<ups.count {
            guard let up = ups[row] else { continue }
            for hole in (last.row + 1)..<max(row, last.row + 1) {
                let share = Double(hole - last.row) / Double(row - last.row)
                append(last.up + share * (up - last.up))
            }
            append(up)
            last = (row, up)
        }
        while count < ups.count { append(last.up) }
    }

    /// A series of vectors.
    init(_ ups: some Collection<Up<DeviceAxes>>) {
        x = ups.map { $0.x }
        y = ups.map { $0.y }
        z = ups.map { $0.z }
    }

    /// The three rows without what changes slower than `cutoff` Hz, sampled at `rate` Hz.
    func highPassed(cutoff: Double, rate: Double) -> UpSeries {
        let filter = ZeroPhaseHighPass(cutoff: cutoff, rate: rate)
        var result = self
        (result.x, result.y, result.z) = (filter(x), filter(y), filter(z))
        return result
    }

    private mutating func append(_ vector: Up<DeviceAxes>) {
        let unit = Up<DeviceAxes>(of: vector) ?? .faceUp
        x.append(unit.x)
        y.append(unit.y)
        z.append(unit.z)
    }
}
