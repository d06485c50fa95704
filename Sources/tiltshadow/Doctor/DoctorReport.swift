import LinuxSystem
import TiltCore
import TiltSensors

/// Everything a bug report needs, as one text file.
struct DoctorReport {
    /// Lines of the journal that are kept.
    private static let journalLines = 60

    private let examination: Examination
    private let machine: Machine
    private let log: ByteBuffer?
    private let frames: FrameTally?
    private let rawRefusal: String?
    /// The service's last words, or why there are none.
    private let journal: (text: String, isThere: Bool)

    init(_ examination: Examination, _ examiner: Examiner) {
        var examination = examination
        // Whose name it is does not matter to who reads the report.
        examination.subscriber.user = "this user"
        self.examination = examination
        machine = examiner.machine
        log = examiner.log
        frames = examiner.frames
        rawRefusal = examiner.rawRefusal
        journal = Self.journal(of: examination.service, machine)
    }

    /// What is in it, for who is about to hand it on.
    var privacy: String {
        let parts =
            ["the checks", "kernel and model", "sensors", "settings"]
            + (journal.isThere ? ["the service's last journal lines"] : [])
            + (hasMotion ? ["five seconds of motion"] : [])
        return parts.dropLast().joined(separator: ", ") + " and " + (parts.last ?? "")
            + "; no serial numbers, hardware addresses or names of people. Read it before you attach it."
    }

    /// True where a sensor's readings are in it, or frames that were made of some.
    private var hasMotion: Bool { log != nil || hasSensor && frames?.arrivals.isEmpty == false }

    /// True where the daemon has a sensor open.
    private var hasSensor: Bool { examination.daemon.status?["sensor"]?["name"] != nil }

    /// The file's content.
    var text: String {
        let candidates = examination.devices.devices.map { $0.candidate }
        let sections = [
            ("what this is", "A report of \(ProtocolVersion.server). It has \(privacy)\n"),
            ("checks", DoctorText().text(examination.checks)), ("machine", machineText),
            ("sensors", SensorReport.text(candidates, chosen: SensorReport.best(of: candidates))),
            ("udev", udevText), ("settings \(examination.settings.path)", settingsText),
            ("service", serviceText),
            ("daemon's status", examination.daemon.status == nil ? "" : examination.daemon.statusLine + "\n"),
            ("journal", journal.text), motion,
        ]
        let text = sections.map { "== \($0.0)\n\($0.1.isEmpty ? "(nothing)\n" : $0.1)" }.joined(
            separator: "\n")
        let redacted = Redaction(serials: serials, home: Console.current.environment["HOME"])(text)
        return redacted.visibleLines
    }

    /// The numbers that the event nodes have of their own, as sysfs and as candidates' ids write them.
    private var serials: [String] {
        examination.devices.devices.filter { $0.candidate.kind == .evdev }.flatMap { device -> [String] in
            let input = InputNode(directory: SysfsDirectory(device.candidate.sysPath).parent)
            guard !input.unique.isEmpty else { return [] }
            let stem = "evdev:" + input.identity + ":"
            return [input.unique, String(input.id.dropFirst(stem.count))]
        }
    }

    private var machineText: String {
        let system = machine.text("/etc/os-release")?.split(separator: "\n").first {
            $0.hasPrefix("PRETTY_NAME=")
        }
        return [
            examination.kernel.release.map { "kernel   " + $0 },
            examination.kernel.product.map { "model    " + $0 },
            system.map { "system   " + $0.dropFirst("PRETTY_NAME=".count) },
        ].compactMap { $0.map { $0 + "\n" } }.joined()
    }

    /// udev's database on each sensor: what rules and the hardware database made of it.
    private var udevText: String {
        var seen: Set<String> = []
        return examination.devices.devices.map { $0.candidate.sysPath }.filter { seen.insert($0).inserted }
            .map { path in
                let directory = SysfsDirectory(path)
                let letter = path.contains("/input/") ? "c" : directory.has("dev") ? "c" : "+iio:"
                let name = letter + (directory.text("dev") ?? directory.name)
                let kept =
                    machine.text("/run/udev/data/" + name)?.split(separator: "\n").filter { Self.isKept($0) }
                    ?? []
                return "\(path)\n" + kept.map { "  \($0.dropFirst(2))\n" }.joined()
            }.joined()
    }

    /// Properties that describe a kind of device, not this one.
    private static func isKept(_ line: Substring) -> Bool {
        let keys = ["ID_INPUT", "ACCEL_", "IIO_SENSOR_PROXY_TYPE", "ID_BUS=", "ID_PATH=", "SYSTEMD_WANTS"]
        return line.hasPrefix("E:") && keys.contains { line.dropFirst(2).hasPrefix($0) }
    }

    private var settingsText: String {
        let settings = examination.settings
        if case .missing = settings.outcome, settings.files.isEmpty {
            return "(there are none; the defaults are in force)\n"
        }
        // Where the owner's file is wrong, none is in force, and that one is looked for.
        let files = settings.files.isEmpty ? [settings.path] : settings.files
        let texts = files.map { path in
            let text = machine.text(path) ?? "(cannot be read)"
            return (files == [settings.path] ? "" : "# \(path)\n") + text + (text.hasSuffix("\n") ? "" : "\n")
        }
        return texts.joined() + settings.passedOver.map { "# \($0)\n" }.joined()
    }

    private var serviceText: String {
        switch examination.service {
        case .notAsked(let reason), .failed(let reason): reason + "\n"
        case .units(let socket, let service): socket.text + "\n" + service.text
        case .service(let initSystem, let isInstalled, let isEnabled):
            "\(initSystem.name): \(isInstalled ? "" : "not ")installed, \(isEnabled ? "" : "not ")enabled\n"
        }
    }

    private static func journal(of service: ServiceFacts, _ machine: Machine) -> (String, Bool) {
        if case .service = service {
            let lines = machine.text("/var/log/tiltshadow.log", limit: 1 << 20)?.split(separator: "\n") ?? []
            return (lines.suffix(journalLines).map { $0 + "\n" }.joined(), !lines.isEmpty)
        }
        guard case .units = service else { return ("", false) }
        let words = [
            "journalctl", "-u", "tiltshadow.service", "-u", "tiltshadow.socket", "-n", "\(journalLines)",
            "--no-pager", "--no-hostname", "-o", "short-monotonic",
        ]
        do throws(SystemError) {
            let run = try CommandOutput.of(words)
            return (run.text, run.status == 0 && !run.text.isEmpty && !run.text.contains("-- No entries --"))
        } catch { return (error.description + "\n", false) }
    }

    /// The log, which stands last so that it can be cut off and replayed; else the frames.
    private var motion: (String, String) {
        if let log {
            return (
                "the sensor's log: sed -n '/^#tiltlog/,$p' THIS | tiltshadow replay -", log.text
            )
        }
        guard let frames, !frames.arrivals.isEmpty else {
            return ("motion", "no sensor could be opened and no frame came\n")
        }
        let title =
            hasSensor
            ? "frames, since the daemon has the sensor, "
                + (rawRefusal.map { "without raw samples: \($0)" } ?? "with raw samples where it has them")
            : "frames, of a daemon without a sensor: nothing moves in them"
        var text = ByteBuffer(capacity: 1 << 16)
        for arrival in frames.arrivals {
            FrameEncoder.appendJSON(arrival.frame, dropped: arrival.dropped, to: &text)
        }
        return (title, text.text)
    }
}
