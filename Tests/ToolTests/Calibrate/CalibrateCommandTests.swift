import Foundation
import Testing
import TiltCore

@testable import tiltshadow

@Suite struct `Calibrate command` {
    private static let turned = Matrix3(
        MatrixRow(x: 0, y: 1, z: 0), MatrixRow(x: -1, y: 0, z: 0), MatrixRow(x: 0, y: 0, z: 1))

    /// A log in CSV of a sensor that rests for two seconds in each pose, and is moved for half a second between.
    private static func log(_ directions: [MatrixRow], _ force: Matrix3) -> String {
        var text = "t,ax,ay,az\n"
        var (time, last) = (0.0, directions.first ?? .zero)
        func add(_ up: MatrixRow) {
            let raw = standardGravity * force.transposed(up)
            text += "\(time),\(raw.x),\(raw.y),\(raw.z)\n"
            time += 0.02
        }
        for direction in directions {
            for step in 0..<25 where direction != last {
                let between =
                    last + Double(step) / 25 * (direction - last) + MatrixRow(x: 0.01, y: 0.02, z: 0.03)
                add(between / between.length)
            }
            for _ in 0..<100 { add(direction) }
            last = direction
        }
        return text
    }

    private static let poses = Pose.sequence(3).map { $0.up }

    @Test func `finds the mounting in a log, prints it and writes it`() async throws {
        let directory = try ScratchDirectory()
        let log = try directory.file("poses.csv", Self.log(Self.poses, Self.turned))
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

    @Test func `puts what it found beside the settings, and says where something else sets it`() async throws
    {
        let directory = try ScratchDirectory()
        let log = try directory.file("poses.csv", Self.log(Self.poses, Self.turned))
        let own = "[sensor]\nmount_matrix = 1, 0, 0; 0, 1, 0; 0, 0, 1\nhold_s = 7\n"
        let settings = try directory.file("t.conf", own)
        let environment = ["TILTSHADOW_SOCKET": directory.path + "/none"]
        let words = ["calibrate", "--log", log, "--config", settings, "--apply"]
        let run = try await ToolRun.tool(words, environment: environment)
        #expect(run.status == 0, "\(run.errors)")
        let path = settings + ".d/60-calibrate.conf"
        #expect(run.errors.contains("the lines are in \(path)"))
        #expect(run.errors.contains("no daemon runs"))
        #expect(!run.errors.contains("not in force"))
        let kept = try String(contentsOfFile: path, encoding: .utf8)
        #expect(run.output.contains(kept) && kept.contains("mount_matrix = 0, 1, 0; -1, 0, 0; 0, 0, 1\n"))
        #expect(try String(contentsOfFile: settings, encoding: .utf8) == own)
        let effective = try await ToolRun.tool(["config", "--effective", "--config", settings]).lines
        let matrix = try #require(effective.firstIndex(of: "mount_matrix = 0,1,0;-1,0,0;0,0,1"))
        #expect(effective[matrix - 1] == "# From \(path):3.")
        #expect(effective.contains("# From \(settings):3."))

        // Again, over itself; and under a file that goes over it.
        try Data("[sensor]\nmount_matrix = 1,0,0;0,1,0;0,0,1\n".utf8)
            .write(to: URL(fileURLWithPath: settings + ".d/99-mine.conf"))
        let again = try await ToolRun.tool(words, environment: environment)
        #expect(again.status == 0, "\(again.errors)")
        #expect(again.errors.contains("\(settings).d/99-mine.conf:2 sets sensor.mount_matrix over them"))
        // Whichever of its keys it is; one with the same value is no rival.
        try Data("[sensor]\nmatrix_convention = kernel\nraw_sign = -1\n".utf8)
            .write(to: URL(fileURLWithPath: settings + ".d/99-mine.conf"))
        let sign = try await ToolRun.tool(words, environment: environment)
        #expect(sign.status == 0, "\(sign.errors)")
        #expect(sign.errors.contains("\(settings).d/99-mine.conf:3 sets sensor.raw_sign over them"))
    }

    @Test(arguments: [
        ("# mine\n[sensor]\nmount_matrix = 1,0,0;0,1,0;0,0,1\n", "its line 1 is not calibrate's: \"# mine\""),
        ("[sensor]\nhold_s = 7\n", "its line 2 is not calibrate's: \"hold_s = 7\""),
        ("rubbish\n", "its line 1 is not calibrate's: \"rubbish\""),
    ])
    func `leaves a file of its name alone that another wrote, unless told to replace it`(
        text: String, words: String
    ) async throws {
        let directory = try ScratchDirectory()
        let log = try directory.file("poses.csv", Self.log(Self.poses, Self.turned))
        let settings = try directory.file("t.conf", "")
        try FileManager.default.createDirectory(
            atPath: settings + ".d", withIntermediateDirectories: false)
        let path = try directory.file("t.conf.d/60-calibrate.conf", text)
        let environment = ["TILTSHADOW_SOCKET": directory.path + "/none"]
        // What is wrong with settings in force is another matter: these are not read.
        let own = SettingsDropIn.refusal(of: path, overwrite: false)
        #expect(own?.description.contains(words) == true, "\(String(describing: own))")
        #expect(own?.hint?.contains("--force") == true)
        #expect(SettingsDropIn.refusal(of: path, overwrite: true) == nil)
        guard !text.hasPrefix("rubbish") else { return }
        let arguments = ["calibrate", "--log", log, "--config", settings, "--apply"]
        let run = try await ToolRun.tool(arguments, environment: environment)
        #expect(run.status == 1 && run.output.isEmpty && run.errors.contains(words), "\(run.errors)")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        let forced = try await ToolRun.tool(arguments + ["--force"], environment: environment)
        #expect(forced.status == 0, "\(forced.errors)")
        #expect(
            try String(contentsOfFile: path, encoding: .utf8).hasPrefix("# Found by `tiltshadow calibrate`"))
    }

    @Test func `follows no link in the place of its file`() async throws {
        let directory = try ScratchDirectory()
        let log = try directory.file("poses.csv", Self.log(Self.poses, Self.turned))
        let settings = try directory.file("t.conf", "")
        let other = try directory.file("other.conf", "[sensor]\nraw_sign = 1\n")
        try FileManager.default.createDirectory(
            atPath: settings + ".d", withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: settings + ".d/60-calibrate.conf", withDestinationPath: other)
        let run = try await ToolRun.tool(
            ["calibrate", "--log", log, "--config", settings, "--apply", "--force"],
            environment: ["TILTSHADOW_SOCKET": directory.path + "/none"])
        #expect(run.status == 1 && run.errors.contains("it is a link to another file"), "\(run.errors)")
        #expect(try String(contentsOfFile: other, encoding: .utf8) == "[sensor]\nraw_sign = 1\n")
    }

    /// The poses as a .tiltlog of a sensor with this source and id.
    private static func log(source: String, id: String) -> String {
        let rows = log(poses, turned).split(separator: "\n").dropFirst().map { row in
            let fields = row.split(separator: ",").compactMap { Double($0) }
            return "\(Int64(fields[0] * 1e9)),\(fields[1]),\(fields[2]),\(fields[3])\n"
        }
        return "#tiltlog=1\n#source=\(source)\n#id=\(id)\n#accel_scale=1\nt_ns,ax,ay,az\n" + rows.joined()
            + "#end samples=\(rows.count) dropped=0\n"
    }

    @Test(arguments: [
        ("iio-buffer", "", false), ("evdev", "evdev:0003:054c:0ce6", false), ("evdev", "evdev:Pad", false),
        ("iio-buffer", "\"q\"", false), ("iio-buffer", "'q", false),
        ("evdev", "evdev:0003:054c:0ce6:nobody-s", true), ("iio-buffer", "iio-buffer:nowhere", true),
    ])
    func `names the device of a log only where a daemon could know it, and says that it is not here`(
        source: String, id: String, isNamed: Bool
    ) async throws {
        let directory = try ScratchDirectory()
        let log = try directory.file("poses.tiltlog", Self.log(source: source, id: id))
        let settings = try directory.file("t.conf", "")
        let run = try await ToolRun.tool(
            ["calibrate", "--log", log, "--config", settings, "--apply"],
            environment: ["TILTSHADOW_SOCKET": directory.path + "/none"])
        #expect(run.status == 0, "\(run.errors)")
        let kept = try String(contentsOfFile: settings + ".d/60-calibrate.conf", encoding: .utf8)
        #expect(
            kept.contains("device = \(id)\n") == isNamed && kept.contains("device =") == isNamed, "\(kept)")
        #expect(run.errors.contains("device = \(id) is not here now") == isNamed, "\(run.errors)")
        let check = try await ToolRun.tool(["config", "--check", settings + ".d/60-calibrate.conf"])
        #expect(check.status == 0, "\(check.errors)")
    }

    /// The settings and what they say of the log's mounting, which is right by the log's own header.
    @Test(arguments: [
        ("", nil, "mounting of the log is right"),
        ("[sensor]\nhold_s = 7\n", nil, "mounting of the log is right"),
        ("[sensor]\ndevice = other\nraw_sign = -1\n", nil, "mounting of the log is right"),
        ("[sensor]\nmount_matrix = 0,1,0;-1,0,0;0,0,1\n", nil, "mounting in force is right"),
        (
            "[sensor]\nmount_matrix = 1,0,0;0,1,0;0,0,1\n", "mount_matrix = 0, 1, 0; -1, 0, 0; 0, 0, 1\n",
            "mounting in force is wrong"
        ),
        (
            "[sensor]\ndevice = iio-buffer:nowhere\nmount_matrix = 1,0,0;0,1,0;0,0,1\n",
            "mount_matrix = 0, 1, 0; -1, 0, 0; 0, 0, 1\n", "mounting in force is wrong"
        ),
        ("[sensor]\nraw_sign = -1\n", "raw_sign = 1\n", "The driver reports the reaction to gravity"),
    ])
    func `holds a log against the settings that it is to change, and else against its header`(
        inForce: String, line: String?, words: String
    ) async throws {
        let directory = try ScratchDirectory()
        let header = "#mount_matrix=0,1,0;-1,0,0;0,0,1\n#mount_source=sysfs\nt_ns,"
        let log = try directory.file(
            "poses.tiltlog",
            Self.log(source: "iio-buffer", id: "iio-buffer:nowhere").replacing("t_ns,", with: header))
        let settings = try directory.file("t.conf", "")
        try FileManager.default.createDirectory(
            atPath: settings + ".d", withIntermediateDirectories: false)
        // An earlier --apply wrote it, perhaps.
        let path = try directory.file("t.conf.d/60-calibrate.conf", inForce)
        let arguments = ["calibrate", "--log", log, "--config", settings]
        let shown = try await ToolRun.tool(arguments)
        #expect(
            shown.output.contains("The mounting of the log is right: there is nothing to change"))
        let run = try await ToolRun.tool(
            arguments + ["--apply", "--force"], environment: ["TILTSHADOW_SOCKET": directory.path + "/none"])
        #expect(run.status == 0 && run.output.contains(words), "\(run.output)\(run.errors)")
        let kept = try String(contentsOfFile: path, encoding: .utf8)
        #expect(line.map { kept.contains($0) } ?? (kept == inForce), "\(kept)")
    }

    @Test func `ends with 69 where the daemon has no sensor, and does not wait for a rest`() async throws {
        let directory = try ScratchDirectory()
        let daemon = try ScriptedDaemon(directory.path + "/s")
        daemon.play([ScriptedDaemon.hello, #"{"type":"ok","id":1}"# + "\n"])
        let run = try await ToolRun.tool(["calibrate", "--level", "--socket", directory.path + "/s"])
        #expect(run.status == 69, "\(run.errors)")
        #expect(run.errors.contains("the daemon has no sensor\n  try: "), "\(run.errors)")
    }

    @Test func `keeps the scale that an earlier calibration found`() async throws {
        let directory = try ScratchDirectory()
        let log = try directory.file("poses.csv", Self.log(Self.poses, Self.turned))
        let settings = try directory.file("t.conf", "")
        let environment = ["TILTSHADOW_SOCKET": directory.path + "/none"]
        let words = ["calibrate", "--log", log, "--config", settings, "--apply"]
        _ = try await ToolRun.tool(words, environment: environment)
        let path = settings + ".d/60-calibrate.conf"
        let found = try String(contentsOfFile: path, encoding: .utf8)
        #expect(!found.contains("accel_scale"))
        let wrong = found.replacing(
            "mount_matrix = 0, 1, 0; -1, 0, 0;", with: "mount_matrix = 1, 0, 0; 0, 1, 0;")
        #expect(wrong != found)
        try Data((wrong + "accel_scale = 0.008172698\n").utf8).write(to: URL(fileURLWithPath: path))

        let again = try await ToolRun.tool(words, environment: environment)
        #expect(again.status == 0, "\(again.errors)")
        #expect(again.errors.contains("accel_scale is there, too"))
        #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("accel_scale = 0.008172698\n"))
        // That of another device is none of its business.
        try Data("[sensor]\ndevice = other\naccel_scale = 0.5\n".utf8).write(to: URL(fileURLWithPath: path))
        _ = try await ToolRun.tool(words, environment: environment)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == found)
    }

    @Test func `lets the daemon's user read it, whatever the umask`() async throws {
        let directory = try ScratchDirectory()
        let log = try directory.file("poses.csv", Self.log(Self.poses, Self.turned))
        let settings = try directory.file("t.conf", "")
        let run = try await ToolRun.program(
            "/bin/sh",
            [
                "-c", "umask 077; exec \"$0\" calibrate --log \"$1\" --config \"$2\" --apply",
                BuiltProducts.path("tiltshadow"), log, settings,
            ], environment: ["TILTSHADOW_SOCKET": directory.path + "/none"])
        #expect(run.status == 0, "\(run.errors)")
        for (path, mode) in [(".d", 0o755), (".d/60-calibrate.conf", 0o644)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: settings + path)
            #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
        }
    }

    @Test func `says before the first pose that settings cannot have a file beside them`() async throws {
        let directory = try ScratchDirectory()
        let settings = try directory.file("t.conf", "")
        _ = try directory.file("t.conf.d", "no directory")
        let run = try await ToolRun.tool(["calibrate", "--config", settings, "--apply"])
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.errors.contains("nothing was put into \(settings).d/60-calibrate.conf"), "\(run.errors)")
        #expect(run.errors.contains("without --apply"))
    }

    @Test func `passes over a rest that is none of the poses`() async throws {
        let leaning = MatrixRow(x: 0, y: 0.6, z: 0.8)
        let input = Self.log([Self.poses[0], leaning, Self.poses[1], leaning, Self.poses[2]], .identity)
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
        let log = try directory.file("poses.csv", Self.log(poses.map { $0.up }, .identity))
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
        let input = Data(Self.log([Self.poses[0]], .identity).utf8)
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
        let input = Self.log([cradle / cradle.length], Self.turned)
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
        let raw = Self.turned.transposed(cradle / cradle.length)
        #expect(matrix(raw).degrees(to: MatrixRow(x: 0, y: 0, z: 1)) < 0.02)
        #expect((matrix.determinant - 1).magnitude < 1e-3)
        #expect(run.output.contains("This pose is 34° from flat."))
        let flat = try await ToolRun.tool(
            ["calibrate", "--level", "--json", "--log", "-"],
            input: Data(Self.log([Self.poses[0]], .identity).utf8))
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
        let rests = [Self.poses[0], Self.poses[0], Self.poses[1], Self.poses[2], Self.poses[2]]
        let daemon = try await RunningDaemon(
            log: try directory.file("poses.csv", Self.log(rests, Self.turned)))
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
        let log = try directory.file("still.csv", Self.log([Self.poses[0]] + [Self.poses[0]], .identity))
        let daemon = try await RunningDaemon(log: log)
        // Where the daemon's sensor is a log, nobody knows its mounting but the daemon.
        let run = try await ToolRun.tool(["calibrate", "--level", "--socket", daemon.socket])
        #expect(run.status == 1)
        #expect(run.errors.contains("how neutral CSV is mounted now is not known here"), "\(run.errors)")
        let none = try await ToolRun.tool(["calibrate", "--level", "--socket", "/nowhere/s"])
        #expect(none.status == 69)
    }
}
