import TiltCore
import TiltSensors

/// The sensor that is used or ought to be: how it is mounted and what it reads.
struct SensorFacts: Equatable {
    /// Where its readings were looked at.
    enum Readings: Equatable {
        /// We opened it.
        case measured(SensorMeasurement)
        /// The daemon has it; this is what it says.
        case inDaemon(SensorInDaemon)
        /// It could not be opened.
        case failed(SensorError)
        /// It was left alone, for this reason.
        case untouched(String)
    }

    /// What it is called; `nil` where there is none.
    var name: String?
    var mounting: Mounting?
    /// Mount matrices that were found and cannot be used.
    var rejected: [MountMatrixLookup.Rejected] = []
    var readings = Readings.untouched("there is no sensor to read")
    /// The mount matrix of the daemon's open sensor and its source, where a look finds another; `nil` where it finds the same.
    var inForce: String?
    /// The command that opens the settings.
    var editing = ""
    /// The command that starts the daemon anew.
    var restart: String?
}

extension SensorFacts {
    /// The links of the sensor.
    var checks: [Check] {
        guard let name else { return [Check(.sensor, "sensor", .skipped, "there is none to look at")] }
        return [Check(.sensor, "sensor", .ok, name)] + rejected.map { rejection($0) }
            + (mounting.map { [matrixCheck($0)] } ?? []) + readingChecks
    }

    private func rejection(_ matrix: MountMatrixLookup.Rejected) -> Check {
        Check(
            .sensor, "mount matrix", .problem,
            "\"\(matrix.text)\" from \(matrix.origin) cannot be used: \(matrix.error.description); "
                + "set mount_matrix under [sensor]", advice: editing)
    }

    private func matrixCheck(_ mounting: Mounting) -> Check {
        if let inForce {
            return Check(
                .sensor, "mount matrix", .warning,
                "the daemon opened it with \(inForce), and goes on so; by now it is "
                    + "\(mounting.matrix) from \(mounting.source.rawValue)", advice: restart)
        }
        let determinant = mounting.matrix.matrix.determinant
        let source =
            switch mounting.source {
            case .config: "the settings"
            case .udev: "udev's ACCEL_MOUNT_MATRIX"
            case .sysfs: "sysfs"
            case .table: "the table of known devices"
            case .identity: "nowhere: the sensor's axes are taken for the device's"
            }
        var text = "\(mounting.matrix) from \(source); determinant \(DoctorText.number(determinant, 3))"
        text += determinant < 0 ? ", reflecting" : ", proper"
        text += ", \(mounting.convention.rawValue) signs"
        guard !mounting.isSkewed else {
            return Check(
                .sensor, "mount matrix", .warning,
                text
                    + "; it is no rotation, two of its rows are \(mounting.rightAngleError) from a right angle, and "
                    + "the nearest one is used", advice: editing)
        }
        if mounting.isStretched { text += "; its rows are taken for directions, however long they are" }
        guard determinant < 0 else { return Check(.sensor, "mount matrix", .ok, text) }
        guard mounting.convention == .kernel else {
            return Check(
                .sensor, "mount matrix", .ok,
                text + "; its x and y rows are trusted, as most of udev's database is written so")
        }
        return Check(
            .sensor, "mount matrix", .warning,
            text + ", which the kernel's never is: one axis is mirrored; "
                + "set mount_matrix under [sensor]", advice: editing)
    }

    private var readingChecks: [Check] {
        switch readings {
        case .measured(let measurement): return measurement.checks(editing: editing)
        case .inDaemon(let sensor): return sensor.checks
        case .untouched(let reason): return [Check(.sensor, "readings", .skipped, reason)]
        case .failed(.accessDenied(let path)):
            return [
                Check(
                    .sensor, "readings", .skipped, "this user may not open \(path)",
                    advice: "sudo tiltshadow doctor")
            ]
        case .failed(let error):
            let detail = error.description + (error.hint.map { "; " + $0 } ?? "")
            return [Check(.sensor, "readings", .problem, detail, advice: advice(for: error))]
        }
    }

    /// What to type: of a device that can be read, the kernel says nothing.
    private func advice(for error: SensorError) -> String {
        switch error {
        case .unknownScale: editing
        case .notAnAccelerometer: "tiltshadow sensors"
        default: "dmesg | tail -n 20"
        }
    }
}
