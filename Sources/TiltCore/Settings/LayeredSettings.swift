/// Settings put together from several files, each over those before it, and where every value came from.
public struct LayeredSettings: Equatable, Sendable {
    /// The values in force.
    public private(set) var settings: Settings
    /// A line for each word that was read and is called otherwise today.
    public private(set) var warnings: [String] = []
    /// What set a key, the last one behind the others.
    private var origins: [Origin] = []
    private let renamed: Renamed

    private struct Origin: Equatable, Sendable {
        let name: String
        let place: SettingsPlace
    }

    /// Creates the defaults, which nothing has set; `renamed` has the words that are read as others.
    public init(defaults: Settings = Settings(), renamed: Renamed = .all) {
        settings = defaults
        self.renamed = renamed
    }

    /// Where the value in force was written; `nil` for the default.
    public func place(of setting: Setting) -> SettingsPlace? {
        origins.last { $0.name == setting.name }?.place
    }

    /// Puts the file whose contents are `bytes` over what there is: whole, or not at all.
    public mutating func read(_ bytes: [UInt8], file: String) throws(SettingsErrors) {
        let read = try SettingsReader.readLines(bytes, file: file, defaults: settings, renamed: renamed)
        settings = read.settings
        warnings += read.warnings
        for line in read.lines {
            origins.append(Origin(name: line.name, place: SettingsPlace(source: file, line: line.number)))
        }
    }

    /// Puts `section.key=value` over what there is, as the option called `option` gives it.
    public mutating func apply(_ assignment: String, option: String) throws(SettingsError) {
        let setting = try settings.apply(assignment, option: option, renamed: renamed, &warnings)
        origins.append(Origin(name: setting.name, place: SettingsPlace(source: option)))
    }

    /// Puts the value of an option of the command line over what there is.
    public mutating func apply(_ text: String, of option: FrameOption) throws(SettingsError) {
        try apply(option.setting.name + "=" + text, option: "--" + option.name)
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
