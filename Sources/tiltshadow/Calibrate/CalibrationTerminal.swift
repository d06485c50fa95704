/// A terminal that shows a calibration in progress.
final class CalibrationTerminal {
    private var screen: TerminalScreen

    init(_ screen: consuming TerminalScreen) { self.screen = screen }

    /// Draws what fits.
    func draw(_ content: CalibrationScreen.Content, _ collector: PoseCollector) throws(ToolError) {
        let size = screen.size
        let drawing = CalibrationScreen(
            width: size.columns, height: size.rows, style: .ofStandardOutput,
            hasSymbols: TerminalScreen.symbols == Gauge.Symbols())
        try screen.draw(drawing.lines(content, collector))
    }
}
