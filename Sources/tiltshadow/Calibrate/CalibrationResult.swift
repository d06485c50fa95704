import TiltCore

/// What a calibration found, before it is put into words.
struct CalibrationResult {
    let solution: MountSolution
    let verdict: MountVerdict
    let sensor: SensorKnowledge
    /// The mounting in force as it was judged: up = P·raw; `nil` where nobody knows.
    let present: Matrix3?
    /// What speaks against the gyroscope.
    let gyroscope: SensorFault?

    /// Lengths of gravity that a chip's tolerance explains.
    private static let tolerance = 0.9...1.1

    /// Judges the poses; `nil` where they lie in one plane.
    ///
    /// `rawSign` is what a person is certain that the driver reports.
    init?(
        _ readings: [PoseReading], of sensor: SensorKnowledge, rawSign: Double? = nil,
        gyroscope: SensorFault? = nil
    ) {
        let readings = readings.map { $0.scaled(by: sensor.factorInForce) }
        guard let solution = MountSolution(readings) else { return nil }
        self.solution = solution
        self.sensor = sensor
        self.gyroscope = gyroscope
        present =
            Self.published(readings)
            ?? sensor.mounting.flatMap { MountedAxes($0).force.nearestOrthogonal }
        let believed = sensor.mounting?.rawSign ?? present.map { $0.determinant < 0 ? -1 : 1 } ?? 1
        verdict = MountVerdict(
            solution, present: present, rawSign: rawSign ?? believed, isCertain: rawSign != nil)
    }

    /// The map that a daemon used, from what it published in each pose.
    private static func published(_ readings: [PoseReading]) -> Matrix3? {
        var products = Matrix3(.zero, .zero, .zero)
        for reading in readings {
            guard let up = reading.up else { return nil }
            let unit = reading.force / reading.force.length
            products = products + Matrix3(up.x * unit, up.y * unit, up.z * unit)
        }
        return products.nearestOrthogonal
    }

    /// The mean length of gravity, as a share of what it should be.
    var length: Double { solution.lengths.reduce(0, +) / Double(solution.lengths.count) }

    /// True where gravity has a wrong length.
    var isWrongScale: Bool { !Self.tolerance.contains(length) }

    /// What the settings should say of the scale; `nil` where it is right, or not known.
    var accelScale: Double? { isWrongScale ? sensor.accelScale.map { $0 / length } : nil }

    /// The mounting that should be in force; `nil` where that is not known.
    var mounting: (rotation: Matrix3, rawSign: Double)? {
        switch verdict {
        case .change(let rotation, let sign), .changeSign(let rotation, let sign): (rotation, sign)
        case .right: accelScale == nil ? nil : (solution.rotation, solution.sign)
        case .reversed, .swapped, .mirrored: nil
        }
    }

    /// The lines for the settings; `nil` where there is nothing to change.
    var snippet: SettingsSnippet? {
        mounting.map { mounting in
            SettingsSnippet(
                device: sensor.device, rotation: mounting.rotation, rawSign: mounting.rawSign,
                accelScale: accelScale, comment: "\(SettingsSnippet.makers[0]) for \(sensor.name).")
        }
    }

    /// The entry to send upstream; `nil` where the matrix is right, not known, or the sensor has no place there.
    var entry: HwdbEntry? {
        switch verdict {
        case .change, .changeSign: sensor.identity.map { HwdbEntry(identity: $0, force: solution.force) }
        case .right, .reversed, .swapped, .mirrored: nil
        }
    }
}
