/// The system service, as the machine's init has it.
enum ServiceFacts: Equatable {
    /// No init is asked, for this reason.
    case notAsked(String)
    /// `systemctl` could not be asked; what it said.
    case failed(String)
    /// The units by what `systemctl show` says of them.
    case units(socket: ServiceUnit, service: ServiceUnit)
    /// A service of another init than systemd, found by its files.
    case service(of: InitSystem, isInstalled: Bool, isEnabled: Bool)

    /// True where the init knows of it, or could not be asked.
    var isInstalled: Bool {
        switch self {
        case .notAsked: false
        case .failed: true
        case .units(let socket, let service):
            socket["LoadState"] != "not-found" || service["LoadState"] != "not-found"
        case .service(_, let isInstalled, _): isInstalled
        }
    }

    /// The process of the running service; `nil` where there is none.
    var mainProcess: Int32? {
        guard case .units(_, let service) = self, let number = Int32(service["MainPID"]), number > 0 else {
            return nil
        }
        return number
    }
}

extension ServiceFacts {
    /// The links of the service; `answers` where a daemon was reached, `installation` is how it gets onto this machine.
    func checks(answers: Bool, installation: Installation = .usual) -> [Check] {
        switch self {
        case .notAsked(let reason): [Check(.service, "service", .skipped, reason)]
        case .service(let initSystem, false, _):
            [
                Check(
                    .service, initSystem.name, answers ? .skipped : .problem,
                    "tiltshadow is not installed as a service" + (answers ? "" : installation.remark),
                    advice: answers ? nil : installation.command)
            ]
        case .service(let initSystem, true, false):
            [
                Check(
                    .service, initSystem.name, .warning, "tiltshadow does not start at boot",
                    advice: initSystem.enable)
            ]
        case .service(let initSystem, true, true):
            [Check(.service, initSystem.name, .ok, "tiltshadow starts at boot")]
        case .failed(let text):
            [
                Check(
                    .service, "systemd", .warning, text,
                    advice: "systemctl status tiltshadow.socket tiltshadow.service")
            ]
        case .units(let socket, let service):
            if socket["LoadState"] == "not-found", service["LoadState"] == "not-found" {
                [
                    Check(
                        .service, "units", answers ? .skipped : .problem,
                        "tiltshadow is not installed as a service" + (answers ? "" : installation.remark),
                        advice: answers ? nil : installation.command)
                ]
            } else {
                (Self.loadCheck("tiltshadow.socket", "socket unit", socket, installation).map { [$0] }
                    ?? [Self.socketCheck(socket), Self.enabledCheck(socket)])
                    + [
                        Self.loadCheck("tiltshadow.service", "service", service, installation)
                            ?? Self.serviceCheck(service)
                    ] + Self.reloadChecks([socket, service])
            }
        }
    }

    /// What keeps systemd from starting a unit, whatever its state; `nil` where nothing does.
    private static func loadCheck(
        _ name: String, _ title: String, _ unit: ServiceUnit, _ installation: Installation
    ) -> Check? {
        switch unit["LoadState"] {
        case "masked":
            return Check(
                .service, title, .problem, "\(name) is masked: systemd does not start it",
                advice: "sudo systemctl unmask \(name) && sudo systemctl restart tiltshadow.socket")
        case "bad-setting", "error":
            return Check(
                .service, title, .problem, "\(name) cannot be read (\(unit["LoadState"]))",
                advice: "systemctl status \(name)")
        case "not-found":
            return Check(
                .service, title, .problem, "systemd knows no \(name)" + installation.remark,
                advice: installation.command)
        default: return nil
        }
    }

    private static func socketCheck(_ unit: ServiceUnit) -> Check {
        let state = unit["ActiveState"]
        switch state {
        case "active": return Check(.service, "socket unit", .ok, "active (\(unit["SubState"]))")
        case "failed":
            return Check(
                .service, "socket unit", .problem, "tiltshadow.socket failed: \(unit["Result"])",
                advice: "journalctl -u tiltshadow.socket -n 20 --no-pager")
        default:
            return Check(
                .service, "socket unit", .problem,
                "tiltshadow.socket is \(state.isEmpty ? "unknown" : state)",
                advice: "sudo systemctl start tiltshadow.socket")
        }
    }

    private static func enabledCheck(_ unit: ServiceUnit) -> Check {
        let state = unit["UnitFileState"]
        guard state != "enabled", state != "enabled-runtime", state != "static", state != "generated" else {
            return Check(.service, "at boot", .ok, "tiltshadow.socket is \(state)")
        }
        return Check(
            .service, "at boot", .warning, "tiltshadow.socket is \(state.isEmpty ? "not enabled" : state)",
            advice: state == "masked"
                ? "sudo systemctl unmask tiltshadow.socket" : "sudo systemctl enable tiltshadow.socket")
    }

    private static func serviceCheck(_ unit: ServiceUnit) -> Check {
        let restarts = Int(unit["NRestarts"]) ?? 0
        switch unit["ActiveState"] {
        case "active", "reloading", "activating":
            let text = "\(unit["ActiveState"]) (\(unit["SubState"]))"
            guard restarts > 0 else { return Check(.service, "service", .ok, text) }
            return Check(
                .service, "service", .warning, text + ", started again \(restarts) times after failures",
                advice: "journalctl -u tiltshadow -n 50 --no-pager")
        case "failed":
            return Check(
                .service, "service", .problem,
                "tiltshadow.service failed: \(unit["Result"]), exit status \(unit["ExecMainStatus"])",
                advice: "journalctl -u tiltshadow -n 20 --no-pager")
        default:
            guard unit["Result"] == "success" || unit["Result"].isEmpty else {
                return Check(
                    .service, "service", .warning, "its last run ended with \(unit["Result"])",
                    advice: "journalctl -u tiltshadow -n 20 --no-pager")
            }
            return Check(.service, "service", .ok, "starts with the first subscriber")
        }
    }

    private static func reloadChecks(_ units: [ServiceUnit]) -> [Check] {
        guard units.contains(where: { $0["NeedDaemonReload"] == "yes" }) else { return [] }
        return [
            Check(
                .service, "unit files", .warning, "they were changed, and systemd has not read them again",
                advice: "sudo systemctl daemon-reload && sudo systemctl restart tiltshadow.socket")
        ]
    }
}
