import TiltCore

/// A calibration's result in words.
struct CalibrationText {
    let result: CalibrationResult
    /// Columns to break prose at, never what is to be copied.
    var width = 100

    /// The whole report: what was read, what it means, and what to do.
    var text: String {
        var paragraphs = [readings, folded(verdict)]
        if let doubts { paragraphs.append(folded(doubts)) }
        if let snippet = result.snippet {
            let lead =
                "For this machine, in the daemon's settings (tiltshadow.conf(5)), where `--apply` puts "
                + "them:"
            paragraphs.append(folded(lead) + "\n\n" + snippet.text)
        }
        if let upstream { paragraphs.append(upstream) }
        return paragraphs.map { $0.visibleLines }.joined(separator: "\n")
    }

    private var readings: String {
        var lines = ["\(result.sensor.name):"]
        for reading in result.solution.readings {
            let force = reading.force
            let numbers = zip(["x", "y", "z"], [force.x, force.y, force.z])
                .map { $0 + " " + FrameLine.pad(FrameLine.number($1, decimals: 2), 6) }.joined(
                    separator: "  ")
            let length = FrameLine.number(force.length, decimals: 2, signed: false)
            lines.append(
                "  " + Self.padded(reading.pose.shortName, 12) + numbers + "   length \(length) m/s²")
        }
        lines.append(
            "  The poses were within \(DeviceDirection.degrees(result.solution.worstAngle)) of right angles.")
        if let errors = AxisErrors(result.solution.readings) {
            lines.append("  Along each axis: \(errors.words)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var verdict: String {
        switch result.verdict {
        case .right:
            result.isWrongScale
                ? "The \(mounting) is right, the scale is not.\n"
                : "The \(mounting) is right: there is nothing to change.\n"
        case .change: "The \(mounting) is wrong. " + placement
        case .changeSign(_, let sign):
            "The driver reports \(sign < 0 ? "gravity" : "the reaction to gravity"), the opposite of what drivers of its "
                + "kind do; raw_sign makes up for it, and its authors should hear of it. " + placement
        case .reversed(let pose):
            "The poses make a mirror image, which no sensor can be, and the \(mounting) says which is to blame: "
                + "\"\(pose.shortName)\" was taken the other way round. Nothing was found; do it again.\n"
        case .swapped(let first, let second):
            "The poses make a mirror image, which no sensor can be, and the \(mounting) says which are to blame: "
                + "\"\(first.shortName)\" and \"\(second.shortName)\" were taken for each other. Nothing was found; do it again.\n"
        case .mirrored:
            "The poses make a mirror image, which no sensor can be. Either one of them was taken the other way round "
                + "(left and "
                + "right are those of who reads the screen): do it again, best with --poses 6. Or the driver "
                + "reports the other sign: "
                + "if the poses are certain, give --raw-sign "
                + "\(result.solution.sign.shortText).\n"
        }
    }

    /// What the poses were held against.
    private var mounting: String {
        result.sensor.isMountedByLog ? "mounting of the log" : "mounting in force"
    }

    private var placement: String {
        let names = zip(["x", "y", "z"], result.solution.rotation.transposed.rows)
        let directions = names.map { "\($0) axis points \(DeviceDirection.words(for: $1))" }
        let oblique =
            result.solution.isAxisAligned
            ? ""
            : " It lies along no axis of the device: by \(DeviceDirection.degrees(result.solution.obliqueness)), "
                + "unless the poses were off by that much."
        return "The sensor's \(directions.joined(separator: ", its "))." + oblique + "\n"
    }

    /// What a matrix does not cure; `nil` where there is nothing.
    private var doubts: String? {
        var lines: [String] = []
        if result.isWrongScale {
            let fault = SensorFault.gravityLength(ratio: result.length)
            let cure =
                result.accelScale == nil
                ? "; multiply accel_scale by \(FrameLine.number(1 / result.length, decimals: 4, signed: false))"
                : ""
            lines.append("Scale: \(fault.description)\(cure).")
        }
        if let gyroscope = result.gyroscope {
            lines.append(
                "Gyroscope: \(gyroscope.description). No mount matrix cures that: \(gyroscope.hint).")
        }
        return lines.isEmpty ? nil : lines.joined(separator: "\n") + "\n"
    }

    /// What to send to whom; `nil` where the matrix is right or not known.
    private var upstream: String? {
        guard result.mounting != nil, result.verdict != .right else { return nil }
        guard let entry = result.entry else { return deviceTree }
        let generic =
            entry.isGeneric
            ? "\nThe firmware gives the machine no name: see whether the pattern fits other machines, too.\n"
            : ""
        let sign =
            if case .changeSign = result.verdict {
                "\nThe hwdb has no word for the driver's sign: face up and face down need raw_sign besides.\n"
            } else { "" }
        // The second is eudev's.
        let commands =
            "  (systemd-hwdb update || udevadm hwdb --update) && udevadm trigger\(result.sensor.node.map { " -p DEVNAME=\($0)" } ?? "")"
        if entry.hasNoMachine {
            let deviceTree = deviceTree.map { $0 + "\n" }
            let here = folded(
                (deviceTree == nil ? "For" : "Until then, for")
                    + " udev's hwdb here, which tells machines without DMI apart by the chip alone, in "
                    + "/etc/udev/hwdb.d/61-sensor-local.hwdb:")
            return """
                \(deviceTree ?? "")\(here)

                \(entry.text)\(sign)
                \(commands)

                """
        }
        let everybody = folded(
            "For everybody with this device, as a pull request to https://github.com/systemd/systemd for "
                + "hwdb.d/60-sensor.hwdb, or as an issue there with the output of `udevadm info --export-db`:"
        )
        let here = folded(
            "To try it here, put it into /etc/udev/hwdb.d/61-sensor-local.hwdb instead of the settings, then")
        return """
            \(everybody)

            \(entry.text)\(generic)\(sign)
            \(here)
            \(commands)

            """
    }

    /// The property for a device tree; `nil` where none described the sensor.
    private var deviceTree: String? {
        guard result.sensor.isFromDeviceTree, let mounting = result.mounting else { return nil }
        let entries = MatrixText(mounting.rotation).matrix.rows.flatMap { [$0.x, $0.y, $0.z] }
        return folded("For everybody with this device, in its device tree, sent to the kernel:")
            + "\n\n  mount-matrix = "
            + entries.map { "\"\($0.shortText)\"" }.joined(separator: ", ") + ";\n"
    }

    /// Prose, its lines broken at spaces.
    private func folded(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { TextStyle.broken(String($0), to: width) }.joined(separator: "\n")
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
