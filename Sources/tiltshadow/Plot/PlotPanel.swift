/// One of the small graphs above each other: what it shows, and how values become pixels.
struct PlotPanel {
    /// A line in it.
    struct Line {
        /// What it is called beside its end.
        var name: String
        /// The class of its colour.
        var style: String
        var trace: Envelope
    }

    /// What is shown.
    var title: String
    /// The unit, and what else helps to read it.
    var note: String
    /// Drawn in this order.
    var lines: [Line]
    /// The values that are shown at least.
    var least: ClosedRange<Double>
    /// True where it shows what the sensor said, false where it shows frames.
    var isOfReadings = false
    /// True where its unit is the degree.
    var isAngle = false

    /// Ticks that hold every value.
    var ticks: AxisTicks {
        let ranges = lines.compactMap { $0.trace.range } + [least]
        let low = ranges.map { $0.lowerBound }.min() ?? 0
        let high = ranges.map { $0.upperBound }.max() ?? 1
        return AxisTicks(around: low...high, count: 6, isAngle: isAngle)
    }

    /// The panels of a log: readings first, then what became of them, with judder below where it is wanted.
    static func panels(of traces: LogTraces, mapping: String, showsJudder: Bool = false) -> [PlotPanel] {
        [
            PlotPanel(
                title: "Acceleration", note: "m/s², device axes", lines: lines(traces.acceleration),
                least: -10...10, isOfReadings: true),
            PlotPanel(
                title: "Up", note: "unit vector (no unit), axes of the picture",
                lines: lines(traces.ours.up), least: -1...1),
            PlotPanel(
                title: "Pitch and roll", note: "°",
                lines: [
                    Line(name: "pitch", style: "x", trace: traces.ours.pitch),
                    Line(name: "roll", style: "y", trace: traces.ours.roll),
                ], least: -10...10, isAngle: true),
        ] + offsets(traces, mapping: mapping) + (showsJudder ? [judder(traces.ours.judder, mapping)] : [])
    }

    private static func judder(_ trace: JudderTrace, _ mapping: String) -> PlotPanel {
        let mean = trace.rootMeanSquare.map { FrameLine.number($0, decimals: 3, signed: false) } ?? "-"
        return PlotPanel(
            title: "Judder", note: "points by which a frame's step differs from the last one; RMS \(mean)",
            lines: [Line(name: "\(mapping) mapping", style: "z", trace: trace.lengths)], least: 0...0.5)
    }

    /// The offset's panels: one range of values, so that right and down compare; the line of `euler` lies below ours.
    private static func offsets(_ traces: LogTraces, mapping: String) -> [PlotPanel] {
        let (ours, euler) = (traces.ours.offset, traces.euler.offset)
        let ranges = [ours.x, ours.y, euler.x, euler.y].compactMap { $0.range }
        let least = ranges.reduce(-5...5) {
            min($0.lowerBound, $1.lowerBound)...max($0.upperBound, $1.upperBound)
        }
        func panel(_ axis: String, _ note: String, _ ours: Envelope, _ euler: Envelope) -> PlotPanel {
            let own = Line(name: "\(mapping) mapping", style: axis, trace: ours)
            let other = Line(name: "euler mapping", style: "euler", trace: euler)
            return PlotPanel(
                title: "Offset \(axis)", note: note, lines: mapping == "euler" ? [own] : [other, own],
                least: least)
        }
        return [
            panel("x", "points, positive is right", ours.x, euler.x),
            panel("y", "points, positive is down", ours.y, euler.y),
        ]
    }

    private static func lines(_ traces: AxisTraces) -> [Line] {
        [
            Line(name: "x", style: "x", trace: traces.x), Line(name: "y", style: "y", trace: traces.y),
            Line(name: "z", style: "z", trace: traces.z),
        ]
    }
}
