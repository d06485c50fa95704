/// The three components of a vector over time.
struct AxisTraces: Equatable {
    var x = Envelope()
    var y = Envelope()
    var z = Envelope()

    /// Adds a vector that is not earlier than the last.
    mutating func append(x: Double, y: Double, z: Double, at time: Double) {
        self.x.append(x, at: time)
        self.y.append(y, at: time)
        self.z.append(z, at: time)
    }

    /// Ends the three lines.
    mutating func breakLines() {
        x.breakLine()
        y.breakLine()
        z.breakLine()
    }
}
