extension [UInt8] {
    /// Appends text as UTF-8 with its hidden scalars written as `\u{9b}`.
    ///
    /// Done twice, it changes nothing more. `keepsLines` leaves line feeds and tabs as they are.
    package mutating func append(visible text: String, keepsLines: Bool = false) {
        guard text.mayHideScalars else { return append(contentsOf: text.utf8) }
        for scalar in text.unicodeScalars {
            let isLayout = keepsLines && (scalar == "\n" || scalar == "\t")
            guard scalar.isHidden, !isLayout else {
                append(scalar: scalar)
                continue
            }
            self += "\\u{".utf8
            append(hex: scalar.value, digits: 1)
            append(UInt8(ascii: "}"))
        }
    }

    /// Appends JSON, or what stands between the quotes of one of its strings, with hidden scalars as `\u009b`.
    ///
    /// The meaning stays the same: a hidden scalar beyond ASCII stands nowhere in JSON but within a string.
    package mutating func append(visibleJSON text: String) {
        guard text.mayHideScalars else { return append(contentsOf: text.utf8) }
        for scalar in text.unicodeScalars {
            guard scalar.isHidden else {
                append(scalar: scalar)
                continue
            }
            self += "\\u".utf8
            append(hex: scalar.value, digits: 4)
        }
    }

    /// Shortens the bytes to at most `limit`, before a character, with an ellipsis that counts.
    package mutating func cut(to limit: Int) {
        guard count > limit else { return }
        let ellipsis = "…".utf8
        var end = Swift.max(0, limit - ellipsis.count)
        // A byte 10xxxxxx continues a character.
        while end > 0, self[end] & 0xc0 == 0x80 { end -= 1 }
        removeLast(count - end)
        self += ellipsis
    }

    private mutating func append(scalar: Unicode.Scalar) {
        self += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }

    /// Appends a number of at most four digits in base 16, at least `digits` of them.
    private mutating func append(hex value: UInt32, digits: Int) {
        for place in (0..<4).reversed() {
            let rest = value >> (4 * UInt32(place))
            guard rest > 0 || place < digits else { continue }
            let digit = UInt8(truncatingIfNeeded: rest & 15)
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}
