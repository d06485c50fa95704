import CLinux
import Foundation
import LinuxSystem
import Testing

@testable import tiltshadow

@Suite struct `Demo command` {
    /// Kills the daemon that listens at a path.
    private static func killDaemon(at path: String) throws {
        let daemon = try #require(try UnixStream.connect(path).peer?.pid)
        try #require(kill(daemon, SIGKILL) == 0)
    }

    /// Which the daemon locks while it claims its socket: it would wait for a second, and go on without.
    @Test func `leaves the lock of the socket's directory to its daemon`() throws {
        let path: String
        do {
            var daemon = try DemoDaemon.start()
            try daemon.waitUntilReady()
            path = String(daemon.socket[..<(try #require(daemon.socket.lastIndex(of: "/")))])
            let directory = try OwnedDescriptor.open(path, O_RDONLY | O_DIRECTORY)
            #expect(flock(directory.raw, LOCK_EX | LOCK_NB) == 0)
        }
        #expect(!FileManager.default.fileExists(atPath: path + "/.."))
    }

    @Test func `fails with its daemon, and tells that it has ended`() async throws {
        let directory = try ScratchDirectory()
        let socket = directory.path + "/s"
        let demo = try RunningProgram(
            BuiltProducts.path("tiltshadow"), ["demo", "--seconds", "1000", "--socket", socket])
        try await demo.wait(for: "frame") { !$0.lines.isEmpty }
        try Self.killDaemon(at: socket)
        try await demo.wait(for: "end, or word of another attempt") { $0.errors.contains("reconnecting") }
        #expect(!demo.errors.contains("reconnecting"))
        let run = try await demo.end(SIGINT)
        #expect(run.status == 1, "\(run.output)")
        #expect(run.errors.contains("tiltshadow: the daemon failed: it has ended since"), "\(run.errors)")
    }

    @Test func `fails with its daemon on a terminal, too, which is put back`() async throws {
        let directory = try ScratchDirectory()
        let socket = directory.path + "/s"
        let terminal = try PlayedTerminal(["demo", "--socket", socket])
        try await terminal.wait { $0.contains("\u{1b}[?1049h") && $0.contains(" Hz") }
        try Self.killDaemon(at: socket)
        #expect(try await terminal.end() == 1)
        let words = terminal.shown.components(separatedBy: "\u{1b}[?25h\u{1b}[?1049l").last ?? ""
        #expect(words.contains("the daemon failed: it has ended since"), "\(terminal.shown)")
        #expect(terminal.takesLines)
    }
}
