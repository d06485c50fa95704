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

    /// Columns of the bar that fills while the device is still, at most, and at least beside the noise.
    private static let (barWidth, leastBar) = (24, 10)
    /// Columns of a line before its numbers or its bar.
    private static let indent = 15

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
        return lines.flatMap { TextStyle.folded($0, to: width, hanging: 0) }.prefix(height).map {
            TextStyle.cut($0, to: width)
        }
    }

    private func poseLine(_ index: Int, _ sequence: PoseSequence) -> String {
        let pose = sequence.poses[index]
        let name = pose.shortName.padding(12)
        guard index < sequence.taken.count else {
            let isNext = index == sequence.taken.count
            return (isNext ? " > " : "   ") + style.paint(name, isNext ? .heading : .faint)
        }
        let mark = hasSymbols ? " ✓ " : " * "
        return style.paint(mark, .good) + name + numbers(sequence.taken[index].force)
    }

    private func nowLine(_ content: Content, _ collector: PoseCollector) -> String {
        if let fault = content.fault { return "   " + style.paint(fault, .bad) }
        guard let force = collector.force else { return "   waiting for the sensor…" }
        return "   " + "now".padding(12) + numbers(force)
    }

    private func barLine(_ collector: PoseCollector) -> String {
        "   " + "still".padding(12) + stillness(collector, width: width - Self.indent)
    }

    /// How still the device is, in at most `width` columns: a bar that fills while it is, and what to do; where there is
    /// room, how much it moves.
    func stillness(_ collector: PoseCollector, width: Int) -> String {
        let share = collector.window.share
        let words: String =
            switch collector.judgement {
            case .same, .wrongAngle: " move it"
            case .nothing: " reads 0"
            default: share < 0.2 ? " moving" : " hold still"
            }
        let noise = "  ±\(FrameLine.number(collector.window.deviation, decimals: 2, signed: false)) m/s²"
        // The longest words, so that the bar keeps its length while they change.
        let room = width - " hold still".count
        let isRoomy = room - noise.count >= Self.leastBar
        let length = max(1, min(Self.barWidth, isRoomy ? room - noise.count : room))
        let filled = Int((share * Double(length)).rounded())
        let (full, empty) = hasSymbols ? ("█", "░") : ("#", ".")
        let bar = String(repeating: full, count: filled) + String(repeating: empty, count: length - filled)
        return style.paint(bar, share < 1 ? nil : .good) + words + (isRoomy ? noise : "")
    }

    /// One line for who waits for a rest of so many seconds, as long as there are seconds left.
    func levelLine(_ collector: PoseCollector, fault: String?, rest: Double, left: Double) -> String {
        let time = "; needs \(rest.shortText) s of rest, \(Int(left.rounded(.up))) s left"
        let state: String =
            if let fault {
                fault.onOneLine()
            } else if collector.force == nil {
                "waiting for the sensor…"
            } else {
                // The time is worth more than the noise, and the bar more than the time.
                stillness(collector, width: width - (width < 70 ? 0 : time.count))
            }
        return TextStyle.cut(TextStyle.columns(state + time) <= width ? state + time : state, to: width)
    }

    /// The three numbers, closer to each other and without their unit where the terminal is narrow.
    private func numbers(_ force: MatrixRow) -> String {
        let isNarrow = width < Self.indent + 33
        let texts = zip(["x", "y", "z"], [force.x, force.y, force.z]).map {
            $0 + FrameLine.pad(FrameLine.number($1, decimals: 2), isNarrow ? 6 : 7)
        }
        return texts.joined(separator: isNarrow ? " " : "  ") + (isNarrow ? "" : " m/s²")
    }
}

extension String {
    /// The text with spaces behind it, at least one, up to `width` columns.
    fileprivate func padding(_ width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}
