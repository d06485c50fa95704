/// Notices where readings are missing: nothing for longer than five usual intervals, and for 50 ms at least.
///
/// A sensor may change its rate. What is usual follows with a time constant of twenty readings, and at once where two
/// intervals that are alike were too long, one after the other: a sensor that slows down has one gap, not one a reading.
struct GapWatch: Equatable {
    /// The shortest gap, in seconds: below it a scheduler's whim would be one.
    static let shortest = 0.05
    /// Usual intervals that are a gap.
    static let factor = 5.0

    /// The interval of the rate that the sensor tells, in seconds; `nil` where it tells none.
    private let told: Double?
    /// The usual interval, in seconds; `nil` before there are two readings of a sensor that tells no rate.
    private var usual: Double?
    /// The interval before the last reading, in seconds, where it was a gap.
    private var lastGap: Double?
    private var last: Double?

    /// Watches a sensor of this rate in Hz, where it tells one.
    init(rateHz: Double?) {
        told = rateHz.flatMap { $0 > 0 ? 1 / $0 : nil }
        usual = told
    }

    /// Takes the time of the next reading, in seconds; the gap that it ends, however short where readings were lost.
    mutating func gap(before time: Double, isLoss: Bool = false) -> ClosedRange<Double>? {
        defer { last = max(time, last ?? time) }
        guard let last, time > last else { return nil }
        let step = time - last
        if isLoss { return last...time }
        guard let usual, step > max(Self.shortest, Self.factor * usual) else {
            lastGap = nil
            learn(step)
            return nil
        }
        if let lastGap, (lastGap / 2...lastGap * 2).contains(step) {
            self.usual = step
            self.lastGap = nil
            return nil
        }
        lastGap = step
        return last...time
    }

    /// Follows the intervals; the rate that is told is not exceeded, and taken up again after a slower one.
    private mutating func learn(_ step: Double) {
        let old = usual ?? step
        let new = old + (step - old) * 0.05
        usual = told.map { max($0, min(old, new)) } ?? new
    }
}
