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

    /// Plays the demo's log, or `log`, again and again unless told otherwise.
    init(log: String = DemoLog.path, isRepeated: Bool = true) async throws {
        directory = try ScratchDirectory()
        socket = directory.path + "/s"
        self.log = log
        self.isRepeated = isRepeated
        try await start()
    }

    deinit { stop() }

    /// Starts the daemon, which plays its log or another one, and waits until its socket is there.
    func start(log: String? = nil) async throws {
        process = Process()
        process.executableURL = URL(fileURLWithPath: BuiltProducts.path("tiltshadowd"))
        process.arguments =
            ["--replay", log ?? self.log, "--socket", socket, "--config", "/dev/null"]
            + (isRepeated ? ["--loop"] : [])
        process.standardError = FileHandle.nullDevice
        try process.run()
        let limit = MonotonicClock.now() + 60_000_000_000
        while !FileManager.default.fileExists(atPath: socket) {
            try #require(
                process.isRunning && MonotonicClock.now() < limit,
                "tiltshadowd does not listen within a minute")
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Ends the daemon (SIGTERM) and waits for it.
    func stop() {
        guard process.isRunning else { return }
        process.terminate()
        process.waitUntilExit()
    }
}

/// The log the demo carries.
enum DemoLog {
    static let path = BuiltProducts.source("Sources/tiltshadow/Resources/demo.tiltlog").path
}
