import TiltCore

/// A session with what came where something else was expected, in the form in which it is written.
enum SessionReport {
    /// `nil` where all that was to be heard of `step` was heard, and no more of those who are named.
    static func report(_ session: Session, _ step: Session.Step, _ heard: [Heard], _ faults: [String])
        -> String?
    {
        var wrong: [String] = []
        var problems = faults
        var names: [String] = []
        for expectation in step.expected where !names.contains(expectation.who) {
            names.append(expectation.who)
        }
        for name in names {
            let patterns = step.expected.filter { $0.who == name }
            let lines = heard.filter { $0.who == name }
            guard let mismatch = LinePattern.satisfied(patterns.map(\.pattern), by: lines) else { continue }
            wrong.append(name)
            let came = mismatch.heard < lines.count ? lines[mismatch.heard].text : "nothing more"
            let wanted =
                mismatch.pattern < patterns.count
                ? "`\(patterns[mismatch.pattern].pattern.source)` (line \(patterns[mismatch.pattern].line))"
                : "nothing more"
            problems.append("\(name): expected \(wanted), and came \(came)")
        }
        guard !problems.isEmpty else { return nil }
        return problems.joined(separator: "\n") + "\n\n" + text(session, step, heard, of: wrong)
    }

    private static func text(_ session: Session, _ step: Session.Step, _ heard: [Heard], of names: [String])
        -> String
    {
        let replaced = Set(step.expected.filter { names.contains($0.who) }.map(\.line))
        let place = step.expected.map(\.line).max() ?? step.line
        var lines: [String] = []
        for (index, line) in session.lines.enumerated() {
            if replaced.contains(index + 1) { lines.append("#" + line) } else { lines.append(line) }
            if index + 1 == place {
                for name in names {
                    lines += condensed(heard.filter { $0.who == name }).map { "     \(name)  \($0)" }
                }
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Lines as patterns, equal ones told as a number.
    private static func condensed(_ heard: [Heard]) -> [String] {
        guard !heard.isEmpty else { return ["nothing"] }
        var result: [(count: Int, text: String)] = []
        for line in heard {
            let text = line.json.map { pattern(of: $0) } ?? line.text
            if let last = result.last, last.text == text {
                result[result.count - 1].count += 1
            } else {
                result.append((1, text))
            }
        }
        return result.map { $0.count > 1 ? "\($0.count) × \($0.text)" : $0.text }
    }

    /// A frame without what differs from tick to tick; any other message as it is.
    private static func pattern(of json: JSONValue) -> String {
        guard case .object(let members) = json else { return text(json) }
        let isFrame = json["type"]?.string == "frame"
        let kept = members.filter { !isFrame || ($0.key != "seq" && $0.key != "t_ns") }
        let inner = kept.map { "\"\($0.key)\":\(text($0.value))" }.joined(separator: ",")
        return isFrame ? "{\(inner) …}" : "{\(inner)}"
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .object(let members):
            "{" + members.map { "\"\($0.key)\":\(text($0.value))" }.joined(separator: ",") + "}"
        case .array(let elements): "[" + elements.map { text($0) }.joined(separator: ",") + "]"
        case .string(let text): "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        case .number(let number): number.description
        case .bool(let bool): "\(bool)"
        case .null: "null"
        }
    }
}
