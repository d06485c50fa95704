import TiltCore

/// Checks as text: a line each, grouped by area, the first broken link as the last line.
struct DoctorText {
    /// Columns to break lines at; `nil` breaks none, for pipes and files.
    var width: Int?
    /// True where colours may be used.
    var isColoured = false

    /// Where details begin, in columns.
    private static let indent = 24

    /// Every check and the headline.
    func text(_ checks: [Check]) -> String {
        var text = ""
        for area in Check.Area.allCases {
            let members = checks.filter { $0.area == area }
            guard !members.isEmpty else { continue }
            text += coloured(area.rawValue, "1") + "\n" + members.map { paragraph($0) }.joined()
        }
        return text + "\n" + coloured(verdict(checks), "1") + "\n"
    }

    /// The headline, its command on a line of its own where lines are broken.
    private func verdict(_ checks: [Check]) -> String {
        let headline = Self.headline(checks)
        let separator = "; type: "
        guard width != nil, let first = checks.first(where: { $0.verdict == .problem }),
            let advice = first.advice
        else { return broken(headline, first: 0, indent: 0).joined(separator: "\n") }
        let end = headline.index(headline.endIndex, offsetBy: -(separator.count + advice.count))
        return broken(String(headline[..<end]), first: 0, indent: 0).joined(separator: "\n") + "\ntype: "
            + advice
    }

    /// One line: whether all is well, else the first broken link and what to type.
    static func headline(_ checks: [Check]) -> String {
        let problems = checks.filter { $0.verdict == .problem }
        let warnings = checks.count { $0.verdict == .warning }
        func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
        guard let first = problems.first else {
            if let none = checks.first(where: { $0.area == .device && $0.title == DeviceFacts.noneTitle }) {
                let rest = "all else is well" + (warnings == 0 ? "" : ", with \(count(warnings, "warning"))")
                return "\(none.detail); \(rest)"
            }
            return warnings == 0 ? "all is well" : "all is well, with \(count(warnings, "warning"))"
        }
        var text = count(problems.count, "problem") + (problems.count == 1 ? ": " : ", the first: ")
        text += "\(first.area.rawValue): \(first.detail)"
        if let advice = first.advice { text += "; type: \(advice)" }
        return text
    }

    /// A number with a fixed count of decimals.
    static func number(_ value: Double, _ decimals: Int) -> String {
        FrameLine.number(value, decimals: decimals, signed: false)
    }

    private func paragraph(_ check: Check) -> String {
        let (word, colour) =
            switch check.verdict {
            case .ok: ("ok", "32")
            case .warning: ("warn", "33")
            case .problem: ("FAIL", "31")
            case .skipped: ("skip", "2")
            }
        var text = "  " + coloured(word, colour) + String(repeating: " ", count: 6 - word.count) + check.title
        let room = Self.indent - 8 - check.title.count
        text += room > 0 ? String(repeating: " ", count: room) : "  "
        let lines = broken(check.detail, first: max(Self.indent, 10 + check.title.count), indent: indent)
        text += lines.joined(separator: "\n" + String(repeating: " ", count: indent)) + "\n"
        // A command is never broken, so that it can be copied.
        if let advice = check.advice { text += String(repeating: " ", count: 8) + "type: \(advice)\n" }
        return text
    }

    /// Where the details' further lines begin, in columns: a narrow terminal has no room for a column of its own.
    private var indent: Int { width.map { $0 < Self.indent + 20 } ?? false ? 8 : Self.indent }

    /// The text in lines of ``width`` columns at most; the first one begins at column `first`, the others at `indent`.
    private func broken(_ text: String, first: Int, indent: Int) -> [String] {
        width.map { TextStyle.broken(text, to: $0, first: first, indent: indent) } ?? [text]
    }

    private func coloured(_ text: String, _ code: String) -> String {
        isColoured ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
    }
}
