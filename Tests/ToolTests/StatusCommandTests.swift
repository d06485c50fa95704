import CLinux
import Foundation
import LinuxSystem
import Testing
import TiltClient

@Suite struct `Status command` {
    @Test func `shows the real daemon, its subscribers and its sensor`() async throws {
        let daemon = try await RunningDaemon()
        let watcher = try TiltShadow(path: daemon.socket).connect()
        // A process of its own, which the daemon knows by its name.
        let run = try await ToolRun.program(
            BuiltProducts.path("tiltshadow"), ["status"], environment: ["TILTSHADOW_SOCKET": daemon.socket])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.isEmpty)
        #expect(run.lines.first?.hasPrefix("tiltshadow 0.1.0, up ") == true)
        #expect(run.lines.first?.hasSuffix(": tracking") == true)
        #expect(run.lines.contains { $0.hasPrefix("subscribers   2, ") })
        #expect(run.lines.contains { $0.contains("tiltshadow (this)") })
        #expect(run.lines.contains { $0.hasPrefix("candidates    * ") })
        #expect(run.lines.contains { $0.contains("kernel's stamp to read") })
        #expect(run.lines.contains { $0.hasPrefix("recovery ") })
        #expect(!run.output.utf8.contains(0x1b))
        _ = watcher.descriptor
    }

    @Test func `prints the daemon's own lines as JSON`() async throws {
        let daemon = try await RunningDaemon()
        let run = try await ToolRun.tool(["status", "--json", "--socket", daemon.socket])
        #expect(run.status == 0, "\(run.errors)")
        let types = try run.lines.map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return object?["type"] as? String
        }
        #expect(types == ["candidate", "subscriber", "recovery", "status"])
    }

    @Test func `shows it again each second, over a restart, until it is interrupted`() async throws {
        let daemon = try await RunningDaemon()
        let watching = try RunningProgram(
            BuiltProducts.path("tiltshadow"), ["status", "--watch", "--json", "--socket", daemon.socket])
        func statuses(_ watching: RunningProgram) -> Int {
            watching.lines.count { $0.hasPrefix(#"{"type":"status""#) }
        }
        try await watching.wait(for: "two statuses") { statuses($0) >= 2 }
        daemon.stop()
        try await watching.wait(for: "word of the lost daemon") {
            $0.errors.contains("the daemon was stopped; trying again…")
        }
        let before = statuses(watching)
        try await daemon.start()
        try await watching.wait(for: "another status") { statuses($0) > before }
        let run = try await watching.end(SIGINT)
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test func `ends with 3 where the daemon has no sensor, after showing why`() async throws {
        let directory = try ScratchDirectory()
        // A file that is no log is refused at the start; what a pipe brings is seen when it is read.
        let pipe = directory.path + "/bad.tiltlog"
        #expect(mkfifo(pipe, 0o600) == 0)
        let writer = try OwnedDescriptor.open(pipe, O_RDWR)
        let text = "dear diary\n"
        #expect(write(writer.raw, text, text.utf8.count) == text.utf8.count)
        let daemon = try await RunningDaemon(log: pipe)
        let run = try await ToolRun.tool(["status", "--socket", daemon.socket])
        #expect(run.status == 3)
        #expect(run.errors.contains("the daemon has no sensor"))
        #expect(run.output.contains("dear diary"))
        #expect(run.lines.first?.hasSuffix(": none") == true)
    }

    @Test func `ends with 69 and says what to type where there is no daemon`() async throws {
        for arguments in [["status"], ["status", "--watch"], ["status", "--json"]] {
            let run = try await ToolRun.tool(arguments + ["--socket", "/nowhere/s"])
            #expect(run.status == 69)
            #expect(run.output.isEmpty)
            #expect(run.errors.contains("no daemon at /nowhere/s"))
            #expect(run.errors.contains("systemctl start tiltshadow.socket"))
        }
    }

    /// What a daemon of another version answers to the first request, and the exit status.
    struct Other: CustomTestStringConvertible {
        let name: String
        let answers: [String]
        let status: Int32
        var testDescription: String { name }
    }

    @Test(arguments: [
        Other(
            name: "knows no details",
            answers: [#"{"type":"status","id":1,"state":"tracking","subscribers":1}"#], status: 0),
        Other(
            name: "refuses one of them",
            answers: [
                #"{"type":"error","id":1,"code":"unknown-word","message":"include","hint":""}"#,
                #"{"type":"status","id":2,"state":"tracking","subscribers":1}"#,
            ], status: 0),
        Other(
            name: "says more than we know",
            answers: [
                #"{"type":"news","id":1}"# + "\n" + #"{"type":"subscriber","id":5}"# + "\n"
                    + #"{"type":"status","id":1,"state":"tracking","x":[{}]}"#
            ], status: 0),
        Other(name: "says no state", answers: [#"{"type":"status","id":1}"#], status: 0),
    ])
    func `makes do with a daemon of another version`(_ other: Other) async throws {
        let directory = try ScratchDirectory()
        let daemon = try ScriptedDaemon(directory.path + "/s")
        let hello = #"{"type":"hello","protocol":1,"server":"tiltshadow 0.0.9","rate_hz":50,"gain":10}"#
        daemon.play(([hello] + other.answers).map { $0 + "\n" })
        let run = try await ToolRun.tool(["status", "--socket", directory.path + "/s"])
        #expect(run.status == other.status, "\(run.errors)")
        #expect(run.lines.first?.contains("unknown version") == true, "status does not say it")
    }

    @Test(arguments: [
        ("hello", "speaks, and did not answer a request within 5 seconds"),
        ("mute", "accepted the connection and says nothing"),
    ])
    func `tells a daemon that speaks and does not answer from one that is mute`(kind: String, words: String)
        async throws
    {
        let directory = try ScratchDirectory()
        let daemon = try ScriptedDaemon(directory.path + "/s")
        daemon.play(kind == "mute" ? [""] : [ScriptedDaemon.hello + ScriptedDaemon.frame(1)])
        for command in [["status"], ["rotate", "90"]] {
            let run = try await ToolRun.tool(command + ["--socket", directory.path + "/s"])
            #expect(run.status == 1)
            #expect(run.errors.contains(words), "\(run.errors)")
            if command == ["status"] { daemon.play(kind == "mute" ? [""] : [ScriptedDaemon.hello]) }
        }
    }

    @Test func `hands on why it is refused, keeps the connection, and goes on when it is not`() async throws {
        let directory = try ScratchDirectory()
        let daemon = try ScriptedDaemon(directory.path + "/s")
        let refusal =
            #"{"type":"error","id":2,"code":"not-permitted","message":"user 7 is not in front","hint":""}"#
        // 1 is the watcher's own subscribe, which may be heard alone: then an answer is early, and given again.
        let answer = #"{"type":"status","id":3,"state":"tracking"}"# + "\n"
        daemon.play([ScriptedDaemon.hello, refusal + "\n", answer, answer])
        let watching = try RunningProgram(
            BuiltProducts.path("tiltshadow"),
            ["status", "--watch", "--json", "--socket", directory.path + "/s"])
        try await watching.wait(for: "the status after the refusal") {
            $0.lines.contains { $0.contains(#""id":3"#) }
        }
        let run = try await watching.end(SIGINT)
        #expect(run.errors.contains("user 7 is not in front; trying again…"), "\(run.errors)")
        #expect(!run.errors.contains("makes no sense"))
    }

    @Test func `waits for the sensor that its connection has woken up before it shows anything`() async throws
    {
        let directory = try ScratchDirectory()
        let daemon = try ScriptedDaemon(directory.path + "/s")
        func answer(_ id: Int, _ state: String) -> String {
            #"{"type":"status","id":\#(id),"state":"\#(state)"}"# + "\n"
        }
        // 1 is the watcher's own subscribe, which may be heard alone.
        let tracking = answer(3, "tracking")
        daemon.play([ScriptedDaemon.hello, answer(2, "none"), tracking, tracking, tracking])
        let watching = try RunningProgram(
            BuiltProducts.path("tiltshadow"),
            ["status", "--watch", "--json", "--socket", directory.path + "/s"])
        try await watching.wait(for: "a status") { !$0.lines.isEmpty }
        let run = try await watching.end(SIGINT)
        #expect(run.lines.first == String(tracking.dropLast()), "\(run.output)\(run.errors)")
    }

    @Test func `says nothing that a terminal without UTF-8 could not show`() async throws {
        let directory = try ScratchDirectory()
        let log = try directory.file(
            "log", "#tiltlog=1\n#name=日本語\n#accel_scale=1\nt_ns,ax,ay,az\n0,0,0,9.8\n20000000,0,0,9.8\n")
        let daemon = try await RunningDaemon(log: log)
        let words = ["status", "--socket", daemon.socket]
        let plain = try await ToolRun.tool(words, environment: ["LC_ALL": "C"])
        #expect(plain.output.contains(" us") && plain.output.utf8.allSatisfy { $0 < 0x80 }, "\(plain.output)")
        let rich = try await ToolRun.tool(words, environment: ["LC_ALL": "C.UTF-8"])
        #expect(rich.output.contains(" µs") && rich.output.contains("日本語"), "\(rich.output)")
        #expect(plain.output.contains(#"\u{65e5}\u{672c}\u{8a9e}"#), "\(plain.output)")
    }
}
