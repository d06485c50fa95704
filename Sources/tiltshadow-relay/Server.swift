import CLinux
import LinuxSystem
import TiltCore
import TiltDaemon
import TiltRelay

/// The daemon of another machine's sensor: its core and its shell, with a ``RemoteSource`` in the place of devices.
enum Server {
    /// Serves until a signal comes.
    static func run(
        _ settings: RelaySettings, _ environment: Environment, _ journal: Journal
    ) throws(RelayError) {
        let address = try settings.checkedAddress(for: .serve)
        // Read here for what can be wrong with it: later on it is waited for.
        _ = try BrokerLogin(settings, to: address, environment)
        let paths = DaemonPaths(environment: environment, isSuperuser: geteuid() == 0)
        let (daemonSettings, path, files, warnings) = try Self.settings(settings, environment)
        for message in warnings { journal.warning(message) }
        journal.level = daemonSettings.log.level.journalLevel
        SignalWatch.hold()
        let listener = try listener(path, daemonSettings, paths)
        journal.info("serving on \(path)")
        if !address.isEncrypted, !address.isLoopback {
            journal.warning("insecure: what is heard of \(address.host) crosses the network as plain text")
        }
        do throws(SystemError) {
            let source = try RemoteSource(settings, from: address, environment, journal)
            let daemon = try DaemonShell(
                listener: listener, source: source, settings: daemonSettings, journal: journal,
                manager: ServiceManager(environment: environment),
                settingsSource: SettingsSource(files: files) { read(settings, paths, after: $0) })
            guard try daemon.run() else { Relay.end(1) }
        } catch {
            throw .system(error)
        }
    }

    /// The settings of the daemon that it is, where it serves, the files that they are of, and what is to be said of those.
    static func settings(
        _ settings: RelaySettings, _ environment: Environment
    ) throws(RelayError) -> (settings: Settings, path: String, files: [String], warnings: [String]) {
        let paths = DaemonPaths(environment: environment, isSuperuser: geteuid() == 0)
        switch read(settings, paths, after: []) {
        case .settings(let read, let files, let passedOver, let warnings):
            let path = paths.socket(option: settings.servedSocket, setting: read.socket.path)
            try RelaySettings.checkSocket(path, environment)
            return (read, path, files, passedOver + warnings)
        case .refused(let messages): throw .daemonSettings(messages)
        }
    }

    /// A socket at a path: a second relay or a daemon there is left alone.
    private static func listener(
        _ path: String, _ settings: Settings, _ paths: DaemonPaths
    ) throws(RelayError) -> UnixListener {
        if let (directory, mode) = paths.runtimeDirectory(of: path) {
            // Where that fails, binding says it better.
            _ = try? directory.make(mode: mode_t(mode), owner: nil)
        }
        let own = SystemGroup.localIdentifier(named: ControlError.accessGroup).map { $0.description }
        let group = settings.socket.group.isEmpty ? (geteuid() == 0 ? own : nil) : settings.socket.group
        do throws(UnixListenerError) {
            return try UnixListener.bind(path, mode: mode_t(settings.socket.mode), group: group)
        } catch {
            throw .socket(error.description, hint: error.hint)
        }
    }

    /// Defaults, then the files; touches nothing but those, so it may run on a thread.
    private static func read(
        _ settings: RelaySettings, _ paths: DaemonPaths, after files: [String]
    ) -> SettingsAnswer {
        do throws(SettingsFile.Failure) {
            let reading = try paths.settingsFiles(option: settings.servedSettings).load(after: files)
            return .settings(
                reading.layers.settings, files: reading.files, passedOver: reading.passedOver,
                warnings: reading.layers.warnings)
        } catch {
            return .refused(error.messages(option: "--settings"))
        }
    }
}
