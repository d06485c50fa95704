import TiltCore

/// What the sensor read while the device rested in a pose.
struct PoseReading: Equatable {
    /// The pose that was asked for.
    var pose: Pose
    /// The mean specific force in sensor axes, in m/s².
    var force: MatrixRow
    /// How much it varied: the root mean square of the distance from the mean, in m/s².
    var deviation = 0.0
    /// How long it rested, in seconds.
    var seconds = 0.0
    /// Up as the daemon published it, in device axes; `nil` where no daemon was asked.
    var up: MatrixRow?

    /// The same as read with other scales, each so many times its own.
    func scaled(by factor: MatrixRow) -> PoseReading {
        var reading = self
        let before = force.length
        reading.force = MatrixRow(x: factor.x * force.x, y: factor.y * force.y, z: factor.z * force.z)
        if before > 0 { reading.deviation *= reading.force.length / before }
        return reading
    }
}

extension MatrixRow {
    /// The angle to another row, in degrees from 0 to 180; 180 where one of them has no direction.
    func degrees(to other: MatrixRow) -> Double {
        guard let a = Up<DeviceAxes>(of: self), let b = Up<DeviceAxes>(of: other) else { return 180 }
        return a.angle(to: b) * 180 / .pi
    }
}
