import CLinux
import TiltCore

/// Messages for the person at the terminal, on standard error.
enum Diagnostics {
    /// What happened, and what to try.
    static func report(_ error: ToolError) {
        if error.isSilent { return }
        say(lines(error))
    }

    /// The same in lines: what happened behind the program's name, what to try behind two spaces.
    static func lines(_ error: ToolError) -> [String] {
        // What another program said may have lines; in all else a line feed is a stranger's, who forges a message.
        let text = error.hasLines ? error.description : error.description.onOneLine()
        let said = text.split(separator: "\n", omittingEmptySubsequences: false).map {
            "tiltshadow: " + String($0)
        }
        guard let hint = error.hint, !hint.isEmpty else { return said }
        return said + ["  try: \(hint.onOneLine())"]
    }

    /// Something that does not stop the work.
    static func warn(_ text: String) {
        say(["tiltshadow: warning: \(text.onOneLine())"])
    }

    /// Something worth knowing, and what to try where there is that.
    static func note(_ text: String, hint: String? = nil) {
        say(["tiltshadow: \(text.onOneLine())"] + (hint.map { ["  try: \($0.onOneLine())"] } ?? []))
    }

    /// What the reader of a command line says of wrong use, on standard error.
    static func refuse(_ text: String) {
        say(text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) })
    }

    /// Writes what was asked for in so many words, such as help, to standard output; the exit status, since that may fail.
    ///
    /// Text of strangers must not steer the terminal.
    static func answer(_ text: String) -> Int32 {
        let output = OutputFile.standardOutput()
        output.buffer.append(text: text.visibleLines + "\n")
        do throws(ToolError) { try output.flush() } catch {
            report(error)
            return error.exitCode
        }
        return 0
    }

    private static func put(_ text: String, to descriptor: CInt) {
        let bytes = Array(text.utf8) + [0x0a]
        // Where not even standard error can be written there is nobody left to tell.
        _ = CLinux.write(descriptor, bytes, bytes.count)
    }

    /// Writes lines to standard error, broken between words where that is a terminal.
    private static func say(_ lines: [String]) {
        let errors = Console.current.errors
        let visible = lines.map { $0.visibleLines }
        let broken = TerminalScreen.width(of: errors).map { folded(visible, to: $0) } ?? visible
        put(broken.joined(separator: "\n"), to: errors)
    }

    /// Lines of at most `width` columns, where words are no longer; what goes on stands further in than what begins.
    static func folded(_ lines: [String], to width: Int) -> [String] {
        lines.flatMap { TextStyle.folded($0, to: width, hanging: 2) }
    }
}
