import CLinux
import TiltCore

/// Messages for the person at the terminal, on standard error.
enum Diagnostics {
    /// What happened, and what to try.
    static func report(_ error: ToolError) {
        if error.isSilent { return }
        // What another program said may have lines; in all else a line feed is a stranger's, who forges a message.
        let text = error.hasLines ? error.description : error.description.onOneLine()
        write("tiltshadow: \(text)", to: Console.current.errors)
        if let hint = error.hint, !hint.isEmpty {
            write("  try: \(hint.onOneLine())", to: Console.current.errors)
        }
    }

    /// Something that does not stop the work.
    static func warn(_ text: String) {
        write("tiltshadow: warning: \(text.onOneLine())", to: Console.current.errors)
    }

    /// Something worth knowing.
    static func note(_ text: String) {
        write("tiltshadow: \(text.onOneLine())", to: Console.current.errors)
    }

    /// Writes lines; text of strangers must not steer the terminal.
    static func write(_ text: String, to descriptor: CInt) {
        let bytes = Array(text.visibleLines.utf8) + [0x0a]
        // Where not even standard error can be written there is nobody left to tell.
        _ = CLinux.write(descriptor, bytes, bytes.count)
    }
}
