/// What the kinds of setting share: reading a number within a range, and saying why a text is none.
extension Setting {
    /// The number that the whole of `text` writes, refused outside `range`.
    static func decimal(_ text: String, in range: ClosedRange<Double>) throws(SettingRefusal) -> Double {
        guard let number = DecimalParser.double(text) else { throw SettingRefusal(whyNoNumber(text)) }
        guard range.contains(number) else { throw SettingRefusal() }
        return number
    }

    /// The words `from 1 to 200, in Hz`.
    static func words(for range: ClosedRange<Double>, unit: String) -> String {
        let bounds = " from " + range.lowerBound.shortText + " to " + range.upperBound.shortText
        return unit.isEmpty ? bounds : bounds + ", in " + unit
    }

    /// The habit of another file format that `text` shows, where there is one: a unit, a comma, a comment, quotes.
    static func whyNoNumber(_ text: String) -> String? {
        if let why = whyNotPlain(text) { return why }
        let bytes = Array(text.utf8)
        let digits = bytes.prefix { $0 &- 48 < 10 || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
        guard digits.contains(where: { $0 &- 48 < 10 }), digits.count < bytes.count else { return nil }
        return bytes[digits.count] == UInt8(ascii: ",")
            ? "write a point, not a comma" : "write the number alone, without a unit"
    }

    /// As ``whyNoNumber(_:)``, for a text that needs no number.
    static func whyNotPlain(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard let first = bytes.first else { return "nothing stands after the equals sign" }
        if hasControlCharacters(text) { return "write it without control characters" }
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") { return "write it without quotes" }
        return bytes.contains(UInt8(ascii: "#")) ? "a comment needs a line of its own" : nil
    }

    /// True for a text that a line of a file could not hold, or that would reach a terminal as a command.
    static func hasControlCharacters(_ text: String) -> Bool { text.utf8.contains { $0 < 32 || $0 == 127 } }
}
