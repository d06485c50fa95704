package import TiltCore

/// Of which axes a driver tells the force with the wrong sign, where its mount matrix mirrors.
package enum WrongSigns: CaseIterable, Sendable {
    case all, x, y, z

    /// The axes in words.
    package var words: String {
        switch self {
        case .all: "all three axes"
        case .x: "x"
        case .y: "y"
        case .z: "z"
        }
    }

    /// S, +1 or -1 for each axis: the driver tells S·force.
    fileprivate var signs: (x: Double, y: Double, z: Double) {
        switch self {
        case .all: (-1, -1, -1)
        case .x: (-1, 1, 1)
        case .y: (1, -1, 1)
        case .z: (1, 1, -1)
        }
    }

    /// -S·up, up turned by half a turn about the axis, or not at all: a ``Mounting`` that mirrors makes M·S·up of that rate.
    func turned(_ up: Up<SensorAxes>) -> AngularRate<SensorAxes> {
        let s = signs
        return AngularRate(x: -s.x * up.x, y: -s.y * up.y, z: -s.z * up.z)
    }
}

/// Finds the ``WrongSigns`` of a driver by the truth.
///
/// A chip sits in its device by a rotation, and no quaternion mirrors either. So where a mount matrix M mirrors, it mends
/// what the driver has wrong: the sign of one axis, or of all three. With these signs S the truth's up is M·S·up in device
/// axes. Neither M nor the log alone tells which S it is, but as the force at rest is S·up, that one is right for which the
/// sum of force·(S·up) is the largest. Of two that are as large, the truth's up in device axes is the same.
package struct SignSearch: Sendable {
    private let calibration: Calibration
    /// The truth's rows, in seconds and in sensor axes.
    private let times: [Double]
    private let ups: [Up<SensorAxes>?]
    /// Rows of the truth up to the last reading.
    private var count = 0
    /// The sum of the product of force and up along each axis, both of length 1.
    private var products = (x: 0.0, y: 0.0, z: 0.0)

    /// `nil` where nothing is to be found: the matrix is a rotation, or convention or raw sign tell the signs.
    init?(_ sensor: SensorDescription, times: [Double], ups: [Up<SensorAxes>?]) {
        let mounting = sensor.mounting
        guard mounting.convention == .kernel, mounting.rawSign > 0, mounting.matrix.matrix.determinant < 0
        else { return nil }
        calibration = sensor.calibration
        self.times = times
        self.ups = ups
    }

    /// Takes a reading of the log, later than all before.
    package mutating func take(_ reading: Reading) {
        let time = Double(reading.time.nanoseconds) * 1e-9
        while count < times.count, times[count] <= time { count += 1 }
        guard count > 0, time <= times[times.count - 1], let up = ups[count - 1],
            let force = reading.accelerometer.flatMap({ Up<SensorAxes>(of: calibration.acceleration($0)) })
        else { return }
        products.x += force.x * up.x
        products.y += force.y * up.y
        products.z += force.z * up.z
    }

    /// What fits best.
    package var found: WrongSigns {
        func fit(_ wrong: WrongSigns) -> Double {
            let s = wrong.signs
            return s.x * products.x + s.y * products.y + s.z * products.z
        }
        return WrongSigns.allCases.reduce(.all) { fit($1) > fit($0) ? $1 : $0 }
    }
}
