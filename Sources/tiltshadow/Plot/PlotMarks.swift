/// Draws events: bands where something is missing, marks at the readings that were clipped or rejected.
struct PlotMarks {
    /// How far apart marks of single readings are at least, in pixels.
    private static let spacing = 7.0

    let traces: LogTraces

    /// The pattern that gaps are filled with.
    static func define(in svg: inout SVGText) {
        svg.open(
            "pattern",
            [
                "id": "gap", "width": "6", "height": "6", "patternUnits": "userSpaceOnUse",
                "patternTransform": "rotate(45)",
            ])
        svg.element("path", ["class": "hatch", "d": "M0,0V6"])
        svg.close("pattern")
    }

    /// Draws what lies behind the lines of a panel.
    func drawBands(_ scale: PlotScale, isOfReadings: Bool, _ svg: inout SVGText) {
        let spans = isOfReadings ? traces.gaps : traces.ours.stale
        for span in spans.joined(nearerThan: scale.duration / scale.width) {
            let (left, right) = (scale.x(span.lowerBound), scale.x(span.upperBound))
            Self.band(left, scale.top, max(1.5, right - left), scale.height, isGap: isOfReadings, &svg)
        }
    }

    /// Draws what stands at the edges of the readings' panel: clipped above it, rejected below.
    func drawMarks(_ scale: PlotScale, _ svg: inout SVGText) {
        let nearness = Self.spacing * scale.duration / scale.width
        for span in traces.clipped.joined(nearerThan: nearness) {
            let (left, right) = (scale.x(span.lowerBound), scale.x(span.upperBound))
            Self.clipped(left, max(0, right - left), scale.top - 9, &svg)
        }
        for span in traces.rejected.joined(nearerThan: nearness) {
            let middle = (scale.x(span.lowerBound) + scale.x(span.upperBound)) / 2
            Self.rejected(middle, scale.top + scale.height + 9, &svg)
        }
    }

    /// Draws the legend: what happened and how often.
    func drawLegend(left: Double, row: Double, _ svg: inout SVGText) {
        var x = left
        func entry(
            _ text: String, _ count: Int, _ svg: inout SVGText, _ swatch: (Double, inout SVGText) -> Void
        ) {
            guard count > 0 else { return }
            swatch(x, &svg)
            let full = "\(text) (\(count))"
            svg.element(
                "text", ["class": "faint", "x": SVGText.number(x + 24), "y": SVGText.number(row)], text: full)
            x += 24 + 7.2 * Double(full.count) + 28
        }
        entry("no readings", traces.gaps.count, &svg) { Self.band($0, row - 11, 18, 13, isGap: true, &$1) }
        entry("stale frames", traces.ours.stale.count, &svg) {
            Self.band($0, row - 11, 18, 13, isGap: false, &$1)
        }
        entry("clipped", traces.clipped.count, &svg) { Self.clipped($0 + 9, 0, row - 8, &$1) }
        entry("rejected", traces.rejected.count, &svg) { Self.rejected($0 + 9, row - 4.5, &$1) }
        guard x == left else { return }
        svg.element(
            "text", ["class": "faint", "x": SVGText.number(left), "y": SVGText.number(row)],
            text: "No gaps, no stale frames, no clipped or rejected readings.")
    }

    private static func band(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, isGap: Bool, _ svg: inout SVGText
    ) {
        svg.element(
            "rect",
            [
                "x": SVGText.number(x), "y": SVGText.number(y), "width": SVGText.number(width),
                "height": SVGText.number(height), isGap ? "fill" : "class": isGap ? "url(#gap)" : "stale",
            ])
    }

    /// A triangle that points down, stretched to as many pixels as the clipping lasted.
    private static func clipped(_ x: Double, _ length: Double, _ y: Double, _ svg: inout SVGText) {
        let path =
            "M\(SVGText.number(x - 4)),\(SVGText.number(y))h\(SVGText.number(length + 8))l-4,7h\(SVGText.number(-length))z"
        svg.element("path", ["class": "clipped", "d": path])
    }

    private static func rejected(_ x: Double, _ y: Double, _ svg: inout SVGText) {
        svg.element(
            "path",
            [
                "class": "rejected",
                "d": "M\(SVGText.number(x - 3)),\(SVGText.number(y - 3))l6,6m0,-6l-6,6",
            ])
    }
}
