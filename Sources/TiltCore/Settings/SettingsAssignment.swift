extension Settings {
    /// Sets one value as the command line writes it: `shadow.gain=20`.
    ///
    /// - Parameters:
    ///   - assignment: Section, point, key, equals sign, value.
    ///   - option: The option that brought it, for messages.
    /// - Returns: The setting that it was.
    /// - Throws: The one thing that is wrong with it; the settings are then as they were.
    @discardableResult
    public mutating func apply(_ assignment: String, option: String) throws(SettingsError) -> Setting {
        var warnings: [String] = []
        return try apply(assignment, option: option, renamed: .all, &warnings)
    }

    /// The same, where the words of `renamed` are read as others, each with a warning.
    mutating func apply(
        _ assignment: String, option: String, renamed: Renamed, _ warnings: inout [String]
    ) throws(SettingsError) -> Setting {
        let place = SettingsPlace(source: option)
        let (name, given) = try SettingsReader.halves(of: assignment, at: place)
        var value = given
        let bytes = Array(name.utf8)
        guard let point = bytes.firstIndex(of: UInt8(ascii: ".")) else {
            throw .noSection(place, key: name, nearest: SettingsTable.nearest(to: name, in: .shadow))
        }
        let section = try SettingsTable.section(String(decoding: bytes[..<point], as: UTF8.self), at: place)
        let key = String(decoding: bytes[(point + 1)...], as: UTF8.self)
        let setting = try renamed.setting(section, key, value: &value, at: place, &warnings)
        try assign(value, to: setting, at: place)
        return setting
    }

    /// Sets one value from its text; leaves it where the text is refused.
    mutating func assign(
        _ text: String, to setting: Setting, at place: SettingsPlace
    ) throws(SettingsError) {
        do throws(SettingRefusal) {
            try setting.assign(text, in: &self)
        } catch {
            throw .badValue(place, setting, given: text, detail: error.detail)
        }
    }
}

extension SettingsTable {
    /// The section called `name`, or an error that names the nearest.
    static func section(_ name: String, at place: SettingsPlace) throws(SettingsError) -> SettingsSection {
        if let section = SettingsSection(rawValue: name) { return section }
        let nearest = EditDistance.nearest(to: name, among: SettingsSection.allCases.map { $0.rawValue })
        throw .unknownSection(place, name: name, nearest: nearest.flatMap { SettingsSection(rawValue: $0) })
    }

    /// The key `key` of `section`, or an error that names the nearest.
    static func setting(
        _ section: SettingsSection, _ key: String, at place: SettingsPlace
    ) throws(SettingsError) -> Setting {
        if let setting = setting(section, key) { return setting }
        throw .unknownKey(place, key: key, section: section, nearest: nearest(to: key, in: section))
    }
}
