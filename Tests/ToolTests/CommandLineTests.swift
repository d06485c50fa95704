import CLinux
import Foundation
import LinuxSystem
import Testing

@Suite struct `Command line` {
    static let commands = [
        "watch", "status", "demo", "sensors", "record", "replay", "preview", "score", "config", "calibrate",
        "recentre", "rotate", "doctor",
    ]

    @Test(arguments: commands)
    func `explains every command with examples`(command: String) async throws {
        let run = try await ToolRun.tool([command, "--help"])
        #expect(run.status == 0)
        #expect(
            run.output.contains("EXAMPLES:\n  tiltshadow \(command)")
                || run.output.contains("  tiltshadow \(command)"))
        #expect(run.output.contains("EXAMPLES:"))
    }

    @Test(arguments: [("0", 80), ("-5", 80), ("x", 80), ("12", 40), ("39", 40), ("40", 40), ("100", 100)])
    func `keeps its help within a width that there is room in`(columns: String, width: Int) async throws {
        let run = try await ToolRun.program(
            BuiltProducts.path("tiltshadow"), ["watch", "--help"], environment: ["COLUMNS": columns])
        #expect(run.status == 0 && run.output.contains("socket") && run.output.contains("EXAMPLES:"))
        let told = try await ToolRun.program(
            BuiltProducts.path("tiltshadow"), ["watch", "--help"], environment: ["COLUMNS": "\(width)"])
        #expect(run.output == told.output)
    }

    @Test(arguments: [
        ["replay"], ["replay", "x", "--rate", "900"], ["replay", "x", "--mapping", "flat"],
        ["watch", "--count", "0"], ["score", "x"],
        ["config"], ["config", "--defaults", "--effective"], ["demo", "--seconds", "-1"],
    ])
    func `ends with 2 on wrong use, saying what was expected`(arguments: [String]) async throws {
        let run = try await ToolRun.tool(arguments)
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("Error: "))
    }

    /// A number below 0 is out of range, and not missing.
    @Test(arguments: [
        ["watch", "--count", "-1"], ["watch", "--seconds", "-1"], ["demo", "--seconds", "-1"],
        ["record", "x", "--seconds", "-1"], ["sensors", "--check", "-1"], ["calibrate", "--poses", "-1"],
        ["replay", "x", "--sample-rate", "-1"], ["preview", "--port", "-1"],
    ])
    func `says what was expected in the place of a number below 0`(arguments: [String]) async throws {
        let run = try await ToolRun.tool(arguments)
        #expect(run.status == 2 && run.errors.contains("-1: expected "), "\(run.errors)")
    }

    @Test(arguments: [["/etc/passwd"], ["/tmp"]])
    func `says what is no socket`(path: [String]) async throws {
        let run = try await ToolRun.tool(["watch", "--count", "1", "--socket"] + path)
        #expect(
            run.status == 69 && run.errors.contains("no daemon at \(path[0]): this is no socket"),
            "\(run.errors)")
        #expect(run.errors.contains("try: name tiltshadow's socket with --socket or TILTSHADOW_SOCKET"))
    }

    @Test(arguments: [
        (["watsh"], "did you mean `tiltshadow watch`?"),
        (["help", "watsh"], "did you mean `tiltshadow watch`?"),
        (["nonsense"], "see `tiltshadow --help`"),
    ])
    func `says which command was probably meant`(arguments: [String], advice: String) async throws {
        let run = try await ToolRun.tool(arguments)
        #expect(run.status == 2 && run.output.isEmpty)
        let name = arguments.last ?? ""
        #expect(run.errors == "tiltshadow: tiltshadow has no command \"\(name)\"\n  try: \(advice)\n")
    }

    @Test func `prints the ids of sensors alone, which the shells complete`() async throws {
        let run = try await ToolRun.tool(["sensors", "--ids"])
        // One that has no sensor says so on standard error alone.
        #expect(run.status == (run.lines.isEmpty ? 69 : 0))
        let json = try await ToolRun.tool(["sensors", "--json"])
        for id in run.lines { #expect(json.output.contains("\"id\":\"\(id)\""), "\(id)") }
        #expect(try await ToolRun.tool(["sensors", "--ids", "--json"]).status == 2)
        for shell in ["bash", "zsh", "fish"] {
            let script = try await ToolRun.tool(["--generate-completion-script", shell])
            #expect(script.output.components(separatedBy: "tiltshadow sensors --ids").count > 3, "\(shell)")
        }
    }

    @Test func `gives each example of the overview a line of its own`() async throws {
        let lines = try await ToolRun.tool(["--help"]).lines
        let start = try #require(lines.firstIndex(of: "EXAMPLES:")) + 1
        let examples = lines[start...].prefix { $0 != "EXIT STATUS:" }
        #expect(examples.count >= 12 && examples.allSatisfy { $0.hasPrefix("  tiltshadow ") }, "\(examples)")
    }

    @Test func `says its version and makes completions`() async throws {
        #expect(try await ToolRun.tool(["--version"]).output == "tiltshadow 0.1.0\n")
        for shell in ["bash", "zsh", "fish"] {
            #expect(
                try await ToolRun.tool(["--generate-completion-script", shell]).output.contains(
                    "display-rotation"))
        }
    }

    @Test func `shows and checks settings`() async throws {
        let directory = try ScratchDirectory()
        let shipped = try String(contentsOf: BuiltProducts.source("config/tiltshadow.conf"), encoding: .utf8)
        #expect(try await ToolRun.tool(["config", "--defaults"]).output == shipped)
        let good = try directory.file("good.conf", "[shadow]\ngain = 12\n")
        #expect(try await ToolRun.tool(["config", "--check", good]).status == 0)
        #expect(
            try await ToolRun.tool(["config", "--effective", "--config", good]).output.contains(
                "\ngain = 12\n"))
        let bad = try directory.file("bad.conf", "[shadow]\ngian = 12\n")
        let run = try await ToolRun.tool(["config", "--check", bad])
        #expect(run.status == 1)
        #expect(run.errors.contains("\(bad):2: unknown key \"gian\""))
        // To work by them is wrong use, for every command as for the daemon.
        for command in [["config", "--effective"], ["sensors"], ["calibrate", "--log", "/dev/null"]] {
            let used = try await ToolRun.tool(command + ["--config", bad])
            #expect(
                used.status == 2 && used.errors.contains("\(bad):2: unknown key \"gian\""), "\(used.errors)")
        }
        let worse = try directory.file("worse.conf", "[shadow]\ngian = 12\nlimt = 3\n")
        let errors = try await ToolRun.tool(["config", "--check", worse]).errors.split(separator: "\n")
        #expect(errors.prefix(2).allSatisfy { $0.hasPrefix("tiltshadow: \(worse):") }, "\(errors)")
        let missing = try await ToolRun.tool(["config", "--check", directory.path + "/nosuch"])
        #expect(missing.status == 1)
        #expect(
            missing.errors == """
                tiltshadow: open \(directory.path)/nosuch: No such file or directory
                  try: see whether the name is right and its directory is there

                """)
        let input = try await ToolRun.tool(["config", "--check", "-"])
        #expect(input.status == 1)
        #expect(
            input.errors == """
                tiltshadow: - is no file, and standard input goes by another name here
                  try: name the file; /dev/stdin is what is piped in

                """)
        // Nobody ever writes to it.
        let pipe = directory.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        let waiting = try await ToolRun.tool(["config", "--check", pipe])
        #expect(waiting.status == 1)
        #expect(
            waiting.errors == """
                tiltshadow: read \(pipe): it is a FIFO, and did not come to its end within a second
                  try: name a regular file, or have its writer come to an end

                """)
    }

    @Test func `refuses a mount matrix that mirrors, but not one with the signs of Windows`() async throws {
        let directory = try ScratchDirectory()
        let mirror = "[sensor]\nmount_matrix = 1,0,0;0,-1,0;0,0,1\n"
        let bad = try directory.file("mirror.conf", mirror)
        let run = try await ToolRun.tool(["config", "--check", bad])
        #expect(run.status == 1)
        #expect(run.errors.contains("\(bad): [sensor] mount_matrix = 1,0,0;0,-1,0;0,0,1 is a mirror image"))
        let effective = try await ToolRun.tool(["config", "--effective", "--config", bad])
        #expect(effective.status == 0 && effective.errors.contains("is a mirror image"))
        #expect(effective.output.contains("# Wrong: [sensor] mount_matrix = "))
        // What one file says of the signs holds for the others.
        let main = try directory.file("t.conf", "[sensor]\nmatrix_convention = hid\n")
        try FileManager.default.createDirectory(
            atPath: main + ".d", withIntermediateDirectories: false)
        let beside = try directory.file("t.conf.d/50-device.conf", mirror)
        for file in [main, beside] {
            let run = try await ToolRun.tool(["config", "--check", file])
            #expect(run.status == 0, "\(run.errors)")
        }
        let good = try directory.file("hid.conf", mirror + "matrix_convention = hid\n")
        #expect(try await ToolRun.tool(["config", "--check", good]).status == 0)
    }

    @Test func `demo shows the cured motion, then cleans up`() async throws {
        let demo = try RunningProgram(BuiltProducts.path("tiltshadow"), ["demo", "--seconds", "300"])
        try await demo.wait(for: "20 lines") { $0.lines.count >= 20 }
        let run = try await demo.end(SIGINT)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.lines.last?.hasPrefix("largest step between two of ") == true)
        #expect(run.errors.isEmpty)
    }

    /// The temporary directory that a demo holds open; `nil` where it has none yet.
    private static func directory(of demo: RunningProgram) -> String? {
        let descriptors = "/proc/\(demo.identifier)/fd/"
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
        return numbers.compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: descriptors + $0)
        }
        .first { $0.hasPrefix("/tmp/tiltshadow-") }
    }

    @Test func `demo takes away what one that was killed left, and nothing of one that lives`() async throws {
        let demos = try (0..<2).map { _ in
            try RunningProgram(BuiltProducts.path("tiltshadow"), ["demo", "--seconds", "300"])
        }
        for demo in demos { try await demo.wait(for: "frame") { !$0.lines.isEmpty } }
        let killed = try #require(Self.directory(of: demos[0]))
        let living = try #require(Self.directory(of: demos[1]))
        _ = try await demos[0].end(SIGKILL)
        // Time enough for a first word on a busy machine.
        #expect(try await ToolRun.tool(["demo", "--seconds", "3"]).status == 0)
        // A demo of another test may be about to take it away.
        let limit = MonotonicClock.now() + 60_000_000_000
        while FileManager.default.fileExists(atPath: killed), MonotonicClock.now() < limit {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(!FileManager.default.fileExists(atPath: killed))
        #expect(FileManager.default.fileExists(atPath: living + "/daemon/tilt.sock"))
        _ = try await demos[1].end(SIGINT)
        #expect(!FileManager.default.fileExists(atPath: living))
    }

    @Test func `demo serves at the socket that it is given`() async throws {
        let directory = try ScratchDirectory()
        let socket = directory.path + "/s"
        let demo = try RunningProgram(BuiltProducts.path("tiltshadow"), ["demo", "--socket", socket])
        try await demo.wait(for: "frame") { !$0.lines.isEmpty }
        let run = try await ToolRun.tool(["watch", "--socket", socket, "--json", "--count", "3"])
        #expect(run.lines.count == 3 && run.errors.isEmpty, "\(run.errors) \(demo.errors)")
        let ended = try await demo.end(SIGINT)
        #expect(ended.status == 0 && ended.output.contains("largest step between two of "), "\(ended.errors)")
        #expect(!FileManager.default.fileExists(atPath: socket))
    }

    @Test func `demo shows nobody else's frames: a socket that is taken, or can be none, is refused`()
        async throws
    {
        let daemon = try await RunningDaemon()
        let taken = try await ToolRun.tool(["demo", "--seconds", "1", "--socket", daemon.socket])
        #expect(taken.status == 1 && taken.output.isEmpty)
        #expect(taken.errors.contains("\(daemon.socket) is in use by tiltshadowd (pid "), "\(taken.errors)")
        #expect(taken.errors.contains("try: stop that process or choose another path"))
        let served = try await ToolRun.tool(["watch", "--json", "--count", "1", "--socket", daemon.socket])
        #expect(served.lines.count == 1, "the other daemon is left alone: \(served.errors)")
        let file = try daemon.directory.file("log.csv", "t,ax,ay,az\n")
        for (path, words) in [
            (file, "is a regular file, not a socket"),
            ("/nodir/x.sock", "the directory /nodir does not exist"),
        ] {
            let run = try await ToolRun.tool(["demo", "--seconds", "1", "--socket", path])
            #expect(run.status == 1 && run.errors.contains(words), "\(run.errors)")
            #expect(!run.errors.contains("report what it said"))
        }
    }

    @Test(arguments: [
        "watch", "status", "demo", "replay LOG", "preview", "calibrate", "recentre", "rotate 90", "doctor",
    ])
    func `takes no empty name for a socket`(line: String) async throws {
        let words = line.split(separator: " ").map { $0 == "LOG" ? DemoLog.path : String($0) }
        let run = try await ToolRun.tool(words + ["--socket", ""])
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.errors.contains("--socket needs a value"), "\(run.errors)")
    }

    @Test(arguments: [["watch"], ["status"], ["recentre"], ["rotate", "90"]])
    func `says how long the path of a socket may be`(words: [String]) async throws {
        let path = "/" + String(repeating: "x", count: 120)
        let run = try await ToolRun.tool(words + ["--socket", path])
        #expect(run.status == 1)
        #expect(run.errors.contains("try: name a shorter one: the path of a socket has at most 107 bytes"))
    }

    @Test func `record does not touch a file that is there`() async throws {
        let directory = try ScratchDirectory()
        let log = try directory.file("a.tiltlog", "precious")
        let run = try await ToolRun.tool(["record", log])
        #expect(run.status == 1)
        #expect(run.errors.contains("--force"))
        #expect(try String(contentsOfFile: log, encoding: .utf8) == "precious")
    }

    @Test(arguments: [
        (["record", "r.tiltlog.gz"], "`tiltshadow record - | gzip >OUT`"),
        (
            ["replay", "a.csv", "--frames", "x.csv.zst"],
            "`tiltshadow replay LOG --format FORMAT | zstd >OUT`"
        ),
        (["doctor", "--report", "x.txt.GZ"], "`tiltshadow doctor --report - | gzip >OUT`"),
    ])
    func `writes nothing plain under a packed name`(words: [String], said: String) async throws {
        let run = try await ToolRun.tool(words)
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.errors.contains("no packed file is written; \(said)"), "\(run.errors)")
    }

    @Test(arguments: ["week", "week.1"])
    func `record puts nothing aside that is no recording`(name: String) async throws {
        let directory = try ScratchDirectory()
        _ = try directory.file("week", "#tiltlog=1\n")
        let file = try directory.file(name, "precious")
        let log = directory.path + "/week"
        let run = try await ToolRun.tool(["record", log, "--max-size", "4k", "--rotate", "2"])
        #expect(run.status == 1)
        #expect(run.errors.contains("\(file) is there already, and no recording"), "\(run.errors)")
        #expect(run.errors.contains("take that one away"))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
        // --force replaces the file that is named, and none that it rotates to.
        let forced = ["record", log, "--max-size", "4k", "--rotate", "2", "--force", "--device", "nobody"]
        let said = name == "week" ? "there is no sensor" : "no recording to put aside"
        #expect(try await ToolRun.tool(forced).errors.contains(said))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
        // Recordings are put aside, so that it comes as far as its sensor.
        _ = try directory.file(name, "#tiltlog=1\n")
        let words = ["record", log, "--max-size", "4k", "--rotate", "2", "--device", "nobody"]
        #expect(try await ToolRun.tool(words).errors.contains("there is no sensor"))
    }

    @Test func `names the sensors there are where the one wanted is not`() async throws {
        let directory = try ScratchDirectory()
        let run = try await ToolRun.tool([
            "record", "--device", "no such sensor", directory.path + "/a.tiltlog",
        ])
        #expect(run.status == 69)
        #expect(run.errors.contains("there is no sensor \"no such sensor\""))
        #expect(!FileManager.default.fileExists(atPath: directory.path + "/a.tiltlog"))
        for arguments in [["sensors", "no such sensor"], ["sensors", "--explain-matrix", "no such sensor"]] {
            let run = try await ToolRun.tool(arguments)
            #expect(run.status == 69)
            #expect(run.errors.contains("there is no sensor \"no such sensor\""))
        }
    }
}
