package import TiltCore

/// What a JSON value must look like.
package indirect enum ValuePattern: Sendable {
    case anything
    case exactly(JSONValue)
    /// A text; `…` in it is any text.
    case text(String)
    case number(ClosedRange<Double>)
    /// Members by name; others may be there, too, where it is open.
    case object([(key: String, value: ValuePattern)], isOpen: Bool)
    case array([ValuePattern], isOpen: Bool)

    func matches(_ value: JSONValue) -> Bool {
        switch self {
        case .anything: return true
        case .exactly(let wanted): return value == wanted
        case .text(let pattern): return value.string.map { Self.matches(pattern, $0) } ?? false
        case .number(let range): return value.number.map { range.contains($0) } ?? false
        case .object(let members, let isOpen):
            guard case .object(let given) = value, isOpen || given.count == members.count else {
                return false
            }
            return members.allSatisfy { member in value[member.key].map { member.value.matches($0) } ?? false
            }
        case .array(let elements, let isOpen):
            guard case .array(let given) = value,
                isOpen ? given.count >= elements.count : given.count == elements.count
            else { return false }
            return zip(elements, given).allSatisfy { $0.matches($1) }
        }
    }

    /// True where `text` is `pattern`, with any text for each `…`.
    static func matches(_ pattern: String, _ text: String) -> Bool {
        let parts = pattern.split(separator: "…", omittingEmptySubsequences: false)
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return pattern == text }
        guard text.hasPrefix(first) else { return false }
        var rest = text.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.ranges(of: part).first else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(last)
    }

    static func parse(_ text: String, line: Int) throws -> ValuePattern {
        var parser = Parser(text: Array(text), line: line)
        let value = try parser.value()
        parser.skipSpace()
        guard parser.isAtEnd else { throw parser.error("nothing after the value") }
        return value
    }

    private struct Parser {
        let text: [Character]
        let line: Int
        var index = 0

        init(text: [Character], line: Int) {
            self.text = text
            self.line = line
        }

        var isAtEnd: Bool { index >= text.count }

        func error(_ expected: String) -> SessionError {
            SessionError(line: line, "expected \(expected) at `\(String(text[min(index, text.count)...]))`")
        }

        mutating func skipSpace() { while index < text.count, text[index].isWhitespace { index += 1 } }

        mutating func accept(_ character: Character) -> Bool {
            skipSpace()
            guard index < text.count, text[index] == character else { return false }
            index += 1
            return true
        }

        mutating func value() throws -> ValuePattern {
            if accept("{") { return try object() }
            if accept("[") { return try array() }
            if accept("…") { return .anything }
            if accept("<") { return .number(-Double.infinity...(try number().nextDown)) }
            if accept(">") { return .number((try number().nextUp)...Double.infinity) }
            if accept("\"") { return .text(try string()) }
            for (word, value) in [("true", true), ("false", false)] where text[index...].starts(with: word) {
                index += word.count
                return .exactly(.bool(value))
            }
            skipSpace()
            let start = index
            let first = try number()
            if accept("±") {
                let tolerance = try number()
                // What is written in decimals is meant in decimals.
                return .number((first - tolerance - 1e-9)...(first + tolerance + 1e-9))
            }
            guard text[index...].starts(with: "..") else { return .exactly(exact(from: start, or: first)) }
            index += 2
            let last = try number()
            guard first <= last else { throw error("a greater number after ..") }
            return .number(first...last)
        }

        /// The number from `start` up to here with all its digits, which a `Double` may not hold.
        private func exact(from start: Int, or rounded: Double) -> JSONValue {
            var digits = String(text[start..<index])
            return digits.withUTF8 { try? JSONParser.parse($0) } ?? .number(JSONNumber(rounded))
        }

        private mutating func number() throws -> Double {
            skipSpace()
            var end = index
            while end < text.count, text[end].isNumber || "+-eE".contains(text[end]) || isPoint(end) {
                end += 1
            }
            guard let number = Double(String(text[index..<end])) else { throw error("a value") }
            index = end
            return number
        }

        /// A single one: two are a range.
        private func isPoint(_ index: Int) -> Bool {
            text[index] == "." && text[index - 1] != "."
                && (index + 1 == text.count || text[index + 1] != ".")
        }

        private mutating func string() throws -> String {
            var result = ""
            while index < text.count {
                let character = text[index]
                index += 1
                if character == "\"" { return result }
                if character == "\\", index < text.count {
                    result.append(text[index])
                    index += 1
                } else {
                    result.append(character)
                }
            }
            throw error("a quotation mark")
        }

        private mutating func object() throws -> ValuePattern {
            var members: [(key: String, value: ValuePattern)] = []
            while true {
                if accept("}") { return .object(members, isOpen: false) }
                if accept("…") {
                    guard accept("}") else { throw error("} after …") }
                    return .object(members, isOpen: true)
                }
                guard accept("\"") else { throw error("a key in quotation marks, … or }") }
                let key = try string()
                guard accept(":") else { throw error(":") }
                members.append((key, try value()))
                _ = accept(",")
            }
        }

        private mutating func array() throws -> ValuePattern {
            var elements: [ValuePattern] = []
            while true {
                if accept("]") { return .array(elements, isOpen: false) }
                skipSpace()
                if text[index...].starts(with: "…]") {
                    index += 2
                    return .array(elements, isOpen: true)
                }
                elements.append(try value())
                _ = accept(",")
            }
        }
    }
}
