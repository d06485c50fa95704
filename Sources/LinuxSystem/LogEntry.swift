internal import PlainText

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
    /// What is not shown is written out, so that a device's name can neither break the line nor command a terminal.
    func appendPlain(to bytes: inout [UInt8], identifier: String) {
        let start = bytes.count
        bytes += "\(identifier): \(level.name): ".utf8
        bytes.append(visible: message)
        var separator = " ("
        for (name, value) in fields {
            guard let value else { continue }
            bytes += "\(separator)\(name)=".utf8
            let isWord = !value.isEmpty && !value.utf8.contains { " \"()=".utf8.contains($0) }
            if isWord {
                bytes.append(visible: value)
            } else {
                bytes.append(UInt8(ascii: "\""))
                bytes.append(visible: Self.escapingQuotes(value))
                bytes.append(UInt8(ascii: "\""))
            }
            separator = " "
        }
        if separator == " " { bytes.append(UInt8(ascii: ")")) }
        bytes.cut(to: start + Self.longestLine - 1)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Appends one field in the native form, its name made of `A`–`Z`, `0`–`9` and `_` alone.
    private static func append(_ name: String, _ text: String, to bytes: inout [UInt8]) {
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): bytes.append(byte & ~0x20)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                bytes.append(byte)
            default: bytes.append(UInt8(ascii: "_"))
            }
        }
        var value: [UInt8] = []
        value.append(visible: text, keepsLines: true)
        if value.contains(UInt8(ascii: "\n")) {
            bytes.append(UInt8(ascii: "\n"))
            let length = UInt64(value.count)
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: length >> shift))
            }
        } else {
            bytes.append(UInt8(ascii: "="))
        }
        bytes += value
        bytes.append(UInt8(ascii: "\n"))
    }

    private static func escapingQuotes(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\"")) else { return text }
        let bytes = text.utf8.flatMap { $0 == UInt8(ascii: "\"") ? Array("\\\"".utf8) : [$0] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
