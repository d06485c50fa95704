/// Settings put together from several files, each over those before it, and where every value came from.
public struct LayeredSettings: Equatable, Sendable {
    /// The values in force.
    public private(set) var settings = Settings()
    /// The line that set each key last, by the key's name.
    private var places: [String: SettingsPlace] = [:]

    /// Creates the defaults.
    public init() {}

    /// Where the value in force was written; `nil` for the default.
    public func place(of setting: Setting) -> SettingsPlace? { places[setting.name] }

    /// Puts the file whose contents are `bytes` over what there is: whole, or not at all.
    public mutating func read(_ bytes: [UInt8], file: String) throws(SettingsErrors) {
        let read = try SettingsReader.readLines(bytes, file: file, defaults: settings)
        settings = read.settings
        for (name, line) in read.lines { places[name] = SettingsPlace(source: file, line: line) }
    }

    /// Puts `section.key=value` over what there is, as the option called `option` gives it.
    public mutating func apply(_ assignment: String, option: String) throws(SettingsError) {
        let setting = try settings.apply(assignment, option: option)
        places[setting.name] = SettingsPlace(source: option)
    }

    /// The text of a file that sets every key to the value in force, each with where it came from.
    ///
    /// `notes` are lines that stand at its top.
    public func effectiveText(notes: [String] = []) -> String {
        Settings.file(head: ["tiltshadow.conf: the settings in force."] + notes) { setting in
            let line = Settings.assignment(setting.key, setting.text(in: settings))
            guard let place = place(of: setting) else { return [line] }
            return ["# From \(place)."] + [line]
        }
    }
}
