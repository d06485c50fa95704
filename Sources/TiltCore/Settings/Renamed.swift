/// The words of settings and options that have changed since 0.1.0: each is read as the one in its place, with a warning
/// that has both.
public struct Renamed: Equatable, Sendable {
    /// A word that has changed.
    public struct Word: Equatable, Sendable {
        /// As it was: a key with its section, such as `shadow.gain`, or a value.
        public let old: String
        /// As it is.
        public let new: String
        /// The key that it is a value of; `nil` where it is a key itself.
        public let key: String?

        init(_ old: String, now new: String, of key: String? = nil) {
            self.old = old
            self.new = new
            self.key = key
        }

        /// One line that quotes both words.
        func warning(at place: SettingsPlace) -> String {
            "\(place): \"\(old)\" is called \"\(new)\" now, and read as that; write the new word"
        }
    }

    /// The words, each once.
    public let words: [Word]

    init(_ words: [Word]) { self.words = words }

    /// Every word that has changed.
    public static let all = Renamed([Word("seed", now: "euler", of: "shadow.mapping")])

    /// The word of today for `text`, a value of `key`: `text` itself where it has not changed.
    func today(_ text: String, of key: String) -> String { word(text, of: key)?.new ?? text }

    /// What became of `old`, a value of `key` or, where that is `nil`, a key itself; `nil` for a word of today.
    func word(_ old: String, of key: String?) -> Word? { words.first { $0.old == old && $0.key == key } }

    /// The setting of a key, and its value in today's word; `warnings` gets a line for each word that is not of today.
    func setting(
        _ section: SettingsSection, _ key: String, value: inout String, at place: SettingsPlace,
        _ warnings: inout [String]
    ) throws(SettingsError) -> Setting {
        let setting: Setting
        if let word = word(section.rawValue + "." + key, of: nil),
            let today = SettingsTable.setting(word.new)
        {
            warnings.append(word.warning(at: place))
            setting = today
        } else {
            setting = try SettingsTable.setting(section, key, at: place)
        }
        if let word = word(value, of: setting.name) {
            warnings.append(word.warning(at: place))
            value = word.new
        }
        return setting
    }
}
