import TiltCore

/// The accelerometer's own errors, which six opposite poses tell apart from its mounting.
struct AxisErrors: Equatable {
    /// What it reads without any force, in m/s², sensor axes.
    let offset: MatrixRow
    /// What it makes of 1 m/s² along each of its axes.
    let gain: MatrixRow

    /// Needs all six poses; `nil` otherwise.
    ///
    /// Along the sensor's axis k a pose reads aₖ = oₖ + gₖ·rₖ with the true force r. Over six poses in opposite pairs the
    /// sum of r is zero, so o is the mean; the least squares of the rest are gₖ = Σ aₖ·rₖ / Σ rₖ². As each axis has as much
    /// of gravity in all six together, Σ rₖ² = 2 g², and Σ (aₖ − oₖ)² = gₖ²·2 g² needs no knowledge of the mounting.
    init?(_ readings: [PoseReading]) {
        guard Set(readings.map { $0.pose }) == Set(Pose.allCases), readings.count == 6 else { return nil }
        let mean = readings.reduce(MatrixRow.zero) { $0 + $1.force } / 6
        var squares = MatrixRow.zero
        for reading in readings {
            let d = reading.force - mean
            squares = squares + MatrixRow(x: d.x * d.x, y: d.y * d.y, z: d.z * d.z)
        }
        let unit = 2 * standardGravity * standardGravity
        offset = mean
        gain = MatrixRow(
            x: (squares.x / unit).squareRoot(), y: (squares.y / unit).squareRoot(),
            z: (squares.z / unit).squareRoot())
    }

    /// One line of numbers.
    var words: String {
        func numbers(_ row: MatrixRow, _ decimals: Int) -> String {
            zip(["x", "y", "z"], [row.x, row.y, row.z])
                .map { $0 + " " + FrameLine.number($1, decimals: decimals) }.joined(separator: ", ")
        }
        let percent = 100 * (gain - MatrixRow(x: 1, y: 1, z: 1))
        return "gain \(numbers(percent, 1)) %; offset \(numbers(offset, 2)) m/s²"
    }
}
