import TiltCore

/// How the sensor must sit for the poses to have read what they did: the orthogonal A with up = A·raw/|raw|.
struct MountSolution: Equatable {
    /// Closer than this to lying along the device's axes, a sensor lies along them, in degrees.
    static let snapping = 10.0

    /// A; its determinant is the sign of what the driver reports, as no way of mounting mirrors a sensor.
    let force: Matrix3
    /// True where every axis of the sensor lies along one of the device.
    let isAxisAligned: Bool
    /// How far the measured A is from the nearest such one, in degrees.
    let obliqueness: Double
    /// How far the worst pair of poses was from its right angle, in degrees.
    let worstAngle: Double
    /// The poses that it was made of.
    let readings: [PoseReading]

    /// Needs three poses that are not in one plane; `nil` otherwise.
    init?(_ readings: [PoseReading]) {
        // Opposite poses cancel an offset of the sensor: their mean is the offset.
        let centre = AxisErrors(readings)?.offset ?? .zero
        var products = Matrix3(.zero, .zero, .zero)
        for reading in readings {
            let force = reading.force - centre
            guard force.length > 1e-6 else { return nil }
            let unit = force / force.length
            let up = reading.pose.up
            products = products + Matrix3(up.x * unit, up.y * unit, up.z * unit)
        }
        guard let measured = products.nearestOrthogonal else { return nil }
        let snapped = measured.nearestSignedPermutation
        obliqueness = zip(measured.rows, snapped.rows).map { $0.degrees(to: $1) }.max() ?? 0
        isAxisAligned = obliqueness <= Self.snapping && snapped.determinant * measured.determinant > 0
        force = isAxisAligned ? snapped : measured
        worstAngle = Self.worstAngle(readings, centre)
        self.readings = readings
    }

    /// -1 where the driver reports gravity, or the poses were mirrored; +1 where it reports the reaction.
    var sign: Double { force.determinant < 0 ? -1 : 1 }

    /// Sensor axes → device axes for directions, provided that the sign is the driver's: the kernel's mount matrix.
    var rotation: Matrix3 { sign * force }

    /// The length of gravity in each pose, as a share of what it should be.
    var lengths: [Double] { readings.map { $0.force.length / standardGravity } }

    private static func worstAngle(_ readings: [PoseReading], _ centre: MatrixRow) -> Double {
        var worst = 0.0
        for (index, a) in readings.enumerated() {
            for b in readings[..<index] {
                let angle = (a.force - centre).degrees(to: b.force - centre)
                worst = max(worst, (angle - a.pose.up.degrees(to: b.pose.up)).magnitude)
            }
        }
        return worst
    }
}
