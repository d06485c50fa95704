import TiltCore
import TiltSensors

/// A sensor's mount matrix in words: where it came from, what its signs mean, and which way each axis points.
struct MatrixExplanation: Equatable {
    /// What was found where, before one was chosen.
    let lookup: MountMatrixLookup
    /// The sensor's directory in sysfs.
    let sysPath: String

    /// What came of the search.
    private var resolved: MountMatrixLookup.Finding { lookup.resolve() }

    /// The mounting in force.
    var mounting: Mounting { resolved.mounting }

    /// What is wrong, one sentence part each: sources that were passed over, signs that contradict each other.
    var warnings: [String] { resolved.warnings }

    /// What explains the mounting, one sentence part each: what stands behind it, what of it is not used.
    var remarks: [String] { resolved.doubts + resolved.remarks }

    /// Keys and their explanations, in the order in which they are to be read.
    var lines: [(key: String, text: String)] {
        let mounting = mounting
        let axes = MountedAxes(mounting)
        var lines: [(key: String, text: String)] = [
            ("matrix", mounting.matrix.description), ("from", origin(of: mounting.source)),
            ("signs", meaning(of: mounting)),
            ("raw sign", rawSign(of: mounting)),
            ("determinant", determinant(of: mounting)),
        ]
        for (name, direction) in zip(["x", "y", "z"], axes.directions) {
            lines.append((name + " axis", "of the sensor points " + DeviceDirection.words(for: direction)))
        }
        for pose in [Pose.flat, .upright, .rightEdgeDown] {
            guard let reading = axes.reading(where: pose.up) else { continue }
            lines.append((pose.shortName, pose.words + " the sensor reads " + Self.words(for: reading)))
        }
        for remark in remarks { lines.append((key: "note", text: remark)) }
        for warning in warnings { lines.append((key: "warning", text: warning)) }
        return lines
    }

    private func origin(of source: Mounting.Source) -> String {
        switch source {
        case .config: "mount_matrix under [sensor] of the settings"
        case .udev: "udev: the property ACCEL_MOUNT_MATRIX of \(sysPath), set by the hwdb or a rule"
        case .sysfs:
            "sysfs: \(sysPath)/\(lookup.sysfsAttribute ?? "in_mount_matrix")"
                + (lookup.isFromACPI ? ", which firmware wrote for Windows (ACPI ROTM)" : "")
        case .table:
            "the table of devices that tiltshadow knows: \(lookup.known?.name ?? "")"
        case .identity where !resolved.rejected.isEmpty:
            "nowhere usable: what was found cannot be used, as the warnings say"
        case .identity:
            "nowhere: the settings have none, udev has no ACCEL_MOUNT_MATRIX and sysfs no "
                + MountMatrixLookup.attributes.joined(separator: ", ")
        }
    }

    private func meaning(of mounting: Mounting) -> String {
        let isGiven = lookup.configuredConvention == nil ? "" : " (matrix_convention of the settings)"
        switch mounting.convention {
        case .kernel:
            return "kernel: up = \(mounting.rawSign < 0 ? "-" : "")M·raw, a rotation by mount-matrix.txt"
                + isGiven
        case .hid:
            return
                "hid: rows 1 and 2 give x and y as Windows has them, so they are negated; z is made of both, and "
                + "row 3, which screen rotation never uses, is not" + isGiven
        }
    }

    private func rawSign(of mounting: Mounting) -> String {
        mounting.rawSign < 0
            ? "-1: the driver reports gravity, as HID sensor hubs do: at rest it reads 9.81 m/s² downwards"
            : "+1: the driver reports the reaction to gravity: at rest it reads 9.81 m/s² upwards"
    }

    private func determinant(of mounting: Mounting) -> String {
        let matrix = mounting.matrix.matrix
        let determinant = matrix.determinant
        let number = FrameLine.number(determinant, decimals: 3)
        // Rows 1 and 2 are enough for Windows's signs, whatever row 3 is.
        if mounting.matrix.kernelError != nil {
            return "\(number): row 3 lies in the plane of the others, and is not used"
        }
        if mounting.isSkewed {
            return
                "\(number): no rotation, two of its rows are \(mounting.rightAngleError) from a right angle; the "
                + "nearest rotation is used"
        }
        switch (determinant > 0, mounting.convention) {
        case (true, _) where mounting.isStretched:
            return "\(number): a rotation by the directions of its rows, whose lengths are not used"
        case (true, _): return "\(number): a rotation"
        case (false, .kernel): return "\(number): a reflection, which no way of mounting a chip can be"
        case (false, .hid): return "\(number): a reflection, by row 3, which is not used"
        }
    }

    /// `z +9.81 m/s²`, without the axes that read nothing.
    private static func words(for reading: MatrixRow) -> String {
        let axes = [("x", reading.x), ("y", reading.y), ("z", reading.z)].filter { $0.1.magnitude >= 0.05 }
        return axes.map { $0.0 + " " + FrameLine.number($0.1, decimals: 2) }.joined(separator: ", ") + " m/s²"
    }
}
