import TiltSensors

/// What udev is set up to do for tiltshadow.
struct UdevFacts: Equatable {
    /// The state of 61-tiltshadow.rules.
    enum Rule: Equatable {
        case missing
        /// The file in force is not the one of this version.
        case different(path: String)
        case current(path: String)
    }

    /// True where udevd listens for its commands.
    var isRunning: Bool
    /// What starts it.
    var initSystem: InitSystem
    var rule: Rule
    /// How the rule is installed here.
    var installation = Installation.usual
    /// The rule that was installed with this program below a prefix where udev does not look; `nil` where there is none.
    var apart: String?

    /// The command that carries the rule out on devices that are there already.
    static let trigger =
        "sudo udevadm control --reload && sudo udevadm trigger --action=change --subsystem-match=iio "
        + "--subsystem-match=input"

    /// The same, of an udevd that is started for it where none runs.
    var trigger: String { isRunning ? Self.trigger : "\(start) && \(Self.trigger)" }

    /// The link of udevd.
    var runningCheck: Check {
        guard !isRunning else { return Check(.device, "udevd", .ok, "runs") }
        return Check(
            .device, "udevd", .warning,
            "does not run: no rule is carried out, and of what is plugged in only the static daemon hears",
            advice: start)
    }

    /// The command that starts udevd: its service is called otherwise by each, and there is none in a container.
    private var start: String {
        switch initSystem {
        case .systemd: "sudo systemctl start systemd-udevd"
        // Alpine has another unless it is told.
        case .openRC: "sudo sh -c 'rc-service udev start || setup-devd udev'"
        case .runit: "sudo sv start udevd"
        case .dinit: "sudo dinitctl start udevd"
        case .other:
            "sudo sh -c 'PATH=$PATH:/usr/lib/systemd:/lib/systemd:/sbin; systemd-udevd --daemon || udevd --daemon'"
        }
    }

    /// The link of the rule.
    var ruleCheck: Check {
        switch rule {
        case .current(let path): Check(.permission, "udev rule", .ok, path)
        case .different(let path):
            Check(
                .permission, "udev rule", .warning,
                "\(path) is not the one of this version" + installation.remark,
                advice: installation.command)
        case .missing where apart != nil:
            Check(
                .permission, "udev rule", .warning,
                "udev does not look where 61-tiltshadow.rules is: only root may read most sensors",
                advice: "sudo cp \(apart ?? "") /etc/udev/rules.d/ && \(trigger)")
        case .missing:
            Check(
                .permission, "udev rule", .warning,
                "61-tiltshadow.rules is not installed: only root may read most sensors" + installation.remark,
                advice: installation.command)
        }
    }
}

extension UdevFacts {
    /// Where udev looks, the first that has a file of the name wins (udev(7)).
    ///
    /// eudev knows no `/usr/local`.
    private static func directories(of machine: Machine) -> [String] {
        let isSystemds = ["/usr/lib", "/lib"].contains { machine.has($0 + "/systemd/systemd-udevd") }
        return ["/etc", "/run"] + (isSystemds ? ["/usr/local/lib"] : []) + ["/usr/lib", "/lib"]
    }

    /// The rule of an installation that has its programs there.
    private static func apart(_ programs: String, on machine: Machine) -> String? {
        guard programs.hasSuffix("/bin") else { return nil }
        let path = String(programs.dropLast(4)) + "/lib/udev/rules.d/61-tiltshadow.rules"
        return machine.has(path) ? path : nil
    }

    /// Looks for udevd's socket and for the rule; `shipped` is this version's, `programs` where this program lies.
    static func gather(
        _ machine: Machine, shipped: [UInt8], programs: String = OwnProgram.directory
    ) -> UdevFacts {
        let path = directories(of: machine).map { $0 + "/udev/rules.d/61-tiltshadow.rules" }
            .first { machine.has($0) }
        var rule = Rule.missing
        if let path {
            let isCurrent = machine.text(path).map { Array($0.utf8) } == shipped
            rule = isCurrent ? .current(path: path) : .different(path: path)
        }
        return UdevFacts(
            isRunning: machine.has(UdevDaemon.control)
                && UdevDaemon.listens(
                    in: machine.text(UdevDaemon.sockets, limit: UdevDaemon.limit).map { Array($0.utf8) }),
            initSystem: InitSystem(of: machine), rule: rule,
            installation: .of(machine), apart: rule == .missing ? apart(programs, on: machine) : nil)
    }
}
