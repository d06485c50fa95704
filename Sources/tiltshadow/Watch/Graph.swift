import TiltCore

/// Draws the last seconds of the offset, x above y, with the newest at the right; text in, text out.
struct Graph {
    /// How much is shown, in seconds.
    static let seconds = 10.0
    /// Columns left of the picture.
    private static let margin = 7
    /// The smallest terminal that gets a graph; a smaller one gets the numbers alone.
    private static let smallest = (width: 24, height: 11)

    /// The gauge whose size, range, symbols and numbers these are.
    let gauge: Gauge

    /// The lines to show, at most as wide and as many as the gauge's; the newest point is `silence` seconds old.
    func lines(_ content: Gauge.Content, _ points: [GraphHistory.Point], silence: Double = 0) -> [String] {
        let numbers = gauge.numberLines(content).map(gauge.cut)
        guard gauge.width >= Self.smallest.width, gauge.height >= Self.smallest.height else {
            return Array(numbers.prefix(max(1, gauge.height)))
        }
        // An odd number has a row in the middle, for zero.
        let rows = ((gauge.height - 2 - numbers.count) / 2 - 1) | 1
        let x = strip("x", dots(points, { $0.x }, silence: silence, rows: rows), rows: rows)
        let y = strip("y", dots(points, { $0.y }, silence: silence, rows: rows), rows: rows)
        return [gauge.titleLine(content)] + x + y + [axis] + numbers
    }

    /// What the left and the right edge stand for.
    private var axis: String {
        let (start, end) = ("\(Int(Self.seconds)) s ago", "now")
        return String(repeating: " ", count: Self.margin) + start
            + FrameLine.pad(end, gauge.width - 1 - Self.margin - start.count)
    }

    /// One coordinate over time: a line, but where frames are missing.
    private func dots(
        _ points: [GraphHistory.Point], _ coordinate: (ShadowOffset) -> Double, silence: Double, rows: Int
    ) -> DotCanvas {
        var canvas = DotCanvas(
            columns: gauge.width - Self.margin - 1, rows: rows, isBraille: gauge.symbols != .ascii)
        var last: (column: Int, row: Int)?
        for point in points {
            let age = silence + (points.last?.time ?? point.time).seconds(since: point.time)
            let column = Int((Double(canvas.width - 1) * (1 - age / Self.seconds)).rounded())
            let share = 1 - gauge.share(of: coordinate(point.offset))
            let new = (column: column, row: min(canvas.height - 1, Int(share * Double(canvas.height))))
            Self.draw(to: new, from: point.isAfterGap ? new : last ?? new, on: &canvas)
            last = new
        }
        return canvas
    }

    private func strip(_ name: String, _ canvas: DotCanvas, rows: Int) -> [String] {
        (0..<rows).map { row in
            let isZero = row == rows / 2
            let mark = row == 0 ? text(gauge.range) : isZero ? "\(name)   0" : text(-gauge.range)
            let label = row == 0 || isZero || row == rows - 1 ? mark : ""
            return FrameLine.pad(label, Self.margin - 2) + " " + (isZero ? gauge.symbols.trail : " ")
                + canvas.text(row: row, blank: isZero ? gauge.symbols.trail : " ")
        }
    }

    /// A step is a vertical line in the newer column, so that a jump is seen as one.
    private static func draw(
        to new: (column: Int, row: Int), from old: (column: Int, row: Int), on canvas: inout DotCanvas
    ) {
        let steps = max(1, new.column - old.column)
        var before = old.row
        for step in 1...steps {
            let row = old.row + (new.row - old.row) * step / steps
            // The row before was drawn with the column before.
            let start = before == row ? row : before < row ? before + 1 : before - 1
            canvas.fill(column: old.column + step - (new.column == old.column ? 1 : 0), from: start, to: row)
            before = row
        }
    }

    private func text(_ value: Double) -> String { FrameLine.number(value, decimals: 0) }
}
