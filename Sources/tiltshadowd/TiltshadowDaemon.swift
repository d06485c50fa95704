import CLinux
import LinuxSystem
import TiltCore
import TiltDaemon
import TiltSensors

/// The daemon's main: reads what it is told, builds the parts, runs.
@main enum TiltshadowDaemon {
    private static let success: CInt = 0
    private static let failure: CInt = 1
    private static let wrongUse: CInt = 2

    static func main() {
        exit(start(ProcessArguments.words(), .process))
    }

    private static func start(_ words: [String], _ environment: Environment) -> CInt {
        let arguments: Arguments
        do throws(Arguments.Refusal) { arguments = try Arguments(words) } catch {
            say("tiltshadowd: \(error.description)\ntry: tiltshadowd --help\n", to: 2)
            return wrongUse
        }
        if arguments.wantsHelp { return say(Arguments.help + "\n", to: 1) }
        if arguments.wantsVersion { return say(ProtocolVersion.server + "\n", to: 1) }

        let journal = Journal(identifier: "tiltshadowd", fieldPrefix: "TILTSHADOW", environment: environment)
        let paths = DaemonPaths(environment: environment, isSuperuser: geteuid() == 0)
        let settings: Settings
        switch readSettings(arguments, paths) {
        case .settings(let read): settings = read
        case .refused(let messages):
            for message in messages { journal.error(message) }
            return wrongUse
        }
        if arguments.isCheck { return say("the settings are fine\n", to: 1) }
        journal.level = settings.log.level.journalLevel
        if let refusal = FileCheck.refusal(replay: arguments.replay)
            ?? FileCheck.refusal(record: arguments.record, limits: arguments.recordLimits)
        {
            journal.error(refusal)
            return wrongUse
        }
        let path = paths.socket(option: arguments.socket, setting: settings.socket.path)
        return serve(arguments, settings, paths, path, environment, journal)
    }

    private static func serve(
        _ arguments: Arguments, _ settings: Settings, _ paths: DaemonPaths, _ path: String,
        _ environment: Environment, _ journal: Journal
    ) -> CInt {
        do throws(SystemError) {
            SignalWatch.hold()
            if arguments.endsWithParent { try SignalWatch.endWithParent() }
            let listener: UnixListener
            switch openListener(path, settings, environment, journal) {
            case .none: return failure
            case .some(let opened): listener = opened
            }
            let daemon = try DaemonShell(
                listener: listener, source: source(arguments, settings, journal), settings: settings,
                journal: journal, manager: ServiceManager(environment: environment),
                recording: arguments.record.map { ($0, arguments.recordLimits) },
                biases: BiasStore(environment: environment),
                readSettings: { Self.readSettings(arguments, paths) })
            return try daemon.run() ? success : failure
        } catch {
            journal.error("cannot serve: \(error.description)")
            return failure
        }
    }

    /// The socket the service manager passed, or one of our own at `path`.
    private static func openListener(
        _ path: String, _ settings: Settings, _ environment: Environment, _ journal: Journal
    ) -> UnixListener? {
        if let addressee = environment["LISTEN_PID"], addressee != getpid().description {
            journal.warning(
                "LISTEN_PID is \"\(addressee)\" and this is process \(getpid()): the sockets passed are for another one"
            )
        }
        do throws(ActivationError) {
            if let activated = try ActivatedSockets.listener(environment: environment) {
                journal.info("serving on the socket of the service manager")
                return activated
            }
        } catch {
            journal.error("\(error.description); \(error.hint)")
            return nil
        }
        do throws(UnixListenerError) {
            let group = settings.socket.group
            let listener = try UnixListener.bind(
                path, mode: mode_t(settings.socket.mode), group: group.isEmpty ? nil : group)
            journal.info("serving on \(path)")
            return listener
        } catch {
            journal.error("\(error.description); \(error.hint)")
            return nil
        }
    }

    private static func source(
        _ arguments: Arguments, _ settings: Settings, _ journal: Journal
    ) -> any SensorSource {
        if let path = arguments.replay {
            return LogSource(
                path: path, isRepeated: arguments.isLooped,
                clock: { Timestamp(nanoseconds: MonotonicClock.now()) })
        }
        let catalog = SensorCatalog(options: settings.sensorOptions)
        if let error = catalog.hotplugError {
            journal.warning("sensors that are plugged in later will not be seen: \(error.description)")
        }
        return catalog
    }

    /// Defaults, then the file, then the command line; touches nothing but the file, so it may run on a thread.
    private static func readSettings(_ arguments: Arguments, _ paths: DaemonPaths) -> SettingsAnswer {
        var settings = Settings()
        do throws(SettingsFile.Failure) {
            settings = try SettingsFile.load(arguments.config ?? paths.settings)
        } catch {
            guard error.isMissing, arguments.config == nil else { return .refused(error.messages) }
        }
        for assignment in arguments.assignments {
            do throws(SettingsError) { try settings.apply(assignment, option: "--set") } catch {
                return .refused([error.description])
            }
        }
        return .settings(settings)
    }

    @discardableResult
    private static func say(_ text: String, to descriptor: CInt) -> CInt {
        var text = text
        let count = text.withUTF8 { write(descriptor, $0.baseAddress, $0.count) }
        return count >= 0 ? success : failure
    }
}
