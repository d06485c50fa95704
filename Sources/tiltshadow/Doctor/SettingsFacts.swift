import TiltCore
import TiltDaemon

/// The settings file of the daemon in question.
struct SettingsFacts: Equatable {
    enum Outcome: Equatable {
        case missing
        case fine(Settings)
        /// It cannot be read, and why.
        case unreadable(String)
        /// What is wrong, a message with its line each.
        case wrong([String])
    }

    var path: String
    var outcome: Outcome

    /// The command that opens the file.
    var editing: String { (path.hasPrefix("/etc/") ? "sudoedit " : "${EDITOR:-vi} ") + path }

    /// What is in force: the defaults where the file gives none.
    var settings: Settings { if case .fine(let settings) = outcome { settings } else { Settings() } }
}

extension SettingsFacts {
    /// The links of the settings.
    var checks: [Check] {
        switch outcome {
        case .missing:
            return [Check(.settings, "file", .ok, "there is no \(path); the defaults are in force")]
        case .fine: return [Check(.settings, "file", .ok, "\(path) is right")]
        case .unreadable(let reason):
            return [
                Check(.settings, "file", .warning, reason, advice: "sudo tiltshadow config --check \(path)")
            ]
        case .wrong(let messages):
            return messages.map { Check(.settings, "file", .problem, $0, advice: editing) }
        }
    }

    /// Reads the file at `path`.
    static func gather(_ path: String) -> SettingsFacts {
        do throws(SettingsFile.Failure) {
            return SettingsFacts(path: path, outcome: .fine(try SettingsFile.load(path)))
        } catch {
            if error.isMissing { return SettingsFacts(path: path, outcome: .missing) }
            if case .unreadable = error {
                return SettingsFacts(path: path, outcome: .unreadable(error.description))
            }
            return SettingsFacts(path: path, outcome: .wrong(error.messages))
        }
    }
}
