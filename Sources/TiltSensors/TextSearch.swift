extension String {
    /// True where `part` occurs in this text; by bytes, since the daemon links no Unicode-aware search.
    func containsText(_ part: StaticString) -> Bool {
        let bytes = Array(utf8)
        return part.withUTF8Buffer { part in
            guard part.count <= bytes.count else { return false }
            return (0...(bytes.count - part.count)).contains { bytes[$0...].starts(with: part) }
        }
    }

    /// The words between spaces, tabs and line ends.
    var words: [String] {
        utf8.split { $0 == 32 || (9...13).contains($0) }.map { String(Substring($0)) }
    }

    /// True where it comes before another text, by bytes, and where they differ in a number by that: `9` before `10`.
    func precedesByNumbers(_ other: String) -> Bool {
        let (a, b) = (Array(utf8), Array(other.utf8))
        var place = 0
        while place < a.count, place < b.count, a[place] == b[place] { place += 1 }
        func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }
        // Of two numbers the one with more digits is the greater; sysfs writes no zeros before them.
        let digits = a[place...].prefix { isDigit($0) }.count
        let others = b[place...].prefix { isDigit($0) }.count
        let isAmidNumber = place > 0 && isDigit(a[place - 1])
        if digits != others, isAmidNumber || digits > 0 && others > 0 { return digits < others }
        guard place < a.count, place < b.count else { return a.count < b.count }
        return a[place] < b[place]
    }

    /// The text with every byte but letters, digits, `.`, `:` and `_` turned into `-`: fit for an id.
    var slug: String {
        String(
            decoding: utf8.map { byte in
                let isLetter = (byte | 0x20) &- 97 < 26
                let isOther = byte &- 48 < 10 || byte == 46 || byte == 58 || byte == 95
                return isLetter || isOther ? byte : UInt8(ascii: "-")
            }, as: UTF8.self)
    }
}
