import Foundation
import Testing

/// The screens that take a terminal over, before a real one.
@Suite struct `Terminal screen` {
    /// A command with such a screen, and its exit status when a key has ended it.
    static let commands: [([String], Int32)] = [
        (["watch", "--socket"], 0), (["watch", "--graph", "--socket"], 0),
        (["status", "--watch", "--socket"], 0), (["calibrate", "--config", "/dev/null", "--socket"], 1),
        (["demo"], 0),
    ]
    /// Ctrl-C and Ctrl-\, once and as who is in a hurry presses them.
    static let keys = ["\u{03}", "\u{1c}", "\u{03}\u{03}\u{1c}\u{1c}"]

    @Test(arguments: commands, keys)
    func `puts the terminal back, whichever key ends it`(command: ([String], Int32), keys: String)
        async throws
    {
        let (arguments, status) = command
        let daemon = try await RunningDaemon()
        let terminal = try PlayedTerminal(arguments + (arguments.last == "--socket" ? [daemon.socket] : []))
        // A first picture is there.
        try await terminal.wait { $0.contains("\u{1b}[?1049h") && $0.contains("\u{1b}[J") }
        #expect(!terminal.takesLines)
        terminal.press(keys)
        let end = try await terminal.end()
        // A key that comes after the end of the screen ends the program as it would any other.
        #expect(end == status || keys.count > 1 && [130, 131].contains(end), "\(terminal.shown)")
        #expect(terminal.takesLines)
        let shown = terminal.shown
        let last = shown.components(separatedBy: "\u{1b}[?1049h").last ?? ""
        #expect(last.contains("\u{1b}[?25h\u{1b}[?1049l"), "\(shown)")
    }

    @Test func `ends on a signal while the terminal takes nothing`() async throws {
        let daemon = try await RunningDaemon()
        let terminal = try PlayedTerminal(["watch", "--socket", daemon.socket])
        try await terminal.wait { $0.contains("\u{1b}[?1049h") && $0.contains(" Hz") }
        // Ctrl-S; the next picture is to be waiting for room.
        terminal.press("\u{13}")
        try await Task.sleep(for: .milliseconds(500))
        terminal.signal(SIGINT)
        #expect(try await terminal.end() == 0)
        #expect(terminal.takesLines)
    }
}
