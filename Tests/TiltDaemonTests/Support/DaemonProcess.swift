import CLinux
import Foundation
import LinuxSystem
import Testing

/// A running `tiltshadowd`, killed at the end of this value's life.
///
/// What it writes to standard output and standard error is in ``log``.
final class DaemonProcess {
    /// How it ended.
    enum End: Equatable {
        case exit(CInt)
        case signal(CInt)
    }

    let id: pid_t
    /// Where it serves.
    let socket: String
    /// Where it keeps what it learns, as another user.
    let state: String
    private let directory: ScratchDirectory
    private let logName: String
    private var end: End?

    /// Starts the daemon.
    ///
    /// - Parameters:
    ///   - directory: where its socket and its log are.
    ///   - arguments: its options; without `--config` an empty one keeps the machine's own settings away.
    ///   - socket: the name of the socket in `directory`; `nil` gives no `--socket`.
    ///   - environment: all variables it gets; with `--user` what it learns goes to ``state``.
    ///   - preamble: shell code run before it, in the process that becomes the daemon.
    ///   - inherited: descriptors it gets, by their numbers there.
    /// - Throws: ``SystemError`` where it cannot be started.
    init(
        in directory: ScratchDirectory, _ arguments: [String] = [], socket: String? = "s",
        environment: [String: String] = [:], preamble: String? = nil, inherited: [CInt: CInt] = [:]
    ) throws {
        self.directory = directory
        self.socket = directory.path(socket ?? "s")
        state = directory.path("state")
        logName = "log-\(MonotonicClock.now())"
        var words = [DaemonBinary.path]
        if socket != nil { words += ["--socket", self.socket] }
        if !arguments.contains("--config") { words += ["--config", try directory.write("empty.conf", "")] }
        words += arguments
        if let preamble { words = ["/bin/sh", "-c", preamble + "\nexec \"$@\"", "sh"] + words }
        var variables = ["XDG_CONFIG_HOME": directory.path, "PATH": "/usr/bin:/bin"]
        if arguments.contains("--user") { variables["STATE_DIRECTORY"] = state }
        id = try Spawn.start(
            words, environment: variables.merging(environment) { $1 },
            output: directory.path(logName), inherited: inherited)
    }

    deinit {
        guard end == nil else { return }
        kill(id, SIGKILL)
        var status: CInt = 0
        waitpid(id, &status, 0)
    }

    /// What it has written so far.
    var log: String { directory.text(logName) }

    /// A new subscriber; tries until the daemon listens.
    func connect() throws -> TestSubscriber {
        let limit = MonotonicClock.now() + Timeout.limit
        while true {
            do throws(SystemError) {
                return TestSubscriber(try UnixStream.connect(socket), to: self)
            } catch {
                // EAGAIN: the listener's queue is full.
                let isEarly = [ENOENT, ECONNREFUSED, EAGAIN].contains(error.errno) && !hasEnded()
                guard isEarly, MonotonicClock.now() < limit else {
                    throw Timeout.Exhausted(description: "\(error.description); the daemon says\n\(log)")
                }
            }
            _ = poll(nil, 0, 5)
        }
    }

    /// A new subscriber that has read `hello`.
    func subscribe() throws -> TestSubscriber {
        let subscriber = try connect()
        let hello = try subscriber.message()
        #expect(hello.type == "hello")
        return subscriber
    }

    func signal(_ signal: CInt) { kill(id, signal) }

    /// Stops it, until `SIGCONT`.
    func stop() throws {
        signal(SIGSTOP)
        try Timeout.wait(for: "the daemon to stop") {
            // proc_pid_stat(5): the state comes after the name.
            let fields = (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)) ?? ""
            return fields.split(separator: ")").last?.hasPrefix(" T") == true
        }
    }

    /// Waits until it has ended.
    func waitForEnd() throws -> End {
        try Timeout.wait(for: "the end of the daemon, whose log is\n\(log)", until: hasEnded)
        return try #require(end)
    }

    /// Waits until its log holds `text`.
    func waitForLog(_ text: String) throws {
        try Timeout.wait(for: "\"\(text)\" in the daemon's log") { log.contains(text) || hasEnded() }
        #expect(log.contains(text))
    }

    /// The value of a line of `/proc/PID/status`.
    func status(_ key: String) throws -> String {
        let text = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(key + ":") })
        return line.dropFirst(key.count + 1).trimmingCharacters(in: .whitespaces)
    }

    /// True once it was waited for.
    func hasEnded() -> Bool {
        guard end == nil else { return true }
        var status: CInt = 0
        guard waitpid(id, &status, WNOHANG) == id else { return false }
        end = status & 0x7f == 0 ? .exit(status >> 8 & 0xff) : .signal(status & 0x7f)
        return true
    }
}
