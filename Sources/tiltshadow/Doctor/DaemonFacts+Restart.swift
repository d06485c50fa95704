import LinuxSystem
import TiltDaemon

extension DaemonFacts {
    /// The socket's path as a shell reads it.
    var word: String { path.shellWord }

    /// The command that starts the daemon where none runs.
    var start: String {
        if isService { return initSystem.restart }
        return (stranger.map { "sudo -u '#\($0)' " } ?? "") + "tiltshadowd --socket \(word)"
    }

    /// The command that starts the daemon anew.
    var restart: String { restart(with: "") }

    /// The same; `options` are for one that is started by hand.
    func restart(with options: String) -> String {
        if isService {
            switch initSystem {
            case .systemd: return "sudo systemctl restart tiltshadow.service"
            case .openRC, .runit, .dinit: return initSystem.restart
            case .other: break
            }
        }
        let start = start + (options.isEmpty ? "" : " " + options)
        guard let peer else { return start }
        guard listener == Self.daemonName, peer.pid > 1 else { return inquiry(peer) }
        // A daemon that hangs, or was stopped, does not hear SIGTERM. The second is for it to let go of the socket.
        return "\(asRoot(for: peer.uid))kill \(hangs ? "-KILL " : "")\(peer.pid); sleep 1; \(start)"
    }

    /// What to type of a listener that is no daemon of ours: nothing that ends it, as all services of a user may hang on it.
    private func inquiry(_ peer: PeerCredentials) -> String {
        switch listener {
        case "systemd" where peer.pid == 1: return "sudo systemctl restart tiltshadow.service"
        case "systemd":
            let manager =
                peer.uid == asker ? "" : "sudo -u '#\(peer.uid)' XDG_RUNTIME_DIR=/run/user/\(peer.uid) "
            return manager
                + (path == ownPath
                    ? "systemctl --user restart tiltshadow.service" : "systemctl --user list-sockets")
        case nil where peer.pid > 0 && asker != 0: return "sudo tiltshadow doctor --socket \(word)"
        case nil where peer.pid > 0: return start
        case nil: return "ls -l \(word)"
        default: return "ps -fp \(peer.pid)"
        }
    }

    /// The program's name, as `/proc/PID/comm` has it.
    static let daemonName = "tiltshadowd"

    /// The socket of a listener's user, where the unit of that user's own service has it.
    private var ownPath: String? {
        guard let peer else { return nil }
        let own = peer.uid == asker ? runtimeDirectory : nil
        return (own ?? "/run/user/\(peer.uid)") + "/tiltshadow/tiltshadow.sock"
    }

    /// What goes before a command on what is `user`'s.
    private func asRoot(for user: UInt32) -> String { asker == 0 || asker == user ? "" : "sudo " }

    /// The command that shows what the daemon says of itself.
    var asking: String { "tiltshadow status" + (isService ? "" : " --socket \(word)") }
}
