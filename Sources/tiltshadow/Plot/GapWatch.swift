/// Notices where readings are missing: nothing for longer than five usual intervals, and for 50 ms at least.
struct GapWatch: Equatable {
    /// The shortest gap, in seconds: below it a scheduler's whim would be one.
    static let shortest = 0.05
    /// Usual intervals that are a gap.
    static let factor = 5.0

    /// The usual interval, in seconds; the mean so far where the sensor does not tell its rate.
    private var interval: Double?
    private let isKnown: Bool
    private var last: Double?

    /// Watches a sensor of this rate in Hz, where it tells one.
    init(rateHz: Double?) {
        isKnown = (rateHz ?? 0) > 0
        if let rateHz, rateHz > 0 { interval = 1 / rateHz }
    }

    /// Takes the time of the next reading, in seconds; the gap that it ends, however short where readings were lost.
    mutating func gap(before time: Double, isLoss: Bool = false) -> ClosedRange<Double>? {
        defer { last = max(time, last ?? time) }
        guard let last, time > last else { return nil }
        let step = time - last
        if isLoss { return last...time }
        if let interval, step > max(Self.shortest, Self.factor * interval) { return last...time }
        // A time constant of twenty readings: a sensor may change its rate.
        if !isKnown { interval = (interval ?? step) + ((interval ?? step) - step) * -0.05 }
        return nil
    }
}
