extension Settings {
    /// The text of the shipped settings file: every key commented out at its default, with unit, range and meaning.
    public static func defaultFile() -> String {
        file(
            head: [
                "tiltshadow.conf: the settings of tiltshadowd, read at its start and on SIGHUP.",
                "",
                "System: /etc/tiltshadow/tiltshadow.conf. A user's own daemon: $XDG_CONFIG_HOME/tiltshadow.conf.",
                "Over it go the files beside it, tiltshadow.conf.d/*.conf, by their names, and under it those of packages, "
                    + "/usr/lib/tiltshadow/*.conf. `tiltshadow config --effective` tells which has set what.",
                "Every key stands commented out at its default; remove the # before one to change it.",
                "`tiltshadow config --check FILE` tells whether a file can be read.",
            ]
        ) { setting in
            ["#" + assignment(setting.key, setting.defaultText)]
        }
    }

    /// The text of a settings file: every key below its meaning, by `lines`.
    static func file(head: [String], lines: (Setting) -> [String]) -> String {
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

    /// A key and its value as a line of a file.
    static func assignment(_ key: String, _ value: String) -> String {
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
