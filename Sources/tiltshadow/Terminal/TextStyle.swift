import CLinux
import LinuxSystem

/// Colours for a terminal, and none anywhere else.
struct TextStyle: Equatable {
    /// What a piece of text is, as the parameter of `SGR` that shows it.
    enum Ink: String {
        case heading = "1"
        case good = "32"
        case doubtful = "33"
        case bad = "31"
        case faint = "2"
    }

    /// True where escape codes are written.
    var isOn: Bool

    /// As standard output wants it: colours on a terminal that is not dumb, and where `NO_COLOR` (no-color.org) is
    /// not set.
    static var ofStandardOutput: TextStyle {
        let isPlain = Console.current.environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        return TextStyle(isOn: TerminalScreen.isAvailable && !isPlain)
    }

    /// The text in its colour.
    func paint(_ text: String, _ ink: Ink?) -> String {
        guard isOn, let ink, !text.isEmpty else { return text }
        return "\u{1b}[\(ink.rawValue)m\(text)\u{1b}[0m"
    }

    /// How many columns a painted line takes.
    static func columns(_ line: String) -> Int {
        var (count, isCode) = (ColumnCount(), false)
        for scalar in line.unicodeScalars {
            if scalar == "\u{1b}" { isCode = true }
            if !isCode { count.take(scalar) }
            if isCode, scalar == "m" { isCode = false }
        }
        return count.columns
    }

    /// A painted text in lines of `width` columns at most, broken at spaces where that can be.
    ///
    /// `first` columns of the first line are taken, `indent` of the others, which the caller writes.
    static func broken(_ text: String, to width: Int, first: Int = 0, indent: Int = 0) -> [String] {
        var (lines, line, room) = ([String](), "", width - first)
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if !line.isEmpty, columns(line) + 1 + columns(String(word)) > room {
                lines.append(line)
                (line, room) = (String(word), width - indent)
            } else {
                line += (line.isEmpty ? "" : " ") + word
            }
        }
        return lines + [line]
    }

    /// A painted line in as many lines as it takes, as far to the right as it begins, those after the first by `hanging` more.
    static func folded(_ text: String, to width: Int, hanging: Int) -> [String] {
        let start = text.prefix { $0 == " " }.count
        let margin = String(repeating: " ", count: start)
        let lines = broken(String(text.dropFirst(start)), to: width - start, indent: hanging)
        return lines.enumerated().map { index, line in
            margin + (index == 0 ? "" : String(repeating: " ", count: hanging)) + line
        }
    }

    /// A painted line, at most `width` columns of it.
    static func cut(_ line: String, to width: Int) -> String {
        var (cut, count, isCode) = ("", ColumnCount(), false)
        for scalar in line.unicodeScalars {
            if scalar == "\u{1b}" { isCode = true }
            if !isCode {
                count.take(scalar)
                // Once too many, always too many: nothing that composes a glyph is kept without it.
                if count.columns > width { continue }
            }
            cut.unicodeScalars.append(scalar)
            if isCode, scalar == "m" { isCode = false }
        }
        return cut
    }
}
