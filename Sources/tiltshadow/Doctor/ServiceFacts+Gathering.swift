import LinuxSystem

extension ServiceFacts {
    /// The properties that are looked at.
    private static let properties =
        "Id,LoadState,ActiveState,SubState,UnitFileState,Result,MainPID,NRestarts,ExecMainStatus,NeedDaemonReload"

    /// Asks `systemctl show`, where systemd runs and the daemon in question is the system's.
    static func gather(_ machine: Machine, isService: Bool) -> ServiceFacts {
        guard isService else { return .notAsked("the daemon is this user's own, not the service") }
        guard machine.has("/run/systemd/system") else { return .notAsked("systemd does not run here") }
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
