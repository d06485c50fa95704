import TiltCore

/// What stands above the graphs of a log.
struct PlotHeading: Equatable {
    /// The sensor's name.
    var title: String
    /// Where the log is from, and how much there is of it.
    var source: String
    /// The frames' options, and what came of them.
    var result: String

    /// The heading of a log called `name` with these traces.
    init(sensor: String, name: String, traces: LogTraces, mapping: String, rateHz: Double, dropped: Int) {
        title = Self.cut(sensor, to: 72)
        let file = (name.hasSuffix("/") ? name : String(name.split(separator: "/").last ?? "")).onOneLine()
        let seconds = FrameLine.number(
            traces.duration, decimals: traces.duration < 100 ? 1 : 0, signed: false)
        source = "\(Self.cut(file, to: 64)) · \(seconds) s · \(traces.readings) readings"
        if traces.duration > 0, traces.readings > 1 {
            let rate = Double(traces.readings - 1) / traces.duration
            source += ", \(FrameLine.number(rate, decimals: rate < 10 ? 1 : 0, signed: false)) a second"
        }
        if dropped > 0 { source += " · \(dropped) lost while it was recorded" }
        source +=
            " · \(traces.ours.count) frames at \(FrameLine.number(rateHz, decimals: 0, signed: false)) Hz"
        let step = FrameLine.number(traces.ours.offset.largestStep, decimals: 2, signed: false)
        result = "Largest step between two frames: \(step) points with the \(mapping) mapping"
        guard mapping != "euler" else { return }
        let jump = FrameLine.number(traces.euler.offset.largestStep, decimals: 2, signed: false)
        result += ", \(jump) with the euler mapping (grey)"
    }

    private static func cut(_ text: String, to length: Int) -> String {
        text.count > length ? text.prefix(length - 1) + "…" : text
    }
}
