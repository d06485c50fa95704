/// Looks at the middle length of the specific force over seconds, at rest or in motion: it is about 1 g on Earth.
///
/// A hand or a step adds as much as it takes; a wrong unit shows even in a recording that never rests. An arm that shakes the
/// device as hard as it can makes 1.9 g of the middle length for seconds (BROAD's trial 15), yet turns round twice in a swing:
/// a quarter of the lengths stays short.
struct ForceCheck: Equatable, Sendable {
    /// What is wrong with the length; `nil` while nothing is known to be.
    private(set) var fault: SensorFault?

    /// How long one look takes, in seconds; and the readings it needs.
    private static let (length, leastReadings) = (4.0, 20)
    /// Looks in a row that must agree.
    private static let confirmations = 2
    /// Middle lengths, in g, that no fault is made of; and those that end one.
    private static let (plausible, right) = (0.5...1.5, 0.6...1.4)

    private var start: Timestamp?
    private var median = StreamingMedian()
    private var implausible = 0

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

    private mutating func judge() {
        guard median.count >= Self.leastReadings else { return }
        let ratio = median.value
        let isLong = median.lowerQuarter > Self.plausible.upperBound
        implausible = isLong || ratio < Self.plausible.lowerBound ? implausible + 1 : 0
        if Self.right.contains(ratio) { fault = nil }
        if implausible >= Self.confirmations, fault == nil { fault = .forceLength(ratio: ratio) }
    }
}
