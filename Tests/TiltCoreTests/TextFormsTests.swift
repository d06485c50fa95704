import Testing
import TiltCore

@Suite struct `Text forms` {
    @Test(arguments: [
        ("", ""), ("  ", ""), (" a b ", "a b"), ("\ta\r\n", "a"), ("é ", "é"), ("\u{a0}a", "\u{a0}a"),
    ])
    func `loses spaces at its ends only`(text: String, trimmed: String) {
        #expect(text.trimmingSpaces == trimmed)
    }

    @Test(arguments: [
        ("a b", "a b"), ("\u{1B}[2J", "\\u{1b}[2J"), ("\u{9b}", "\\u{9b}"), ("", ""),
        ("1234567890", "1234567890"),
        ("12345678901", "1234567…"), ("é234567890", "é23456…"), ("123456é890", "123456…"),
        ("a\u{202e}b", "a\\u{202e}b"),
        ("a\u{202e}bc", "a\\u{202…"),
    ])
    func `stands on one line of at most so many bytes`(text: String, line: String) {
        #expect(text.onOneLine(limit: 10) == line)
    }

    @Test(arguments: [
        (0.0, "0"), (-0.0, "0"), (50, "50"), (-2.5, "-2.5"), (1e15, "1000000000000000"), (1e300, "1e+300"),
        (.nan, "nan"), (.infinity, "inf"), (0.1, "0.1"),
    ])
    func `shows a number as short as it reads back`(number: Double, text: String) {
        #expect(number.shortText == text)
    }
}
