import Foundation
import Testing
import TiltCore

/// What devices, files and daemons call themselves never reaches a terminal as it is, whichever command shows it.
@Suite struct `Hostile text` {
    /// A command to a terminal in seven and in eight bits, a turned direction, and a line of its own.
    private static let name = "x\u{1b}]0;PWN\u{7}\u{9b}41m\u{202e}\u{2028}\u{2066}\u{61c}\nFAKE"
    private static let json = #"x\u001b]0;PWN\u0007\u009b41m\u202e\u2028\u2066\u061c\nFAKE"#
    /// The same in UTF-8 as far as JSON allows it.
    private static let rawJSON = "x\u{7f}\u{9b}41m\u{202e}\u{2028}\\nFAKE"

    private func expectHarmless(_ run: ToolRun) {
        for text in [run.output, run.errors] {
            #expect(text.visibleLines == text && !text.contains("\t"))
            #expect(!text.utf8.split(separator: 0x0a).contains { $0.starts(with: "FAKE".utf8) }, "\(text)")
        }
    }

    @Test(arguments: [
        ["recentre"], ["recentre", "--json"], ["rotate", "90"], ["rotate", "90", "--json"],
        ["watch", "--count", "1"],
        ["watch", "--count", "1", "--json"], ["status"], ["status", "--json"],
        ["doctor"],
    ])
    func `of a daemon is shown harmless`(command: [String]) async throws {
        let hello = ScriptedDaemon.hello.replacing("tiltshadow 0.1.0", with: Self.rawJSON)
        let sensor = #""sensor":{"id":"\#(Self.json)","name":"\#(Self.rawJSON)","kind":"\#(Self.json)"}"#
        let error =
            #"{"type":"error","id":1,"code":"\#(Self.json)","message":"\#(Self.json)","hint":"\#(Self.rawJSON)"}"#
        let candidate = #"{"type":"candidate","id":1,"name":"\#(Self.rawJSON)","reason":"\#(Self.json)"}"#
        let status = #"{"type":"status","id":1,"state":"tracking",\#(sensor)}"#
        let goodbye = #"{"type":"goodbye","reason":"\#(Self.rawJSON)"}"#
        // Whom an error answers looks no further.
        let answers = command == ["status"] ? [candidate, status] : [error, candidate, status]
        let directory = try ScratchDirectory()
        let daemon = try ScriptedDaemon(directory.path + "/s")
        daemon.play(
            [hello + (answers + [goodbye]).map { $0 + "\n" }.joined() + ScriptedDaemon.frame(1)],
            hangsUp: true)
        let running = try RunningProgram(
            BuiltProducts.path("tiltshadow"), command + ["--socket", directory.path + "/s"])
        try await running.wait(for: "end") { _ in false }
        let run = try await running.end()
        #expect(!run.output.isEmpty || !run.errors.isEmpty)
        expectHarmless(run)
    }

    @Test func `of a log is shown harmless`() async throws {
        let directory = try ScratchDirectory()
        let line = Self.name.replacing("\n", with: "")
        let log = try directory.file(
            "evil.tiltlog",
            "#tiltlog=1\n#id=\(line)\n#name=\(line)\n#device=\(line)\n#accel_scale=0.01\nt_ns,ax,ay,az\n"
                + "1,0,0,981\n20000001,0,0,981\n#end samples=2\n")
        for arguments in [
            ["convert", log, "-"], ["convert", log, "-", "--to", "evemu"], ["plot", log, "-o", "-"],
        ] {
            let run = try await ToolRun.tool(arguments)
            #expect(run.status == 0, "\(run.errors)")
            expectHarmless(run)
        }
        let daemon = try await RunningDaemon(log: log)
        for arguments in [["doctor"], ["status"], ["status", "--json"]] {
            expectHarmless(try await ToolRun.tool(arguments + ["--socket", daemon.socket]))
        }
    }

    @Test func `of the files in a folder is shown harmless`() async throws {
        let directory = try ScratchDirectory()
        for number in 0..<3 { _ = try directory.file("\(number)" + Self.name, "no log\n") }
        let run = try await ToolRun.tool(["convert", directory.path, "-"])
        #expect(run.status == 1 && run.errors.contains("none of these is a log"))
        expectHarmless(run)
        let missing = try await ToolRun.tool(["convert", directory.path + "/" + Self.name, "-"])
        #expect(missing.status == 1)
        expectHarmless(missing)
    }
}
