import TiltCore

/// Draws a calibration in progress: what to do, what was taken, how still the device is; text in, text out.
struct CalibrationScreen {
    /// What is drawn besides the poses.
    struct Content {
        /// What the sensor is called.
        var sensor: String
        /// Why there are no readings; `nil` where there are some.
        var fault: String?
    }

    /// Columns of the bar that fills while the device is still.
    private static let barWidth = 24

    /// Columns and rows of the terminal.
    var width: Int
    var height: Int
    var style: TextStyle
    /// False where the terminal has letters of ASCII only.
    var hasSymbols: Bool

    /// The lines to show, each at most ``width`` columns wide and at most ``height`` of them.
    func lines(_ content: Content, _ collector: PoseCollector) -> [String] {
        let poses = collector.sequence.poses
        let number = min(poses.count, collector.sequence.taken.count + 1)
        var lines = [
            style.paint(
                "Calibrating \(content.sensor.onOneLine()), pose \(number) of \(poses.count)", .heading
            ),
            "", collector.sequence.next?.request ?? "", "",
        ]
        lines += poses.indices.map { poseLine($0, collector.sequence) }
        lines += ["", nowLine(content, collector), barLine(collector)]
        lines.append(style.paint(collector.judgement?.words ?? "", .doubtful))
        lines += ["", style.paint("Enter takes the pose as it is; q ends, and nothing is written", .faint)]
        return lines.prefix(height).map { TextStyle.cut($0, to: width) }
    }

    private func poseLine(_ index: Int, _ sequence: PoseSequence) -> String {
        let pose = sequence.poses[index]
        let name = pose.shortName.padding(12)
        guard index < sequence.taken.count else {
            let isNext = index == sequence.taken.count
            return (isNext ? " > " : "   ") + style.paint(name, isNext ? .heading : .faint)
        }
        let mark = hasSymbols ? " ✓ " : " * "
        return style.paint(mark, .good) + name + Self.numbers(sequence.taken[index].force)
    }

    private func nowLine(_ content: Content, _ collector: PoseCollector) -> String {
        if let fault = content.fault { return "   " + style.paint(fault, .bad) }
        guard let force = collector.force else { return "   waiting for the sensor…" }
        return "   " + "now".padding(12) + Self.numbers(force)
    }

    private func barLine(_ collector: PoseCollector) -> String {
        let share = collector.window.share
        let filled = Int((share * Double(Self.barWidth)).rounded())
        let (full, empty) = hasSymbols ? ("█", "░") : ("#", ".")
        let bar =
            String(repeating: full, count: filled) + String(repeating: empty, count: Self.barWidth - filled)
        let words: String =
            switch collector.judgement {
            case .same, .wrongAngle: "move it"
            default: share < 0.2 ? "moving" : "hold still"
            }
        let noise = FrameLine.number(collector.window.deviation, decimals: 2, signed: false)
        return "   " + "still".padding(12) + style.paint(bar, share < 1 ? nil : .good)
            + " \(words)  ±\(noise) m/s²"
    }

    private static func numbers(_ force: MatrixRow) -> String {
        zip(["x", "y", "z"], [force.x, force.y, force.z])
            .map { $0 + FrameLine.pad(FrameLine.number($1, decimals: 2), 7) }.joined(separator: "  ")
            + " m/s²"
    }
}

extension String {
    /// The text with spaces behind it, at least one, up to `width` columns.
    fileprivate func padding(_ width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}
