internal import PlainText

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

    /// The text without its first `count` bytes.
    func dropping(_ count: Int) -> String { String(Substring(utf8.dropFirst(count))) }

    /// A stranger's text as it may be kept and shown: at most `limit` bytes on one line, in the order it is read in.
    ///
    /// Whatever commands a terminal, breaks a line or turns the direction of text is written as `\u{9b}`; the cut is
    /// before a character, and the ellipsis counts. Done twice, it changes nothing more.
    public func onOneLine(limit: Int = .max) -> String {
        guard mayHideScalars || utf8.count > limit else { return self }
        var bytes: [UInt8] = []
        bytes.append(visible: self)
        bytes.cut(to: limit)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The same for what stands between the quotes of a JSON string, its escapes counted.
    func onOneLine(jsonLimit limit: Int) -> String {
        let text = onOneLine(limit: limit)
        // What is left to escape takes two bytes.
        let escapes = text.utf8.count { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
        return text.onOneLine(limit: max(limit / 2, limit - escapes))
    }

    /// The same for a text of several lines: line feeds and tabs stay.
    package var visibleLines: String {
        guard mayHideScalars else { return self }
        var bytes: [UInt8] = []
        bytes.append(visible: self, keepsLines: true)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// JSON that means the same and can be shown on a terminal: what ``onOneLine(limit:)`` replaces is escaped.
    package var visibleJSON: String {
        guard mayHideScalars else { return self }
        var bytes: [UInt8] = []
        bytes.append(visibleJSON: self)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The beginning of a stranger's text, for messages that quote it.
    package var excerpt: String { onOneLine(limit: 60) }

    /// The same between quotation marks: single ones where it has double ones itself.
    package var quoted: String { utf8.contains(UInt8(ascii: "\"")) ? "'\(excerpt)'" : "\"\(excerpt)\"" }
}

extension Double {
    /// The shortest text that reads back as this number, without a trailing `.0`.
    public var shortText: String {
        guard isFinite, magnitude < 0x1p53, self == rounded(.towardZero) else { return description }
        return Int64(self).description
    }
}
