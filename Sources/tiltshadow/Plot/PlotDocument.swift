import TiltCore

/// A log as an SVG document, 1200 pixels wide: small graphs above each other that share the axis of time.
struct PlotDocument {
    /// The picture's width, in pixels.
    static let width = 1200.0

    /// Where the graphs begin and end, in pixels.
    private static let (left, right, top) = (72.0, 1072.0, 138.0)
    /// The height of one graph, and what lies between two, in pixels.
    private static let (panelHeight, gap) = (150.0, 50.0)

    let heading: PlotHeading
    let traces: LogTraces
    let panels: [PlotPanel]
    let theme: PlotTheme

    /// Draws `traces`; `mapping` is the name of the one that is not `euler`.
    init(
        heading: PlotHeading, traces: LogTraces, mapping: String, theme: PlotTheme, showsJudder: Bool = false
    ) {
        self.heading = heading
        self.traces = traces
        self.theme = theme
        panels = PlotPanel.panels(of: traces, mapping: mapping, showsJudder: showsJudder)
    }

    var svg: ByteBuffer {
        var svg = SVGText()
        let height = Self.top + Double(panels.count) * (Self.panelHeight + Self.gap) + 20
        let (width, rows) = (SVGText.number(Self.width), SVGText.number(height))
        svg.open(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "width": width, "height": rows,
                "viewBox": "0 0 \(width) \(rows)", "role": "img",
            ])
        svg.element("title", text: "\(heading.title): \(heading.source)")
        svg.element("desc", text: heading.result)
        svg.append(verbatim: "<style>\n\(theme.styles)</style>\n")
        svg.open("defs")
        PlotMarks.define(in: &svg)
        svg.close("defs")
        svg.element("rect", ["class": "ground", "width": width, "height": rows])
        drawHeading(&svg)
        for (index, panel) in panels.enumerated() { draw(panel, number: index, &svg) }
        PlotMarks(traces: traces).drawLegend(left: Self.left, row: height - 18, &svg)
        svg.close("svg")
        return svg.buffer
    }

    private func drawHeading(_ svg: inout SVGText) {
        Self.text(heading.title, "title ink", Self.left, 42, &svg)
        Self.text(heading.source, "faint", Self.left, 64, &svg)
        Self.text(heading.result, "ink", Self.left, 84, &svg)
    }

    /// Where a panel is, and how its values become pixels.
    func scale(of panel: PlotPanel, number: Int) -> PlotScale {
        let values = panel.ticks.values
        return PlotScale(
            left: Self.left, top: Self.top + Double(number) * (Self.panelHeight + Self.gap),
            width: Self.right - Self.left, height: Self.panelHeight,
            duration: traces.duration > 0 ? traces.duration : 1, values: values[0]...values[values.count - 1])
    }

    private func draw(_ panel: PlotPanel, number: Int, _ svg: inout SVGText) {
        let scale = scale(of: panel, number: number)
        let isLast = number == panels.count - 1
        let marks = PlotMarks(traces: traces)
        marks.drawBands(scale, isOfReadings: panel.isOfReadings, &svg)
        drawGrid(panel, scale, isLast: isLast, &svg)
        svg.open("text", ["x": SVGText.number(scale.left), "y": SVGText.number(scale.top - 18)])
        svg.element("tspan", ["class": "panel ink"], text: panel.title)
        svg.element("tspan", ["class": "faint", "dx": "6"], text: panel.note)
        svg.close("text")
        for line in panel.lines { svg.path(scale.lines(line.trace), class: line.style) }
        drawLabels(panel, scale, &svg)
        if panel.isOfReadings { marks.drawMarks(scale, &svg) }
    }

    private func drawGrid(_ panel: PlotPanel, _ scale: PlotScale, isLast: Bool, _ svg: inout SVGText) {
        let (left, right) = (SVGText.number(scale.left), SVGText.number(scale.left + scale.width))
        let (top, bottom) = (scale.top, scale.top + scale.height)
        let ticks = panel.ticks
        for value in ticks.values {
            let row = scale.y(value)
            svg.element(
                "path",
                ["class": value == 0 ? "zero" : "grid", "d": "M\(left),\(SVGText.number(row))H\(right)"])
            Self.text(ticks.text(value), "tick faint right", scale.left - 8, row + 4, &svg)
        }
        let times = AxisTicks(seconds: scale.duration, count: 12)
        for time in times.values {
            let column = scale.x(time)
            svg.element(
                "path",
                [
                    "class": "grid",
                    "d": "M\(SVGText.number(column)),\(SVGText.number(top))V\(SVGText.number(bottom))",
                ])
            // Where the unit stands there is no room for another number.
            guard isLast, column < scale.left + scale.width - 12 else { continue }
            Self.text(times.text(time), "tick faint middle", column, bottom + 18, &svg)
        }
        if isLast { Self.text("time, s", "tick faint", scale.left + scale.width + 10, bottom + 18, &svg) }
    }

    /// Names each line beside its end, with a piece of it.
    private func drawLabels(_ panel: PlotPanel, _ scale: PlotScale, _ svg: inout SVGText) {
        let ends = panel.lines.compactMap { line in line.trace.last.map { (line, scale.y($0.value)) } }
        let rows = LabelColumn.rows(
            ends.map { $0.1 }, spacing: 16, within: scale.top + 4...scale.top + scale.height - 4)
        let left = scale.left + scale.width
        for (index, (line, _)) in ends.enumerated() {
            svg.path(
                [[PlotPoint(x: left + 8, y: rows[index]), PlotPoint(x: left + 22, y: rows[index])]],
                class: line.style)
            Self.text(line.name, "tick ink", left + 28, rows[index] + 4, &svg)
        }
    }

    private static func text(_ text: String, _ style: String, _ x: Double, _ y: Double, _ svg: inout SVGText)
    {
        svg.element("text", ["class": style, "x": SVGText.number(x), "y": SVGText.number(y)], text: text)
    }
}
