import Foundation
import LinuxSystem
import Testing

/// The real daemon, playing a log on a socket in a directory of its own.
final class RunningDaemon {
    let directory: ScratchDirectory
    let socket: String
    private let log: String
    private let isRepeated: Bool
    private var process = Process()

    /// Plays the demo's log, or `log`, again and again unless told otherwise; `socket` is another place than its own.
    init(log: String = DemoLog.path, isRepeated: Bool = true, at socket: String? = nil) async throws {
        directory = try ScratchDirectory()
        self.socket = socket ?? directory.path + "/s"
        self.log = log
        self.isRepeated = isRepeated
        try await start()
    }

    deinit { stop() }

    /// Starts the daemon, which plays its log or another one, and waits until it listens.
    func start(log: String? = nil) async throws {
        process = Process()
        process.executableURL = URL(fileURLWithPath: BuiltProducts.path("tiltshadowd"))
        process.arguments =
            ["--replay", log ?? self.log, "--socket", socket, "--config", "/dev/null"]
            + (isRepeated ? ["--loop"] : [])
        process.standardError = FileHandle.nullDevice
        try process.run()
        let limit = MonotonicClock.now() + 60_000_000_000
        while !isListening {
            try #require(
                process.isRunning && MonotonicClock.now() < limit,
                "tiltshadowd does not listen within a minute")
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// True from listen(2) on, and a socket's file is there a moment before; to connect would be to subscribe.
    private var isListening: Bool {
        // Num: RefCount Protocol Flags Type St Inode Path, and the flag of a listener is __SO_ACCEPTCON.
        Self.unixSockets.split(separator: "\n").contains { line in
            let words = line.split(separator: " ")
            return words.count > 7 && words[3] == "00010000" && words[7] == socket
        }
    }

    /// The kernel's list, page by page: Foundation takes the end of the first for the end of the file.
    private static var unixSockets: String {
        guard let file = fopen("/proc/net/unix", "r") else { return "" }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var page = [UInt8](repeating: 0, count: 4096)
        while case let count = fread(&page, 1, page.count, file), count > 0 { bytes += page[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Stops the daemon where it is (SIGSTOP): it still listens, and says nothing.
    func freeze() { kill(process.processIdentifier, SIGSTOP) }

    /// Ends the daemon (SIGTERM) and waits for it.
    func stop() {
        guard process.isRunning else { return }
        process.terminate()
        kill(process.processIdentifier, SIGCONT)
        process.waitUntilExit()
    }
}

/// The log the demo carries.
enum DemoLog {
    static let path = BuiltProducts.source("Sources/tiltshadow/Resources/demo.tiltlog").path
}
