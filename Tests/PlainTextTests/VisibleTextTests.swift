import Testing

@testable import PlainText

@Suite struct `Visible text` {
    private func text(_ body: (inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        body(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("", ""), ("Grüße", "Grüße"), ("a\u{a0}b", "a\u{a0}b"), ("\u{1b}[2J", "\\u{1b}[2J"),
        ("\u{9b}41m", "\\u{9b}41m"), ("a\r\nb", "a\\u{d}\\u{a}b"), ("\u{202e}cod.exe", "\\u{202e}cod.exe"),
        ("a\u{2028}b", "a\\u{2028}b"), ("\0", "\\u{0}"), ("…–“", "…–“"), ("\\u{9b}", "\\u{9b}"),
    ])
    func `has what was hidden written out`(given: String, shown: String) {
        #expect(text { $0.append(visible: given) } == shown)
        #expect(text { $0.append(visible: shown) } == shown)
    }

    @Test func `keeps its lines where that is asked for`() {
        #expect(text { $0.append(visible: "a\tb\nc\r\u{85}", keepsLines: true) } == "a\tb\nc\\u{d}\\u{85}")
    }

    @Test(arguments: [
        ("{\"a\":\"\u{9b}\u{202e}ü\"}", "{\"a\":\"\\u009b\\u202eü\"}"), ("{\"a\":1}", "{\"a\":1}"),
        ("\t", "\\u0009"),
    ])
    func `means the same as JSON`(given: String, shown: String) {
        #expect(text { $0.append(visibleJSON: given) } == shown)
    }

    @Test(arguments: 0..<12) func `is cut before a character, with an ellipsis`(limit: Int) {
        let bytes = Array("aé😀bé😀".utf8)
        var cut = bytes
        cut.cut(to: limit)
        #expect(cut.count <= max(3, limit))
        let kept = String(decoding: cut, as: UTF8.self)
        #expect(kept.hasSuffix("…") && "aé😀bé😀".hasPrefix(kept.dropLast()))
        cut = bytes
        cut.cut(to: bytes.count)
        #expect(cut == bytes)
    }
}
