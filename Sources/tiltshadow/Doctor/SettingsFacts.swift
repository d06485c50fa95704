import CLinux
import TiltCore
import TiltDaemon

/// The settings files of the daemon in question.
struct SettingsFacts: Equatable {
    enum Outcome: Equatable {
        /// There is none; what the files around it say, or the defaults.
        case missing(Settings)
        case fine(Settings)
        /// It cannot be read, and why.
        case unreadable(String)
        /// What is wrong, a message with its line each.
        case wrong([String])
    }

    /// The owner's file.
    var path: String
    var outcome: Outcome
    /// What is wrong with files beside it that are passed over.
    var passedOver: [String] = []
    /// Every file that was read, in its order.
    var files: [String] = []
    /// Whose they are, where that is neither this user nor the system.
    var stranger: UInt32?
    /// The socket that they have the daemon serve, where nobody would look for it by itself; `nil` where they name none.
    var otherSocket: String?
    /// Those of the files that the running daemon may not read.
    var barred: [FileAccess] = []

    /// How many files beside the owner's are in force.
    private var others: Int { files.count { $0 != path } }

    /// Whether they are the system's, which others read as superuser alone.
    private var isSystems: Bool { path.hasPrefix("/etc/") }

    /// The command that opens the file.
    var editing: String {
        (isSystems || stranger != nil ? "sudoedit " : "${EDITOR:-vi} ") + path.shellWord
    }

    /// The command that tells what is in force.
    private var telling: String {
        (stranger.map { "sudo -H -u '#\($0)' " } ?? (isSystems ? "sudo " : ""))
            + "tiltshadow config --effective"
    }

    /// What is in force: the defaults where the file gives none.
    var settings: Settings {
        switch outcome {
        case .fine(let settings), .missing(let settings): settings
        case .unreadable, .wrong: Settings()
        }
    }
}

extension SettingsFacts {
    /// The links of the settings.
    var checks: [Check] {
        fileCheck
            + passedOver.map {
                Check(.settings, "file beside it", .warning, $0, advice: telling)
            }
            + barred.map { file in
                Check(
                    .settings, "its reader", .warning,
                    "the daemon may not read \(file.path) (\(file)), and keeps what it has when it is told to read again",
                    advice: "sudo chmod a+r \(file.path.shellWord)")
            } + mirrorChecks + socketChecks
            + (others == 0 ? [] : [Check(.settings, "files beside it", .ok, "\(others) in force")])
    }

    private var mirrorChecks: [Check] {
        MirroredMatrix.fault(of: settings).map {
            [Check(.settings, "mount matrix", .warning, $0, advice: editing)]
        } ?? []
    }

    private var socketChecks: [Check] {
        otherSocket.map {
            [
                Check(
                    .settings, "socket", .warning,
                    "they have the daemon serve \($0), which programs find where TILTSHADOW_SOCKET says so",
                    advice: "tiltshadow doctor --socket \($0.shellWord)")
            ]
        } ?? []
    }

    private var fileCheck: [Check] {
        switch outcome {
        case .missing:
            return [
                Check(
                    .settings, "file", .ok,
                    "there is no \(path)" + (others == 0 ? "; without one the defaults count" : ""))
            ]
        case .fine: return [Check(.settings, "file", .ok, "\(path) is right")]
        case .unreadable(let reason):
            return [
                Check(
                    .settings, "file", .warning, reason,
                    advice: "sudo tiltshadow config --check \(path.shellWord)")
            ]
        case .wrong(let messages):
            return messages.map { Check(.settings, "file", .problem, $0, advice: editing) }
        }
    }

    /// Reads the files, which are `stranger`'s, as that user may: its daemon names any file, and a link stands for any, and what is
    /// quoted of them goes into a report.
    static func gather(_ files: SettingsFiles, of stranger: UInt32?) -> SettingsFacts {
        // Of this thread, for files alone; the superuser's to say.
        if let stranger { setfsuid(stranger) }
        defer { if stranger != nil { setfsuid(geteuid()) } }
        var facts = gather(files)
        facts.stranger = stranger
        return facts
    }

    /// Notes which of the files that were read `reader` may not read.
    mutating func bar(_ reader: Credentials) {
        barred = files.compactMap { FileAccess(of: $0) }.filter { !$0.allows(.read, to: reader) }
    }

    /// Reads the files.
    static func gather(_ files: SettingsFiles) -> SettingsFacts {
        let path = files.file
        do throws(SettingsFile.Failure) {
            let reading = try files.load()
            let settings = reading.layers.settings
            return SettingsFacts(
                path: path, outcome: reading.hasFile ? .fine(settings) : .missing(settings),
                passedOver: reading.passedOver, files: reading.files)
        } catch {
            if case .unreadable = error {
                return SettingsFacts(path: path, outcome: .unreadable(error.description))
            }
            return SettingsFacts(path: path, outcome: .wrong(error.messages()))
        }
    }
}
