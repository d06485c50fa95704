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

    /// The settings in force: the file that was named, else the daemon's own where there is one, else the defaults.
    func settings() throws(ToolError) -> Settings {
        if let config { return try Self.load(config) }
        let path = DaemonPaths(environment: Console.current.environment, isSuperuser: geteuid() == 0).settings
        do throws(SettingsFile.Failure) { return try SettingsFile.load(path) } catch {
            guard error.isMissing else { throw .settings(error.description) }
            return Settings()
        }
    }

    /// The settings in a file that must be there.
    static func load(_ path: String) throws(ToolError) -> Settings {
        do throws(SettingsFile.Failure) { return try SettingsFile.load(path) } catch {
            throw .settings(error.description)
        }
    }
}
