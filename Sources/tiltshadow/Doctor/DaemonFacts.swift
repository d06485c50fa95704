import CLinux
import LinuxSystem
import TiltClient
import TiltCore
import TiltDaemon

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
    /// The name of that process, as `/proc/PID/comm` has it; `nil` where it does not tell.
    var listener: String?
    /// Who asks, by number.
    var asker: UInt32 = geteuid()
    /// Where sockets of this user's own lie; `nil` where the environment does not say.
    var runtimeDirectory: String?
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
    /// Why it did not answer to `status`, where it said so.
    var statusRefusal: Refusal?
    /// The socket that the settings name, where that is another.
    var settingsSocket: String?

    /// Of whom the socket is: who listens, else its file's owner; `nil` where there is none.
    var owner: UInt32? { peer?.uid ?? file?.owner }

    /// True where it said who it is.
    var answers: Bool { hello != nil }

    /// True where it takes connections, or did, and says nothing more.
    var hangs: Bool {
        if case .silent? = failure { return true }
        return answers && failure == nil && status == nil && statusRefusal == nil
    }
}

extension DaemonFacts {
    /// The links of the daemon.
    var checks: [Check] {
        guard let hello else { return [socketCheck] }
        return [socketCheck, versionCheck(hello)] + statusChecks
    }

    private var socketCheck: Check {
        let title = "socket"
        switch failure {
        case nil:
            let listener = peer.map { ", listened on by \($0.processDescription)" } ?? ""
            return Check(.daemon, title, .ok, path + listener)
        case .noSocket:
            return Check(
                .daemon, title, .problem, "there is no \(path)" + elsewhere,
                advice: lookElsewhere ?? (isService ? initSystem.restartAndLog : start))
        case .notASocket:
            return Check(.daemon, title, .problem, "\(path) is no socket", advice: "ls -l \(word)")
        case .notListening:
            return Check(
                .daemon, title, .problem, "\(path) is left over: nobody listens on it" + elsewhere,
                // The daemon itself takes the file away.
                advice: lookElsewhere ?? start)
        case .accessDenied:
            return Check(.daemon, title, .skipped, "this user may not connect, so the daemon cannot be asked")
        case .silent:
            return Check(
                .daemon, title, .problem, "\(path) takes the connection and says nothing",
                advice: restart)
        case .notTiltshadow(let line):
            return Check(
                .daemon, title, .problem, "\(path) is another program's: it says \"\(line)\"",
                advice: "ss -xlp src \(word)")
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
                .daemon, title, .problem,
                "it refuses: \(refusal.message)" + (refusal.hint.isEmpty ? "" : "; \(refusal.hint)"),
                advice: "sudo " + asking)
        case .system(_, _, EAGAIN):
            return Check(
                .daemon, title, .problem,
                "\(path) is listened on, and too many wait there to be let in: whoever listens is busy, or hangs",
                // Without a connection nobody says who it is.
                advice: isService && initSystem != .other ? restart : "ss -xlp src \(word)")
        case .malformed, .closed, .system:
            return Check(
                .daemon, title, .problem, failure?.description ?? "",
                advice: isService && initSystem != .other ? initSystem.log : start)
        }
    }

    /// What to know where the settings have the daemon serve at another place.
    private var elsewhere: String { settingsSocket.map { "; the settings name \($0)" } ?? "" }

    /// A look at that place; `nil` where the settings name none.
    private var lookElsewhere: String? {
        settingsSocket.map { "tiltshadow doctor --socket \($0.shellWord)" }
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
            if let statusRefusal {
                return [Check(.daemon, "status", .skipped, "it refuses to tell: \(statusRefusal.message)")]
            }
            // Of one that has gone meanwhile the socket's link tells.
            guard failure == nil else { return [] }
            return [
                Check(
                    .daemon, "status", .problem, "it did not answer a status request",
                    advice: restart)
            ]
        }
        return [sensorCheck(status), ticksCheck(status)] + latencyChecks(status) + recordingChecks(status)
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
                        advice: asking)
                }
                return Check(.daemon, title, .ok, "\(name) (\(kind)), tracking")
            }
            return Check(
                .daemon, title, .warning, "\(name) (\(kind)) is \(state): no reading comes",
                advice: Self.playsLog(status)
                    ? asking
                    : Self.servesRemote(status) ? "man tiltshadow-relay" : "tiltshadow sensors --check 5")
        }
        let reasons = Self.faults(status) { $0.fault ?? $0["reason"]?.string ?? "no reason" }
        let text =
            reasons.isEmpty ? "the daemon finds none" : "none is open; " + reasons.joined(separator: "; ")
        guard !hasNoSensorToFind || !reasons.isEmpty else {
            return Check(.daemon, title, .skipped, "there is none to find")
        }
        let advice = Self.servesRemote(status) ? "man tiltshadow-relay" : "tiltshadow sensors"
        return Check(.daemon, title, .problem, text, advice: logAdvice(status) ?? advice)
    }

    /// What to type where a log is played and cannot be; `nil` where none is.
    private func logAdvice(_ status: JSONValue) -> String? {
        guard let log = Self.candidates(status).first(where: { $0["kind"]?.string == "log" }),
            let file = log["device"]?.string
        else { return nil }
        guard log.fault?.contains("has ended") == true else { return "tiltshadow replay \(file.shellWord)" }
        return restart(with: "--replay \(file.shellWord) --loop")
    }

    /// True of a daemon that serves the sensor of another machine, there or not.
    static func servesRemote(_ status: JSONValue?) -> Bool { serves("remote", status) }

    /// True of a daemon that plays a log, or has played it.
    static func playsLog(_ status: JSONValue?) -> Bool { serves("log", status) }

    /// Whether its sensor is of this kind, open or not.
    private static func serves(_ kind: String, _ status: JSONValue?) -> Bool {
        status?["sensor"]?["kind"]?.string == kind
            || candidates(status).contains { $0["kind"]?.string == kind }
    }

    private static func candidates(_ status: JSONValue?) -> [JSONValue] {
        guard case .array(let candidates)? = status?["candidates"] else { return [] }
        return candidates
    }

    /// What `why` says of each sensor that the daemon likes better than the open one.
    private static func faults(_ status: JSONValue, _ why: (JSONValue) -> String?) -> [String] {
        candidates(status).prefix { $0["open"] != .bool(true) }.compactMap { candidate in
            let name = candidate["name"]?.string ?? "a sensor"
            // What is wrong with a file begins with its name.
            return why(candidate).map { $0.hasPrefix(name + ":") ? $0 : "\(name): \($0)" }
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

    /// Of a recording that has ended before the daemon, where there is one.
    private func recordingChecks(_ status: JSONValue) -> [Check] {
        guard let reason = status["recording_warning"]?.string else { return [] }
        guard !reason.hasSuffix(RecordLimits.fullEnding) else {
            return [Check(.daemon, "recording", .ok, "it has ended, as its --max-size says: \(reason)")]
        }
        return [
            Check(
                .daemon, "recording", .warning,
                "it has ended: \(reason); start the daemon anew, to record to another file",
                advice: isService && initSystem != .other ? initSystem.log : restart(with: "--record FILE"))
        ]
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
                advice: asking)
        ]
    }
}
