import CLinux
import LinuxSystem
import TiltDaemon

/// Has a running daemon read its settings again.
enum DaemonReload: Equatable {
    /// It was told to.
    case told
    /// There is none: it reads them when it starts.
    case none
    /// It could not be told; what to type instead.
    case failed(String, advice: String)

    /// Tells the daemon at `socket`: its process, where it listens itself, or the service manager that does so for it.
    static func ask(at socket: String, on machine: Machine = Machine()) -> DaemonReload {
        guard let stream = try? UnixStream.connect(socket), let peer = stream.peer else { return .none }
        guard machine.line("/proc/\(peer.pid)/comm") != "tiltshadowd" else {
            guard kill(peer.pid, SIGHUP) != 0 else { return .told }
            return .failed(
                SystemError("kill", "\(peer.pid)").description, advice: "sudo kill -HUP \(peer.pid)")
        }
        let initSystem = InitSystem(of: machine)
        guard initSystem == .systemd else {
            return .failed("process \(peer.pid) is not tiltshadowd", advice: initSystem.reload)
        }
        // One that does not run reads them when it starts.
        let isSystem = socket == DaemonPaths.systemSocket
        let words =
            ["systemctl"] + (isSystem ? [] : ["--user"]) + ["try-reload-or-restart", "tiltshadow.service"]
        do throws(SystemError) {
            let run = try CommandOutput.of(words)
            guard run.status != 0 else { return .told }
            return .failed("systemctl: \(run.text.prefix { $0 != "\n" })", advice: initSystem.reload)
        } catch {
            return .failed(error.description, advice: initSystem.reload)
        }
    }
}
