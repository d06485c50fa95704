import CLinux
import LinuxSystem
import TiltCore
import TiltDaemon
import TiltImport
import TiltSensors

/// Serves a log to subscribers exactly as the daemon does: it is the daemon, with the log in the place of a sensor.
enum ReplayServer {
    /// Serves until Ctrl-C or the terminal's end; the log plays once from its start for the first subscriber, or again and again.
    static func run(
        log: String, _ options: ImportOptions, socket: String, isRepeated: Bool, settings: Settings
    ) throws(ToolError) {
        let name = FilePath.inputName(log)
        let log = try ServedLog(log, options)
        let clock = { Timestamp(nanoseconds: MonotonicClock.now()) }
        let source = LogSource(path: log.path, isRepeated: isRepeated, clock: clock)
        let listener: UnixListener
        do throws(UnixListenerError) {
            listener = try .bind(socket, mode: mode_t(settings.socket.mode))
        } catch {
            throw .listener(error)
        }
        Diagnostics.note("serving \(name.quoted) at \(socket.quoted); Ctrl-C ends it")
        try serve(source, on: listener, settings)
    }

    private static func serve(
        _ source: LogSource, on listener: consuming UnixListener, _ settings: Settings
    ) throws(ToolError) {
        // Under nohup(1) it outlives its terminal.
        let settingsSource =
            clinux_ignores_signal(SIGHUP) != 0 ? SettingsSource { _ in .settings(settings) } : nil
        let journal = Journal(identifier: "tiltshadow", fieldPrefix: "TILTSHADOW", environment: .process)
        journal.level = settings.log.level.journalLevel
        do throws(SystemError) {
            let daemon = try DaemonShell(
                listener: listener, source: source, settings: settings, journal: journal,
                manager: ServiceManager(environment: Environment([:])), settingsSource: settingsSource)
            _ = try daemon.run()
        } catch {
            throw .system(error)
        }
    }
}
