/// What stands in a file of the page for those who read it there, and not for browsers: comments on lines of their own.
enum ReaderNotes {
    /// The text without them.
    ///
    /// A line goes where it begins with `//`, and one that begins with `/*` with those that follow, where the comment is
    /// all there is up to the end of its last line; anything else stays as it is. In the page's files no line within a
    /// text or a regular expression begins so.
    static func dropped(from text: some Collection<UInt8>) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(text.count)
        var lines = text.split(separator: newline, omittingEmptySubsequences: false)[...]
        let last = lines.indices.last
        while let line = lines.first {
            let length = lengthOfNote(lines)
            if length == 0 {
                kept += line
                if lines.startIndex != last { kept.append(newline) }
            }
            lines = lines.dropFirst(max(length, 1))
        }
        return kept
    }

    private static let newline = UInt8(ascii: "\n")

    /// How many of these lines a comment takes that the first one begins with; 0 where it is not alone on them.
    private static func lengthOfNote<Line: Collection<UInt8>>(_ lines: ArraySlice<Line>) -> Int {
        let space = UInt8(ascii: " ")
        guard let first = lines.first.map({ Array($0.drop { $0 == space }) }) else { return 0 }
        if first.starts(with: Array("//".utf8)) { return 1 }
        guard first.starts(with: Array("/*".utf8)) else { return 0 }
        for (index, line) in lines.enumerated() {
            let line = index == 0 ? Array(first.dropFirst(2)) : Array(line)
            let isEnd = { (at: Int) in line[at...].starts(with: Array("*/".utf8)) }
            guard let end = line.indices.first(where: isEnd) else { continue }
            return line[(end + 2)...].allSatisfy { $0 == space } ? index + 1 : 0
        }
        return 0
    }
}
