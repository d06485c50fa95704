/// One thing to log, and its two written forms.
struct LogEntry {
    /// The most bytes of a plain line: what a pipe takes whole or not at all (`PIPE_BUF`).
    static let longestLine = 4096

    let level: JournalLevel
    let message: String
    /// Named values; a `nil` one is left out.
    let fields: KeyValuePairs<String, String?>

    /// Appends the journal's native form: `KEY=value` lines, or the length in binary before a value of many lines.
    ///
    /// See "Native Journal Protocol" of systemd. Fields of the caller get `prefix` and `_` before their
    /// upper-case name.
    func appendNative(to bytes: inout [UInt8], identifier: String, prefix: String) {
        Self.append("MESSAGE", message, to: &bytes)
        Self.append("PRIORITY", "\(level.priority)", to: &bytes)
        Self.append("SYSLOG_IDENTIFIER", identifier, to: &bytes)
        for (name, value) in fields {
            guard let value else { continue }
            Self.append("\(prefix)_\(name)", value, to: &bytes)
        }
    }

    /// Appends `identifier: level: message (name=value …)` and a line feed, cut to ``longestLine`` bytes.
    ///
    /// Control characters are written as escapes, so that a device's name can neither break the line nor
    /// command a terminal.
    func appendPlain(to bytes: inout [UInt8], identifier: String) {
        let start = bytes.count
        bytes += "\(identifier): \(level.name): ".utf8
        Self.appendEscaped(message, to: &bytes)
        var separator = " ("
        for (name, value) in fields {
            guard let value else { continue }
            bytes += "\(separator)\(name)=".utf8
            let isWord = !value.isEmpty && !value.utf8.contains { " \"()=".utf8.contains($0) }
            if isWord {
                Self.appendEscaped(value, to: &bytes)
            } else {
                bytes.append(UInt8(ascii: "\""))
                Self.appendEscaped(value, escapingQuotes: true, to: &bytes)
                bytes.append(UInt8(ascii: "\""))
            }
            separator = " "
        }
        if separator == " " { bytes.append(UInt8(ascii: ")")) }
        Self.cut(&bytes, to: start + Self.longestLine - 1)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Appends one field in the native form, its name made of `A`–`Z`, `0`–`9` and `_` alone.
    private static func append(_ name: String, _ value: String, to bytes: inout [UInt8]) {
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): bytes.append(byte & ~0x20)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                bytes.append(byte)
            default: bytes.append(UInt8(ascii: "_"))
            }
        }
        if value.utf8.contains(UInt8(ascii: "\n")) {
            bytes.append(UInt8(ascii: "\n"))
            let length = UInt64(value.utf8.count)
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: length >> shift))
            }
        } else {
            bytes.append(UInt8(ascii: "="))
        }
        bytes += value.utf8
        bytes.append(UInt8(ascii: "\n"))
    }

    private static func appendEscaped(
        _ text: String, escapingQuotes: Bool = false, to bytes: inout [UInt8]
    ) {
        let digits = Array("0123456789abcdef".utf8)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": bytes += "\\n".utf8
            case "\t": bytes += "\\t".utf8
            case "\u{0}"..<" ", "\u{7f}"..<"\u{a0}":
                let value = Int(scalar.value)
                bytes += [UInt8(ascii: "\\"), UInt8(ascii: "x"), digits[value >> 4], digits[value & 15]]
            case "\"" where escapingQuotes: bytes += "\\\"".utf8
            default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            }
        }
    }

    /// Shortens `bytes` to at most `limit`, at the start of a character, with an ellipsis.
    private static func cut(_ bytes: inout [UInt8], to limit: Int) {
        guard bytes.count > limit else { return }
        let ellipsis = "…".utf8
        bytes.removeLast(bytes.count - (limit - ellipsis.count))
        // A byte 10xxxxxx continues a character, one of 11xxxxxx begins it.
        while let last = bytes.last, last & 0xc0 == 0x80 { bytes.removeLast() }
        if let last = bytes.last, last & 0xc0 == 0xc0 { bytes.removeLast() }
        bytes += ellipsis
    }
}
