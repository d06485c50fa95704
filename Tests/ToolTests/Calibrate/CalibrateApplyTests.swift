import Foundation
import Testing
import TiltCore
import TiltDaemon

@testable import tiltshadow

@Suite struct `What calibrate applies` {
    @Test func `puts what it found beside the settings, and says where something else sets it`() async throws
    {
        let directory = try ScratchDirectory()
        let log = try directory.file("poses.csv", PosedLog.csv(PosedLog.poses, PosedLog.turned))
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
        let log = try directory.file("poses.csv", PosedLog.csv(PosedLog.poses, PosedLog.turned))
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
        let log = try directory.file("poses.csv", PosedLog.csv(PosedLog.poses, PosedLog.turned))
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

    @Test(arguments: [
        ("iio-buffer", "", false), ("evdev", "evdev:0003:054c:0ce6", false), ("evdev", "evdev:Pad", false),
        ("iio-buffer", "\"q\"", false), ("iio-buffer", "'q", false),
        ("evdev", "evdev:0003:054c:0ce6:nobody-s", true), ("iio-buffer", "iio-buffer:nowhere", true),
    ])
    func `names the device of a log only where a daemon could know it, and says that it is not here`(
        source: String, id: String, isNamed: Bool
    ) async throws {
        let directory = try ScratchDirectory()
        let log = try directory.file("poses.tiltlog", PosedLog.tiltlog(source: source, id: id))
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
        // The same chip, polled.
        (
            "[sensor]\ndevice = iio-poll:nowhere\nmount_matrix = 1,0,0;0,1,0;0,0,1\n",
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
            PosedLog.tiltlog(source: "iio-buffer", id: "iio-buffer:nowhere").replacing("t_ns,", with: header))
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

    /// The scale of the log, that of the settings, and what is then put there; the counts are those of 0.001 m/s².
    @Test(
        arguments: [
            (0.001, "accel_scale = 0.002\n", "accel_scale = 0.001"), (0.002, "", "accel_scale = 0.001"),
            (0.001, "", nil), (0.002, "accel_scale = 0.001\n", nil),
            (0.002, "device = other\naccel_scale = 0.001\n", "accel_scale = 0.001"),
            (0.002, "device = iio-poll:nowhere\naccel_scale = 0.001\n", nil),
        ] as [(Double, String, String?)])
    func `holds the scale of a log against that in force, and once`(
        logged: Double, inForce: String, found: String?
    ) async throws {
        let directory = try ScratchDirectory()
        let id = "iio-buffer:nowhere"
        let log = try directory.file(
            "poses.tiltlog", PosedLog.tiltlog(source: "iio-buffer", id: id, scale: logged, counts: 1000))
        let matrix = inForce.contains("other") ? "" : "mount_matrix = 0,1,0;-1,0,0;0,0,1\n"
        let settings = try directory.file("t.conf", "[sensor]\n" + inForce + matrix)
        let environment = ["TILTSHADOW_SOCKET": directory.path + "/none"]
        let words = ["calibrate", "--log", log, "--config", settings, "--apply"]
        let path = settings + ".d/60-calibrate.conf"
        let run = try await ToolRun.tool(words, environment: environment)
        #expect(
            run.status == 0 && run.output.contains("times") == (found != nil), "\(run.output)\(run.errors)")
        let kept = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        #expect(found.map { kept.contains($0) } ?? !kept.contains("accel_scale"), "\(kept)")
        // A second time there is nothing to do.
        let again = try await ToolRun.tool(words, environment: environment)
        #expect(again.status == 0 && !again.output.contains("times"), "\(again.output)")
        #expect(
            again.output.contains("mounting in force is right: there is nothing to change"), "\(again.output)"
        )
        #expect(((try? String(contentsOfFile: path, encoding: .utf8)) ?? "") == kept)
    }

    @Test(arguments: [("iio-poll:x", 0.5), ("iio-buffer:x", 0.5), ("iio-poll:x#2", nil), ("evdev:x", nil)])
    func `keeps the scale of the same chip, however it was read`(device: String, kept: Double?) throws {
        let directory = try ScratchDirectory()
        let settings = try directory.file("t.conf", "")
        try FileManager.default.createDirectory(atPath: settings + ".d", withIntermediateDirectories: false)
        _ = try directory.file(
            "t.conf.d/60-calibrate.conf", "[sensor]\ndevice = \(device)\naccel_scale = 0.5\n")
        let snippet = SettingsSnippet(device: "iio-buffer:x", rotation: .identity, rawSign: 1, comment: "")
        #expect(
            try SettingsDropIn(SettingsFiles(file: settings), overwrite: true).completed(snippet).accelScale
                == kept)
    }

    @Test func `keeps the scale that an earlier calibration found`() async throws {
        let directory = try ScratchDirectory()
        let log = try directory.file("poses.csv", PosedLog.csv(PosedLog.poses, PosedLog.turned))
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
        let log = try directory.file("poses.csv", PosedLog.csv(PosedLog.poses, PosedLog.turned))
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
}
