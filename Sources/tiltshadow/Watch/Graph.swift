import TiltCore

/// Draws the last seconds of the offset, x above y, with the newest at the right; text in, text out.
struct Graph {
    /// An offset and its time.
    struct Point: Equatable {
        var time: Timestamp
        var offset: ShadowOffset
    }

    /// How much is shown, in seconds.
    static let seconds = 10.0
    /// Columns left of the picture.
    private static let margin = 7
    /// The smallest terminal that gets a graph; a smaller one gets the numbers alone.
    private static let smallest = (width: 24, height: 11)

    /// The gauge whose size, range, symbols and numbers these are.
    let gauge: Gauge

    /// Adds a frame and forgets what is no longer shown.
    static func add(_ frame: Frame, to points: inout [Point]) {
        // Another clock than before: a log that is played again.
        if let last = points.last, frame.time < last.time { points.removeAll() }
        points.append(Point(time: frame.time, offset: frame.offset))
        let kept = points.firstIndex { frame.time.seconds(since: $0.time) <= seconds } ?? 0
        points.removeFirst(kept)
    }

    /// The lines to show, at most as wide and as many as the gauge's.
    func lines(_ content: Gauge.Content, _ points: [Point]) -> [String] {
        let numbers = gauge.numberLines(content).map(gauge.cut)
        guard gauge.width >= Self.smallest.width, gauge.height >= Self.smallest.height else {
            return Array(numbers.prefix(max(1, gauge.height)))
        }
        // An odd number has a row in the middle, for zero.
        let rows = ((gauge.height - 2 - numbers.count) / 2 - 1) | 1
        return [gauge.titleLine(content)] + strip("x", points.map { ($0.time, $0.offset.x) }, rows: rows)
            + strip("y", points.map { ($0.time, $0.offset.y) }, rows: rows) + [axis] + numbers
    }

    /// What the left and the right edge stand for.
    private var axis: String {
        let (start, end) = ("\(Int(Self.seconds)) s ago", "now")
        return String(repeating: " ", count: Self.margin) + start
            + FrameLine.pad(end, gauge.width - 1 - Self.margin - start.count)
    }

    private func strip(_ name: String, _ values: [(Timestamp, Double)], rows: Int) -> [String] {
        var canvas = DotCanvas(
            columns: gauge.width - Self.margin - 1, rows: rows, isBraille: gauge.symbols != .ascii)
        var last: (column: Int, row: Int)?
        for (time, value) in values {
            let age = (values.last?.0 ?? time).seconds(since: time)
            let column = Int((Double(canvas.width - 1) * (1 - age / Self.seconds)).rounded())
            let share = (gauge.range - min(gauge.range, max(-gauge.range, value))) / (2 * gauge.range)
            let row = min(canvas.height - 1, Int(share * Double(canvas.height)))
            Self.draw(to: (column, row), from: last ?? (column, row), on: &canvas)
            last = (column, row)
        }
        return (0..<rows).map { row in
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
