import Foundation
import Testing
import TiltClient

/// The real daemon, playing a log on a socket in a directory of its own.
final class RunningDaemon {
    let directory: ScratchDirectory
    let socket: String
    private let log: String
    private var process = Process()

    /// Plays the demo's log, or `log`, again and again.
    init(log: String = DemoLog.path) async throws {
        directory = try ScratchDirectory()
        socket = directory.path + "/s"
        self.log = log
        try await start()
    }

    deinit { stop() }

    /// Starts the daemon and waits until its socket is there.
    func start() async throws {
        process = Process()
        process.executableURL = URL(fileURLWithPath: BuiltProducts.path("tiltshadowd"))
        process.arguments = ["--replay", log, "--loop", "--socket", socket, "--config", "/dev/null"]
        process.standardError = FileHandle.nullDevice
        try process.run()
        for _ in 0..<500 {
            if FileManager.default.fileExists(atPath: socket) { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("tiltshadowd does not listen after 5 s")
    }

    /// Asks the daemon, until somebody besides the asker subscribes.
    func waitForSubscriber() async throws {
        let connection = try TiltShadow(path: socket).connect()
        var found = false
        while !found {
            try connection.send(.status(include: []))
            try await Task.sleep(for: .milliseconds(20))
            try connection.receive { event in
                if case .status(let text) = event, text.contains(#""subscribers":2"#) { found = true }
            }
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
