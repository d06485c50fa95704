import LinuxSystem
import TiltCore

/// A terminal that shows the newest status of a daemon, or why there is none.
final class StatusScreen {
    private var screen: TerminalScreen

    init(_ screen: consuming TerminalScreen) { self.screen = screen }

    /// Draws what fits.
    func show(_ result: Result<StatusAnswer, ToolError>) throws(ToolError) {
        let style = TextStyle.ofStandardOutput
        let size = screen.size
        let lines =
            switch result {
            case .success(let answer):
                StatusReport(answer: answer, style: style, now: MonotonicClock.now(), width: size.columns)
                    .lines
            case .failure(let error):
                TextStyle.broken(error.description.onOneLine(), to: size.columns).map {
                    style.paint($0, .bad)
                }
                    + ["trying again…"]
            }
        let symbols = TerminalScreen.symbols
        try screen.draw(
            lines.prefix(size.rows).map { TextStyle.cut(symbols.spelled($0), to: size.columns) })
    }
}
