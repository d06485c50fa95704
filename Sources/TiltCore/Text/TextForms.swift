extension String {
    /// The text without spaces, tabs, carriage returns and line feeds at either end.
    public var trimmingSpaces: String {
        func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
        let bytes = Array(utf8)
        guard let first = bytes.firstIndex(where: { !isSpace($0) }),
            let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }

    /// At most `limit` bytes of a stranger's text, on one line: a control character, which could be a command to a
    /// terminal, becomes a space.
    public func onOneLine(limit: Int) -> String {
        let isPlain = utf8.allSatisfy { $0 >= 32 && $0 != 127 }
        let line =
            isPlain ? self : String(decoding: utf8.map { $0 < 32 || $0 == 127 ? 32 : $0 }, as: UTF8.self)
        return line.shortened(to: limit)
    }
}

extension Double {
    /// The shortest text that reads back as this number, without a trailing `.0`.
    public var shortText: String {
        guard isFinite, magnitude < 0x1p53, self == rounded(.towardZero) else { return description }
        return Int64(self).description
    }
}
