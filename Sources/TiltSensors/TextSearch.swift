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

    /// Its bytes, each run of digits as one number: by these `iio:device9` comes before `iio:device10`.
    var parts: [UInt64] {
        let number: UInt64 = 48 << 56
        var parts: [UInt64] = []
        var isNumber = false
        for byte in utf8 {
            let digit = byte &- 48
            if digit < 10, isNumber {
                let value = parts[parts.count - 1] &- number
                parts[parts.count - 1] = number | (value &* 10 &+ UInt64(digit)) & (1 << 56 - 1)
            } else {
                parts.append(digit < 10 ? number | UInt64(digit) : UInt64(byte) << 56)
            }
            isNumber = digit < 10
        }
        return parts
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
