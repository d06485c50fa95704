/// Reads the text of a session.
struct SessionParser {
    private var session: Session
    private var previous: Int64 = 0

    /// The session that `text` says.
    static func parse(_ text: String) throws -> Session {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var parser = SessionParser(
            session: Session(title: "", lines: lines, beginnings: [], steps: []))
        for (index, line) in lines.enumerated() { try parser.take(line, number: index + 1) }
        guard !parser.session.title.isEmpty else {
            throw SessionError(line: 1, "a session begins with a comment that says what it shows")
        }
        return parser.session
    }

    private mutating func take(_ line: String, number: Int) throws {
        let text = line.trimmed
        guard let first = text.first else { return }
        if first == "#" {
            if session.title.isEmpty { session.title = String(text.dropFirst()).trimmed }
            return
        }
        if first == "|" { return try takeSettings(text, number: number) }
        if line.first?.isWhitespace == true { return try takeExpectation(text, number: number) }
        if first.isNumber || first == "+" { return try takeStep(text, number: number) }
        guard session.steps.isEmpty else {
            throw SessionError(line: number, "expected a time, an indented line or a comment: \(text)")
        }
        let (who, what) = text.firstWord
        session.beginnings.append(Session.Beginning(line: number, who: who, what: what))
    }

    private mutating func takeSettings(_ text: String, number: Int) throws {
        let line = String(text.dropFirst(text.hasPrefix("| ") ? 2 : 1))
        if let last = session.steps.indices.last {
            session.steps[last].text.append(line)
        } else if let last = session.beginnings.indices.last {
            session.beginnings[last].text.append(line)
        } else {
            throw SessionError(line: number, "a line of settings without settings above it")
        }
    }

    private mutating func takeExpectation(_ text: String, number: Int) throws {
        guard let last = session.steps.indices.last else {
            throw SessionError(line: number, "nothing has happened yet of which this could come: \(text)")
        }
        let (who, what) = text.firstWord
        let pattern = try LinePattern.parse(what, line: number)
        for name in try Self.names(who, line: number) {
            session.steps[last].expected.append(
                Session.Expectation(line: number, who: name, pattern: pattern))
        }
    }

    /// `1.5 anna leaves`, `+0.1 …` or `1 to 2 every 0.005 anna …`.
    private mutating func takeStep(_ text: String, number: Int) throws {
        var (word, rest) = text.firstWord
        var times = [try time(word, line: number)]
        if rest.hasPrefix("to ") {
            let words = rest.split(separator: " ", maxSplits: 4).map(String.init)
            guard words.count == 5, words[2] == "every", let period = Double(words[3]), period > 0 else {
                throw SessionError(line: number, "expected `TIME to TIME every SECONDS WHO WHAT`: \(text)")
            }
            let end = try time(words[1], line: number)
            times = Array(stride(from: times[0], through: end, by: Int(period * 1e9)).map { Int64($0) })
            rest = words[4]
        }
        previous = times.last ?? previous
        (word, rest) = rest.firstWord
        for (index, name) in try Self.names(word, line: number).enumerated() {
            // Expectations belong to the last of a group: each has done it by then.
            let at = index == 0 ? times : [times.last ?? previous]
            session.steps.append(Session.Step(line: number, times: at, who: name, what: rest))
        }
    }

    private func time(_ word: String, line: Int) throws -> Int64 {
        let isRelative = word.hasPrefix("+")
        guard let seconds = Double(isRelative ? String(word.dropFirst()) : word) else {
            throw SessionError(line: line, "\(word) is no time in seconds")
        }
        let time = Int64((seconds * 1e9).rounded()) + (isRelative ? previous : 0)
        guard time >= previous else { throw SessionError(line: line, "\(word) is before the line above") }
        return time
    }

    /// `guest1..3` is guest1, guest2 and guest3.
    private static func names(_ word: String, line: Int) throws -> [String] {
        guard let dots = word.ranges(of: "..").first else { return [word] }
        let (left, right) = (word[..<dots.lowerBound], word[dots.upperBound...])
        let digits = left.reversed().prefix { $0.isNumber }.count
        let name = left.dropLast(digits)
        guard let first = Int(left.suffix(digits)), let last = Int(right), first <= last else {
            throw SessionError(line: line, "\(word) is no group such as guest1..300")
        }
        return (first...last).map { "\(name)\($0)" }
    }
}

extension StringProtocol {
    /// The text without spaces around it.
    var trimmed: String {
        let start = drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }

    /// What comes before the first space, and what comes after it.
    var firstWord: (String, String) {
        let word = prefix { !$0.isWhitespace }
        return (String(word), dropFirst(word.count).trimmed)
    }
}

extension Session {
    /// Reads a session's text.
    package static func parse(_ text: String) throws -> Session { try SessionParser.parse(text) }
}
