import LinuxSystem
import TiltClient
import TiltCore

/// What was found at the daemon's socket.
struct DaemonFacts: Equatable {
    /// The socket's path.
    var path: String
    /// True for the socket of the system service.
    var isService: Bool
    /// What is there; `nil` where nothing is.
    var file: FileAccess?
    /// Why there is no daemon to talk to; `nil` where there is.
    var failure: ClientError?
    var hello: Hello?
    /// Who listens: the daemon, or systemd for it.
    var peer: PeerCredentials?
    /// Its answer to `status`; `nil` where none came.
    var status: JSONValue?
    /// The same as it came.
    var statusLine = ""
    /// What starts the service.
    var initSystem = InitSystem.other
    /// True where the machine has no sensor, so that the daemon is right to have none.
    var hasNoSensorToFind = false
    /// Whose it is, by number, where it is neither the service's nor this user's own.
    var stranger: UInt32?

    /// Of whom the socket is: who listens, else its file's owner; `nil` where there is none.
    var owner: UInt32? { peer?.uid ?? file?.owner }

    /// True where it said who it is.
    var answers: Bool { hello != nil }
}

extension DaemonFacts {
    /// The links of the daemon.
    var checks: [Check] {
        guard let hello else { return [socketCheck] }
        return [socketCheck, versionCheck(hello)] + statusChecks
    }

    private var start: String {
        if isService { return initSystem.restart }
        return (stranger.map { "sudo -u '#\($0)' " } ?? "") + "tiltshadowd --socket \(path)"
    }

    /// What goes before a command on what is not this user's.
    private var asOwner: String { stranger == nil ? "" : "sudo " }

    /// The command that starts the daemon anew.
    var restart: String {
        if isService {
            switch initSystem {
            case .systemd: return "sudo systemctl restart tiltshadow.service"
            case .openRC, .runit, .dinit: return initSystem.restart
            case .other: break
            }
        }
        guard let peer, peer.pid > 1 else { return start }
        return asOwner + "kill \(peer.pid); \(start)"
    }

    private var socketCheck: Check {
        let title = "socket"
        switch failure {
        case nil:
            let listener = peer.map { ", listened on by \($0.processDescription)" } ?? ""
            return Check(.daemon, title, .ok, path + listener)
        case .noSocket:
            return Check(
                .daemon, title, .problem, "there is no \(path)",
                advice: isService ? initSystem.restartAndLog : start)
        case .notASocket:
            return Check(.daemon, title, .problem, "\(path) is no socket", advice: "ls -l \(path)")
        case .notListening:
            return Check(
                .daemon, title, .problem, "\(path) is left over: nobody listens on it",
                advice: isService && initSystem == .systemd ? start : asOwner + "rm \(path) && \(start)")
        case .accessDenied:
            return Check(.daemon, title, .skipped, "this user may not connect, so the daemon cannot be asked")
        case .silent:
            return Check(
                .daemon, title, .problem, "\(path) takes the connection and says nothing",
                advice: restart)
        case .notTiltshadow(let line):
            return Check(
                .daemon, title, .problem, "\(path) is another program's: it says \"\(line)\"",
                advice: "ss -xlp src \(path)")
        case .unsupportedVersion(let found, let supported, let server):
            return Check(
                .daemon, "version", .problem,
                "\(server) speaks protocol \(found), this tool (\(ProtocolVersion.server)) \(supported)",
                advice: "sudo ./systemd/install.sh")
        // What lets this user in is the subscriber's link to say.
        case .refused(let refusal) where failure?.deniesAccess == true:
            return Check(.daemon, title, .skipped, "it refuses this user: \(refusal.message)")
        case .refused(let refusal):
            return Check(
                .daemon, title, .problem, "it refuses: \(refusal.message)", advice: "sudo tiltshadow status")
        case .malformed, .closed, .system:
            return Check(
                .daemon, title, .problem, failure?.description ?? "",
                advice: isService && initSystem != .other ? initSystem.log : start)
        }
    }

    private func versionCheck(_ hello: Hello) -> Check {
        guard hello.server != ProtocolVersion.server else {
            return Check(
                .daemon, "version", .ok, "\(hello.server), protocol \(hello.protocolVersion), as this tool")
        }
        return Check(
            .daemon, "version", .warning,
            "the daemon is \(hello.server), this tool \(ProtocolVersion.server)",
            advice: restart)
    }

    private var statusChecks: [Check] {
        guard let status else {
            return [Check(.daemon, "status", .warning, "it did not answer a status request", advice: start)]
        }
        return [sensorCheck(status), ticksCheck(status)] + latencyChecks(status)
    }

    private func sensorCheck(_ status: JSONValue) -> Check {
        let title = "its sensor"
        if let name = status["sensor"]?["name"]?.string {
            let kind = status["sensor"]?["kind"]?.string ?? ""
            let state = status["state"]?.string ?? "unknown"
            guard state != "tracking" else {
                let faults = Self.faults(status) { $0.fault }
                guard faults.isEmpty else {
                    return Check(
                        .daemon, title, .warning,
                        "\(name) (\(kind)), tracking, instead of " + faults.joined(separator: "; "),
                        advice: "tiltshadow status")
                }
                return Check(.daemon, title, .ok, "\(name) (\(kind)), tracking")
            }
            return Check(
                .daemon, title, .warning, "\(name) (\(kind)) is \(state): no reading comes",
                advice: "tiltshadow sensors --check 5")
        }
        let reasons = Self.faults(status) { $0.fault ?? $0["reason"]?.string ?? "no reason" }
        let text =
            reasons.isEmpty ? "the daemon finds none" : "none is open; " + reasons.joined(separator: "; ")
        guard !hasNoSensorToFind || !reasons.isEmpty else {
            return Check(.daemon, title, .skipped, "there is none to find")
        }
        let advice = Self.servesRemote(status) ? "man tiltshadow-relay" : "tiltshadow sensors"
        return Check(.daemon, title, .problem, text, advice: advice)
    }

    /// True of a daemon that serves the sensor of another machine, there or not.
    static func servesRemote(_ status: JSONValue?) -> Bool {
        if status?["sensor"]?["kind"]?.string == "remote" { return true }
        guard case .array(let candidates)? = status?["candidates"] else { return false }
        return candidates.contains { $0["kind"]?.string == "remote" }
    }

    /// What `why` says of each sensor that the daemon likes better than the open one.
    private static func faults(_ status: JSONValue, _ why: (JSONValue) -> String?) -> [String] {
        guard case .array(let candidates) = status["candidates"] else { return [] }
        return candidates.prefix { $0["open"] != .bool(true) }.compactMap { candidate in
            why(candidate).map { "\(candidate["name"]?.string ?? "a sensor"): \($0)" }
        }
    }

    private func ticksCheck(_ status: JSONValue) -> Check {
        let late = status["late_p99_us"]?.number ?? 0
        let missed = status["missed_ticks"]?.number ?? 0
        let text = "p99 \(DoctorText.number(late / 1000, 1)) ms late, \(DoctorText.number(missed, 0)) missed"
        // A frame that comes half a tick late is still drawn for the same picture of a 50 Hz screen.
        guard late <= 10_000 else {
            return Check(.daemon, "ticks", .warning, text + ": this machine is too busy", advice: "uptime")
        }
        return Check(.daemon, "ticks", .ok, text)
    }

    /// Where the time goes, where the daemon tells.
    private func latencyChecks(_ status: JSONValue) -> [Check] {
        let parts = ["read", "published", "sent"].compactMap { part -> (String, Double, Double)? in
            guard let times = status["latency"]?[part], let median = times["p50_us"]?.number,
                let p99 = times["p99_us"]?.number
            else { return nil }
            return (part, median / 1000, p99 / 1000)
        }
        guard let read = parts.first else { return [] }
        let texts = parts.map { "\($0) \(DoctorText.number($1, 2)) (p99 \(DoctorText.number($2, 2)))" }
        let text = "ms from one to the next: " + texts.joined(separator: ", ")
        // A sample waits for its tick, 20 ms at 50 Hz; three ticks late is seen.
        guard read.2 > 60 else { return [Check(.daemon, "latency", .ok, text)] }
        return [
            Check(
                .daemon, "latency", .warning, text + ": readings come late from the kernel",
                advice: "tiltshadow status")
        ]
    }
}
