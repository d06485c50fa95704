import TiltCore

/// Finds the rows of the truth where the device lay still.
///
/// The truth, averaged over 0.1 s, stays near its mean direction over a second; the second after a motion and the last
/// 0.2 s before one do not count.
enum StillRows {
    private static let smoothing = 0.1
    private static let window = 1.0
    private static let spoiledBefore = 0.2
    private static let spoiledAfter = 1.0

    /// True for each row that is still; `limit` in degrees, `warmup` in seconds from the first row.
    static func find(in truth: Truth, within limit: Double, from warmup: Double) -> [Bool] {
        let interval = truth.interval
        let count = truth.times.count
        let smooth = smoothed(truth.filled, over: max(1, rounded(smoothing / interval)))
        let sums = runningSums(smooth)
        let half = max(1, rounded(window / interval)) / 2
        var isMoved = [Bool](repeating: false, count: count)
        for row in 0..<count {
            let (low, high) = (max(0, row - half), min(count, row + half + 1))
            let sum = Up<DeviceAxes>(
                x: sums.x[high] - sums.x[low], y: sums.y[high] - sums.y[low], z: sums.z[high] - sums.z[low])
            let deviation = Up<DeviceAxes>(of: sum).map { smooth[row].angle(to: $0) * 180 / Double.pi }
            isMoved[row] = truth.ups[row] == nil || deviation.map { $0 > limit } ?? true
        }
        var isStill = [Bool](repeating: true, count: count)
        for span in isMoved.spans {
            let low = max(0, span.lowerBound - Int(spoiledBefore / interval))
            let high = min(count, span.upperBound + Int(spoiledAfter / interval))
            for row in low..<high { isStill[row] = false }
        }
        for row in 0..<count where !truth.isWarm(row, after: warmup) { isStill[row] = false }
        return isStill
    }

    /// The running mean over `width` rows, of unit length again.
    private static func smoothed(_ ups: UpSeries, over width: Int) -> UpSeries {
        let sums = runningSums(ups)
        let count = ups.count
        /// The sum of rows below `row`, as if the first and last row went on for ever.
        func sum(_ sums: [Double], _ values: [Double], below row: Int) -> Double {
            if row < 0 { return Double(row) * values[0] }
            if row > count { return sums[count] + Double(row - count) * values[count - 1] }
            return sums[row]
        }
        return UpSeries(
            (0..<count).map { row in
                let high = row + (width - 1) / 2 + 1
                let low = high - width
                let mean = Up<DeviceAxes>(
                    x: sum(sums.x, ups.x, below: high) - sum(sums.x, ups.x, below: low),
                    y: sum(sums.y, ups.y, below: high) - sum(sums.y, ups.y, below: low),
                    z: sum(sums.z, ups.z, below: high) - sum(sums.z, ups.z, below: low))
                return Up(of: mean) ?? ups[row]
            })
    }

    private static func runningSums(_ ups: UpSeries) -> UpSeries {
        func sums(_ values: [Double]) -> [Double] {
            var sum = 0.0
            return [0]
                + values.map {
                    sum += $0
                    return sum
                }
        }
        var result = ups
        (result.x, result.y, result.z) = (sums(ups.x), sums(ups.y), sums(ups.z))
        return result
    }

    /// Half to even, so that the windows are those of other programs.
    private static func rounded(_ value: Double) -> Int { Int(value.rounded(.toNearestOrEven)) }
}
