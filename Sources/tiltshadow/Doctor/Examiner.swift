import CLinux
import LinuxSystem
import TiltClient
import TiltCore
import TiltDaemon
import TiltSensors

/// Finds everything out, without disturbing a daemon that is at work.
struct Examiner {
    let machine: Machine
    /// The daemon's socket.
    let socket: String
    /// The settings file that was named; `nil` for the daemon's own.
    let settingsPath: String?
    /// True where everything is wanted: more seconds, and raw samples.
    let isForReport: Bool

    /// How long frames and readings are listened to, in seconds.
    private var seconds: Double { isForReport ? 5 : 2 }

    /// The readings that were taken as a log, where the sensor was ours to open.
    private(set) var log: ByteBuffer?
    /// The frames that came.
    private(set) var frames: FrameTally?
    /// Why they have no raw samples, where they were refused.
    private(set) var rawRefusal: String?

    init(machine: Machine, socket: String, settingsPath: String?, isForReport: Bool) {
        self.machine = machine
        self.socket = socket
        self.settingsPath = settingsPath
        self.isForReport = isForReport
    }

    /// Looks at every link; `nil` where a signal ended it.
    mutating func examine() throws(ToolError) -> Examination? {
        let signals = try SignalWatch.openForCommand()
        let examination = examine(stop: signals.descriptor)
        let isInterrupted = signals.read() != nil
        signals.takeAll()
        return isInterrupted ? nil : examination
    }

    private mutating func examine(stop: CInt) -> Examination {
        let isService = socket == DaemonPaths.systemSocket
        // The daemon first: it decides whether the sensor is ours to open.
        var visit = DaemonVisit(path: socket, isService: isService)
        visit.run(seconds: seconds, asksForRaw: isForReport, stop: stop)
        frames = visit.frames
        rawRefusal = visit.rawRefusal
        var daemon = visit.facts
        daemon.initSystem = InitSystem(of: machine)
        daemon.runtimeDirectory = Console.current.environment["XDG_RUNTIME_DIR"]
        daemon.stranger = isService || daemon.owner == geteuid() ? nil : daemon.owner
        let paths = Self.paths(of: daemon.stranger, isService: isService)
        let service = ServiceFacts.gather(machine, daemon)
        let process = service.mainProcess ?? daemonProcess(visit.facts)
        // What the daemon was told to read is what it has.
        let told = process.flatMap { DaemonCommandLine(of: $0, machine)?.settings }
        var settings = SettingsFacts.gather(
            paths.settingsFiles(option: settingsPath ?? told), of: daemon.stranger)
        if let reader = process.flatMap({ Credentials(of: $0, machine) }) { settings.bar(reader) }
        settings.otherSocket = Self.otherSocket(settings.settings.socket.path, daemon)
        daemon.settingsSocket = settings.otherSocket

        let survey = SensorSurvey.of(machine, options: settings.settings.sensorOptions)
        var devices = DeviceFacts.gather(survey, machine)
        devices.editing = settings.editing
        devices.initSystem = daemon.initSystem
        let status = visit.facts.status
        if let id = status?["sensor"]?["id"]?.string {
            devices.inUse = (id, status?["device"]?.string ?? "")
        }
        devices.playsLog = DaemonFacts.playsLog(status)
        devices.servesRemote = DaemonFacts.servesRemote(status)
        let udev = UdevFacts.gather(machine, shipped: PackageResources.udev_rules)
        let permissions = PermissionFacts.gather(
            machine, udev: udev, devices: devices, isService: isService,
            daemon: process)
        var sensor = SensorFacts.gather(devices, survey, status: status)
        sensor.editing = settings.editing
        sensor.restart = daemon.restart
        sensor.readings = readings(visit, devices, survey, stop)
        return Examination(
            kernel: .gather(machine), udev: udev, devices: devices, permissions: permissions, sensor: sensor,
            settings: settings, service: service, daemon: daemon,
            subscriber: SubscriberFacts(
                user: Account.user(getuid()), credentials: .own(), group: isService ? permissions.group : nil,
                isDenied: visit.facts.failure?.deniesAccess ?? false,
                isStranger: visit.facts.failure != .accessDenied(path: socket), path: socket,
                file: visit.facts.file, frames: visit.frames, rotation: visit.rotation,
                followed: status?["display_rotation"]?.number, restart: daemon.restart,
                accounts: permissions.accounts, initSystem: daemon.initSystem),
            relays: .gather(machine, isService: isService))
    }

    /// The socket that the settings name, where nobody answers at the one that was looked at.
    ///
    /// Under systemd the unit of the service's socket decides.
    static func otherSocket(_ named: String, _ daemon: DaemonFacts) -> String? {
        switch daemon.failure {
        case .noSocket, .notListening: break
        default: return nil
        }
        let isUnits = daemon.isService && daemon.initSystem == .systemd && FileAccess(of: named) == nil
        return named.isEmpty || named == daemon.path || isUnits ? nil : named
    }

    /// Where the daemon looks for its files.
    ///
    /// Of another user's as much is known as that user's home; whoever has none is the system's.
    static func paths(of stranger: UInt32?, isService: Bool) -> DaemonPaths {
        guard let stranger, stranger != 0 else {
            let isSuperuser = isService || stranger == 0 || geteuid() == 0
            return DaemonPaths(environment: .process, isSuperuser: isSuperuser)
        }
        let home =
            Account.home(of: stranger).flatMap { FileAccess(of: $0) == nil ? nil : ["HOME": $0] } ?? [:]
        return DaemonPaths(environment: Environment(home), isSuperuser: false)
    }

    /// The daemon's process; systemd listens for a daemon that it starts.
    private func daemonProcess(_ facts: DaemonFacts) -> Int32? {
        guard let peer = facts.peer, peer.pid > 1, facts.listener == DaemonFacts.daemonName else {
            return nil
        }
        return peer.pid
    }

    private mutating func readings(
        _ visit: DaemonVisit, _ devices: DeviceFacts, _ survey: SensorSurvey, _ stop: CInt
    ) -> SensorFacts.Readings {
        if let status = visit.facts.status, devices.inUse != nil {
            return .inDaemon(SensorInDaemon(status))
        }
        guard !devices.playsLog else { return .untouched("the daemon plays a log") }
        guard let best = devices.best else { return .untouched("there is no sensor to read") }
        guard !best.isBarred else { return .failed(.accessDenied(path: best.candidate.device)) }
        if let holder = best.holder { return .untouched("it is held by \(holder), and left alone") }
        guard !best.isBufferOn else { return .untouched("it is in use, and left alone") }
        do throws(SensorError) {
            var probation = DoctorProbation(try survey.open(best.candidate))
            try probation.run(seconds: seconds, stop: stop)
            log = probation.log
            return .measured(probation.measurement)
        } catch { return .failed(error) }
    }
}
