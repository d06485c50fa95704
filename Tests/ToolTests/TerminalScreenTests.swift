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

    @Test(arguments: ["", "</dev/null"])
    func `is not left to the shell by Ctrl-Z, with a keyboard or without`(input: String) async throws {
        let daemon = try await RunningDaemon()
        let line = "set -m; '\(BuiltProducts.path("tiltshadow"))' watch --socket '\(daemon.socket)' \(input)"
        // The threads of a test block signals, and so their children.
        let script =
            "import os, signal, sys; signal.pthread_sigmask(signal.SIG_SETMASK, []); "
            + "os.execvp('bash', ['bash', '-c', sys.argv[1]])"
        let terminal = try PlayedTerminal(
            "/usr/bin/env", ["python3", "-c", script, line + "; echo it ended with $?"])
        try await terminal.wait { $0.contains("\u{1b}[?1049h") && $0.contains(" Hz") }
        #expect(terminal.shown.contains("q ends") == input.isEmpty, "\(terminal.shown)")
        terminal.press("\u{1a}")
        let before = terminal.shown.count
        try await terminal.wait { $0.count > before + 1000 || $0.contains("it ended with ") }
        terminal.press("\u{03}")
        #expect(try await terminal.end() == 0)
        #expect(terminal.shown.contains("it ended with 0"), "\(terminal.shown)")
        #expect(terminal.shown.contains("\u{1b}[?25h\u{1b}[?1049l"))
        #expect(terminal.takesLines)
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
