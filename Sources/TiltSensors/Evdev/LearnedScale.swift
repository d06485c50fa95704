package import TiltCore

/// The size of a count where nobody knows it: what makes the sensor's readings 1 g long on average.
///
/// Where gravity points needs no scale; how far the shadow goes and what is a knock do. A device is at rest most of the
/// time, so the average is gravity's length to a percent; a hand that moves adds to it and takes from it.
package struct LearnedScale: Equatable, Sendable {
    /// What a g becomes, in counts: the readings are milli-g then.
    package static var countsPerG: Double { 1000 }
    /// Readings over which the length is averaged: 3 s of a driver that polls.
    private static var window: Double { 64 }

    /// The average length so far, in the device's counts.
    private var length = 0.0
    private var readings = 0.0

    package init() {}

    /// The counts in milli-g; nothing of what has no length, as before a device's first event.
    package mutating func callAsFunction(_ counts: Reading.Counts) -> Reading.Counts {
        let length = counts.length
        guard length > 0 else { return counts }
        readings = min(readings + 1, Self.window)
        self.length += (length - self.length) / readings
        return (Self.countsPerG / self.length) * counts
    }
}
