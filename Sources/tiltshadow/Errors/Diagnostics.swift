import CLinux

/// Messages for the person at the terminal, on standard error.
enum Diagnostics {
    /// What happened, and what to try.
    static func report(_ error: ToolError) {
        if error == .outputClosed { return }
        write("tiltshadow: \(error.description)", to: STDERR_FILENO)
        if let hint = error.hint, !hint.isEmpty { write("  try: \(hint)", to: STDERR_FILENO) }
    }

    /// Something that does not stop the work.
    static func warn(_ text: String) {
        write("tiltshadow: warning: \(text)", to: STDERR_FILENO)
    }

    /// Something worth knowing.
    static func note(_ text: String) {
        write("tiltshadow: \(text)", to: STDERR_FILENO)
    }

    /// Writes a line; text of strangers must not steer the terminal.
    static func write(_ text: String, to descriptor: CInt) {
        let bytes = visible(text) + [0x0a]
        // Where not even standard error can be written there is nobody left to tell.
        _ = CLinux.write(descriptor, bytes, bytes.count)
    }

    /// The text with control characters made visible, but for tabs and line feeds.
    static func visible(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte == 0x1b || byte == 0x7f || (byte < 0x20 && byte != 0x0a && byte != 0x09) {
                bytes += Array("\\x".utf8) + [hex(byte >> 4), hex(byte & 15)]
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    private static func hex(_ digit: UInt8) -> UInt8 { digit < 10 ? 0x30 + digit : 0x57 + digit }
}
