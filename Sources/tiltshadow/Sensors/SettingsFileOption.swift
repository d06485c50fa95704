import ArgumentParser
import CLinux
import LinuxSystem
import TiltCore
import TiltDaemon

/// The settings file of commands that need what the daemon's owner set.
struct SettingsFileOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The daemon's settings. (default: the file the daemon would read)", valueName: "file"),
        completion: .file())
    var config: String?

    /// The settings in force: of the file that was named, else of the daemon's own where there is one, and of those around
    /// it, over the defaults.
    func settings() throws(ToolError) -> Settings { try reading().layers.settings }

    /// The same, with where each came from.
    ///
    /// What is wrong with files that were passed over is said, and wrong settings are wrong use, as for the daemon.
    func reading() throws(ToolError) -> SettingsFiles.Reading {
        try Self.read(config) { .refusedSettings($0) }
    }

    /// The files that the daemon would read, or those of `config`.
    static func files(_ config: String?) -> SettingsFiles {
        DaemonPaths(environment: Console.current.environment, isSuperuser: geteuid() == 0)
            .settingsFiles(option: config)
    }

    /// Reads them, and says what was passed over.
    static func read(
        _ config: String?, elseThrowing failure: (String) -> ToolError
    ) throws(ToolError) -> SettingsFiles.Reading {
        do throws(SettingsFile.Failure) {
            let reading = try files(config).load()
            for message in reading.passedOver + reading.layers.warnings { Diagnostics.note(message) }
            return reading
        } catch {
            throw failure(error.description)
        }
    }

    /// The settings in a file alone, which must be there; what it calls by old words is said.
    static func load(_ path: String) throws(ToolError) -> Settings {
        do throws(SettingsFile.Failure) {
            let layers = try SettingsFile.load(path)
            for message in layers.warnings { Diagnostics.note(message) }
            return layers.settings
        } catch {
            // The file is the argument here: there is no --config to name another by.
            if case .unreadable(let failure) = error { throw .unreadable(path: path, failure) }
            throw .settings(error.description)
        }
    }
}
