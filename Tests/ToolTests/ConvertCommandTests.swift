import Foundation
import Testing

@Suite struct `Convert command` {
    private static let pad = BuiltProducts.source("Tests/TiltImportTests/Fixtures/pad.evemu").path
    private static let two = BuiltProducts.source("Tests/TiltImportTests/Fixtures/two.yml").path

    @Test func `makes a log that replays as the recording does, and a recording of that`() async throws {
        let directory = try ScratchDirectory()
        let log = directory.path + "/pad.tiltlog"
        let back = directory.path + "/back.evemu"
        let first = try await ToolRun.tool(["convert", Self.pad, log])
        #expect(first.status == 0 && first.output.isEmpty)
        #expect(first.errors == "tiltshadow: 120 rows of Sony DualSense Motion Sensors\n")
        #expect(try await ToolRun.tool(["convert", log, back]).status == 0)
        let frames = try await ToolRun.tool(["replay", Self.pad, "--format", "csv"])
        #expect(frames.status == 0 && frames.lines.count > 20)
        for file in [log, back] {
            #expect(try await ToolRun.tool(["replay", file, "--format", "csv"]).output == frames.output)
        }
    }

    @Test func `says what the other format has no place for`() async throws {
        let run = try await ToolRun.tool(["convert", Self.pad, "-", "--to", "csv"])
        #expect(run.status == 0 && run.lines.first == "t,ax,ay,az,gx,gy,gz")
        #expect(run.errors.contains("not kept: counts, which are now in m/s² and rad/s\n"))
        #expect(run.errors.contains("not kept: the sensor's name\n"))
    }

    @Test func `calls standard input by its name where it cannot be read`() async throws {
        let run = try await ToolRun.program(
            "/bin/sh", ["-c", "exec \"$0\" convert - - 0>/dev/null", BuiltProducts.path("tiltshadow")])
        #expect(run.status == 1)
        #expect(run.errors.hasPrefix("tiltshadow: read standard input: "), "\(run.errors)")
    }

    @Test(.timeLimit(.minutes(1))) func `does not wait for the end of a line that has none`() async throws {
        let run = try await ToolRun.tool(["convert", "/dev/zero", "-"])
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.errors.contains("/dev/zero: this is no sensor log: it begins with"))
    }

    @Test func `takes the device that is named`() async throws {
        let run = try await ToolRun.tool(["convert", Self.two, "-", "--device", "uaccel test accelerometer"])
        #expect(run.output.contains("#name=uaccel test accelerometer\n"))
        let wrong = try await ToolRun.tool(["convert", Self.two, "-", "--device", "nobody"])
        #expect(wrong.status == 1 && wrong.output.isEmpty)
        #expect(wrong.errors.contains("the recording has no device \"nobody\""))
        #expect(wrong.errors.contains("Sony DualSense Motion Sensors"))
    }

    @Test func `replaces no file unless told to, and never the one it reads`() async throws {
        let directory = try ScratchDirectory()
        let csv = directory.path + "/a.csv"
        try Data("t,ax,ay,az\n1,0,0,9.8\n".utf8).write(to: URL(fileURLWithPath: csv))
        let taken = try await ToolRun.tool(["convert", Self.pad, csv])
        #expect(taken.status == 1 && taken.errors.contains("is there already"))
        let same = try await ToolRun.tool(["convert", csv, csv, "--force"])
        #expect(same.status == 1 && same.errors.contains("is the log itself"))
        #expect(try String(contentsOfFile: csv, encoding: .utf8).contains("9.8"))
        // What cannot be read takes nothing away either.
        let bad = try directory.file("bad", "rubbish\n")
        #expect(try await ToolRun.tool(["convert", bad, csv, "--force"]).status == 1)
        #expect(try String(contentsOfFile: csv, encoding: .utf8).contains("9.8"))
        #expect(try await ToolRun.tool(["convert", Self.pad, csv, "--force"]).status == 0)
    }

    @Test func `says what it guessed where reading then fails, as that may be why`() async throws {
        // Rows that begin again, behind the thousand by which the column of times was chosen.
        let rows = (0..<1400).map { "\(Double($0 % 1200) / 50),0.1,0.2,9.8\n" }.joined()
        let run = try await ToolRun.tool(
            ["convert", "-", "-"], input: Data(("clock time,Acc X,Acc Y,Acc Z\n" + rows).utf8))
        #expect(run.status == 1 && run.errors.contains("time goes back in 100 rows"), "\(run.errors)")
        #expect(run.errors.contains("is read as --columns t,ax,ay,az"), "\(run.errors)")
    }

    @Test func `refuses a scale that is none`() async throws {
        let run = try await ToolRun.tool(["convert", Self.pad, "-", "--accel-scale", "0"])
        #expect(run.status == 2 && run.errors.contains("expected a number above 0"))
    }

    @Test(arguments: ["walk.csv.gz", "walk.tiltlog.zst", "WALK.ZIP"])
    func `writes nothing packed under such a name`(name: String) async throws {
        let directory = try ScratchDirectory()
        let run = try await ToolRun.tool(["convert", Self.pad, directory.path + "/" + name])
        #expect(run.status == 2 && run.errors.contains("no packed file is written"), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: directory.path + "/" + name))
        let upper = directory.path + "/walk.CSV"
        #expect(try await ToolRun.tool(["convert", Self.pad, upper]).status == 0)
        #expect(try String(contentsOfFile: upper, encoding: .utf8).hasPrefix("t,ax,ay,az"))
    }

    @Test func `refuses a device that a log or a table is not of, and columns of a log that tells its own`()
        async throws
    {
        let directory = try ScratchDirectory()
        let log = directory.path + "/pad.tiltlog"
        #expect(try await ToolRun.tool(["convert", Self.pad, log]).status == 0)
        let table = try directory.file("a.csv", "t,ax,ay,az\n0,0,0,9.8\n0.02,0,0,9.8\n")
        for (file, name) in [(log, "Sony DualSense Motion Sensors"), (table, "neutral CSV")] {
            let run = try await ToolRun.tool(["convert", file, "-", "--device", "foo"])
            #expect(run.status == 1 && run.lines.count < 2, "\(run.output)")
            #expect(run.errors.contains(#"the recording has no device "foo""#), "\(run.errors)")
            #expect(run.errors.contains("try: \(name)"), "\(run.errors)")
            #expect(try await ToolRun.tool(["replay", file, "--device", name]).status == 0)
        }
        let told = try await ToolRun.tool(["replay", log, "--columns", "t,ax,ay,az"])
        #expect(told.status == 1 && told.output.isEmpty)
        #expect(told.errors.contains("--columns makes no sense here"), "\(told.errors)")
        #expect(try await ToolRun.tool(["replay", table, "--columns", "t,ax,ay,az"]).status == 0)
    }

    @Test func `gives up a log whose clock was set back in whatever it is packed`() async throws {
        let directory = try ScratchDirectory()
        let before: [Double] = (0..<20).map { 1000 + Double($0) / 100 }
        let times: [Double] = before + (0..<500).map { Double($0) / 100 }
        _ = try directory.file("walk.csv", "t,ax,ay,az\n" + times.map { "\($0),0,0,9.8\n" }.joined())
        let run = try await ToolRun.tool(["convert", directory.path, "-"])
        #expect(
            run.status == 1 && run.errors.contains("time goes back in 100 rows in a row"), "\(run.errors)")
    }

    @Test func `takes a pause for what it is`() async throws {
        let times: [Double] = (0..<50).map { Double($0) / 100 + ($0 < 5 ? 0 : 3600) }
        let rows = times.map { "\($0),0,0,9.8\n" }.joined()
        let run = try await ToolRun.tool(["convert", "-", "-"], input: Data(("t,ax,ay,az\n" + rows).utf8))
        #expect(run.status == 0 && !run.errors.contains("apart"), "\(run.errors)")
    }

    @Test(arguments: [(20.0, true), (0.02, false)])
    func `asks whether times that are far apart are in another unit`(step: Double, isAsked: Bool) async throws
    {
        let rows = (0..<50).map { "\(Double($0) * step),0,0,9.8\n" }.joined()
        let run = try await ToolRun.tool(["convert", "-", "-"], input: Data(("t,ax,ay,az\n" + rows).utf8))
        #expect(run.status == 0 && run.lines.count > 50)
        #expect(
            run.errors.contains("its readings are 20.0 s apart, by their own times; is the clock right?")
                == isAsked,
            "\(run.errors)")
        let told = try await ToolRun.tool(
            ["convert", "-", "-", "--time-unit", "ms"], input: Data(("t,ax,ay,az\n" + rows).utf8))
        #expect(told.status == 0 && told.errors.contains("apart") != isAsked, "\(told.errors)")
    }

    @Test func `says of the readings what replay says, and takes the unit that is told`() async throws {
        let rows = (0..<900).map { row in
            "\(Double(row) / 100),\(Double(row % 7) / 40),\(Double(row % 11) / 30),0.9\(row % 10)\n"
        }.joined()
        let text = Data(("t,ax,ay,az\n" + rows).utf8)
        let converted = try await ToolRun.tool(["convert", "-", "-"], input: text)
        let replayed = try await ToolRun.tool(["replay", "-"], input: text)
        let said = converted.errors.split(separator: "\n").filter { $0.contains("warning") }
        #expect(said == replayed.errors.split(separator: "\n").filter { $0.contains("warning") })
        #expect(said.contains { $0.contains("times gravity") && $0.contains("--unit") }, "\(said)")
        let told = try await ToolRun.tool(["convert", "-", "-", "--unit", "g"], input: text)
        #expect(told.status == 0 && !told.errors.contains("gravity"), "\(told.errors)")
    }

    @Test(arguments: [
        (["--columns", "t,x"], "\"x\" is none of t"),
        (["--unit", "g", "--accel-scale", "2"], "say the same"),
        (["--unit", "kg"], "m/s2"),
    ])
    func `refuses units and columns that are none`(options: [String], expected: String) async throws {
        let run = try await ToolRun.tool(["convert", Self.pad, "-"] + options)
        #expect(run.status == 2 && run.errors.contains(expected), "\(run.errors)")
    }

    @Test func `takes a list of columns that begins with a dash, and rows at an even rate`() async throws {
        let text = Data((0..<20).map { "a,\($0),1,2,9.8\n" }.joined().utf8)
        let run = try await ToolRun.tool(
            ["convert", "-", "-", "--to", "csv", "--columns", "-,-,ax,ay,az", "--sample-rate", "50"],
            input: text)
        #expect(
            run.status == 0 && run.lines.prefix(3) == ["t,ax,ay,az", "0.0,1,2,9.8", "0.02,1,2,9.8"],
            "\(run.lines)")
        let named = try await ToolRun.tool(
            ["convert", "-", "-", "--to", "csv"],
            input: Data(
                ("stamp,Accel X,Accel Y,Accel Z\n" + (0..<20).map { "\($0 * 20),0.1,0.2,1\n" }.joined()).utf8)
        )
        #expect(
            named.status == 0 && named.lines.dropFirst().first == "0.0,0.980665,1.96133,9.80665",
            "\(named.lines)")
        #expect(named.errors.contains("--columns t,ax,ay,az --unit g --time-unit ms"), "\(named.errors)")
    }

    @Test func `says once that readings pile up at the end of a range, and which columns are not read`()
        async throws
    {
        let rows = (0..<3000).map { row in
            let time = Double(row) / 100
            let force = 25 * sin(7 * time)
            return "\(time),\(max(-19.6133, min(19.6133, force))),0.1,9.8,21\n"
        }.joined()
        let run = try await ToolRun.tool(
            ["convert", "-", "-"], input: Data(("t,ax,ay,az,temp\n" + rows).utf8))
        #expect(run.status == 0 && run.lines.count > 3000)
        for text in ["the accelerometer is at the end of its range", "of its header not read: \"temp\""] {
            #expect(run.errors.components(separatedBy: text).count == 2, "\(run.errors)")
        }
    }

    @Test func `counts the rows it left out where none is left, too`() async throws {
        let rows = (0..<50).map { "\(1_700_000_000_000 + $0),0,0,9.8\n" }.joined()
        let run = try await ToolRun.tool(["convert", "-", "-"], input: Data(("t,ax,ay,az\n" + rows).utf8))
        #expect(run.status == 1 && run.errors.contains("45 more like these"), "\(run.errors)")
        #expect(
            run.errors.contains(
                "the log holds no samples: 50 rows were refused, the first in line 2, column 1: expected seconds below "
                    + "9200000000, or --time-unit ms, for t, got \"1700000000000\"\n"))
    }

    @Test(arguments: [
        ("0,,,,0,0,1\n", "no acceleration, and evemu makes", ".tiltlog"),
        ("0,0,0,9.8,,,\n", "no rates, and evemu makes", "--columns t,ax,ay,az,-,-,-"),
    ])
    func `makes no device of a sensor that has no reading`(row: String, words: String, cure: String)
        async throws
    {
        let rows = (0..<100).map { "\(Double($0) / 50)\(row.dropFirst())" }.joined()
        let directory = try ScratchDirectory()
        let log = try directory.file("a.csv", "t,ax,ay,az,gx,gy,gz\n" + rows)
        let result = directory.path + "/a.evemu"
        let run = try await ToolRun.tool(["convert", log, result])
        #expect(run.status == 1 && run.errors.contains(words) && run.errors.contains(cure), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: result))
        #expect(try await ToolRun.tool(["convert", log, directory.path + "/a.tiltlog"]).status == 0)
    }

    @Test(arguments: [2, 200])
    func `calls a time that repeats no clock that was set back`(repeats: Int) async throws {
        let rows = (0..<1000).map { "\(1_700_000_000 + $0 / repeats),0,0.\($0 % 7),9.8\n" }.joined()
        let run = try await ToolRun.tool(
            ["convert", "-", "-", "--to", "csv"], input: Data(("t,ax,ay,az\n" + rows).utf8))
        #expect(run.status == (repeats > 100 ? 1 : 0), "\(run.errors)")
        #expect(run.errors.contains("give its times with more digits, or of a table the rows a second"))
        #expect(!run.errors.contains("set back"), "\(run.errors)")
    }
}
