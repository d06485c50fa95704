/// A line of the settings that cannot be used, with its place.
public enum SettingsError: Error, Sendable {
    /// The file is longer than any settings file, in bytes.
    case fileTooLarge(SettingsPlace, bytes: Int)
    /// A byte that no text file has.
    case binary(SettingsPlace, byte: UInt8)
    /// A line longer than any setting, in bytes.
    case lineTooLong(SettingsPlace, bytes: Int)
    /// A line that is no section, no `key = value` and no comment.
    case notAnAssignment(SettingsPlace, text: String)
    /// A section's brackets do not close.
    case openBracket(SettingsPlace, text: String)
    /// A section that does not exist.
    case unknownSection(SettingsPlace, name: String, nearest: SettingsSection?)
    /// A key above the first section.
    case noSection(SettingsPlace, key: String, nearest: Setting?)
    /// A key that its section does not have; `nearest` may be of another section.
    case unknownKey(SettingsPlace, key: String, section: SettingsSection, nearest: Setting?)
    /// A key that an earlier line has set already.
    case duplicate(SettingsPlace, Setting, firstLine: Int)
    /// A value that is not what the key expects, and why where that is known.
    case badValue(SettingsPlace, Setting, given: String, detail: String?)
    /// So many errors that the rest is not read.
    case tooMany(SettingsPlace)
}

extension SettingsError: CustomStringConvertible {
    /// One line: the place, what was given and what was expected.
    public var description: String { "\(place): \(fault)" }

    /// The next thing to try; `nil` where the description says it.
    public var hint: String? {
        switch self {
        case .fileTooLarge, .binary, .lineTooLong:
            "this may be another file; `tiltshadow config --defaults` prints a valid one"
        case .notAnAssignment: "write `key = value`, and `#` before a comment"
        case .openBracket: "write `[shadow]` on a line of its own"
        case .unknownSection:
            "the sections are " + SettingsSection.allCases.map { "[\($0.rawValue)]" }.joined(separator: ", ")
        case .noSection(_, _, .some(let nearest)):
            "write `[\(nearest.section.rawValue)]` above it; on the command line, `\(nearest.name)=…`"
        case .noSection, .unknownKey(_, _, _, .none): "`tiltshadow config --defaults` lists every key"
        case .unknownKey(_, _, let section, .some(let nearest)):
            nearest.section == section ? nil : "move the line under [\(nearest.section.rawValue)]"
        case .duplicate: "keep one of the two lines"
        case .badValue(_, let setting, _, _):
            setting.defaultText.isEmpty
                ? "remove the line for the default"
                : "remove the line for the default, \(setting.defaultText)"
        case .tooMany: nil
        }
    }

    /// Where it was written.
    public var place: SettingsPlace {
        switch self {
        case .fileTooLarge(let place, _), .binary(let place, _), .lineTooLong(let place, _),
            .notAnAssignment(let place, _), .openBracket(let place, _), .unknownSection(let place, _, _),
            .noSection(let place, _, _), .unknownKey(let place, _, _, _), .duplicate(let place, _, _),
            .badValue(let place, _, _, _), .tooMany(let place):
            place
        }
    }

    private var fault: String {
        switch self {
        case .fileTooLarge(_, let bytes):
            "\(bytes) bytes or more, expected at most \(SettingsReader.maximumFileSize)"
        case .binary(_, let byte): "byte \(byte) is not text"
        case .lineTooLong(_, let bytes):
            "a line of \(bytes) bytes, expected at most \(SettingsReader.maximumLineLength)"
        case .notAnAssignment(_, let text): "\(Self.quote(text)) is not a setting, expected key = value"
        case .openBracket(_, let text): "\(Self.quote(text)) is not a section, expected [name]"
        case .unknownSection(_, let name, let nearest):
            "unknown section [\(name.excerpt)]"
                + (nearest.map { "; did you mean [\($0.rawValue)]?" } ?? "")
        case .noSection(_, let key, let nearest):
            "\(Self.quote(key)) stands in no section"
                + (nearest.map { "; \($0.key) belongs to [\($0.section.rawValue)]" } ?? "")
        case .unknownKey(_, let key, let section, let nearest):
            "unknown key \(Self.quote(key)) in [\(section.rawValue)]" + Self.advice(key, section, nearest)
        case .duplicate(_, let setting, let line): "\(setting.name) was set on line \(line) already"
        case .badValue(_, let setting, let given, let detail):
            "\(setting.name) = \(Self.quote(given)): expected \(setting.expected)"
                + (detail.map { " (\($0))" } ?? "")
        case .tooMany: "too many errors, the rest was not read"
        }
    }

    private static func advice(_ key: String, _ section: SettingsSection, _ nearest: Setting?) -> String {
        guard let nearest else { return "" }
        if nearest.section == section { return "; did you mean \(nearest.key)?" }
        if nearest.key == key { return "; it belongs to [\(nearest.section.rawValue)]" }
        return "; did you mean \(nearest.key) of [\(nearest.section.rawValue)]?"
    }

    private static func quote(_ text: String) -> String { "\"\(text.excerpt)\"" }
}

extension SettingsError: Equatable {
    /// True where both would say the same.
    public static func == (a: SettingsError, b: SettingsError) -> Bool { a.description == b.description }
}

/// Everything that is wrong with a settings file, in the order of its lines; never empty.
public struct SettingsErrors: Error, Equatable, Sendable {
    /// The errors, at most ``SettingsReader/maximumErrors`` and one that says so.
    public let list: [SettingsError]
}

extension SettingsErrors: CustomStringConvertible {
    /// One line for each error.
    public var description: String { list.map { $0.description }.joined(separator: "\n") }
}

/// Where a setting was written: a line of a file, or an option of the command line.
public struct SettingsPlace: Equatable, Sendable {
    /// The file's path, or the name of the option.
    public let source: String
    /// The line, from 1; `nil` on the command line and for a file as a whole.
    public let line: Int?

    /// Creates a place.
    public init(source: String, line: Int? = nil) {
        self.source = source
        self.line = line
    }
}

extension SettingsPlace: CustomStringConvertible {
    /// The form that editors jump to: `/etc/tiltshadow/tiltshadow.conf:12`.
    public var description: String { line.map { "\(source):\($0)" } ?? source }
}
