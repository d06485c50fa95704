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
        DescriptorTable.holdStandardPlaces()
        let words: [String]
        do throws(SystemError) { words = try ProcessArguments.words() } catch {
            let hint = (error.errno == EILSEQ ? error.hint : nil) ?? "is /proc mounted?"
            complain("error: cannot read its own command line: \(error.description); \(hint)")
            exit(failure)
        }
        exit(start(words, .process))
    }

    private static func start(_ words: [String], _ environment: Environment) -> CInt {
        let arguments: Arguments
        do throws(Arguments.Refusal) { arguments = try Arguments(words) } catch {
            complain("\(error.description)\ntry: tiltshadowd --help")
            return wrongUse
        }
        SignalWatch.leaveFailuresToWrite()
        let parent = getppid()
        // From the start, and once more when it has become another user: the kernel forgets it then.
        if arguments.endsWithParent { _ = try? SignalWatch.endWithParent(parent) }
        if arguments.wantsHelp { return answer(Arguments.help) }
        if arguments.wantsVersion { return answer(ProtocolVersion.server) }

        let journal = Journal(identifier: "tiltshadowd", fieldPrefix: "TILTSHADOW", environment: environment)
        let paths = DaemonPaths(environment: environment, isSuperuser: geteuid() == 0)
        let (settings, files): (Settings, [String])
        switch readSettings(arguments, paths, after: []) {
        case .settings(let read, let readFiles, let passedOver, let warnings):
            (settings, files) = (read, readFiles)
            for message in passedOver + warnings { journal.warning(message) }
            // Whoever asks whether all is right hears no; whoever wants to be served is.
            if arguments.isCheck, !passedOver.isEmpty { return wrongUse }
        case .refused(let messages):
            for message in messages { journal.error(message) }
            return wrongUse
        }
        if arguments.isCheck { return answer("the settings are fine") }
        let identity: Identity
        do throws(Identity.Refusal) { identity = try Identity(arguments.user) } catch {
            journal.error(error.description)
            return wrongUse
        }
        journal.level = settings.log.level.journalLevel
        if let refusal = FileCheck.refusal(replay: arguments.replay) {
            journal.error(refusal)
            return wrongUse
        }
        let path = paths.socket(option: arguments.socket, setting: settings.socket.path)
        return serve(arguments, settings, files, paths, path, identity, parent, environment, journal)
    }

    private static func serve(
        _ arguments: Arguments, _ settings: Settings, _ files: [String], _ paths: DaemonPaths,
        _ path: String, _ identity: Identity, _ parent: pid_t, _ environment: Environment, _ journal: Journal
    ) -> CInt {
        do throws(SystemError) {
            SignalWatch.hold()
            let listener: UnixListener
            var place = path
            switch openListener(arguments, &place, settings, paths, identity, environment, journal) {
            case .none: return failure
            case .some(let opened): listener = opened
            }
            let state = paths.state(isService: identity.user != nil)
            if let user = identity.user, let state { makeState(state, for: user, journal) }
            try identity.assume()
            if arguments.endsWithParent, try !SignalWatch.endWithParent(parent) { return failure }
            // By whoever it is now.
            if let refusal = FileCheck.refusal(record: arguments.record, limits: arguments.recordLimits) {
                journal.error(refusal)
                return wrongUse
            }
            journal.info("serving on \(place)")
            let daemon = try DaemonShell(
                listener: listener, source: source(arguments, settings, journal), settings: settings,
                journal: journal, manager: ServiceManager(environment: environment),
                recording: arguments.record.map { ($0, arguments.recordLimits) },
                biases: BiasStore(directory: state),
                settingsSource: SettingsSource(files: files) {
                    Self.readSettings(arguments, paths, after: $0)
                })
            return try daemon.run() ? success : failure
        } catch {
            journal.error("cannot serve: \(error.description)")
            return failure
        }
    }

    /// The one of the option, else the socket the service manager passed, or one of our own at `path`; what is to be said of
    /// the place is there then.
    private static func openListener(
        _ arguments: Arguments, _ path: inout String, _ settings: Settings, _ paths: DaemonPaths,
        _ identity: Identity,
        _ environment: Environment, _ journal: Journal
    ) -> UnixListener? {
        if let addressee = environment["LISTEN_PID"], addressee != getpid().description {
            journal.warning(
                "LISTEN_PID is \"\(addressee)\" and this is process \(getpid()): the sockets passed are for another one"
            )
        }
        do throws(ActivationError) {
            if let activated = try ActivatedSockets.listener(environment: environment) {
                guard let wanted = arguments.socket, !activated.isBound(to: wanted) else {
                    path = "the socket of the service manager"
                    return activated
                }
                let passed = activated.path.isEmpty ? "an abstract one" : activated.path
                journal.warning(
                    "--socket goes before the socket of the service manager: nobody is served on \(passed)")
            }
        } catch {
            guard arguments.socket != nil else {
                journal.error("\(error.description); \(error.hint)")
                return nil
            }
            journal.warning(
                "--socket goes before what the service manager passed: \(error.description); \(error.hint)")
        }
        do throws(UnixListenerError) {
            if let (directory, mode) = paths.runtimeDirectory(of: path) {
                try makeDirectory(directory, mode: mode_t(mode), of: path, owner: identity.user)
            }
            return try UnixListener.bind(
                path, mode: mode_t(settings.socket.mode),
                group: identity.socketGroup(setting: settings.socket.group))
        } catch {
            journal.error("\(error.description); \(error.hint)")
            return nil
        }
    }

    /// Makes the daemon's own directory; where that fails because the one above is missing, binding says it better.
    private static func makeDirectory(
        _ directory: OwnDirectory, mode: mode_t, of path: String, owner: SystemUser?
    ) throws(UnixListenerError) {
        do throws(SystemError) { try directory.make(mode: mode, owner: owner) } catch {
            guard error.errno != ENOENT else { return }
            throw .system(error)
        }
    }

    /// What the gyroscopes' biases are kept in; without it they are learnt anew after each start.
    private static func makeState(_ path: String, for user: SystemUser, _ journal: Journal) {
        do throws(SystemError) { try OwnDirectory(path).make(mode: 0o700, owner: user) } catch {
            journal.warning("the gyroscopes' biases are not kept: \(error.description)")
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

    /// Defaults, then the files, then the command line; touches nothing but the files, so it may run on a thread.
    private static func readSettings(
        _ arguments: Arguments, _ paths: DaemonPaths, after files: [String]
    ) -> SettingsAnswer {
        var reading: SettingsFiles.Reading
        do throws(SettingsFile.Failure) {
            reading = try paths.settingsFiles(option: arguments.config)
                .load(over: arguments.defaults, after: files)
        } catch {
            return .refused(error.messages())
        }
        for assignment in arguments.assignments {
            do throws(SettingsError) { try reading.layers.apply(assignment, option: "--set") } catch {
                return .refused([error.description])
            }
        }
        var (settings, warnings) = (reading.layers.settings, reading.layers.warnings)
        if arguments.replay != nil, settings.leaveSensorToLog() {
            warnings.append(
                "with --replay the sensor is the log's own: what is set of its device, rate, axes and scale is not used"
            )
        }
        return .settings(
            settings, files: reading.files, passedOver: reading.passedOver, warnings: warnings)
    }

    /// Prints what was asked for; the exit status, since that may fail.
    private static func answer(_ text: String) -> CInt {
        do throws(SystemError) { try StandardOutput.print(text + "\n") } catch {
            complain("error: \(error.description)" + (error.hint.map { "; \($0)" } ?? ""))
            return failure
        }
        return success
    }

    /// Says what is wrong where there is no journal yet.
    private static func complain(_ text: String) {
        var text = "tiltshadowd: \(text)\n"
        text.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
    }
}
