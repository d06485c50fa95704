import CLinux
import Foundation

/// A subscriber that is another user: `socat` under `setpriv`, whose answers are read from a file.
final class OtherUser {
    private let directory: ScratchDirectory
    private let name = "other-user-\(UInt32.random(in: 0...UInt32.max))"
    private let process: pid_t
    private var hasEnded = false

    /// The user everybody has and who owns nothing.
    static let nobody = 65_534

    /// Why there can be no other user here; `nil` where there can.
    static var obstacle: String? {
        guard geteuid() == 0 else { return "only root can become another user" }
        let programs: [String] = ["/usr/bin/setpriv", "/usr/bin/socat"]
        let missing = programs.first { access($0, X_OK) != 0 }
        return missing.map { "\($0) is not installed" }
    }

    /// Connects as ``nobody`` and sends `requests`, one a line.
    init(
        _ requests: [String], to daemon: DaemonProcess, in directory: ScratchDirectory,
        group: Int = nobody, others: [Int] = []
    ) throws {
        self.directory = directory
        chmod(directory.path, 0o755)
        let file = try directory.write(name + ".requests", requests.map { $0 + "\n" }.joined())
        chmod(file, 0o644)
        let groups =
            others.isEmpty
            ? "--clear-groups" : "--groups=" + others.map(String.init).joined(separator: ",")
        process = try Spawn.start(
            [
                "/usr/bin/setpriv", "--reuid=\(Self.nobody)", "--regid=\(group)", groups, "/usr/bin/socat",
                "OPEN:\(file),rdonly,ignoreeof!!STDOUT", "UNIX-CONNECT:\(daemon.socket)",
            ],
            environment: ["PATH": "/usr/bin:/bin"], output: directory.path(name))
    }

    deinit {
        guard !hasEnded else { return }
        kill(process, SIGKILL)
        var status: CInt = 0
        waitpid(process, &status, 0)
    }

    /// Every whole line so far, but for what socat itself says of a connection that was closed.
    var messages: [TestMessage] {
        get throws {
            let text = directory.text(name)
            let whole = text.prefix(upTo: text.lastIndex(of: "\n") ?? text.startIndex)
            return try whole.split(separator: "\n").filter { !$0.contains(" socat[") }.map {
                try TestMessage(Array($0.utf8))
            }
        }
    }

    /// Waits until the daemon has closed the connection, and all that it said before is among ``messages``.
    func waitForEnd() throws {
        try Timeout.wait(for: "the end of another user's connection") {
            var status: CInt = 0
            hasEnded = hasEnded || waitpid(process, &status, WNOHANG) == process
            return hasEnded
        }
    }

    /// All lines up to the first of which `isWanted` is true.
    func messages(until isWanted: (TestMessage) -> Bool) throws -> [TestMessage] {
        try Timeout.wait(for: "an answer to another user, who heard\n\(directory.text(name))") {
            try messages.contains(where: isWanted)
        }
        return try messages
    }
}
