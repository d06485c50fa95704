/// Reads a settings file strictly: what is not understood is an error, never ignored, and all errors are reported.
///
/// The format is `[section]`, `key = value`, and `#` or `;` before a comment on a line of its own.
public struct SettingsReader {
    /// The longest line, in bytes.
    public static let maximumLineLength = 1024
    /// The largest file, in bytes; a caller need read no more than one byte beyond.
    public static let maximumFileSize = 65_536
    /// The number of errors after which the rest is not read: more tell nobody anything.
    public static let maximumErrors = 20

    private let file: String
    private var settings: Settings
    private var errors: [SettingsError] = []
    private var heading = Heading.none
    private var lines: [Line] = []
    private let renamed: Renamed
    private var warnings: [String] = []

    /// A key that the file sets, and the number of its line.
    struct Line {
        let name: String
        let number: Int
    }

    /// Under which heading a line stands.
    private enum Heading {
        case none, unknown
        case section(SettingsSection)
    }

    private init(file: String, defaults: Settings, renamed: Renamed) {
        self.file = file
        self.renamed = renamed
        settings = defaults
    }

    /// The settings that `bytes` write, over `defaults`.
    ///
    /// - Parameters:
    ///   - bytes: The contents of the file.
    ///   - file: Its path, for messages.
    ///   - defaults: The values of keys that the file does not set.
    /// - Returns: The settings in force.
    /// - Throws: Every error of the file.
    public static func read(
        _ bytes: [UInt8], file: String, defaults: Settings = Settings()
    ) throws(SettingsErrors) -> Settings {
        try readLines(bytes, file: file, defaults: defaults, renamed: .all).settings
    }

    /// The same, with the keys that the file sets, and a warning for each word that is called otherwise today.
    static func readLines(
        _ bytes: [UInt8], file: String, defaults: Settings, renamed: Renamed
    ) throws(SettingsErrors) -> (settings: Settings, lines: [Line], warnings: [String]) {
        var reader = SettingsReader(file: file, defaults: defaults, renamed: renamed)
        reader.read(bytes)
        guard reader.errors.isEmpty else { throw SettingsErrors(list: reader.errors) }
        return (reader.settings, reader.lines, reader.warnings)
    }

    private mutating func read(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maximumFileSize else {
            errors.append(.fileTooLarge(SettingsPlace(source: file), bytes: bytes.count))
            return
        }
        var number = 0
        for line in Self.lines(of: bytes) {
            number += 1
            let place = SettingsPlace(source: file, line: number)
            guard !line.contains(0) else {
                errors.append(.binary(place, byte: 0))
                return
            }
            guard errors.count < Self.maximumErrors else {
                errors.append(.tooMany(place))
                return
            }
            do throws(SettingsError) {
                try read(line: line, at: place)
            } catch {
                errors.append(error)
            }
        }
    }

    private mutating func read(line: ArraySlice<UInt8>, at place: SettingsPlace) throws(SettingsError) {
        let text = String(decoding: line, as: UTF8.self).trimmingSpaces
        guard let first = text.utf8.first, first != UInt8(ascii: "#"), first != UInt8(ascii: ";") else {
            return
        }
        guard line.count <= Self.maximumLineLength else { throw .lineTooLong(place, bytes: line.count) }
        // In a comment it is nobody's trouble.
        if let byte = Self.foreignByte(in: line) { throw .binary(place, byte: byte) }
        if first == UInt8(ascii: "[") {
            try readHeading(text, at: place)
        } else {
            try readAssignment(text, at: place)
        }
    }

    /// The lines of a file, without the byte order mark that some editors begin a text with.
    package static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
        return text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }

    /// The first byte of a line that no text has; `nil` where it is text.
    package static func foreignByte(in line: ArraySlice<UInt8>) -> UInt8? {
        if let byte = line.first(where: { ($0 < 32 && !(9...13).contains($0)) || $0 == 127 }) { return byte }
        // Decoding repairs ill-formed UTF-8, so the two then differ.
        let repaired = String(decoding: line, as: UTF8.self).utf8
        return line.elementsEqual(repaired) ? nil : line.first { $0 > 127 }
    }

    private mutating func readHeading(_ text: String, at place: SettingsPlace) throws(SettingsError) {
        heading = .unknown
        guard text.utf8.last == UInt8(ascii: "]") else { throw .openBracket(place, text: text) }
        let name = String(decoding: text.utf8.dropFirst().dropLast(), as: UTF8.self).trimmingSpaces
        heading = .section(try SettingsTable.section(name, at: place))
    }

    private mutating func readAssignment(_ text: String, at place: SettingsPlace) throws(SettingsError) {
        let (key, given) = try Self.halves(of: text, at: place)
        switch heading {
        case .unknown: return  // Its heading was reported; under it every key would be wrong.
        case .none: throw .noSection(place, key: key, nearest: SettingsTable.nearest(to: key, in: .shadow))
        case .section(let section):
            var value = given
            let setting = try renamed.setting(section, key, value: &value, at: place, &warnings)
            if let line = lines.first(where: { $0.name == setting.name }) {
                throw .duplicate(place, setting, firstLine: line.number)
            }
            lines.append(Line(name: setting.name, number: place.line ?? 0))
            try settings.assign(value, to: setting, at: place)
        }
    }

    /// The texts left and right of the first equals sign.
    static func halves(
        of text: String, at place: SettingsPlace
    ) throws(SettingsError) -> (key: String, value: String) {
        let bytes = Array(text.utf8)
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else {
            throw .notAnAssignment(place, text: text)
        }
        let key = String(decoding: bytes[..<equals], as: UTF8.self).trimmingSpaces
        guard !key.isEmpty else { throw .notAnAssignment(place, text: text) }
        return (key, String(decoding: bytes[(equals + 1)...], as: UTF8.self).trimmingSpaces)
    }
}
