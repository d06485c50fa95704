extension Calibration {
    /// A specific force beyond this is no measurement, in m/s²: 1000 g.
    private static let largestAcceleration = 9807.0
    /// A rate beyond this is no measurement, in rad/s: 57,000 °/s.
    private static let largestRate = 1000.0

    /// Refuses a row whose counts mean what no sensor measures.
    ///
    /// Squares are compared, since a root for every row is time; NaN is not below any bound.
    package func refuseImplausible(_ reading: Reading, line: Int) throws(LogError) {
        if let counts = reading.accelerometer {
            let force = acceleration(counts)
            guard force.dot(force) <= Self.largestAcceleration * Self.largestAcceleration else {
                throw .implausible(line: line, column: "ax,ay,az", got: counts.commaText)
            }
        }
        if let counts = reading.gyroscope, let rate = angularRate(counts) {
            guard rate.dot(rate) <= Self.largestRate * Self.largestRate else {
                throw .implausible(line: line, column: "gx,gy,gz", got: counts.commaText)
            }
        }
    }
}
