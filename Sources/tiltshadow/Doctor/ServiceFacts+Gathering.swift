import LinuxSystem

extension ServiceFacts {
    /// The properties that are looked at.
    private static let properties =
        "Id,LoadState,ActiveState,SubState,UnitFileState,Result,MainPID,NRestarts,ExecMainStatus,NeedDaemonReload"

    /// Asks `systemctl show` where systemd runs, looks for the files of other inits, and for neither where the daemon in
    /// question is not the system's.
    static func gather(_ machine: Machine, _ daemon: DaemonFacts) -> ServiceFacts {
        guard daemon.isService else {
            guard daemon.owner != nil else { return .notAsked("the socket is not the service's") }
            let whose = daemon.stranger == nil ? "this user's own" : "another user's"
            return .notAsked("the daemon is \(whose), not the service")
        }
        let initSystem = InitSystem(of: machine)
        switch initSystem {
        case .systemd: break
        case .other:
            return .notAsked("no service manager that is known runs here; by hand: \(initSystem.enable)")
        case .openRC, .runit, .dinit:
            return .service(
                of: initSystem, isInstalled: initSystem.places.contains { machine.has($0) },
                isEnabled: initSystem.isEnabled(on: machine))
        }
        let words = [
            "systemctl", "show", "--property=\(properties)", "tiltshadow.socket", "tiltshadow.service",
        ]
        do throws(SystemError) {
            let run = try CommandOutput.of(words)
            let units = ServiceUnit.all(in: run.text)
            guard run.status == 0, units.count == 2 else {
                return .failed("systemctl does not answer: \(run.text.split(separator: "\n").first ?? "")")
            }
            return .units(socket: units[0], service: units[1])
        } catch { return .failed(error.description) }
    }
}
