import Foundation
import Testing

@Suite struct `Replay command` {
    static let csv = "t,ax,ay,az\n0,0,0,9.81\n0.02,0,0,9.81\n0.04,0,0,9.81\n"

    @Test func `makes the same bytes from run to run, from a file and from standard input`() async throws {
        let first = try await ToolRun.tool(["replay", DemoLog.path, "--format", "csv"])
        let log = try Data(contentsOf: URL(fileURLWithPath: DemoLog.path))
        let second = try await ToolRun.tool(["replay", "-", "--format", "csv"], input: log)
        #expect(first.status == 0 && first.errors.isEmpty)
        #expect(first.output == second.output)
        #expect(first.lines.count == 401)
    }

    @Test func `writes one frame a tick to a file`() async throws {
        let directory = try ScratchDirectory()
        let frames = directory.path + "/frames"
        let log = try directory.file("log.csv", Self.csv)
        #expect(try await ToolRun.tool(["replay", log, "--frames", frames, "--format", "csv"]).status == 0)
        let text = try String(contentsOfFile: frames, encoding: .utf8)
        #expect(
            text == "t,x,y,pitch_rad,roll_rad,ux,uy,uz,state\n"
                + ["0.0", "0.02", "0.04"].map { "\($0),0,0,0,0,0,0,1,2\n" }.joined())
    }

    @Test func `goes by the ending of the file, and replaces none unasked`() async throws {
        let directory = try ScratchDirectory()
        let log = try directory.file("log.csv", Self.csv)
        func text(_ name: String) throws -> String {
            try String(contentsOfFile: directory.path + "/" + name, encoding: .utf8)
        }
        for (name, format, beginning) in [
            ("a.csv", [], "t,x,y,"), ("B.CSV", [], "t,x,y,"), ("c.json", [], "{"),
            ("d.csv", ["--format", "json"], "{"), ("e", ["--format", "csv"], "t,x,y,"),
        ] {
            let words = ["replay", log, "--frames", directory.path + "/" + name] + format
            #expect(try await ToolRun.tool(words).status == 0)
            #expect(try text(name).hasPrefix(beginning), "\(name)")
            for pace in [[], ["--realtime"]] {
                let again = try await ToolRun.tool(words + pace)
                #expect(again.status == 1 && again.errors.contains("is there already"), "\(again.errors)")
                #expect(again.errors.contains("--force"))
                #expect(try await ToolRun.tool(words + pace + ["--force"]).status == 0)
            }
        }
        let served = try await ToolRun.tool(
            ["replay", log, "--socket", directory.path + "/s", "--format", "csv"])
        #expect(served.status == 2 && served.errors.contains("--format csv goes with --frames"))
    }

    @Test(arguments: [
        ([String](), #""x":0.00,"y":0.00"#), (["--rate", "100"], #""seq":5,"t_ns":40000000"#),
        (["--mapping", "projection", "--reference", "relative", "--gain", "20"], #""state":"tracking""#),
        (["--limit", "3", "--estimator", "raw", "--display-rotation", "270"], #""state":"tracking""#),
        (["--yaw-assist", "--lookahead-ms", "16", "--gain", "-20"], #""state":"tracking""#),
        (["--set", "shadow.rate_hz=100"], #""seq":5,"t_ns":40000000"#),
        (["--set", "shadow.rate_hz=25", "--rate", "100"], #""seq":5,"t_ns":40000000"#),
    ])
    func `takes every engine option`(options: [String], expected: String) async throws {
        let run = try await ToolRun.tool(["replay", "-"] + options, input: Data(Self.csv.utf8))
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.lines.last?.contains(expected) == true)
    }

    @Test func `takes the daemon's settings: a file, single ones over it, options over both`() async throws {
        let directory = try ScratchDirectory()
        let file = try directory.file("t.conf", "[shadow]\nbase = 3, 1\nrate_hz = 25\n")
        let log = Data(Self.csv.utf8)
        let ofFile = try await ToolRun.tool(["replay", "-", "--config", file], input: log)
        #expect(ofFile.lines.count == 2 && ofFile.lines[0].contains(#""x":3.00,"y":1.00"#))
        let ofOption = try await ToolRun.tool(
            ["replay", "-", "--config", file, "--set", "shadow.base=4,2", "--rate", "100"], input: log)
        #expect(ofOption.lines.count == 5 && ofOption.lines[0].contains(#""x":4.00,"y":2.00"#))
    }

    @Test(arguments: [
        (["sensor.raw_sign=-1"], "sensor.raw_sign is"),
        (["sensor.accel_scale=0.5", "sensor.device=x"], "sensor.device and sensor.accel_scale are"),
        (["sensor.raw_sign=auto", "sensor.stale_after_ms=500"], nil),
    ])
    func `says of the sensor's settings that the log has its own`(sets: [String], names: String?) async throws
    {
        let directory = try ScratchDirectory()
        let lines = sets.map { $0.replacing("sensor.", with: "") }
        let file = try directory.file("t.conf", "[sensor]\n" + lines.joined(separator: "\n") + "\n")
        for options in [sets.flatMap { ["--set", $0] }, ["--config", file]] {
            let run = try await ToolRun.tool(["replay", "-"] + options, input: Data(Self.csv.utf8))
            let verb = names?.hasSuffix("are") == true ? "are" : "is"
            let said = names.map { "tiltshadow: \($0) the log's own here and \(verb) not used\n" } ?? ""
            #expect(run.status == 0 && run.errors == said, "\(run.errors)")
        }
    }

    @Test(arguments: [
        (["--set", "shadow.gian=3"], #"--set: unknown key "gian" in [shadow]; did you mean gain?"#),
        (["--set", "gain"], #"--set: "gain" is not a setting, expected key = value"#),
        (
            ["--gain", "2000"],
            #"--gain: shadow.gain = "2000": expected a number from -1000 to 1000, in points per radian"#
        ),
        (
            ["--lookahead-ms", "-1"],
            #"--lookahead-ms: shadow.lookahead_ms = "-1": expected a number from 0 to 100, in milliseconds"#
        ),
        (["--config", "/no/such/file"], "cannot read the settings: open /no/such/file: No such file"),
        (["--config", "BAD"], #":2: unknown key "gian" in [shadow]; did you mean gain?"#),
    ])
    func `refuses settings as the daemon does`(options: [String], expected: String) async throws {
        let directory = try ScratchDirectory()
        let bad = try directory.file("bad.conf", "[shadow]\ngian = 3\n")
        let options = options.map { $0 == "BAD" ? bad : $0 }
        for command in [["replay"], ["plot"], ["score", "--truth", "/dev/null"]] {
            let run = try await ToolRun.tool(command + ["/dev/null"] + options)
            #expect(run.status == 2 && run.output.isEmpty)
            #expect(run.errors.contains(expected), "\(run.errors)")
        }
        let daemon = try await ToolRun.program(BuiltProducts.path("tiltshadowd"), ["--check"] + options)
        guard ["--set", "--config"].contains(options[0]) else { return }
        #expect(daemon.status == 2 && daemon.errors.contains(expected), "\(daemon.errors)")
    }

    @Test func `cuts the euler mapping where it is told to, and nowhere else`() async throws {
        let turned = Data("t,ax,ay,az\n0,-9,0,-3\n0.02,-9,0,-3\n".utf8)
        let free = try await ToolRun.tool(["replay", "-", "--mapping", "euler"], input: turned)
        #expect(free.lines.first?.contains(#""x":18.9"#) == true, "\(free.output)")
        let set = try await ToolRun.tool(["replay", "-", "--set", "shadow.mapping=euler"], input: turned)
        #expect(set.output == free.output)
        let former = try await ToolRun.tool(["replay", "-", "--mapping", "seed"], input: turned)
        #expect(former.output == free.output && free.errors.isEmpty)
        #expect(former.errors.contains(#"--mapping: "seed" is called "euler" now"#), "\(former.errors)")
        let cut = try await ToolRun.tool(
            ["replay", "-", "--mapping", "euler", "--limit", "12"], input: turned)
        #expect(cut.lines.first?.contains(#""x":12.00"#) == true, "\(cut.output)")
    }

    static let refusals: [(String, String)] = [
        ("", "the log holds no samples"),
        ("hello\n", "this is no sensor log: it begins with \"hello\""),
        (String(repeating: "x", count: 200_000), "this is no sensor log"),
        ("\u{1b}[2Jrubbish\n", "\\u{1b}[2Jrubbish"),
        ("#tiltlog=9\n", "the log is of version 9"),
        ("t,ax,ay,az\n", "the log holds no samples"),
        (
            "t,ax,ay,az\n1e400,0,0,9.8\n",
            #"no samples: 1 row was refused, the first in line 2: t is "1e400""#
        ),
        (
            "t,ax,ay,az\n0,1e400,0,9.8\n1,1e400,0,9.8\n",
            "2 rows were refused, the first in line 2: ax,ay,az is inf,0,9.8, more than any sensor measures"
        ),
        (
            "t,ax,ay,az\n5,0,0,9.8\n" + String(repeating: "1,0,0,9.8\n", count: 101),
            "goes back in 100 rows in a row"
        ),
    ]

    @Test(arguments: refusals)
    func `refuses what is no log, quoting it and saying what to try`(text: String, expected: String)
        async throws
    {
        let run = try await ToolRun.tool(["replay", "-"], input: Data(text.utf8))
        #expect(run.status == 1)
        #expect(run.errors.contains(expected), "\(run.errors)")
        #expect(run.errors.contains("\n  try: "))
    }

    @Test func `leaves out rows that make no sense, names five and counts the rest`() async throws {
        let bad = (0..<9).map { "0.0\($0),nan,0,9.8\n" }.joined()
        let run = try await ToolRun.tool(["replay", "-"], input: Data((Self.csv + bad).utf8))
        #expect(run.status == 0)
        #expect(run.lines.count == 3)
        #expect(run.errors.split(separator: "\n").count == 6)
        #expect(run.errors.contains(#"line 5: ax is "nan", expected a decimal number"#))
        #expect(run.errors.contains("4 more like these"))
    }

    /// A device that rocks about x, with rates in `unit` for a rad/s.
    private static func rocking(unit: Double) -> Data {
        var text = "t,ax,ay,az,gx,gy,gz\n"
        for row in 0..<1500 {
            let time = Double(row) / 50
            let angle = 0.8 * sin(1.5 * time)
            let values = [9.8 * sin(angle), 9.8 * cos(angle), unit * 1.2 * cos(1.5 * time)]
            let fields = values.map { String(format: "%.5f", $0) }
            // No real axis is the same for ever.
            let still = row % 2 == 0 ? "0" : "0.00001"
            text += String(format: "%.2f", time) + ",\(still),\(fields[0]),\(fields[1]),\(fields[2]),0,0\n"
        }
        return Data(text.utf8)
    }

    @Test func `warns once of rates that disagree with the motion of gravity`() async throws {
        let right = try await ToolRun.tool(["replay", "-"], input: Self.rocking(unit: 1))
        #expect(right.status == 0 && right.errors.isEmpty, "\(right.errors)")
        let wrong = try await ToolRun.tool(
            ["replay", "-", "--rate-unit", "rad/s"], input: Self.rocking(unit: 180 / .pi))
        #expect(wrong.status == 0 && wrong.lines.count == right.lines.count)
        #expect(wrong.errors.split(separator: "\n").count == 1, "\(wrong.errors)")
        #expect(wrong.errors.contains("times as fast as gravity turns"))
        #expect(wrong.errors.contains("are they in °/s instead of rad/s?"))
    }

    @Test func `converts rates in °/s where nobody says that they are none, and says so`() async throws {
        let run = try await ToolRun.tool(["replay", "-"], input: Self.rocking(unit: 180 / .pi))
        #expect(run.status == 0 && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        #expect(run.errors.contains("are taken for °/s, as gravity turns by them, and converted"))
    }

    @Test func `warns of gravity in the wrong unit`() async throws {
        let rows = (0..<200).map { String(format: "%.2f,0,0,1.0\n", Double($0) / 50) }.joined()
        let run = try await ToolRun.tool(["replay", "-"], input: Data(("t,ax,ay,az\n" + rows).utf8))
        #expect(run.errors.contains("0.102 times what it is"), "\(run.errors)")
        #expect(run.errors.contains("is it in g instead of m/s²?"))
    }

    @Test func `never writes over the log it reads`() async throws {
        let directory = try ScratchDirectory()
        let log = try directory.file("log.csv", Self.csv)
        let run = try await ToolRun.tool(["replay", log, "--frames", log])
        #expect(run.status == 1)
        #expect(try String(contentsOfFile: log, encoding: .utf8) == Self.csv)
    }

    @Test func `serves a log at a socket as the daemon does`() async throws {
        let directory = try ScratchDirectory()
        let server = Process()
        server.executableURL = URL(fileURLWithPath: BuiltProducts.path("tiltshadow"))
        server.arguments = [
            "replay", DemoLog.path, "--socket", directory.path + "/s", "--loop", "--gain", "20",
        ]
        server.standardError = FileHandle.nullDevice
        try server.run()
        defer {
            server.terminate()
            server.waitUntilExit()
        }
        let run = try await ToolRun.tool([
            "watch", "--socket", directory.path + "/s", "--wait", "--json", "--count", "3",
        ])
        #expect(run.lines.count == 3)
    }

    @Test(arguments: [true, false])
    func `a socket ends with its terminal, unless told otherwise by nohup`(isIgnored: Bool) async throws {
        let directory = try ScratchDirectory()
        let socket = directory.path + "/s"
        let server = try RunningProgram(
            "/usr/bin/env",
            [
                isIgnored ? "--ignore-signal=HUP" : "--default-signal=HUP", BuiltProducts.path("tiltshadow"),
                "replay", DemoLog.path, "--socket", socket, "--loop",
            ])
        let watch = ["watch", "--socket", socket, "--wait", "--json", "--count", "1"]
        #expect(try await ToolRun.tool(watch).lines.count == 1)
        server.signal(SIGHUP)
        if isIgnored {
            #expect(try await ToolRun.tool(watch).lines.count == 1)
            server.signal(SIGINT)
        }
        #expect(try await server.end().status == 0)
        #expect(!FileManager.default.fileExists(atPath: socket))
    }

    @Test func `names what is in the way of a socket`() async throws {
        let run = try await ToolRun.tool(["replay", DemoLog.path, "--socket", "/nowhere/at/all"])
        #expect(run.status == 1)
        #expect(run.errors.contains("the directory /nowhere/at does not exist"))
    }

    @Test func `ends quietly when its reader has had enough`() async throws {
        let command = "\(BuiltProducts.path("tiltshadow")) replay \(DemoLog.path) --rate 200 | head -1"
        let run = try await ToolRun.program("/bin/bash", ["-o", "pipefail", "-c", command])
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
    }
}
