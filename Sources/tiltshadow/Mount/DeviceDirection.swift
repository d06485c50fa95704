import TiltCore

/// The words for a direction in the device's axes.
enum DeviceDirection {
    /// Directions closer to an axis than this are called by its name, in degrees.
    private static let exact = 0.5
    /// The least part of a direction along another axis that is worth a word: the sine of 1°.
    private static let leastLeaning = 0.0175

    /// `to the top edge`, or `12° off straight to the top edge, leaning to the right edge`.
    static func words(for direction: MatrixRow) -> String {
        guard let unit = Up<DeviceAxes>(of: direction) else { return "nowhere" }
        let parts = [
            (unit.x, unit.x < 0 ? "to the left edge" : "to the right edge"),
            (unit.y, unit.y < 0 ? "to the bottom edge" : "to the top edge"),
            (unit.z, unit.z < 0 ? "out of the back" : "out of the screen"),
        ].sorted { $0.0.magnitude > $1.0.magnitude }
        let axis = Up<DeviceAxes>(
            x: parts[0].0.magnitude, y: (1 - parts[0].0 * parts[0].0).squareRoot(), z: 0)
        let angle = axis.y.isNaN ? 0 : axis.angle(to: Up(x: 1, y: 0, z: 0)) * 180 / .pi
        guard angle >= exact else { return parts[0].1 }
        let leanings = parts[1...].filter { $0.0.magnitude > leastLeaning }.map { $0.1 }
        return degrees(angle) + " off straight " + parts[0].1
            + (leanings.isEmpty ? "" : ", leaning " + leanings.joined(separator: " and "))
    }

    /// An angle in degrees, with one decimal below 10.
    static func degrees(_ angle: Double) -> String {
        FrameLine.number(angle, decimals: angle.magnitude < 9.95 ? 1 : 0, signed: false) + "°"
    }
}
