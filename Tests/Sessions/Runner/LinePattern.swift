package import TiltCore

/// What one or several lines that are heard must look like.
package struct LinePattern: Sendable {
    package enum Shape: Sendable {
        /// Any line.
        case anything
        /// A text; `…` in it is any text.
        case text(String)
        /// A JSON object.
        case object(ValuePattern)
        /// Nothing may look like this: it shows what came.
        case question
    }

    package var shape: Shape
    /// The least and the greatest number of such lines.
    package var count: ClosedRange<Int>
    /// As it was written.
    package var source: String

    /// Reads `nothing`, `…`, `?`, `50 × PATTERN` or a pattern.
    static func parse(_ text: String, line: Int) throws -> LinePattern {
        switch text {
        case "nothing": return LinePattern(shape: .anything, count: 0...0, source: text)
        case "…": return LinePattern(shape: .anything, count: 0...Int.max, source: text)
        case "?", "": return LinePattern(shape: .question, count: 1...1, source: text)
        default: break
        }
        var count = 1...1
        var rest = text
        if let sign = text.firstIndex(of: "×"), let range = range(text[..<sign].trimmed) {
            count = range
            rest = text[text.index(after: sign)...].trimmed
        }
        if rest == "…" { return LinePattern(shape: .anything, count: count, source: text) }
        guard rest.hasPrefix("{") else {
            return LinePattern(shape: .text(rest), count: count, source: text)
        }
        return LinePattern(
            shape: .object(try ValuePattern.parse(rest, line: line)), count: count, source: text)
    }

    private static func range(_ text: String) -> ClosedRange<Int>? {
        if let count = Int(text) { return count >= 0 ? count...count : nil }
        guard let dots = text.ranges(of: "..").first, let least = Int(text[..<dots.lowerBound]) else {
            return nil
        }
        let end = text[dots.upperBound...]
        guard let most = end.isEmpty ? Int.max : Int(end), least <= most else { return nil }
        return least...most
    }

    /// True where one line looks like this.
    func matches(_ heard: Heard) -> Bool {
        switch shape {
        case .anything: true
        case .text(let pattern): ValuePattern.matches(pattern, heard.text)
        case .object(let pattern): heard.json.map { pattern.matches($0) } ?? false
        case .question: false
        }
    }

    /// How many lines were as they were to be, from the first: all of them where the patterns are satisfied.
    static func satisfied(_ patterns: [LinePattern], by heard: [Heard]) -> Mismatch? {
        var matcher = Matcher(patterns: patterns, heard: heard)
        return matcher.match(0, 0) ? nil : matcher.furthest
    }

    /// Where what was heard and what was expected part.
    struct Mismatch {
        /// The first line heard that fits nowhere; the number of lines where something is missing.
        var heard = 0
        /// The pattern that was to be met then; the number of patterns where nothing more was to come.
        var pattern = 0
    }

    private struct Matcher {
        let patterns: [LinePattern]
        let heard: [Heard]
        var furthest = Mismatch()
        private var failed: Set<Int> = []

        init(patterns: [LinePattern], heard: [Heard]) {
            self.patterns = patterns
            self.heard = heard
        }

        mutating func match(_ start: Int, _ index: Int) -> Bool {
            guard index < patterns.count else {
                note(start, index)
                return start == heard.count
            }
            let key = start * (patterns.count + 1) + index
            guard !failed.contains(key) else { return false }
            let pattern = patterns[index]
            var taken = 0
            while true {
                if taken >= pattern.count.lowerBound, match(start + taken, index + 1) { return true }
                guard taken < pattern.count.upperBound, start + taken < heard.count,
                    pattern.matches(heard[start + taken])
                else {
                    note(start + taken, index)
                    failed.insert(key)
                    return false
                }
                taken += 1
            }
        }

        private mutating func note(_ heard: Int, _ pattern: Int) {
            guard heard > furthest.heard || (heard == furthest.heard && pattern > furthest.pattern) else {
                return
            }
            furthest = Mismatch(heard: heard, pattern: pattern)
        }
    }
}

/// One thing that was heard of somebody.
package struct Heard: Sendable {
    package var who: String
    package var text: String
    /// The same where it is a line of the protocol.
    package var json: JSONValue?
}
