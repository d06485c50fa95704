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
