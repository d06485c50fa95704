package import TiltCore

/// What an estimator published, in the order of time.
package struct Estimates: Equatable, Sendable {
    /// When each was published, in seconds on the truth's clock, ascending.
    package private(set) var times: [Double] = []
    /// Up as published.
    package private(set) var ups: [Up<DeviceAxes>] = []
    /// The shadow offsets as published, in points.
    package private(set) var offsets: [ShadowOffset] = []

    /// Whether each only repeats the one before, since the sensor fell silent.
    private(set) var isStale: [Bool] = []

    /// A longer time without a new one is a hole, in seconds.
    static let longestHole = 0.1
    /// The same instant written by two programs may differ in its last digit: 1 ns, in seconds.
    static let slack = 1e-9

    /// Creates an empty series.
    package init() {}

    /// Adds what was published at `time`, in seconds, later than everything before.
    package mutating func append(
        _ up: Up<DeviceAxes>, offset: ShadowOffset, at time: Double, isStale: Bool = false
    ) {
        self.isStale.append(isStale)
        times.append(time)
        ups.append(up)
        offsets.append(offset)
    }

    /// For each instant of `instants` the index of the newest estimate then published; `nil` before the first, where that is
    /// stale, and in the hole behind the last.
    ///
    /// Where frames are rarer, the last counts as long as the one before it did.
    func held(at instants: [Double]) -> [Int?] {
        var next = 0
        let lastStep = times.count > 1 ? times[times.count - 1] - times[times.count - 2] : 0
        let end = (times.last ?? 0) + max(Self.longestHole, lastStep) + Self.slack
        return instants.map { instant in
            while next < times.count, times[next] <= instant + Self.slack { next += 1 }
            return next > 0 && instant <= end && !isStale[next - 1] ? next - 1 : nil
        }
    }
}
