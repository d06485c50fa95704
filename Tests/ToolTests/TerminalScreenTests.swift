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

    @Test(arguments: [
        ("watch", ""), ("watch", "</dev/null"), ("watch --graph", ""), ("status --watch", ""),
    ])
    func `is put back for the shell by Ctrl-Z, and taken over again in front`(
        command: String, input: String
    ) async throws {
        let daemon = try await RunningDaemon()
        let program = BuiltProducts.path("tiltshadow")
        let line = "set -m; '\(program)' \(command) --socket '\(daemon.socket)' \(input)"
        let rest =
            "; echo it stopped with $?; read -r; bg; until jobs -s | grep -q .; do sleep 0.1; done; fg; echo it ended with $?"
        // The threads of a test block signals, and so their children.
        let script =
            "import os, signal, sys; signal.pthread_sigmask(signal.SIG_SETMASK, []); "
            + "os.execvp('bash', ['bash', '-c', sys.argv[1]])"
        let terminal = try PlayedTerminal("/usr/bin/env", ["python3", "-c", script, line + rest])
        let (taken, putBack) = ("\u{1b}[?1049h\u{1b}[?25l\u{1b}[2J\u{1b}[H", "\u{1b}[?25h\u{1b}[?1049l")
        try await terminal.wait { $0.contains(taken) && $0.contains("\u{1b}[J") }
        terminal.press("\u{1a}")
        try await terminal.wait { $0.contains("it stopped with 148") }
        #expect(terminal.takesLines)
        #expect(terminal.shown.components(separatedBy: taken).count == 2)
        let stopped = terminal.shown.components(separatedBy: "it stopped with").first ?? ""
        #expect(stopped.components(separatedBy: "\u{1b}[J").last?.contains(putBack) == true)
        // `bg`, where it has no terminal to draw on and stops again, and `fg`.
        terminal.press("\n")
        try await terminal.wait { shown in
            let parts = shown.components(separatedBy: taken)
            return parts.count == 3 && parts[2].contains("\u{1b}[J")
        }
        #expect(!terminal.takesLines || !input.isEmpty)
        terminal.press("\u{03}")
        #expect(try await terminal.end() == 0)
        #expect(terminal.shown.contains("it ended with 0"), "\(terminal.shown)")
        #expect(terminal.shown.components(separatedBy: putBack).count == 3)
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
