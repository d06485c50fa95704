package import TiltCore

/// What an estimator published, in the order of time.
package struct Estimates: Equatable, Sendable {
    /// When each was published, in seconds on the truth's clock, ascending.
    package private(set) var times: [Double] = []
    /// Up as published.
    package private(set) var ups: [Up<DeviceAxes>] = []
    /// The shadow offsets as published, in points.
    package private(set) var offsets: [ShadowOffset] = []

    /// Creates an empty series.
    package init() {}

    /// Adds what was published at `time`, in seconds, later than everything before.
    package mutating func append(_ up: Up<DeviceAxes>, offset: ShadowOffset, at time: Double) {
        times.append(time)
        ups.append(up)
        offsets.append(offset)
    }

    /// For each instant of `instants` the index of the newest estimate then published; `nil` before the first.
    ///
    /// A nanosecond of slack: the same instant written by two programs may differ in its last digit.
    func held(at instants: [Double]) -> [Int?] {
        var next = 0
        return instants.map { instant in
            while next < times.count, times[next] <= instant + 1e-9 { next += 1 }
            return next > 0 ? next - 1 : nil
        }
    }
}
