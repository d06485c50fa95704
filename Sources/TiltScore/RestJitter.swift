import TiltCore

/// How much the estimate wanders while the device lies still.
enum RestJitter {
    /// Slower than this is drift, not jitter, in Hz.
    private static let cutoff = 0.5
    /// Shorter stretches of rest are left out, in seconds.
    private static let shortest = 2.0
    /// What the filter's ends may have spoiled is left out, in seconds.
    private static let margin = 0.25

    /// The RMS of the high-passed up in degrees, both tangent axes together; `nil` without rest.
    static func degrees(
        _ estimates: Estimates, held: [Int?], isStill: [Bool], interval: Double
    ) -> Double? {
        var squares = 0.0
        var count = 0
        for span in isStill.spans where Double(span.count) * interval >= shortest {
            let ups = held[span].compactMap { $0.map { estimates.ups[$0] } }
            guard ups.count == span.count else { continue }
            let wander = UpSeries(ups).highPassed(cutoff: cutoff, rate: 1 / interval)
            let cut = Int(margin / interval)
            let rows = ups.count > 4 * cut ? cut..<(ups.count - cut) : 0..<ups.count
            for row in rows { squares += wander[row].dot(wander[row]) }
            count += rows.count
        }
        return count > 0 ? (squares / Double(count)).squareRoot() * 180 / Double.pi : nil
    }
}
