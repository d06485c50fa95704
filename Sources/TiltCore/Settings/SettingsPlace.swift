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
