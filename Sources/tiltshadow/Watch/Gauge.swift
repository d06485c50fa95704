import TiltCore

/// Draws the gauge: the offset as a dot in a box with the way it came, and the numbers below; text in, text out.
struct Gauge {
    /// What is drawn besides the frame.
    struct Content: Equatable {
        /// The first line's left part: who publishes, and from which sensor.
        var title = ""
        /// What the newest frame says; `nil` before there is one.
        var frame: Frame?
        /// Offsets before it, oldest first.
        var trail: [ShadowOffset] = []
        /// The measured rate in Hz.
        var rate: Double?
        /// The age of the newest frame, in seconds.
        var age: Double?
        /// Frames missed.
        var dropped: UInt64 = 0
        /// The largest step between two frames, in points.
        var largestStep = 0.0
        /// Shown instead of the state where the daemon is away.
        var trouble: String?
    }

    /// The characters a terminal can show.
    struct Symbols: Equatable {
        var horizontal = "─", vertical = "│", corners = ["┌", "┐", "└", "┘"]
        var dot = "●", trail = "·", centre = "┼", cut = "…"

        /// For terminals that are not in UTF-8.
        static var ascii: Symbols {
            Symbols(
                horizontal: "-", vertical: "|", corners: ["+", "+", "+", "+"], dot: "O", trail: ".",
                centre: "+", cut: "~")
        }

        /// A line of words, with nothing that such a terminal cannot show: what has no spelling, as in a sensor's name, is written
        /// as `\u{65e5}`.
        func spelled(_ line: String) -> String {
            guard self == .ascii, !line.utf8.allSatisfy({ $0 < 0x80 }) else { return line }
            var text = ""
            for scalar in line.unicodeScalars {
                switch scalar {
                case "°": text += " deg"
                case "µ": text += "u"
                case "…": text += "..."
                case "²": text += "^2"
                case "±": text += "+-"
                case "·", "–": text += "-"
                case _ where scalar.isASCII: text.unicodeScalars.append(scalar)
                default: text += "\\u{" + String(scalar.value, radix: 16) + "}"
                }
            }
            return text
        }
    }

    /// Columns and rows of the terminal.
    var width: Int
    var height: Int
    /// The offset at the edge of the box, in points.
    var range = 16.0
    var symbols = Symbols()
    /// What may be pressed; the last is left out first.
    var keys = Gauge.recentring

    /// The keys where the pose in use may be taken as the neutral one.
    static let recentring = [" q ends", "   r recentres", " (--reference startup or relative)"]

    /// The smallest terminal that gets a box; a smaller one gets the numbers alone.
    static let smallest = (width: 24, height: 9)

    /// The lines to show, each at most ``width`` columns wide and at most ``height`` of them.
    func lines(_ content: Content) -> [String] {
        let numbers = numberLines(content)
        guard width >= Self.smallest.width, height >= Self.smallest.height else {
            return Array(numbers.prefix(max(1, height))).map(cut)
        }
        return [titleLine(content)] + box(content, rows: height - 3 - numbers.count) + numbers.map(cut)
    }

    /// Who publishes, as much as there is room for beside the state.
    func titleLine(_ content: Content) -> String {
        let state = symbols.spelled(content.trouble ?? content.frame?.state.rawValue ?? "waiting…")
        let room = max(0, width - 3 - TextStyle.columns(state))
        var title = symbols.spelled(content.title)
        if TextStyle.columns(title) > room {
            title = room > 1 ? TextStyle.cut(title, to: room - 1) + symbols.cut : ""
        }
        return cut(" " + title + FrameLine.pad(state, width - 2 - TextStyle.columns(title)))
    }

    /// The numbers, and the keys: as many of each as there is room for, the last left out first.
    func numberLines(_ content: Content) -> [String] {
        var first = [" no frame yet"]
        if let frame = content.frame {
            first = [
                " x " + FrameLine.pad(FrameLine.number(frame.offset.x, decimals: 2), 6)
                    + "  y " + FrameLine.pad(FrameLine.number(frame.offset.y, decimals: 2), 6) + " pt"
            ]
            if let tilt = frame.tilt {
                first.append("   pitch " + FrameLine.pad(FrameLine.degrees(tilt.pitch), 6) + "°")
                first.append("  roll " + FrameLine.pad(FrameLine.degrees(tilt.roll), 6) + "°")
            }
        }
        let rate = content.rate.map { FrameLine.number($0, decimals: 1, signed: false) } ?? "–"
        let age = content.age.map { FrameLine.number($0 * 1000, decimals: 0, signed: false) } ?? "–"
        let step = FrameLine.number(content.largestStep, decimals: 2, signed: false)
        return [
            fitting(first),
            fitting([
                " \(rate) Hz", "   age \(age) ms", "   dropped \(content.dropped)",
                "   largest step \(step) pt",
            ]),
            fitting(keys),
        ]
    }

    /// The first of these parts that fit into one line together.
    private func fitting(_ parts: [String]) -> String {
        var line = ""
        for part in parts {
            let longer = line + symbols.spelled(part)
            guard TextStyle.columns(longer) <= width || line.isEmpty else { break }
            line = longer
        }
        return line
    }

    /// The box with its border; a cell is about twice as high as wide, so the box is twice as wide as high.
    private func box(_ content: Content, rows: Int) -> [String] {
        let inner = (rows: max(1, rows), columns: max(3, min(width - 4, 2 * rows + 1)))
        var cells = Array(
            repeating: Array(repeating: " ", count: inner.columns), count: inner.rows)
        func put(_ symbol: String, at offset: ShadowOffset) {
            let column = position(offset.x, of: inner.columns)
            let row = position(offset.y, of: inner.rows)
            cells[row][column] = symbol
        }
        put(symbols.centre, at: .zero)
        for offset in content.trail { put(symbols.trail, at: offset) }
        if let frame = content.frame { put(symbols.dot, at: frame.offset) }
        let margin = String(repeating: " ", count: max(0, (width - inner.columns - 2) / 2))
        let edge = String(repeating: symbols.horizontal, count: inner.columns)
        let top = margin + symbols.corners[0] + edge + symbols.corners[1]
        let bottom = margin + symbols.corners[2] + edge + symbols.corners[3]
        return [top] + cells.map { margin + symbols.vertical + $0.joined() + symbols.vertical } + [bottom]
    }

    /// The cell of a coordinate, from -range to range over `count` cells.
    private func position(_ value: Double, of count: Int) -> Int {
        min(count - 1, Int(share(of: value) * Double(count)))
    }

    /// How far a coordinate lies on the way from -range to range, 0 to 1.
    ///
    /// A coordinate or a range that is no number, or whose double is none, is in the middle.
    func share(of value: Double) -> Double {
        let share = (min(range, max(-range, value)) + range) / (2 * range)
        return share.isFinite ? share : 0.5
    }

    /// The line, as much as there is room for.
    func cut(_ line: String) -> String { TextStyle.cut(line, to: width) }
}
