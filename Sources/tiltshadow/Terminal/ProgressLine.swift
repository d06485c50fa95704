import CLinux
import LinuxSystem
import TiltCore

/// One line on standard error that says how far long work is; nothing where that is no terminal.
struct ProgressLine {
    /// Work shorter than this shows nothing, in nanoseconds.
    private static let firstAfter: Int64 = 500_000_000
    /// Between two updates, in nanoseconds.
    private static let interval: Int64 = 200_000_000

    /// The columns that there are for it, where it is shown.
    let width: Int
    private let isShown: Bool
    private var nextUpdate = MonotonicClock.now() + ProgressLine.firstAfter
    private var isOnScreen = false

    init() {
        let terminal = TerminalScreen.width(of: Console.current.errors)
        // In its last column a terminal may go on to the next line, which is not taken off again.
        (isShown, width) = (terminal != nil, max(1, (terminal ?? 80) - 1))
    }

    /// Shows `text` unless the last update was a moment ago.
    mutating func update(_ text: () -> String) {
        guard isShown else { return }
        let now = MonotonicClock.now()
        guard now >= nextUpdate else { return }
        nextUpdate = now + Self.interval
        isOnScreen = true
        put("\r\u{1b}[K" + TextStyle.cut(text().onOneLine(), to: width))
    }

    /// Takes the line off the screen.
    mutating func clear() {
        guard isOnScreen else { return }
        isOnScreen = false
        put("\r\u{1b}[K")
    }

    private func put(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(Console.current.errors, bytes, bytes.count)
    }
}
