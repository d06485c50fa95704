import Foundation
import Testing
import TiltCore

@testable import tiltshadow

@Suite struct `Calibrate command` {
    @Test func `finds the mounting in a log, prints it and writes it`() async throws {
        let directory = try ScratchDirectory()
        let log = try directory.file("poses.csv", PosedLog.csv(PosedLog.poses, PosedLog.turned))
        let file = directory.path + "/mount.conf"
        let run = try await ToolRun.tool(["calibrate", "--log", log, "-o", file])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("x axis points to the bottom edge"))
        #expect(run.lines.contains("mount_matrix = 0, 1, 0; -1, 0, 0; 0, 0, 1"))
        let kept = try String(contentsOfFile: file, encoding: .utf8)
        #expect(run.output.contains(kept))
        let check = try await ToolRun.tool(["config", "--check", file])
        #expect(check.status == 0, "\(check.errors)")
        let again = try await ToolRun.tool(["calibrate", "--log", log, "-o", file])
        #expect(again.status == 1)
        #expect(again.errors.contains("is there already") && again.output.isEmpty)
        #expect(try await ToolRun.tool(["calibrate", "--log", log, "-o", file, "--force"]).status == 0)
        // The log itself is no place for it.
        let poses = try Data(contentsOf: URL(fileURLWithPath: log))
        let same = try await ToolRun.tool(["calibrate", "--log", log, "-o", log, "--force"])
        #expect(same.status == 1 && same.errors.contains("is the log itself"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: log)) == poses)
    }

    @Test func `ends with 69 where the daemon has no sensor, and does not wait for a rest`() async throws {
        let directory = try ScratchDirectory()
        let daemon = try ScriptedDaemon(directory.path + "/s")
        daemon.play([ScriptedDaemon.hello, #"{"type":"ok","id":1}"# + "\n"])
        let run = try await ToolRun.tool(["calibrate", "--level", "--socket", directory.path + "/s"])
        #expect(run.status == 69, "\(run.errors)")
        #expect(run.errors.contains("the daemon has no sensor\n  try: "), "\(run.errors)")
    }

    @Test func `passes over a rest that is none of the poses`() async throws {
        let leaning = MatrixRow(x: 0, y: 0.6, z: 0.8)
        let input = PosedLog.csv(
            [PosedLog.poses[0], leaning, PosedLog.poses[1], leaning, PosedLog.poses[2]], .identity)
        let run = try await ToolRun.tool(["calibrate", "--log", "-", "--json"], input: Data(input.utf8))
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.hasPrefix(#"{"type":"calibration","verdict":"right","#))
        #expect(!run.output.contains("settings"))
    }

    @Test(arguments: [
        ([Pose.flat, .upright], "flat, upright found, then no rest that is right down"),
        ([.flat], "flat found, then no rest that is upright"),
        ([.flat, .upright, .leftEdgeDown], "the poses make a mirror image"),
    ])
    func `says which pose is missing or mirrored, and writes nothing`(poses: [Pose], words: String)
        async throws
    {
        let directory = try ScratchDirectory()
        let log = try directory.file("poses.csv", PosedLog.csv(poses.map { $0.up }, .identity))
        let file = directory.path + "/mount.conf"
        let run = try await ToolRun.tool(["calibrate", "--log", log, "-o", file])
        #expect(run.status == 1)
        #expect(run.errors.contains(words), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func `says that a log has no rest at all`() async throws {
        let rows = (0..<500).map { row in
            let angle = sin(Double(row) / 10)
            return "\(Double(row) / 50),0,\(standardGravity * sin(angle)),\(standardGravity * cos(angle))\n"
        }
        let input = Data(("t,ax,ay,az\n" + rows.joined()).utf8)
        let run = try await ToolRun.tool(["calibrate", "--log", "-"], input: input)
        #expect(
            run.status == 1 && run.errors.hasPrefix("tiltshadow: no rest was found that is flat"),
            "\(run.errors)")
    }

    @Test(arguments: [
        ("3", "in this order: flat, upright, right edge down\n"),
        ("6", "in this order: flat, upright, right edge down, face down, left edge down, top edge down\n"),
    ])
    func `says the order of the poses that were asked for`(count: String, words: String) async throws {
        let input = Data(PosedLog.csv([PosedLog.poses[0]], .identity).utf8)
        let run = try await ToolRun.tool(["calibrate", "--poses", count, "--log", "-"], input: input)
        #expect(run.status == 1)
        #expect(run.errors.contains(words), "\(run.errors)")
    }

    @Test func `names all six poses in its help`() async throws {
        let help = try await ToolRun.tool(["calibrate", "--help"]).output.split { $0.isWhitespace }
        let three = "flat, upright and on its right edge; with --poses 6 then "
        let more = "face down, on its left edge and on its top edge, too"
        #expect(help.joined(separator: " ").contains(three + more), "\(help)")
    }

    @Test func `takes a cradle's pose as level`() async throws {
        let cradle = MatrixRow(x: 0.28, y: 0.48, z: 0.8314)
        let input = PosedLog.csv([cradle / cradle.length], PosedLog.turned)
        let settings = "#mount_matrix=0,1,0;-1,0,0;0,0,1\n#mount_source=sysfs\nt_ns,ax,ay,az\n"
        let rows = input.split(separator: "\n").dropFirst().map { row in
            let fields = row.split(separator: ",").compactMap { Double($0) }
            return "\(Int64(fields[0] * 1e9)),\(fields[1]),\(fields[2]),\(fields[3])"
        }
        let log =
            "#tiltlog=1\n#accel_scale=1\n" + settings + rows.joined(separator: "\n")
            + "\n#end samples=1 dropped=0\n"
        let run = try await ToolRun.tool(["calibrate", "--level", "--log", "-"], input: Data(log.utf8))
        #expect(run.status == 0, "\(run.errors)")
        let line = try #require(run.lines.first { $0.hasPrefix("mount_matrix = ") }, "\(run.output)")
        let matrix = try MountMatrix(parsing: String(line.dropFirst("mount_matrix = ".count))).matrix
        let raw = PosedLog.turned.transposed(cradle / cradle.length)
        #expect(matrix(raw).degrees(to: MatrixRow(x: 0, y: 0, z: 1)) < 0.02)
        #expect((matrix.determinant - 1).magnitude < 1e-3)
        #expect(run.output.contains("This pose is 34° from flat."))
        let flat = try await ToolRun.tool(
            ["calibrate", "--level", "--json", "--log", "-"],
            input: Data(PosedLog.csv([PosedLog.poses[0]], .identity).utf8))
        #expect(flat.output.hasPrefix(#"{"type":"level","angle_deg":"#))
        #expect(!flat.output.contains("settings"))
    }

    @Test func `says that it needs a terminal, and what else works`() async throws {
        let run = try await ToolRun.tool(["calibrate"])
        #expect(run.status == 1)
        #expect(run.errors.contains("this is none"))
        #expect(run.errors.contains("calibrate --log poses.tiltlog"))
        // Before the first pose, and not after the last.
        let nowhere = try await ToolRun.tool(["calibrate", "-o", "/proc/nonexistent/mount.conf"])
        #expect(nowhere.status == 1)
        #expect(nowhere.errors.contains("open /proc/nonexistent/mount.conf: No such file or directory"))
    }

    /// Nine seconds, since the poses are real time: on a terminal of its own, over the socket of a real daemon.
    @Test func `guides through the poses by itself, on a terminal`() async throws {
        guard InstalledPrograms.have("script", for: "calibrate on a terminal") else { return }
        let directory = try ScratchDirectory()
        let rests = [
            PosedLog.poses[0], PosedLog.poses[0], PosedLog.poses[1], PosedLog.poses[2], PosedLog.poses[2],
        ]
        let daemon = try await RunningDaemon(
            log: try directory.file("poses.csv", PosedLog.csv(rests, PosedLog.turned)))
        let file = directory.path + "/mount.conf"
        let command =
            "\(BuiltProducts.path("tiltshadow")) calibrate --socket \(daemon.socket) --config /dev/null -o \(file)"
        let run = try await ToolRun.program(
            "/usr/bin/env", ["timeout", "-s", "KILL", "300", "script", "-qec", command, "/dev/null"],
            environment: ["TERM": "xterm", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"])
        #expect(run.status == 0, "\(run.output.suffix(500))")
        for pose in Pose.sequence(3) { #expect(run.output.contains(pose.request)) }
        #expect(run.output.contains("✓ flat") && run.output.contains("hold still"))
        // The other screen is left before the result is printed.
        let result = try #require(run.output.components(separatedBy: "\u{1b}[?1049l").last)
        #expect(result.contains("The mounting in force is wrong."))
        let kept = try String(contentsOfFile: file, encoding: .utf8)
        #expect(kept.contains("mount_matrix = 0, 1, 0; -1, 0, 0; 0, 0, 1"))
    }

    @Test(arguments: [
        ["--poses", "4"], ["--raw-sign", "0"], ["--socket", "/x", "--log", "/y"],
        ["--level", "--raw-sign", "1"],
    ])
    func `refuses what does not go together`(arguments: [String]) async throws {
        #expect(try await ToolRun.tool(["calibrate"] + arguments).status == 2)
    }

    @Test func `explains kindly where the daemon keeps raw readings to itself`() async throws {
        let directory = try ScratchDirectory()
        let daemon = try ScriptedDaemon(directory.path + "/s")
        daemon.play([
            ScriptedDaemon.hello,
            #"{"type":"error","id":1,"code":"not-permitted","message":"user 1000 is none of them","hint":"x"}"#
                + "\n",
        ])
        let run = try await ToolRun.tool(["calibrate", "--level", "--socket", directory.path + "/s"])
        #expect(daemon.heard.contains(#""include":["up","raw"]"#))
        #expect(run.status == 1)
        #expect(run.errors.contains("gives this user no raw readings: user 1000 is none of them"))
        #expect(run.errors.contains("sudo usermod -aG tiltshadow-raw $USER"), "\(run.errors)")
    }

    @Test func `takes no poses of two sensors`() async throws {
        let directory = try ScratchDirectory()
        let daemon = try ScriptedDaemon(directory.path + "/s")
        func sensor(_ name: String) -> String {
            #"{"id":"\#(name)","name":"\#(name)","kind":"evdev","gyro":false}"#
        }
        async let running = ToolRun.tool(["calibrate", "--level", "--socket", directory.path + "/s"])
        try await daemon.answer(
            #"{"type":"hello","protocol":1,"server":"tiltshadow 0.1.0","rate_hz":50,"gain":10,"sensor":"#
                + sensor("hub") + "}\n" + #"{"type":"ok","id":1}"# + "\n")
        for event in ["lost", "found"] {
            try await daemon.say(ScriptedDaemon.frame(1))
            try await Task.sleep(for: .milliseconds(100))
            try await daemon.say(#"{"type":"sensor","event":"\#(event)","sensor":\#(sensor("pad"))}"# + "\n")
        }
        let run = try await running
        #expect(run.status == 1)
        #expect(run.errors.contains("went over from hub to pad; nothing was written"), "\(run.errors)")
    }

    @Test func `levels over a daemon's socket, where raw readings may be had`() async throws {
        let directory = try ScratchDirectory()
        let log = try directory.file(
            "still.csv", PosedLog.csv([PosedLog.poses[0]] + [PosedLog.poses[0]], .identity))
        let daemon = try await RunningDaemon(log: log)
        // Where the daemon's sensor is a log, nobody knows its mounting but the daemon.
        let run = try await ToolRun.tool(["calibrate", "--level", "--socket", daemon.socket])
        #expect(run.status == 1)
        #expect(run.errors.contains("how neutral CSV is mounted now is not known here"), "\(run.errors)")
        let none = try await ToolRun.tool(["calibrate", "--level", "--socket", "/nowhere/s"])
        #expect(none.status == 69)
    }

    @Test func `takes a sensor that reads 0 for no pose`() async throws {
        let log = Data(("t,ax,ay,az\n" + (0..<300).map { "\(Double($0) / 100),0,0,0\n" }.joined()).utf8)
        let level = try await ToolRun.tool(["calibrate", "--level", "--log", "-"], input: log)
        #expect(level.status == 1)
        #expect(level.errors.contains("reads 0 at rest, and no gravity"), "\(level.errors)")
        let poses = try await ToolRun.tool(["calibrate", "--log", "-"], input: log)
        #expect(poses.status == 1)
        #expect(
            poses.errors.contains("no rest was found that is flat: The sensor reads 0, and no gravity."),
            "\(poses.errors)")
    }
}
