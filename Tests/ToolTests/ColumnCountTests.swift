import Testing

@testable import tiltshadow

@Suite struct `Columns of text` {
    @Test(arguments: [
        ("", 0), ("pitch +78.0°", 12), ("日本語", 6), ("ｱﾟ", 2), ("Ａ", 2), ("한국", 4), ("각", 2), ("é", 1),
        ("e\u{301}", 1),
        ("हिन्दी", 5), ("📱", 2), ("👩‍🔬", 2), ("👨‍👩‍👧", 2), ("🏳️‍🌈", 2), ("👍🏽", 2), ("🇩🇪", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2),
        ("\u{1b}[1m日本\u{1b}[0m x", 6), ("a\u{200b}b", 2),
    ])
    func `counts what a terminal shows`(text: String, columns: Int) {
        #expect(TextStyle.columns(text) == columns)
    }

    /// Which of them Unicode 14 has is all that the table of what takes none knows.
    @Test func `has all marks that stand on the letter before take none`() {
        for value in UInt32(0xa0)..<0x11_0000 {
            guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age, age.major <= 14 else {
                continue
            }
            let isMark = [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
            guard isMark else { continue }
            #expect(TextStyle.columns(String(Character(scalar))) == 0, "\(String(value, radix: 16))")
        }
    }

    @Test(arguments: [
        ("日本語", 6, "日本語"), ("日本語", 5, "日本"), ("日本語x", 5, "日本"), ("e\u{301}e\u{301}", 1, "e\u{301}"),
        ("日\u{301}x", 1, ""), ("\u{1b}[1m日本\u{1b}[0m", 2, "\u{1b}[1m日\u{1b}[0m"), ("abc", 0, ""),
    ])
    func `cuts between glyphs`(text: String, width: Int, cut: String) {
        #expect(TextStyle.cut(text, to: width).unicodeScalars.elementsEqual(cut.unicodeScalars))
    }

    @Test func `aligns columns of a table`() {
        var table = TextTable([("name", .left), ("n", .right)])
        table.add([TextTable.Cell("日本語"), TextTable.Cell("1")])
        table.add([TextTable.Cell("abc"), TextTable.Cell("22")])
        #expect(table.lines(TextStyle(isOn: false)) == ["name     n", "日本語   1", "abc     22"])
    }

    @Test(arguments: [60, 24, 30])
    func `fills the gauge's first line, and no more`(width: Int) {
        var content = Gauge.Content()
        content.title = "tiltshadow 0.1.0 · " + String(repeating: "日本語", count: 9)
        for trouble in [nil, "日本 has gone"] {
            content.trouble = trouble
            let line = Gauge(width: width, height: 14).titleLine(content)
            #expect((width - 2...width).contains(TextStyle.columns(line)), "\(line)")
        }
    }

    @Test func `spells what a terminal without UTF-8 has no glyph for`() {
        #expect(
            Gauge.Symbols.ascii.spelled("1° ±9.81 m/s² · 日本") == "1 deg +-9.81 m/s^2 - \\u{65e5}\\u{672c}")
        #expect(Gauge.Symbols().spelled("1° 日本") == "1° 日本")
    }
}
