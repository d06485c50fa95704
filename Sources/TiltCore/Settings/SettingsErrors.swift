/// Everything that is wrong with a settings file, in the order of its lines; never empty.
public struct SettingsErrors: Error, Equatable, Sendable {
    /// The errors, at most ``SettingsReader/maximumErrors`` and one that says so.
    public let list: [SettingsError]
}

extension SettingsErrors: CustomStringConvertible {
    /// One line for each error.
    public var description: String { list.map { $0.description }.joined(separator: "\n") }
}
