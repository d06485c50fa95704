import Testing

@testable import LinuxSystem

@Suite struct `Log entry` {
    private func plain(_ message: String, _ fields: KeyValuePairs<String, String?> = [:]) -> String {
        var bytes: [UInt8] = []
        LogEntry(level: .warning, message: message, fields: fields).appendPlain(
            to: &bytes, identifier: "program")
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `is a plain line with its fields`() {
        #expect(plain("sensor lost") == "program: warning: sensor lost\n")
        #expect(
            plain("sensor lost", ["sensor": "iio:device0", "reason": "no events", "hint": nil])
                == "program: warning: sensor lost (sensor=iio:device0 reason=\"no events\")\n")
    }

    @Test(arguments: [
        ("", "\"\""), ("a=b", "\"a=b\""), ("say \"hi\"", "\"say \\\"hi\\\"\""), ("(x)", "\"(x)\""),
        ("ü", "ü"),
    ])
    func `quotes a value that is not one word`(value: String, written: String) {
        #expect(plain("m", ["k": value]) == "program: warning: m (k=\(written))\n")
    }

    @Test(arguments: [
        ("a\nb", "a\\u{a}b"), ("a\tb", "a\\u{9}b"), ("\u{1b}[2J", "\\u{1b}[2J"), ("\u{9b}2J", "\\u{9b}2J"),
        ("\u{202e}", "\\u{202e}"), ("a\r\nb", "a\\u{d}\\u{a}b"),
    ])
    func `escapes what could break the line or command a terminal`(message: String, written: String) {
        #expect(plain(message) == "program: warning: \(written)\n")
    }

    @Test(arguments: [4076, 4077, 4078, 5000]) func `is cut to what a pipe takes whole`(length: Int) {
        let line = plain(String(repeating: "m", count: length))
        #expect(line.utf8.count == min(length + 18 + 1, LogEntry.longestLine))
        #expect(line.hasSuffix("…\n") == (length > 4077))
        #expect(line.hasPrefix("program: warning: m"))
    }

    @Test(arguments: 0..<4) func `is never cut within a character`(shift: Int) {
        let line = plain(String(repeating: "m", count: shift) + String(repeating: "😀", count: 2000))
        #expect(line.utf8.count <= LogEntry.longestLine)
        #expect(!line.unicodeScalars.contains("\u{fffd}"))
        #expect(line.hasSuffix("😀…\n"))
    }

    @Test func `has a native form with the program's own fields`() {
        var bytes: [UInt8] = []
        let entry = LogEntry(
            level: .error, message: "sensor lost", fields: ["sensor": "a=b", "gone-for": "ever", "hint": nil])
        entry.appendNative(to: &bytes, identifier: "program", prefix: "PROGRAM")
        let expected = """
            MESSAGE=sensor lost
            PRIORITY=3
            SYSLOG_IDENTIFIER=program
            PROGRAM_SENSOR=a=b
            PROGRAM_GONE_FOR=ever

            """
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    @Test func `has a native form that can be shown, too`() {
        var bytes: [UInt8] = []
        LogEntry(level: .info, message: "a\u{9b}b\u{202e}", fields: [:])
            .appendNative(to: &bytes, identifier: "p", prefix: "")
        #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("MESSAGE=a\\u{9b}b\\u{202e}\nPRIORITY"))
    }

    @Test func `writes the length of a value of several lines`() {
        var bytes: [UInt8] = []
        let value = String(repeating: "x", count: 299) + "\n"
        LogEntry(level: .info, message: value, fields: [:])
            .appendNative(to: &bytes, identifier: "p", prefix: "")
        let expected = Array("MESSAGE\n".utf8) + [0x2c, 1, 0, 0, 0, 0, 0, 0] + Array("\(value)\n".utf8)
        #expect(Array(bytes.prefix(expected.count)) == expected)
        #expect(String(decoding: bytes.dropFirst(expected.count), as: UTF8.self).hasPrefix("PRIORITY=6\n"))
    }
}
