extension Settings {
    /// The text of the shipped settings file: every key commented out at its default, with unit, range and meaning.
    public static func defaultFile() -> String {
        file(
            head: [
                "tiltshadow.conf: the settings of tiltshadowd, read at its start and on SIGHUP.",
                "",
                "System: /etc/tiltshadow/tiltshadow.conf. A user's own daemon: $XDG_CONFIG_HOME/tiltshadow.conf.",
                "Every key stands commented out at its default; remove the # before one to change it.",
                "`tiltshadow config --check FILE` tells whether a file can be read.",
            ]
        ) { setting in
            ["#" + assignment(setting.key, setting.defaultText)]
        }
    }

    /// The text of a file that sets every key to the value in force; values that are not the default are marked.
    public func effectiveText() -> String {
        Self.file(head: ["tiltshadow.conf: the settings in force."]) { setting in
            let text = setting.text(in: self)
            let line = Self.assignment(setting.key, text)
            return text == setting.defaultText ? [line] : ["# Changed from the default.", line]
        }
    }

    private static func file(head: [String], lines: (Setting) -> [String]) -> String {
        var text: [String] = head.flatMap { $0.isEmpty ? ["#"] : comment($0) }
        for section in SettingsSection.allCases {
            text += [""] + comment(section.meaning) + ["[\(section.rawValue)]"]
            for setting in SettingsTable.all where setting.section == section {
                text += [""] + comment(setting.meaning)
                text += comment("Value: \(setting.expected).")
                text += lines(setting)
            }
        }
        return text.joined(separator: "\n") + "\n"
    }

    private static func assignment(_ key: String, _ value: String) -> String {
        value.isEmpty ? "\(key) =" : "\(key) = \(value)"
    }

    /// The sentence as comment lines of at most 100 bytes.
    private static func comment(_ sentence: String) -> [String] {
        var lines: [String] = []
        var line = "#"
        for word in sentence.utf8.split(separator: UInt8(ascii: " ")) {
            if line.utf8.count + 1 + word.count > 100 {
                lines.append(line)
                line = "#"
            }
            line += " " + String(Substring(word))
        }
        return lines + [line]
    }
}
