/// Looks at the middle length of the specific force over seconds, at rest or in motion: it is about 1 g on Earth.
///
/// A hand or a step adds as much as it takes; a wrong unit shows even in a recording that never rests. An arm that shakes the
/// device as hard as it can makes 1.9 g of the middle length for seconds (BROAD's trial 15), yet turns round twice in a swing:
/// a quarter of the lengths stays short.
struct ForceCheck: Equatable, Sendable {
    /// What is wrong with the length; `nil` while nothing is known to be.
    private(set) var fault: SensorFault?

    /// How long one look takes, in seconds.
    private static let length = 4.0
    /// The readings that it needs.
    private static let leastReadings = 20
    /// The readings that the last look needs, which may be shorter.
    private static let leastAtEnd = 5
    /// Looks in a row that must agree.
    private static let confirmations = 2
    /// Middle lengths, in g, that no fault is made of.
    private static let plausible = 0.5...1.5
    /// Those that end one.
    private static let right = 0.6...1.4

    private var start: Timestamp?
    private var median = StreamingMedian()
    private var implausible = 0
    /// The middle length of the last look, in g.
    private var ratio = 0.0
    /// True once a look has found a length that may be gravity's.
    private var hasBeenPlausible = false

    /// Takes a specific force in m/s².
    mutating func take(_ force: Acceleration<DeviceAxes>, at time: Timestamp) {
        guard force.isFinite else { return }
        if let start, time.seconds(since: start) >= Self.length {
            judge()
            self.start = nil
        }
        if start == nil {
            start = time
            median = StreamingMedian()
        }
        median.take(force.length / standardGravity)
    }

    /// Judges at the end what there is: a log that is shorter than ``confirmations`` looks has no other judgement.
    mutating func finish() {
        guard fault == nil, !hasBeenPlausible else { return }
        judge(leastReadings: Self.leastAtEnd)
        start = nil
        guard implausible > 0, fault == nil else { return }
        fault = .forceLength(ratio: ratio)
    }

    /// Ends a look: out of the way of ticks, most of which end none.
    @inline(never)
    private mutating func judge(leastReadings: Int = Self.leastReadings) {
        guard start != nil, median.count >= leastReadings else { return }
        ratio = median.value
        let isLong = median.lowerQuarter > Self.plausible.upperBound
        implausible = isLong || ratio < Self.plausible.lowerBound ? implausible + 1 : 0
        if implausible == 0 { hasBeenPlausible = true }
        if Self.right.contains(ratio) { fault = nil }
        if implausible >= Self.confirmations, fault == nil { fault = .forceLength(ratio: ratio) }
    }
}
