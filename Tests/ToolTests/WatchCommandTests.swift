import Foundation
import Testing

@Suite struct `Watch command` {
    @Test func `prints frames of the real daemon and ends after as many as were asked for`() async throws {
        let daemon = try await RunningDaemon()
        let json = try await ToolRun.tool(["watch", "--socket", daemon.socket, "--json", "--count", "5"])
        #expect(json.status == 0, "\(json.errors)")
        #expect(json.lines.count == 5)
        #expect(json.lines.allSatisfy { $0.hasPrefix(#"{"type":"frame","seq":"#) })
        let plain = try await ToolRun.tool(
            ["watch", "--count", "2"], environment: ["TILTSHADOW_SOCKET": daemon.socket])
        #expect(plain.lines.count == 2)
        #expect(plain.output.contains("pitch"))
    }

    @Test func `ends with the daemon where frames are counted`() async throws {
        let daemon = try await RunningDaemon()
        let watching = try RunningProgram(
            BuiltProducts.path("tiltshadow"),
            ["watch", "--socket", daemon.socket, "--json", "--count", "1000000"])
        try await watching.wait(for: "frame") { !$0.lines.isEmpty }
        daemon.stop()
        try await watching.wait(for: "end") { _ in false }
        let run = try await watching.end()
        #expect(run.status == 1 && run.errors.contains("the daemon was stopped"), "\(run.errors)")
        #expect(run.errors.contains("\n  try: give it --wait, too: "))
    }

    @Test func `fails where the daemon says not one word`() async throws {
        let daemon = try await RunningDaemon()
        daemon.freeze()
        let run = try await ToolRun.tool(["watch", "--socket", daemon.socket, "--seconds", "0.1"])
        #expect(run.status == 69 && run.output.isEmpty)
        #expect(run.errors.contains("no daemon said a word in that time\n  try: "), "\(run.errors)")
    }

    @Test func `says that a graph needs a terminal`() async throws {
        let daemon = try await RunningDaemon()
        let run = try await ToolRun.tool(["watch", "--socket", daemon.socket, "--graph", "--count", "1"])
        #expect(run.status == 0 && run.lines.count == 1)
        #expect(run.errors.contains("--graph needs a terminal"), "\(run.errors)")
    }

    @Test func `asks the daemon for what it was asked for`() async throws {
        let daemon = try await RunningDaemon()
        let watching = try RunningProgram(
            BuiltProducts.path("tiltshadow"),
            ["watch", "--socket", daemon.socket, "--json", "--include", "up"])
        // Frames may come before the daemon has read the request.
        try await watching.wait(for: "frame with up") { $0.lines.contains { $0.contains(#""up":["#) } }
        #expect(try await watching.end(SIGINT).status == 0)
    }

    @Test func `goes on after a restart of the daemon`() async throws {
        let daemon = try await RunningDaemon()
        let watching = try RunningProgram(
            BuiltProducts.path("tiltshadow"), ["watch", "--socket", daemon.socket, "--json"])
        try await watching.wait(for: "frame") { !$0.lines.isEmpty }
        daemon.stop()
        try await watching.wait(for: "word of the lost daemon") { $0.errors.contains("reconnecting…") }
        let before = watching.lines.count
        try await daemon.start()
        try await watching.wait(for: "further frames") { $0.lines.count > before + 5 }
        let run = try await watching.end(SIGINT)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("connected again"))
    }

    @Test func `says that it waits for a daemon that was never there`() async throws {
        let daemon = try await RunningDaemon()
        daemon.stop()
        let watching = try RunningProgram(
            BuiltProducts.path("tiltshadow"), ["watch", "--wait", "--socket", daemon.socket])
        try await watching.wait(for: "word of it") { $0.errors.contains("; waiting for it…") }
        try await daemon.start()
        try await watching.wait(for: "frames") { $0.lines.count > 1 }
        let run = try await watching.end(SIGINT)
        #expect(
            run.errors.contains("connected to tiltshadow ") && !run.errors.contains("again"), "\(run.errors)")
    }

    @Test func `ends with 69 and a hint where there is no daemon`() async throws {
        let run = try await ToolRun.tool(["watch", "--socket", "/nowhere/s"])
        #expect(run.status == 69)
        #expect(run.errors.contains("no daemon at /nowhere/s"))
        #expect(run.errors.contains("tiltshadow demo"))
    }

    @Test func `ends well on Ctrl-C`() async throws {
        let daemon = try await RunningDaemon()
        let watching = try RunningProgram(
            BuiltProducts.path("tiltshadow"), ["watch", "--socket", daemon.socket])
        try await watching.wait(for: "frames") { $0.lines.count > 1 }
        let run = try await watching.end(SIGINT)
        #expect(run.status == 0 && run.lines.count > 1, "\(run.errors)")
    }

    @Test func `fails where a signal ends it before as many frames came as were asked for`() async throws {
        let directory = try ScratchDirectory()
        let watching = try RunningProgram(
            "/usr/bin/env",
            [
                "timeout", "--preserve-status", "-s", "INT", "1", BuiltProducts.path("tiltshadow"), "watch",
                "--socket", directory.path + "/s", "--wait", "--count", "3",
            ])
        let run = try await watching.end()
        #expect(run.status == 69 && run.errors.contains("only 0 of 3 frames came"), "\(run.errors)")
    }

    @Test func `waits for a daemon where it is told to, and fails where none came in time`() async throws {
        let run = try await ToolRun.tool(["watch", "--socket", "/nowhere/s", "--wait", "--seconds", "0.2"])
        #expect(run.status == 69 && run.output.isEmpty)
        #expect(run.errors.contains("no daemon said a word in that time\n  try: "), "\(run.errors)")
    }

    @Test func `fails where time runs out before as many frames came as were asked for`() async throws {
        let directory = try ScratchDirectory()
        let daemon = try ScriptedDaemon(directory.path + "/s")
        daemon.play([ScriptedDaemon.hello + ScriptedDaemon.frame(1) + ScriptedDaemon.frame(2)])
        let run = try await ToolRun.tool(
            ["watch", "--socket", directory.path + "/s", "--json", "--count", "3", "--seconds", "2"])
        #expect(run.status == 69 && run.lines.count == 2, "\(run.output)")
        #expect(run.errors.contains("only 2 of 3 frames came in that time\n  try: "), "\(run.errors)")
    }

    @Test(
        arguments: [
            ("C", "deg"), ("POSIX", "deg"), ("C.UTF-8", "°"), ("de_DE.utf8", "°"),
        ], [["watch", "--count", "1"], ["demo", "--seconds", "1"]])
    func `prints lines that the locale can show`(locale: (String, String), words: [String]) async throws {
        let directory = try ScratchDirectory()
        let daemon = try ScriptedDaemon(directory.path + "/s")
        let frame =
            #"{"type":"frame","seq":1,"t_ns":1,"state":"tracking","x":1,"y":2,"pitch_rad":0.1,"roll_rad":0}"#
        daemon.play([ScriptedDaemon.hello + frame + "\n"])
        let socket = words[0] == "watch" ? ["--socket", directory.path + "/s"] : []
        let run = try await ToolRun.tool(words + socket, environment: ["LC_ALL": locale.0])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.lines.first?.contains(locale.1) == true, "\(run.output)")
        #expect(run.output.utf8.contains { $0 >= 0x80 } == (locale.1 == "°"))
    }

    @Test func `takes the frames that were asked for from a daemon that says them and ends`() async throws {
        let directory = try ScratchDirectory()
        let daemon = try ScriptedDaemon(directory.path + "/s")
        let frames = ScriptedDaemon.frame(1) + ScriptedDaemon.frame(2)
        daemon.play([ScriptedDaemon.hello + frames], hangsUp: true)
        let run = try await ToolRun.tool([
            "watch", "--socket", directory.path + "/s", "--json", "--count", "2",
        ])
        #expect(run.status == 0 && run.lines.count == 2, "\(run.errors)")
    }

    @Test(arguments: [
        ["watch", "--json", "--seconds", "1000"], ["watch", "--wait"], ["status", "--watch", "--json"],
        ["demo", "--seconds", "1000"],
    ])
    func `ends on a signal while nobody reads what is written`(words: [String]) async throws {
        let daemon = try await RunningDaemon()
        let run = try await Self.unread(words + (words[0] == "demo" ? [] : ["--socket", daemon.socket]))
        #expect(run.status == 0, "\(run.output) \(run.errors)")
    }

    @Test func `ends after its seconds while nobody reads what is written`() async throws {
        let daemon = try await RunningDaemon()
        let words = ["watch", "--json", "--seconds", "2", "--socket", daemon.socket]
        let run = try await Self.unread(words, isSignalled: false)
        #expect(run.status == 0, "\(run.output) \(run.errors)")
        let counted = try await Self.unread(words + ["--count", "1000000"], isSignalled: false)
        #expect(counted.status == 69 && counted.errors.contains("only "), "\(counted.errors)")
    }

    /// Runs the tool into a pipe that is full from the first words on, and sends it SIGTERM once it must be waiting for room.
    private static func unread(_ words: [String], isSignalled: Bool = true) async throws -> ToolRun {
        let script = """
            import os, subprocess, sys, time
            out, into = os.pipe()
            program = subprocess.Popen(sys.argv[2:], stdout=into)
            os.read(out, 1)
            # A description of its own, as the program's is to block.
            filling = os.open(f"/proc/self/fd/{into}", os.O_WRONLY | os.O_NONBLOCK)
            for size in (4096, 1):
                try:
                    while True: os.write(filling, bytes(size))
                except BlockingIOError: pass
            if sys.argv[1] == "true":
                # `status` writes once a second. Where this is too short, the signal finds it at rest, which is as well.
                time.sleep(2)
                program.terminate()
            try: sys.exit(program.wait(60))
            except subprocess.TimeoutExpired:
                program.kill()
                sys.exit("it goes on")
            """
        let program = [BuiltProducts.path("tiltshadow")] + words
        return try await ToolRun.program(
            "/usr/bin/env", ["python3", "-c", script, "\(isSignalled)"] + program)
    }
}
